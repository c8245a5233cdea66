import {
  approve,
  approveInBankChannel,
  choose,
  heading,
  openRequest,
  send,
  share,
  startAfresh,
  takeBackAtBank,
  toBank,
  write,
} from './consent-steps'
import {
  approveAtBank,
  clearStage,
  expect,
  expectAccessible,
  expectSettled,
  setBank,
  stage,
  test,
  words,
} from './support'

/* Every way in which a request to share, or to take back, can wait or be in doubt, as its page says it. */

const { en } = words
const { authorization } = en

test.use({ locale: 'en-GB' })

test('while another tab asks the bank: that is said, and the page goes on by itself', async ({
  context,
  page,
}) => {
  await startAfresh(page, 'matteo')
  await choose(page, en, [0])
  await stage({ fault: 'slow', match: { operation: 'consent-request' }, parameters: { delayMs: 10_000 } })
  await page.getByRole('button', { name: en.shareForm.submit }).click()
  await expect(page.getByRole('button', { name: en.shareForm.pending })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/consents')
  await other.getByRole('link', { name: en.sharing.goOn }).click()
  await expect(heading(other)).toHaveText(authorization.preparing)
  // Should the server have stopped on the way, nobody waits for minutes.
  await expect(other.getByRole('button', { name: en.run.drop })).toBeVisible()
  await expectAccessible(other)
  await expect(heading(other)).toHaveText(authorization.handOver.consent_grant)
})

test('while the bank puts it into effect: another tab says so, and ends as the first', async ({
  context,
  page,
}) => {
  await startAfresh(page, 'matteo')
  await openRequest(page)
  const run = page.url()
  await toBank(page)
  await stage({
    fault: 'slow',
    match: { operation: 'consent-request-confirm' },
    parameters: { delayMs: 10_000 },
  })
  await approve(page)
  await expect(heading(page)).toHaveText(authorization.returned)
  const other = await context.newPage()
  await other.goto(run)
  await expect(heading(other)).toHaveText(authorization.confirming)
  await expectAccessible(other)
  await expect(heading(other)).toHaveText(authorization.done.shared)
})

test('the answer to the confirmation is lost and the list too: not known yet, said everywhere, then known', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  await openRequest(page)
  const run = page.url()
  await toBank(page)
  await stage({ fault: 'reset-before-headers', match: { operation: 'consent-request-confirm' } })
  await stage({ fault: 'server-error', match: { operation: 'consent-list' } })
  await approve(page)
  await expect(heading(page)).toHaveText(authorization.unknown)
  await expect(page.getByText(authorization.unknownMeaning.consent_grant)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/accounts')
  await expect(page.getByText(en.sharing.openUnknown)).toBeVisible()
  await clearStage()
  await page.goto(run)
  await expect(heading(page)).toHaveText(authorization.done.shared)
  await expectSettled(page)
  await page.goto('/accounts')
  await expect(page.getByText(en.sharing.openUnknown)).toBeHidden()
})

test('the confirmation is lost and the bank’s list does not have it: it is sent again, and then it is shared', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  await openRequest(page)
  await toBank(page)
  await stage({
    fault: 'reset-after-request',
    times: 1,
    match: { operation: 'consent-request-confirm' },
  })
  await approve(page)
  await expect(heading(page)).toHaveText(authorization.done.shared, { timeout: 25_000 })
  await expectSettled(page)
})

test('the bank refuses the confirmation once: said with its code, and sent again', async ({ page }) => {
  await startAfresh(page, 'matteo')
  await openRequest(page)
  await toBank(page)
  await stage({ fault: 'forbidden', times: 2, match: { operation: 'consent-request-confirm' } })
  await approve(page)
  const said = authorization.refusedForNow.replace('{code}', 'FORBIDDEN')
  await expect(page.getByText(said)).toBeVisible()
  await expectAccessible(page)
  await expect(heading(page)).toHaveText(authorization.done.shared, { timeout: 40_000 })
})

test('to approve in the bank’s own app: no redirect, and the page notices', async ({ page }) => {
  await setBank({ scaApproach: 'DECOUPLED' })
  await startAfresh(page, 'matteo')
  await openRequest(page)
  await expect(heading(page)).toHaveText(authorization.inApp)
  await expectAccessible(page)
  await page.getByRole('button', { name: en.run.approved }).click()
  await expect(page.getByRole('status').filter({ hasText: en.run.notYet })).toBeVisible()
  await approveInBankChannel('matteo')
  await expect(heading(page)).toHaveText(authorization.done.shared)
})

