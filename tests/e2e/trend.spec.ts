import { share, startAfresh } from './consent-steps'
import { expect, expectAccessible, test, words } from './support'

const runs = [
  { device: 'desktop', locale: 'en-GB' },
  { device: 'phone', locale: 'it-IT' },
] as const

const viewports = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }

for (const { device, locale } of runs) {
  test.describe(`${device}, ${locale}`, () => {
    test.use({ viewport: viewports[device], locale })
    const t = locale === 'en-GB' ? words.en : words.it

    test('the newest movements come by themselves; the balance over time is a line, words and figures', async ({
      page,
    }) => {
      await startAfresh(page, 'niccolo')
      await share(page, 'niccolo', [0])
      await page.goto('/accounts')
      const latest = page.getByRole('region', { name: t.latest.title })
      await expect(latest.getByRole('listitem')).toHaveCount(3)
      const line = page.getByRole('list', { name: t.accounts.listLabel }).locator('svg[viewBox="0 0 116 24"]')
      await expect(line).toHaveCount(1)
      await expect(line).toBeVisible({ visible: device === 'desktop' })
      await expectAccessible(page)

      await latest.getByRole('link').first().click()
      await page.waitForURL('**/accounts/*')
      const trend = page.getByRole('region', { name: t.trend.title })
      await expect(trend.getByRole('img')).toHaveAccessibleName(/ .*€.*\..*€/)
      await trend.getByText(t.trend.tableWeekly).click()
      await expect(trend.getByRole('row')).toHaveCount(1 + 13)
      await expectAccessible(page)
      await trend.getByRole('link', { name: t.trend.days[30] }).click()
      await page.waitForURL('**trend=30')
      await expect(trend.getByText(t.trend.tableDaily)).toBeVisible()
      await expect(trend.getByRole('row')).toHaveCount(1 + 30)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    })
  })
}
