import type { Page } from 'playwright/test'
import { typedDay } from '@/lib/ui/format/typed'
import { approveInBankChannel, heading } from './consent-steps'
import {
  bankCalls,
  expect,
  expectAccessible,
  expectSettled,
  forgetCalls,
  setAppAhead,
  setBank,
  stage,
  test,
  words,
} from './support'
import {
  approveTransfer,
  check,
  daysOfBank,
  decide,
  executions,
  field,
  goToBank,
  IBAN,
  review,
  SWISS_IBAN,
  start,
  startPaying,
  writeTransfer,
} from './transfer-steps'

/* Other ways than the straight one: other kinds of transfers, what ends without a payment, what nobody knows. */

const { en } = words

test.use({ locale: 'en-GB' })

test('foreign currency with its rate and equivalent; verify1 with what the bank asks for; urgent, left, changed in another tab', async ({
  page,
}) => {
  await startPaying(page, 'officine')
  await page.goto('/transfers/new')
  await writeTransfer(page, { amount: '1.234,56' })
  await field(page, 'currency').selectOption('USD')
  await expect(page.locator('#field-amount-echo')).toContainText('1,234.56')
  await expect(page.locator('#field-currency-echo')).toContainText('1 EUR =')
  await expectAccessible(page)
  await review(page, en)
  await expect(page.getByText(en.transferReview.equivalent)).toBeVisible()
  await approveTransfer(page, en)
  await expect(heading(page)).toHaveText(en.transferState.title.accepted)

  await page.goto('/transfers/new')
  await writeTransfer(page, { iban: SWISS_IBAN })
  await check(page, en)
  await expect(heading(page)).toHaveText(en.transferReview.stepTitle)
  await page.getByRole('button', { name: en.transferRun.stepSubmit }).click()
  await expect(page.getByRole('alert').filter({ hasText: en.transferForm.faults.title })).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel(en.transferRun.field.beneficiaryAddress).fill('Bahnhofstrasse 1')
  await page.getByLabel(en.transferRun.field.beneficiaryTown).fill('Zürich')
  await page.getByRole('button', { name: en.transferRun.stepSubmit }).click()
  await expect(page.locator('#field-beneficiaryTown-fault')).toContainText('ü')
  await page.getByLabel(en.transferRun.field.beneficiaryTown).fill('Zurich')
  await page.getByRole('button', { name: en.transferRun.stepSubmit }).click()
  await expect(heading(page)).toHaveText(en.transferReview.title)
  await approveTransfer(page, en)
  await expect(heading(page)).toHaveText(en.transferState.title.accepted)

  await page.goto('/transfers/new')
  await writeTransfer(page)
  await page.getByRole('checkbox', { name: en.transferForm.urgency.label }).check()
  await review(page, en)
  await expect(page.locator('main')).toContainText(en.transferReview.urgent)
  await page.getByRole('link', { name: en.transferRun.later }).click()
  await page.getByRole('link').filter({ hasText: en.transfers.state.checked }).first().click()
  await expect(heading(page)).toHaveText(en.transferReview.title)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: en.transferRun.changeNamed.note }).click()
  await expect(field(other, 'note')).toBeFocused()
  await other.close()
  await page.getByRole('button', { name: start(en.transferRun.approve) }).click()
  await expect(page.getByRole('alert').filter({ hasText: en.transferRun.stale })).toBeVisible()
  await expect(heading(page)).toHaveText(en.transferForm.title)
  await expectAccessible(page)
  await review(page, en)
  await page.getByRole('button', { name: en.transferRun.drop }).click()
  await expect(heading(page)).toHaveText(en.transferState.title.abandoned)
  await expectSettled(page)
  await page.getByRole('link', { name: en.transferState.tryAgain }).click()
  await expect(page.getByRole('checkbox', { name: en.transferForm.urgency.label })).toBeChecked()
  await review(page, en)
  await approveTransfer(page, en)
  await expect(heading(page)).toHaveText(en.transferState.title.accepted)
  await page.getByText(en.transferReview.wasAsked).click()
  await expect(page.getByText(en.transferReview.urgent, { exact: true })).toBeVisible()
})

