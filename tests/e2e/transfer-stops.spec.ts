import { heading } from './consent-steps'
import {
  approveAtBank,
  clearStage,
  expect,
  expectAccessible,
  expectSettled,
  forgetCalls,
  stage,
  test,
  words,
} from './support'
import {
  approveTransfer,
  check,
  daysOfBank,
  executions,
  field,
  review,
  start,
  startPaying,
  writeTransfer,
} from './transfer-steps'

/* What stops a transfer on its way, and how it goes on from there. */

const { en } = words

test.use({ locale: 'en-GB' })

test('a day refused at the end, a form that is being checked, a session that ended, an account that was closed: nothing of what was typed is lost', async ({
  page,
}) => {
  const productId = await startPaying(page, 'niccolo')
  const { later } = await daysOfBank(page, productId)
  await page.goto('/transfers/new')
  await writeTransfer(page, { date: later })
  await review(page, en)
  await stage({
    fault: 'validation-error',
    match: { operation: 'moneyTransfer-execute' },
    parameters: { field: 'moneyTransferExecutionDate' },
    times: 1,
  })
  await approveTransfer(page, en)
  await expect(heading(page)).toHaveText(en.transferState.title.refused)
  await expect(page.getByText(en.transferProblem.day_refused.title)).toBeVisible()
  await expectSettled(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: en.transferState.tryAgain }).click()
  await expect(page.locator('#field-date-fault')).toHaveText(start(en.transferFault.date.refused))
  await expectAccessible(page)
  await field(page, 'date').fill('')
  await expect(page.locator('#field-date-fault')).toHaveCount(0)

  // What is pressed while the bank looks at it changes nothing of what it looks at.
  await stage({
    fault: 'slow',
    match: { operation: 'moneyTransfer-verify' },
    parameters: { delayMs: 8_000 },
    times: 1,
  })
  await check(page, en)
  await expect(page.getByRole('button', { name: en.transferForm.checking })).toBeVisible()
  await field(page, 'amount').pressSequentially('9')
  await expect(field(page, 'amount')).toHaveValue('12,50')
  await expect(heading(page)).toHaveText(en.transferReview.title)
  await expect(page.locator('main')).toContainText('€ 12.50')

  const address = page.url()
  await forgetCalls()
  await page.context().clearCookies({ domain: 'localhost' })
  await page.getByRole('button', { name: start(en.transferRun.approve) }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: en.transferProblem.not_signed_in.meaning }),
  ).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectAccessible(page)
  await page.getByRole('button', { name: en.connect.signInAgain }).click()
  await approveAtBank(page, 'niccolo', address)
  await expect(heading(page)).toHaveText(en.transferReview.title)

  // Also by a page that was asked for, not a button.
  await page.context().clearCookies({ domain: 'localhost' })
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: en.landing.signedOut.transfer })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: en.connect.continue }).first().click()
  await approveAtBank(page, 'niccolo', address)
  await expect(heading(page)).toHaveText(en.transferReview.title)

  await stage({ fault: 'closed-account', match: { operation: 'balance' }, times: 1 })
  await page.request.get('/api/overview')
  await page.reload()
  await expect(page.getByText(en.transferReview.account.closed)).toBeVisible()
  await expect(page.getByRole('button', { name: start(en.transferRun.approve) })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: en.transferRun.changeNamed.productId }).last().click()
  await expect(page.getByRole('heading', { name: en.transferNone.closed })).toBeVisible()
  await expect(page.locator('main')).toContainText('Marta Colombo')
  await expectSettled(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: en.transferRun.drop }).click()
  await expect(heading(page)).toHaveText(en.transferState.title.abandoned)
  expect(await executions()).toBe(0)
  // The bank lists it under consent again, so it is open.
  await clearStage()
  await page.request.get('/api/products')
})
