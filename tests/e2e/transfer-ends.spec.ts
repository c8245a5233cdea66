import type { Page } from 'playwright/test'
import { heading } from './consent-steps'
import {
  expect,
  expectAccessible,
  expectFits,
  expectSettled,
  forgetCalls,
  setAppAhead,
  setBank,
  signIn,
  stage,
  test,
  words,
} from './support'
import {
  approveTransfer,
  draftQuickly,
  executions,
  field,
  orderQuickly,
  type Payer,
  returnQuickly,
  review,
  start,
  startPaying,
  writeTransfer,
} from './transfer-steps'

/* How a transfer can end, and where it is found again: each ending by what really brings it about. */

const { en, it } = words
const minute = 60

test.use({ locale: 'en-GB' })

/** The page of an ending: what it says, in both colours, and what it leads to. */
async function expectEnded(page: Page, state: 'refused' | 'unanswered' | 'not_returned', amount: string) {
  await expect(heading(page)).toHaveText(en.transferState.title[state])
  await expect(page.getByText(en.transferState.meaning[state])).toBeVisible()
  await expect(page.getByText(en.transferState.nothingPaid)).toBeVisible()
  await expect(page.locator('main')).toContainText(en.transferTimeline.ended[state])
  await expectSettled(page)
  await expectAccessible(page)
  await setAppAhead(0)
  await page.getByRole('link', { name: en.transferState.tryAgain }).click()
  await expect(heading(page)).toHaveText(en.transferForm.title)
  await expect(field(page, 'payeeName')).toHaveValue('Mario Rossi')
  await expect(field(page, 'amount')).toHaveValue(amount)
}

/** The accounts say that it waits, and lead to it. */
async function openFromAccounts(page: Page, state: 'late' | 'at_bank') {
  await page.goto('/accounts')
  const notice = page.getByText(en.transferNotice.title[state])
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: en.transferNotice.open }).click()
  await expect(heading(page)).toHaveText(en.transferState.title[state])
}

test('refused when it was to be executed, unanswered, never back, late: each says so and leads on; the list has all of them, page by page', async ({
  page,
}) => {
  const payer: Payer = { page, username: 'niccolo', productId: await startPaying(page, 'niccolo') }
  // What the app sends while it is ahead is dated so.
  await setBank({ maxSkewSeconds: 60 * minute })
  await forgetCalls()

  const refused = await orderQuickly(payer, 11)
  await stage({ fault: 'limit-reached', match: { operation: 'moneyTransfer-execute' }, times: 1 })
  await returnQuickly(payer, refused)
  await page.goto(`/transfers/${refused.transferId}`)
  await expectEnded(page, 'refused', '1,11')
  expect(await executions()).toBe(1)

  const speakAgain = await stage({ fault: 'status-unavailable', match: { operation: 'status' } })
  const unanswered = await orderQuickly(payer, 12)
  await returnQuickly(payer, unanswered)
  await page.goto(`/transfers/${unanswered.transferId}`)
  await expect(heading(page)).toHaveText(en.transferState.title.returned)
  await expectAccessible(page)
  await setAppAhead(16 * minute)
  await expectEnded(page, 'unanswered', '1,12')
  await speakAgain()

  const left = await orderQuickly(payer, 13)
  await page.goto(`/transfers/${left.transferId}`)
  await expect(heading(page)).toHaveText(en.transferState.title.at_bank)
  await setAppAhead(31 * minute)
  await expectEnded(page, 'not_returned', '1,13')

  // Its first answer sets out in time, and is there when it is too late.
  const late = await orderQuickly(payer, 14)
  await stage({ fault: 'slow', match: { operation: 'status' }, times: 1, parameters: { delayMs: 6_000 } })
  await returnQuickly(payer, late)
  await setAppAhead(16 * minute)
  await page.goto(`/transfers/${late.transferId}`)
  await expect(heading(page)).toHaveText(en.transferState.title.late)
  await expect(page.getByText(start(en.transferState.meaning.late))).toBeVisible()
  await expectAccessible(page)
  expect(await executions()).toBe(1)
  await openFromAccounts(page, 'late')
  await page.getByRole('button', { name: en.transferRun.payNow }).click()
  await expect(heading(page)).toHaveText(en.transferState.title.accepted)
  await setAppAhead(0)
  expect(await executions()).toBe(2)

  await page.goto('/transfers')
  for (const [amount, state] of [
    ['1.11', 'refused'],
    ['1.12', 'unanswered'],
    ['1.13', 'not_returned'],
    ['1.14', 'accepted'],
  ] as const) {
    await expect(page.getByRole('listitem').filter({ hasText: amount }).first()).toContainText(
      en.transfers.state[state],
    )
  }
  await orderQuickly(payer, 15)
  for (let number = 0; number < 31; number += 1) await draftQuickly(payer, 200 + number)
  await page.reload()
  const waiting = page.getByRole('region', { name: en.transfers.waiting })
  // A page, and what is older and waits at the bank.
  await expect(waiting.getByRole('listitem')).toHaveCount(31)
  await expect(waiting.getByRole('listitem').first()).toContainText('1.15')
  await expectAccessible(page)
  await page.getByRole('link', { name: en.transfers.older }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '1.14' }).first()).toBeVisible()
  await expect(waiting.getByRole('listitem').filter({ hasText: '3,00' }).first()).toBeVisible()
  await page.getByRole('link', { name: en.transfers.newest }).click()
  await expect(waiting.getByRole('listitem').nth(1)).toContainText('3,30')
  await openFromAccounts(page, 'at_bank')
  await page.goto('/transfers')

  // Whoever is signed out meanwhile is told so where they pressed.
  await waiting.getByRole('link').nth(1).click()
  await expect(field(page, 'amount')).toHaveValue('3,30')
  await page.context().clearCookies()
  await page.getByRole('button', { name: en.transferRun.drop }).click()
  await expect(page.getByRole('alert').filter({ hasText: en.problem.not_signed_in.title })).toBeVisible()
  // Also once whatever the press has led to is there.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: en.connect.signInAgain })).toBeVisible()
  await expect(field(page, 'amount')).toHaveValue('3,30')
})