test('TLS-4: refused, lapsed, lost: unpaid transfers say so, and an unknown one cannot be repeated', async ({
  page,
}) => {
  test.setTimeout(360_000)
  const { later } = await daysOfBank(page, await startPaying(page, 'giulia'))
  await page.goto('/transfers/new')
  await writeTransfer(page, { date: later })
  await review(page, en)
  await forgetCalls()
  await stage({ fault: 'limit-reached', match: { operation: 'sca-approach' }, times: 1 })
  await page.getByRole('button', { name: start(en.transferRun.approve) }).click()
  const refusal = page.getByRole('alert').filter({ hasText: en.transferProblem.bank_limit_reached.meaning })
  await expect(refusal).toBeInViewport({ ratio: 1 })
  await goToBank(page, en)
  await decide(page, 'refuse')
  await expect(heading(page)).toHaveText(en.transferState.title.declined)
  await expect(page.getByText(en.transferState.nothingPaid)).toBeVisible()
  await expectSettled(page)
  await expectAccessible(page)

  await page.getByRole('link', { name: en.transferState.tryAgain }).click()
  await expect(field(page, 'iban')).toHaveValue('IT60 X054 2811 1010 0000 0123 456')
  await expect(field(page, 'date')).toHaveValue(typedDay(later, 'en'))
  await field(page, 'date').fill('')
  await review(page, en)
  await goToBank(page, en)
  await decide(page, 'expire')
  await expect(heading(page)).toHaveText(en.transferState.title.expired)
  expect(await executions()).toBe(0)

  await page.getByRole('link', { name: en.transferState.tryAgain }).click()
  await review(page, en)
  // Carried out, and its answer lost: the movement tells.
  await stage({ fault: 'execute-answer-lost', match: { operation: 'moneyTransfer-execute' }, times: 1 })
  await approveTransfer(page, en)
  await expect(heading(page)).toHaveText(en.transferState.title.unknown)
  await expect(heading(page)).toHaveText(en.transferState.title.accepted, { timeout: 60_000 })
  await expect(page.locator('main')).toContainText(en.transferTimeline.found)
  expect(await executions()).toBe(1)

  // Never read by the bank, which nobody here can know.
  await page.getByRole('link', { name: en.transferState.repeat }).click()
  await review(page, en)
  await stage({ fault: 'reset-after-request', match: { operation: 'moneyTransfer-execute' }, times: 1 })
  await approveTransfer(page, en)
  await expect(heading(page)).toHaveText(en.transferState.title.unknown)
  await expect(page.getByText(en.transferState.notAgain)).toBeVisible()
  await expect(page.getByRole('link', { name: en.transferState.tryAgain })).toHaveCount(0)
  await expect(page.getByRole('link', { name: en.transferState.repeat })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/transfers')
  await expect(page.getByRole('region', { name: en.transfers.waiting })).toContainText(
    en.transfers.state.unknown,
  )
  // Until the bank says that it lapsed, so that nothing can have been executed: the page says so by itself.
  await page.goBack()
  await expect(heading(page)).toHaveText(en.transferState.title.unknown)
  const lapsed = { field: 'data.authorizationStatus', value: 'EXPIRED' }
  await stage({ fault: 'unknown-enum', match: { operation: 'status' }, parameters: lapsed })
  const statusReads = async () => (await bankCalls()).filter((call) => call.endsWith('/status')).length
  const before = await statusReads()
  await setAppAhead(30)
  await expect.poll(statusReads).toBeGreaterThan(before)
  // Said once it proves nothing: the bank has to say it twice, a minute apart.
  await expect(heading(page)).toHaveText(en.transferState.title.unknown)
  await setAppAhead(95)
  await expect(heading(page)).toHaveText(en.transferState.notCarriedOut.title, { timeout: 150_000 })
  // Only the bank's word stands behind it.
  await expect(page.getByText(en.transferState.nothingPaid)).toHaveCount(0)
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: en.transferState.tryAgain })).toBeVisible()
  expect(await executions()).toBe(2)
})

