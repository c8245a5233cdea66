import type { Page } from 'playwright/test'
import { shareAt } from './consent-steps'
import {
  clearStage,
  expect,
  expectAccessible,
  said,
  signIn,
  signInUnseen,
  stage,
  test,
  words,
} from './support'

const { en } = words

const runs = [
  { device: 'phone', locale: 'en-GB', username: 'chiara' },
  { device: 'desktop', locale: 'it-IT', username: 'niccolo' },
] as const
const viewports = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

/** What stands beside a name. */
const besides = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

/** In the page: adds up how far its parts jump, as the web vital CLS counts it. */
function noteShifts(): void {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const value = 'value' in entry ? Number(entry.value) : 0
      Object.assign(window, { shifted: Reflect.get(window, 'shifted') + value })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

for (const { device, locale, username } of runs) {
  test.describe(`${device}, ${locale}`, () => {
    test.use({ viewport: viewports[device], locale, permissions: ['clipboard-read', 'clipboard-write'] })
    const t = locale === 'en-GB' ? words.en : words.it

    test('details of the customer and of an account, field by field', async ({ page }) => {
      await signInUnseen(page, username)
      const [productId = ''] = (await shareAt(page, username, [0])).productIds

      await page.goto('/settings')
      await expectAccessible(page)
      await expect(page.getByRole('link', { name: t.settings.data.open })).toHaveAttribute(
        'href',
        '/settings/details',
      )
      await page.addInitScript(noteShifts)
      await page.goto('/settings/details')
      await expect(page.getByText(t.freshDetails.upToDate)).toBeVisible()
      // The details come to the place that was kept for them.
      expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.1)
      await expect(besides(page, t.details.field.taxCode)).not.toBeEmpty()
      await expect(besides(page, t.details.field.kind)).toHaveText(t.details.value.PERSON)
      await expect(page.getByRole('heading', { name: t.details.field.address })).toBeVisible()
      await expectAccessible(page)
      expect(await fits(page)).toBe(true)

      await page.goto(`/accounts/${productId}/details`)
      await expect(page.getByText(t.freshDetails.upToDate)).toBeVisible()
      await expect(besides(page, t.details.field.status)).toHaveText(t.details.value.ACTIVE)
      const iban = besides(page, t.details.field.iban)
      await expect(iban).toHaveText(/^(IT\d\d( [A-Z0-9]{4}){5} [A-Z0-9]{3})/)
      await iban.getByRole('button', { name: t.details.copy.replace('{what}', t.details.field.iban) }).click()
      await expect(iban.getByRole('status')).toHaveText(t.copy.copied)
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^IT\d\d[A-Z0-9]{23}$/)
      await expectAccessible(page)
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await fits(page)).toBe(true)
      await page.reload()
      // What is known is in the first HTML.
      const known = (await iban.locator('bdi').textContent()) ?? ''
      expect(await (await page.request.get(page.url())).text()).toContain(known)
    })
  })
}

