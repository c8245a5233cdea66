import type { Page } from 'playwright/test'
import { movements, open, upToDate } from './account-steps'
import { passTimeAtBank, resetBankTime, rowsOf, startAfresh, takeBackAtBank } from './consent-steps'
import { appUrl } from './ports'
import { bankCalls, expect, expectAccessible, forgetCalls, mainOn, said, stage, test, words } from './support'

/* One account: its figures, its movements and what can be done with them. */

const viewports = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }

/** Pixels that a page with fifty rows on some forty days may have: 60 % of what it had with a card for each day. */
const MOST_HEIGHT = { desktop: 3_685, phone: 4_755 }

const { en } = words

const chips = (page: Page, t: typeof en) =>
  page.getByRole('list', { name: t.movementFilters.filters }).getByRole('listitem')
const found = (page: Page) => page.locator('#movements-found')
const isAsWideAsTheScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

for (const { device, locale, username } of [
  { device: 'desktop', locale: 'en-GB', username: 'zenobia' },
  { device: 'phone', locale: 'it-IT', username: 'giulia' },
] as const) {
  test.describe(`${device}, ${locale}`, mainOn(device), () => {
    test.use({ viewport: viewports[device], locale })
    const t = locale === 'en-GB' ? words.en : words.it

    test('an account is read: figures, days, search, filters and their chips, Back', async ({ page }) => {
      test.setTimeout(240_000)
      const address = await open(page, t, username)
      await expectAccessible(page)
      expect(await isAsWideAsTheScreen(page)).toBe(true)
      const all = await movements(page, t).count()
      expect(all).toBeGreaterThan(10)

      const search = page.getByRole('searchbox', { name: t.movementSearch.search })
      await search.pressSequentially('no such words')
      await expect(page.getByRole('heading', { name: t.movements.noMatch })).toBeVisible()
      await expect(page).toHaveURL(`${address}?text=no+such+words`)
      await expect(search).toBeFocused()
      await expectAccessible(page)
      await page.goBack()
      await expect(page).toHaveURL(address)
      await expect(movements(page, t)).toHaveCount(all)
      await expect(search).toHaveValue('')

      await page.getByRole('button', { name: t.movementSearch.filter, exact: true }).click()
      await page.getByLabel(t.movementFilters.field.direction, { exact: true }).selectOption('out')
      await page.getByLabel(t.movementFilters.field.minAmount, { exact: true }).fill('1.234')
      await page.getByRole('button', { name: t.movementSearch.show }).click()
      await expect(page.getByLabel(t.movementFilters.field.minAmount, { exact: true })).toBeFocused()
      await expect(page.getByText(t.movementFilters.problem.ambiguousAmount)).toBeVisible()
      await expect(page.getByLabel(t.movementFilters.field.minAmount, { exact: true })).toHaveValue('1.234')
      await expectAccessible(page)
      await page.getByLabel(t.movementFilters.field.minAmount, { exact: true }).fill('0,01')
      await page.getByRole('button', { name: t.movementSearch.show }).click()
      await expect(page).toHaveURL(`${address}?minAmount=0%2C01&direction=out`)
      await expect(chips(page, t)).toHaveCount(2)
      const told = (await found(page).textContent()) ?? ''
      expect(told).toMatch(/\d.*[−-].*\d/)
      await expect(page.getByRole('status').filter({ hasText: told })).toHaveCount(1)
      await expectAccessible(page)
      await chips(page, t).nth(1).getByRole('link').click()
      await expect(page).toHaveURL(`${address}?minAmount=0%2C01`)
      await expect(chips(page, t)).toHaveCount(1)
      await page.goBack()
      await expect(chips(page, t)).toHaveCount(2)
      await page.reload()
      await expect(found(page)).toHaveText(told)

      await page.getByRole('link', { name: t.trend.days[30], exact: true }).click()
      await expect(page).toHaveURL(`${address}?minAmount=0%2C01&direction=out&trend=30`)
      for (const left of [1, 0]) {
        await chips(page, t).first().getByRole('link').click()
        await expect(chips(page, t)).toHaveCount(left)
      }
      await expect(page).toHaveURL(`${address}?trend=30`)
      await expect(page.getByRole('region', { name: t.movements.label })).toBeFocused()
    })
  })
}

