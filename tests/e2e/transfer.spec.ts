import { readFile } from 'node:fs/promises'
import { heading } from './consent-steps'
import {
  expect,
  expectAccessible,
  expectSettled,
  forgetCalls,
  mainOn,
  test,
  type Username,
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
  start,
  startPaying,
  writeTransfer,
} from './transfer-steps'

/* A transfer from the first letter to the receipt, on each device and in each language. */

const runs = [
  { device: 'phone', viewport: { width: 390, height: 844 }, locale: 'en-GB', username: 'aisha' },
  { device: 'desktop', viewport: { width: 1280, height: 860 }, locale: 'it-IT', username: 'niccolo' },
] as const satisfies { username: Username; [other: string]: unknown }[]

for (const { device, viewport, locale, username } of runs) {
  test.describe(`${device}, ${locale}`, mainOn(device), () => {
    test.use({ viewport, locale })
    const t = locale === 'en-GB' ? words.en : words.it
    const isEnglish = locale === 'en-GB'

    test('SCA-5: written, asked back, checked, changed, checked again, approved, accepted, with receipt; then repeated', async ({
      page,
    }) => {
      const productId = await startPaying(page, username)
      const { holiday } = await daysOfBank(page, productId)
      await page.goto(`/accounts/${productId}`)
      await page.getByRole('link', { name: t.transfers.fromAccount }).click()
      await expect(heading(page)).toHaveText(t.transferForm.title)
      await expect(page.getByRole('radio').first()).toBeChecked()

      await check(page, t)
      const summary = page.getByRole('alert').filter({ hasText: t.transferForm.faults.title })
      await expect(summary).toBeFocused()
      await summary.getByRole('link', { name: t.transferFault.iban.empty }).click()
      await expect(field(page, 'iban')).toBeFocused()

      await field(page, 'iban').pressSequentially(IBAN.toLowerCase())
      await expect(field(page, 'iban')).toHaveValue('IT60 X054 2811 1010 0000 0123 456')
      await expect(page).toHaveURL(/transfers\/[0-9a-f-]{36}$/)
      await expect(field(page, 'iban')).toBeFocused()
      const [year, month, day] = holiday.split('-')
      await writeTransfer(page, {
        payeeName: 'Müller & Co',
        amount: isEnglish ? '1,234' : '1.234',
        date: isEnglish ? holiday : `${day}/${month}/${year}`,
      })
      await page.getByRole('button', { name: t.transferForm.proposal.take }).click()
      await expect(field(page, 'payeeName')).toHaveValue('Muller + Co')
      await page.getByRole('button', { name: /1[.,]234[.,]00/ }).click()
      await check(page, t)
      await expect(page.locator('#field-date-fault')).toContainText(
        t.transferFault.date.holiday.split('{day}')[1] ?? '',
      )
      await expectAccessible(page)
      await page.getByRole('button', { name: start(t.transferForm.date.take) }).click()
      await review(page, t)
      await expect(heading(page)).toBeFocused()
      await expect(page.locator('main')).toContainText(/1[.,]234[.,]00/)
      await expectSettled(page)
      await expectAccessible(page)

      await page.getByRole('button', { name: t.transferRun.changeNamed.amount }).click()
      await expect(field(page, 'amount')).toBeFocused()
      await field(page, 'amount').fill('12,50')
      await field(page, 'date').fill('')
      await review(page, t)
      await forgetCalls()
      await goToBank(page, t)
      await page.goBack()
      await expect(heading(page)).toHaveText(t.transferState.title.at_bank)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      await page.getByRole('link', { name: start(t.transferState.toBank) }).click()
      await page.waitForURL('**/sca?*')
      await expect(page.locator('body')).toContainText(/12[.,]50/)
      await decide(page, 'approve')
      await expect(heading(page)).toHaveText(t.transferState.title.accepted)
      const receipt = page.getByRole('link', { name: t.transferState.download })
      await expect(receipt).toBeVisible()
      await expectSettled(page)
      await expectAccessible(page)
      const [file] = await Promise.all([page.waitForEvent('download'), receipt.click()])
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
      expect(await executions()).toBe(1)

      await page.getByRole('link', { name: t.transferState.toTransfers }).click()
      await expect(heading(page)).toHaveText(t.transfers.title)
      const row = page.getByRole('listitem').filter({ hasText: t.transfers.state.accepted }).first()
      await expect(row).toContainText('Muller + Co')
      await expectSettled(page)
      await expectAccessible(page)
      await row.getByRole('link').click()
      await page.getByRole('link', { name: t.transferState.repeat }).click()
      await expect(field(page, 'payeeName')).toHaveValue('Muller + Co')
      await expect(field(page, 'amount')).toHaveValue('12,50')
      await review(page, t)
      await approveTransfer(page, t)
      await expect(heading(page)).toHaveText(t.transferState.title.accepted)
      expect(await executions()).toBe(2)
    })
  })
}