test('PAY-3: what was typed outlives a closed browser and another sign-in at the bank; a refusal lands on its field', async ({
  browser,
  page,
}) => {
  await startPaying(page, 'chiara')
  await page.goto('/transfers/new')
  await writeTransfer(page, { note: 'The rent of the garden' })
  await expect(page.getByText(en.transferForm.kept.saved, { exact: true })).toBeVisible()
  const storageState = await page.context().storageState()
  await page.close()

  const context = await browser.newContext({ storageState, locale: 'en-GB' })
  const later = await context.newPage()
  await later.goto('/transfers')
  await later.getByRole('link').filter({ hasText: en.transfers.state.draft }).first().click()
  await expect(field(later, 'note')).toHaveValue('The rent of the garden')
  await expect(field(later, 'iban')).toHaveValue('IT60 X054 2811 1010 0000 0123 456')

  await stage({ fault: 'token-expired', match: { operation: 'moneyTransfer-verify' }, times: 1 })
  await stage({ fault: 'refresh-refused', times: 1 })
  await field(later, 'note').fill('The rent of the garden, and more')
  await check(later, en)
  await expect(later.getByText(en.problem.connection_expired.title)).toBeVisible()
  await expect(later.getByText(en.transferForm.unchanged)).toBeVisible()
  await expectAccessible(later)
  await later.getByRole('button', { name: en.connect.reconnect }).click()
  await later.waitForURL('**/login?*')
  await later.getByRole('button', { name: /Chiara/ }).click()
  await later.getByRole('button', { name: /^Allow$/ }).click()
  await later.waitForURL(/transfers\/[\w-]+$/)
  await expect(field(later, 'note')).toHaveValue('The rent of the garden, and more')

  await stage({ fault: 'validation-error', match: { operation: 'moneyTransfer-verify' }, times: 1 })
  await check(later, en)
  await expect(later.getByRole('alert').filter({ hasText: en.transferForm.faults.bankLead })).toBeFocused()
  await expect(field(later, 'amount')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(later)
  await review(later, en)
  await context.close()
})

test('by keyboard alone, from the first key to the receipt, with a day from the calendar', async ({
  page,
}) => {
  await startPaying(page, 'zenobia')
  await page.goto('/transfers/new')
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  await page.getByRole('radio').first().focus()
  await tabTo(page, 'payeeName')
  await page.keyboard.type('Marta Colombo')
  await tabTo(page, 'iban')
  await page.keyboard.type(IBAN)
  await tabTo(page, 'amount')
  await page.keyboard.type('1,50')
  await tabTo(page, 'date-calendar')
  await press('Enter')
  // Escape closes it from the field too, and from what turns the month.
  await page.getByRole('button', { name: en.calendar.following }).focus()
  await press('Escape')
  await expect(page.getByRole('grid')).toBeHidden()
  await expect(field(page, 'date-calendar')).toBeFocused()
  await press('Enter')
  const days = page.getByRole('grid')
  await expect(days.getByRole('button').and(page.locator(':focus'))).toHaveCount(1)
  await expectAccessible(page)
  // A Sunday says why it cannot be chosen; the Wednesday before it can.
  await press('PageDown', 'End')
  await expect(page.locator(':focus')).toHaveAttribute('aria-disabled', 'true')
  await press('Enter')
  await expect(days).toBeVisible()
  await press('Escape')
  await expect(days).toBeHidden()
  await expect(field(page, 'date-calendar')).toBeFocused()
  await tabTo(page, 'note')
  await page.keyboard.type('Coffee')
  await press('Tab', 'Enter')
  await expect(heading(page)).toBeFocused()
  await expect(heading(page)).toHaveText(en.transferReview.title)
  await pressOn(page, en.transferRun.approve.replace('{bank}', 'Banca Zefiro'))
  await expect(heading(page)).toHaveText(en.transferState.title.at_bank)
  await pressOn(page, en.transferState.toBank.replace('{bank}', 'Banca Zefiro'))
  await page.waitForURL('**/sca?*')
  await decide(page, 'approve')
  await expect(heading(page)).toHaveText(en.transferState.title.accepted)
})

test('SCA-3: approved somewhere else, the page that waits notices by itself', async ({ page }) => {
  await startPaying(page, 'aisha')
  await setBank({ scaApproach: 'DECOUPLED' })
  await page.goto('/transfers/new')
  await writeTransfer(page)
  await review(page, en)
  await page.getByRole('button', { name: en.transferRun.approve.replace('{bank}', 'Banca Zefiro') }).click()
  await expect(heading(page)).toHaveText(en.transferState.inApp)
  await expectAccessible(page)
  await approveInBankChannel('aisha')
  await expect(heading(page)).toHaveText(en.transferState.title.accepted)
})

/** Tab by Tab until a field has the focus, as somebody without a mouse gets there. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    if (await field(page, name).evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(field(page, name)).toBeFocused()
}

async function pressOn(page: Page, name: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) break
  }
  await page.keyboard.press('Enter')
}