test.describe('details', () => {
  test.use({ locale: 'en-GB', viewport: viewports.phone })

  test('whatever the bank writes in a field is text, and reaches nothing around it', async ({ page }) => {
    await signInUnseen(page, 'aisha')
    await shareAt(page, 'aisha', [0])
    const html = '<img src=x onerror="document.title=1"><script>alert(1)</script>'
    const hostile = [
      ['data.customer.name', html],
      ['data.customer.taxCode', `A\u0007B\u202Egnp.exe`],
      ['data.customer.email', 'x'.repeat(10_000)],
      ['data.customer.phone', 'مرحبا بالعالم'],
      ['data.customer.customerSince', '31/02/2019'],
    ] as const
    for (const [field, value] of hostile) {
      await stage({
        fault: 'unknown-enum',
        match: { operation: 'customer' },
        times: 1,
        parameters: { field, value },
      })
      await page.goto('/settings/details')
      await expect(page.getByText(en.freshDetails.upToDate)).toBeVisible()
      if (value.startsWith('x')) {
        await page.getByText(/Show all 2,000 characters/).click()
        await expect(page.getByText(en.details.cut)).toBeVisible()
      }
      const shown = value.startsWith('A') ? 'A\ufffdB\ufffdgnp.exe' : value.slice(0, 2_000)
      await expect(page.locator('bdi').filter({ hasText: shown })).toBeVisible()
      expect(await fits(page)).toBe(true)
      await expectAccessible(page)
    }
    await expect(page).toHaveTitle(/^Your details/)
  })

  test('not shared, closed, failing, run out, another customer’s: each is said, with what helps', async ({
    page,
  }) => {
    await signIn(page, 'officine')
    await page.goto('/settings/details')
    await expect(
      page.getByRole('link', { name: en.customerDetails.share }).or(page.getByText(en.freshDetails.upToDate)),
    ).toBeVisible()
    const [productId = ''] = (await shareAt(page, 'officine', [0])).productIds
    const path = `/accounts/${productId}/details`

    await stage({ fault: 'reset-after-request', match: { operation: 'product' }, times: 2 })
    await page.goto(path)
    await expect(said(page, en.problem.bank_unreachable.title)).toBeVisible()
    await expect(page.getByText(en.freshDetails.nothingKnown)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: en.problem.retry }).click()
    await expect(page.getByText(en.freshDetails.upToDate)).toBeVisible()

    await stage({ fault: 'other-key', match: { operation: 'product' }, times: 1 })
    await page.reload()
    await expect(said(page, en.problem.bank_answer_unverified.title)).toBeVisible()
    await expect(page.getByText(en.freshDetails.lastKnown)).toBeVisible()
    await expect(besides(page, en.details.field.status)).toHaveText(en.details.value.ACTIVE)
    await expectAccessible(page)

    await stage({ fault: 'token-expired', match: { operation: 'product' } })
    await stage({ fault: 'refresh-refused' })
    await page.reload()
    await expect(said(page, en.problem.connection_expired.title)).toBeVisible()
    await expectAccessible(page)

    await clearStage()
    await page.goto('/settings')
    await page.getByRole('button', { name: en.signOut.here, exact: true }).click()
    await expect(page.getByText(en.landing.signedOut.here)).toBeVisible()
    await signIn(page, 'tommaso')
    for (const unknown of [productId, 'AAAAAAAAAA', 'not%20an%20id']) {
      expect((await page.goto(`/accounts/${unknown}/details`))?.status()).toBe(404)
      await expect(page.getByText(en.errors.notFoundTitle)).toBeVisible()
      await expect(page).toHaveTitle(new RegExp(en.errors.notFoundTitle))
    }
  })

  test('run out: reconnecting leads back to the same page', async ({ page }) => {
    await signInUnseen(page, 'aisha')
    const [productId = ''] = (await shareAt(page, 'aisha', [0])).productIds
    await stage({ fault: 'token-expired', match: { operation: 'product' } })
    await stage({ fault: 'refresh-refused', times: 1 })
    await page.goto(`/accounts/${productId}/details`)
    await expect(said(page, en.problem.connection_expired.title)).toBeVisible()
    await clearStage()
    await page.getByRole('button', { name: en.connect.reconnect }).click()
    await page.waitForURL('**/login?*')
    await page.getByRole('button', { name: /Aïsha/ }).click()
    await page.getByRole('button', { name: /^Allow$/ }).click()
    await page.waitForURL(`**/accounts/${productId}/details`)
    await expect(page.getByText(en.freshDetails.upToDate)).toBeVisible()
  })

  test('an account that is closed keeps what is known of it', async ({ page }) => {
    await signInUnseen(page, 'zenobia')
    const [productId = ''] = (await shareAt(page, 'zenobia', [0])).productIds
    await page.goto(`/accounts/${productId}/details`)
    await expect(page.getByText(en.freshDetails.upToDate)).toBeVisible()
    await stage({ fault: 'closed-account', match: { operation: 'product' }, times: 1 })
    await page.reload()
    await expect(said(page, en.freshDetails.closed)).toBeVisible()
    await expect(besides(page, en.details.field.iban)).not.toBeEmpty()
    await expectAccessible(page)
  })
})
