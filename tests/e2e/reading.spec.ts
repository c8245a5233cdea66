import type { Page } from 'playwright/test'
import type { ReadingProblem } from '@/lib/contracts/problem'
import {
  approve,
  filled,
  heading,
  passTimeAtBank,
  productIds,
  resetBankTime,
  rowsOf,
  share,
  startAfresh,
  toBank,
  write,
} from './consent-steps'
import {
  clearStage,
  expect,
  expectAccessible,
  expectSettled,
  said,
  setBank,
  stage,
  test,
  words,
} from './support'

/* What the accounts say when the bank does not answer as it should: the words, and that what is known stays. */

const { en } = words

test.use({ locale: 'en-GB' })

const faults: [ReadingProblem, string[]][] = [
  ['bank_unreachable', ['unsigned-html', 'unsigned-html-as-json', 'unsigned-html-200']],
  ['bank_unreachable', ['reset-after-request', 'reset-before-headers', 'reset-after-headers']],
  ['bank_answer_not_understood', ['empty-body', 'null-body', 'truncated-json', 'oversized-body']],
  [
    'bank_answer_unverified',
    ['wrong-digest', 'wrong-signature', 'missing-header', 'duplicate-header', 'gzip'],
  ],
  ['bank_answer_unverified', ['other-key', 'other-seal', 'stale-date', 'future-date']],
  ['bank_error', ['status', 'server-error', 'not-found-backend', 'sign-refused']],
  ['bank_error', ['validation-error', 'special-characters']],
  ['bank_forbidden', ['forbidden', 'consent-missing']],
  ['bank_limit_reached', ['limit-reached']],
  ['bank_sca_expired', ['sca-expired']],
]

/** Presses Refresh, and waits until the page was made anew with what came of it. */
async function refresh(page: Page): Promise<{ listProblem: string | null }> {
  const answered = page.waitForResponse('**/api/overview')
  await page.getByRole('button', { name: en.accounts.refresh }).click()
  const answer = await (await answered).json()
  await expect(page.getByRole('button', { name: en.accounts.refresh })).toBeVisible()
  return answer
}

test('every way in which the bank can fail is said in words, above and in the row of each account; what is known stays', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  const names = await share(page, 'matteo', [0, 1])
  await page.goto('/accounts')
  await expect.poll(() => filled(page, en)).toEqual(names)
  for (const [problem, staged] of faults) {
    for (const fault of staged) {
      for (const operation of ['accounts', 'consent-list', 'balance']) {
        await stage({ fault, match: { operation } })
      }
      expect([fault, (await refresh(page)).listProblem]).toEqual([fault, problem])
      await expect(said(page, en.problem[problem].title)).toBeVisible()
      await expect(said(page, en.accounts.lastKnown)).toBeVisible()
      await expect(rowsOf(page, en).getByText(en.overview.problem[problem])).toHaveCount(2)
      expect(await filled(page, en)).toEqual(names)
      await expectSettled(page)
      await clearStage()
    }
    await refresh(page)
    await expect(said(page, en.problem[problem].title)).toBeHidden()
    await expect(rowsOf(page, en).getByText(en.overview.problem[problem])).toHaveCount(0)
  }
})

test('shows no error for what is no fault to the customer', async ({ page }) => {
  await startAfresh(page, 'matteo')
  await share(page, 'matteo', [0])
  await page.goto('/accounts')
  for (const fault of [
    'slow',
    'slow-body',
    'certificate-pem-escaped',
    'certificate-pem-blanks',
    'certificate-pem-url-encoded',
  ]) {
    await stage({ fault, match: { operation: 'balance' }, parameters: { delayMs: 300 } })
    expect((await refresh(page)).listProblem).toBeNull()
    await expect(page.getByText(/Not updated/)).toHaveCount(0)
    await expectSettled(page)
    await clearStage()
  }
})

test('an account that the bank calls closed says so, keeps its figures, and offers nothing more', async ({
  page,
}) => {
  await startAfresh(page, 'niccolo')
  const names = await share(page, 'niccolo', [0, 1])
  await page.goto('/accounts')
  await expect.poll(() => filled(page, en)).toEqual(names)
  const [first = ''] = await productIds(page)
  await stage({
    fault: 'closed-account',
    match: { operation: 'balance', path: `/private/customers/70010001/products/${first}` },
  })
  await refresh(page)
  await expect(rowsOf(page, en).first()).toContainText(en.overview.closedMeaning)
  expect(await filled(page, en)).toEqual(names)
  await expect(rowsOf(page, en).nth(1)).not.toContainText(en.overview.closedMeaning)
  await expectSettled(page)
  await expectAccessible(page)
  await page.goto('/consents')
  await expect(page.getByText(en.consents.closed).first()).toBeVisible()
  // The bank lists it under consent again, so it is open.
  await clearStage()
  await page.request.get('/api/products')
})

test('the bank wants an approval first (PSD2_SCA_REQUIRED): the row leads there, and it is given', async ({
  page,
}) => {
  await startAfresh(page, 'niccolo')
  await share(page, 'niccolo', [0])
  const [first = ''] = await productIds(page)
  await setBank({ inquirySca: 'older-than-90-days' })
  await passTimeAtBank(21 * 60)
  try {
    const answer = await write(page, `/api/accounts/${first}/refresh`, {
      from: '2025-06-01',
      to: '2025-06-30',
    })
    expect((await answer.json()).reading.kind).toBe('sca_required')
    await page.goto('/accounts')
    await expect(page.getByText(en.overview.approvalWanted)).toBeVisible()
    await page.getByRole('link', { name: en.overview.approve }).click()
    await expect(heading(page)).toHaveText(en.authorization.handOver.inquiry)
    await expectAccessible(page)
    await toBank(page)
    // So much later the bank has forgotten who was logged in.
    await page.getByRole('button', { name: /Niccolò/ }).click()
    await approve(page)
    await expect(heading(page)).toHaveText(en.authorization.done.approved)
    await expectSettled(page)
    await expect(page.getByRole('link', { name: en.authorization.goBack })).toHaveAttribute(
      'href',
      `/accounts/${first}`,
    )
  } finally {
    await resetBankTime()
  }
})

test('an answer that never ends: the page waits in words, and then says that the bank does not answer', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  const names = await share(page, 'matteo', [0])
  await page.goto('/accounts')
  await expect.poll(() => filled(page, en)).toEqual(names)
  await stage({ fault: 'stalled-body', match: { operation: 'balance' } })
  await page.getByRole('button', { name: en.accounts.refresh }).click()
  await expect(page.getByRole('button', { name: en.accounts.refreshing })).toBeVisible()
  await expect(rowsOf(page, en).getByText(en.overview.problem.bank_unreachable)).toHaveCount(1, {
    timeout: 60_000,
  })
  expect(await filled(page, en)).toEqual(names)
  await expectSettled(page)
})