test('everything is shared already, or revoked already: the page says so, without a redirect', async ({
  context,
  page,
}) => {
  await startAfresh(page, 'matteo')
  await share(page, 'matteo', [0])
  await choose(page, en, [0])
  await send(page, en)
  await expect(heading(page)).toHaveText(authorization.done.already)
  await expectSettled(page)
  await page.goto('/consents/take-back?category=ACCOUNT_INFO')
  const everything = await context.newPage()
  await everything.goto('/consents/take-back')
  await takeBackAtBank('matteo')
  await send(page, en)
  await expect(heading(page)).toHaveText(authorization.done.wasBack)
  await expectSettled(page)
  await everything.getByRole('button', { name: en.takeBackForm.submit }).click()
  await expect(everything.getByRole('alert').filter({ hasText: en.begin.nothing })).toBeVisible()
  await expectSettled(everything)
  await expectAccessible(everything)
})

const statusProblems = [
  ['reset-after-request', 'bank_unreachable'],
  ['other-key', 'bank_answer_unverified'],
  ['limit-reached', 'bank_limit_reached'],
] as const

for (const [fault, code] of statusProblems) {
  test(`after the return the bank’s word cannot be had (${fault}): said once, asked again, and it ends well`, async ({
    page,
  }) => {
    await startAfresh(page, 'matteo')
    await openRequest(page)
    await toBank(page)
    await stage({ fault, match: { operation: 'status' } })
    await approve(page)
    await expect(page.getByRole('alert').filter({ hasText: en.problem[code].title })).toBeVisible()
    await expect(heading(page)).toHaveText(authorization.returned)
    await expect(page.getByText(en.run.goesOn)).toBeVisible()
    await expectAccessible(page)
    await clearStage()
    // The page also asks again by itself. Where it is faster, there is no button any more.
    const askNow = page.getByRole('button', { name: en.run.askNow })
    const isAnswered = expect(heading(page)).toHaveText(authorization.done.shared)
    await Promise.race([askNow.click(), isAnswered])
    await isAnswered
    await expectSettled(page)
  })
}

test('the bank wants a new sign-in while the request is open: reconnecting comes back to it, and it ends well', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  await openRequest(page)
  const run = page.url()
  await toBank(page)
  await stage({ fault: 'token-expired', match: { operation: 'status' } })
  await stage({ fault: 'refresh-refused' })
  await approve(page)
  await expect(page.getByRole('alert').filter({ hasText: en.problem.connection_expired.title })).toBeVisible()
  await clearStage()
  await page.getByRole('button', { name: en.connect.reconnect }).click()
  await approveAtBank(page, 'matteo', run)
  await expect(heading(page)).toHaveText(authorization.done.shared)
})

test('signed out elsewhere while it waits: that is said, and nothing of the customer stays on the page', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  const name = await openRequest(page)
  await expect(page.locator('main')).toContainText(name)
  await write(page, '/api/session/sign-out', { everywhere: false })
  await expect(page.getByRole('alert').filter({ hasText: en.problem.not_signed_in.title })).toBeVisible()
  await expect(page.locator('main')).not.toContainText(name)
})

test('the bank fails while it is asked: nothing has changed, the choice is kept, and the next press is a new request', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  await choose(page, en, [0])
  await stage({ fault: 'server-error', match: { operation: 'consent-request' } })
  await page.getByRole('button', { name: en.shareForm.submit }).click()
  await expect(page.getByRole('alert').filter({ hasText: en.problem.bank_error.title })).toBeVisible()
  await expect(page.getByText(en.begin.unchanged)).toBeVisible()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expectAccessible(page)
  await clearStage()
  await send(page, en)
  await expect(heading(page)).toHaveText(authorization.handOver.consent_grant)
})

test('the bank wants a new sign-in when the form is sent: reconnecting comes back with the choice', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  await choose(page, en, [1], ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY'])
  await stage({ fault: 'token-expired', match: { operation: 'consent-list' } })
  await stage({ fault: 'refresh-refused' })
  await page.getByRole('button', { name: en.shareForm.submit }).click()
  await expect(page.getByRole('alert').filter({ hasText: en.problem.connection_expired.title })).toBeVisible()
  await clearStage()
  await page.getByRole('button', { name: en.connect.reconnect }).click()
  await approveAtBank(page, 'matteo', '**/consents/new?*')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await expect(
    page.getByRole('group', { name: en.shareForm.accounts }).getByRole('checkbox').nth(1),
  ).toBeChecked()
  await send(page, en)
  await expect(heading(page)).toHaveText(authorization.handOver.consent_grant)
})