test.describe('movements', () => {
  test.use({ locale: 'en-GB' })

  test('few nodes, one look at the bank, more pages that keep their place through details and reload', async ({
    page,
  }) => {
    test.setTimeout(240_000)
    const address = await open(page, en, 'zenobia')
    await expect(said(page, en.account.readingOlder)).toHaveCount(0, { timeout: 60_000 })
    await forgetCalls()
    await page.goto(address)
    await upToDate(page, en)
    const ofAccount = (await bankCalls()).filter(
      (call) => call.includes('/products/') || call.includes('/accounts/'),
    )
    expect(ofAccount.length).toBeLessThanOrEqual(2)
    const firstPage = await (await page.request.get(address)).text()
    expect(firstPage.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(1_500)
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(1_500)
    await expect(movements(page, en)).toHaveCount(50)

    await page.getByRole('link', { name: en.movements.more }).click()
    await expect(movements(page, en)).toHaveCount(100)
    await expect(movements(page, en).nth(50)).toBeFocused()
    const place = await page.evaluate(() => window.scrollY)
    expect(place).toBeGreaterThan(500)

    await movements(page, en).nth(60).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(en.movements.field.bookingDate)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(movements(page, en)).toHaveCount(100)
    await expect(movements(page, en).nth(60)).toBeFocused()

    const text = await movements(page, en).nth(50).textContent()
    await page.reload()
    await expect(movements(page, en).first()).toHaveText(text ?? '')
    await page.getByRole('link', { name: en.movements.newest }).click()
    await expect(page).toHaveURL(address)
    await expect(movements(page, en)).toHaveCount(50)
  })

  test('fifty rows are one short list: amounts align, and every name can be read at any size', async ({
    page,
  }) => {
    test.setTimeout(240_000)
    await open(page, en, 'niccolo')
    await expect(movements(page, en)).toHaveCount(50, { timeout: 60_000 })
    await expect(said(page, en.account.readingOlder)).toHaveCount(0, { timeout: 60_000 })
    for (const { device, width, percent } of [
      { device: 'desktop', width: 1280, percent: 100 },
      { device: 'phone', width: 390, percent: 100 },
      { device: 'narrow', width: 320, percent: 100 },
      { device: 'desktop', width: 1280, percent: 200 },
      { device: 'phone', width: 390, percent: 200 },
    ] as const) {
      await page.setViewportSize({ width, height: 860 })
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, `${percent}%`)
      const { height, amountEnds, narrowestName } = await page.evaluate(listShape)
      const most = percent === 100 && device !== 'narrow' ? MOST_HEIGHT[device] : Number.POSITIVE_INFINITY
      expect({ device, height }).toEqual({ device, height: Math.min(height, most) })
      expect({ device, percent, amountEnds }).toEqual({ device, percent, amountEnds: 1 })
      expect(narrowestName, `${device} ${percent}`).toBeGreaterThan(5)
      expect(await isAsWideAsTheScreen(page)).toBe(true)
    }
  })

  test('are found by the words of the bank, shown in words that can be read, and kept whole in the details', async ({
    page,
  }) => {
    const address = await open(page, en, 'niccolo')
    await page.goto(`${address}?text=SUPERMERCATO+LA+DISPENSA+CARTA`)
    const row = page.locator('#movements a[href*="movement="]').first()
    await expect(row).toContainText(/Supermercato La Dispensa.*Card \*\d{4} · /)
    await row.click()
    const dialog = page.getByRole('dialog', { name: 'Supermercato La Dispensa' })
    await expect(dialog.getByText(en.movements.field.extendedDescription)).toBeVisible()
    await expect(dialog.getByText(/^SUPERMERCATO LA DISPENSA CARTA \*\d{4} DEL [\d/]+/)).toBeVisible()
    await expectAccessible(page)
  })

  test('what is new since more was shown is one press away, and how far back is drawn stays', async ({
    page,
  }) => {
    test.setTimeout(240_000)
    const address = await open(page, en, 'zenobia')
    await expect(said(page, en.account.readingOlder)).toHaveCount(0, { timeout: 60_000 })
    await page.goto(`${address}?trend=30`)
    await upToDate(page, en)
    const first = (await movements(page, en).first().textContent()) ?? ''
    await page.getByRole('link', { name: en.movements.more }).click()
    await expect(movements(page, en)).toHaveCount(100)
    const newest = page.getByRole('link', { name: en.movements.newest })
    await expect(newest).toHaveCount(0)
    await passTimeAtBank(3 * 24 * 60 * 60)
    try {
      await page.getByRole('button', { name: en.accounts.refresh, exact: true }).click()
      await newest.click()
      await expect(page).toHaveURL(`${address}?trend=30`)
      await expect(movements(page, en)).toHaveCount(50)
      await expect(movements(page, en).first()).not.toHaveText(first)
      await expect(newest).toHaveCount(0)
    } finally {
      await resetBankTime()
    }
  })

  test('by keyboard alone: from the list to all that the bank sent of a movement, and back', async ({
    page,
  }) => {
    await open(page, en, 'matteo')
    await page.goto('/accounts')
    const link = rowsOf(page, en).first().getByRole('link').first()
    await tabTo(page, link)
    await page.keyboard.press('Enter')
    await page.waitForURL(/accounts\/[\w-]+$/)
    await upToDate(page, en)
    const row = movements(page, en).first()
    await tabTo(page, row)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByText(en.movements.field.status)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()
  })

  test('DAT-12: the bank fails, then the consent ends: what was known stays with the reason, then nothing is shown', async ({
    page,
  }) => {
    const address = await open(page, en, 'matteo')
    const known = await movements(page, en).count()
    await stage({ fault: 'server-error', match: { operation: 'transactions' } })
    await page.getByRole('button', { name: en.accounts.refresh, exact: true }).click()
    await expect(said(page, en.problem.bank_error.title)).toBeVisible()
    await expect(movements(page, en)).toHaveCount(known)
    await expectAccessible(page)

    await takeBackAtBank('matteo')
    await page.goto('/consents')
    await expect(page.getByText(en.freshen.upToDate)).toBeVisible()
    await page.goto(address)
    await expect(page.getByRole('heading', { name: en.account.notShared })).toBeVisible()
    await expect(movements(page, en)).toHaveCount(0)
    await expect(page.getByRole('link', { name: en.account.share })).toBeVisible()
    await expectAccessible(page)
  })

  test('of another customer, or unknown, are not found', async ({ page }) => {
    const address = await open(page, en, 'matteo')
    await page.request.post('/api/session/sign-out', {
      headers: { origin: appUrl },
      data: { everywhere: false },
    })
    await page.getByRole('button', { name: en.accounts.refresh, exact: true }).click()
    await expect(page.getByRole('heading', { name: en.problem.not_signed_in.title })).toBeVisible()
    await expect(movements(page, en)).toHaveCount(0)
    await startAfresh(page, 'chiara')
    const answer = await page.goto(address)
    expect(answer?.status()).toBe(404)
    await expect(page.getByText(en.errors.notFoundTitle)).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(en.errors.notFoundTitle))
  })
})

/** In the page: its height, at how many places amounts end, and the narrowest name in letters of its size. */
function listShape(): { height: number; amountEnds: number; narrowestName: number } {
  const rows = [...document.querySelectorAll('#movements a[href*="movement="]')]
  const parts = rows.map((row) => [...row.querySelectorAll(':scope > span:not([aria-hidden])')])
  const names = parts.map(([name]) => {
    const size = Number.parseFloat(name ? getComputedStyle(name).fontSize : '')
    return (name?.getBoundingClientRect().width ?? 0) / size
  })
  return {
    height: document.documentElement.scrollHeight,
    amountEnds: new Set(parts.map(([, amount]) => Math.round(amount?.getBoundingClientRect().right ?? 0)))
      .size,
    narrowestName: Math.min(...names),
  }
}

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not lead there')
}