test('written on one device, approved on another: the first one says so; form, review and result fit the narrowest screens', async ({
  browser,
  page,
}) => {
  await startPaying(page, 'aisha')
  await page.goto('/transfers/new')
  await writeTransfer(page, {
    payeeName: 'Precipitevolissimevolmente & Quattordicesimi S.r.l.',
    amount: '1.234,56',
    note: `Fattura ${'0123456789'.repeat(8)} del mese di novembre`,
  })
  await expect(page.getByText(en.transferForm.proposal.instead)).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: en.transferForm.proposal.take }).click()
  await page.getByRole('button', { name: en.transferForm.date.open }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expectFits(page)
  await review(page, en)
  await expectFits(page)
  await forgetCalls()

  const context = await browser.newContext({ locale: 'it-IT', viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await signIn(phone, 'aisha')
  await phone.goto('/transfers')
  await phone.getByRole('link').filter({ hasText: it.transfers.state.checked }).first().click()
  await expect(heading(phone)).toHaveText(it.transferReview.title)
  await approveTransfer(phone, it)
  await expect(heading(phone)).toHaveText(it.transferState.title.accepted)
  await expectFits(phone)
  // On paper it is whole, and has nothing to press.
  await phone.emulateMedia({ media: 'print' })
  await expect(phone.getByText('IT60 X054 2811 1010 0000 0123 456')).toBeVisible()
  await expect(phone.getByRole('link', { name: it.transferState.toTransfers })).toBeHidden()
  await phone.emulateMedia({ media: null })
  await phone.getByRole('link', { name: it.transferState.toTransfers }).click()
  await expect(heading(phone)).toHaveText(it.transfers.title)
  await expectFits(phone)
  await context.close()

  // Pressed here as well, it is what it has come to, and no second one.
  await page.getByRole('button', { name: start(en.transferRun.approve) }).click()
  await expect(heading(page)).toHaveText(en.transferState.title.accepted)
  expect(await executions()).toBe(1)
})

test('without a transfer, and without an account to pay from, the pages say what can be done', async ({
  page,
}) => {
  await signIn(page, 'tommaso')
  await page.goto('/transfers')
  await expect(page.getByText(en.transfers.emptyMeaning)).toBeVisible()
  await expectSettled(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: en.transfers.new }).click()
  await expect(page.getByText(en.transferNone.title)).toBeVisible()
  await expect(page.getByRole('link', { name: en.transferNone.share })).toBeVisible()
  await expectAccessible(page)
})
