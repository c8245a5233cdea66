import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, said, signIn, stage, test, words } from './support'

const { en } = words

const runs = [
  { device: 'desktop', locale: 'en-GB', customer: /Zenobia/ },
  { device: 'phone', locale: 'en-GB', customer: /Chiara/ },
  { device: 'desktop', locale: 'it-IT', customer: /Officine/ },
  { device: 'phone', locale: 'it-IT', customer: /Giulia/ },
] as const

const viewports = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }

function rowsOf(page: Page, t: typeof en): Locator {
  return page.getByRole('list', { name: t.accounts.listLabel }).getByRole('listitem')
}

/** Names of the accounts that show a figure, once the page has been brought up to date. */
async function filled(page: Page, t: typeof en): Promise<string[]> {
  const rows = rowsOf(page, t)
  const names: string[] = []
  for (let index = 0; index < (await rows.count()); index += 1) {
    const row = rows.nth(index)
    if (/[€$]/.test((await row.textContent()) ?? '')) {
      names.push((await row.locator('p').first().textContent()) ?? '')
    }
  }
  return names
}

async function choose(page: Page, t: typeof en, positions: number[]): Promise<string[]> {
  await page.goto('/consents/new')
  const group = page.getByRole('group', { name: t.shareForm.accounts })
  const names: string[] = []
  for (const position of positions) {
    const box = group.getByRole('checkbox').nth(position)
    await box.check()
    names.push((await group.locator('label').nth(position).locator('span span').first().textContent()) ?? '')
  }
  await page.getByRole('checkbox', { name: t.categories.ACCOUNT_INFO.name, exact: true }).check()
  return names
}

async function send(page: Page, t: typeof en): Promise<void> {
  await page.getByRole('button', { name: t.shareForm.submit }).click()
  await page.waitForURL(/authorizations\/[\w-]+$/)
}

async function toBank(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^(Continue to|Continua verso)/ }).click()
  await page.waitForURL('**/sca?*')
}

async function approve(page: Page): Promise<void> {
  const code = (await page.locator('code').first().textContent()) ?? ''
  await page.getByLabel(/One-time code|Codice monouso/).fill(code)
  await page.getByRole('button', { name: /^(Approve|Autorizza)$/ }).click()
  await page.waitForURL(/authorizations\/[\w-]+$/)
}

for (const { device, locale, customer } of runs) {
  test.describe(`${device}, ${locale}`, () => {
    test.use({ viewport: viewports[device], locale })
    const t = locale === 'en-GB' ? words.en : words.it

    test('share two accounts, see exactly those filled, take one back', async ({ page }) => {
      test.setTimeout(120_000)
      await signIn(page, customer)
      await expect(rowsOf(page, t).first()).toBeVisible()
      expect(await filled(page, t)).toEqual([])

      const chosen = await choose(page, t, [0, 1])
      await expectAccessible(page)
      await send(page, t)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.authorization.handOver.consent_grant)
      await expectAccessible(page)
      await toBank(page)
      await approve(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.authorization.done.shared)
      await expect(page.getByText(t.authorization.outcome.shared, { exact: true })).toHaveCount(3)
      await expectAccessible(page)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.authorization.done.shared)

      await page.getByRole('link', { name: t.authorization.openAccounts }).click()
      await page.waitForURL('**/accounts')
      await expect.poll(() => filled(page, t)).toEqual(chosen)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

      await page.getByRole('link', { name: t.sharing.manage }).click()
      await page.waitForURL('**/consents')
      await expect(page.getByText(t.freshen.upToDate)).toBeVisible()
      await expectAccessible(page)
      const takeBack = t.consents.takeBackAccount.replace('{name}', chosen[0] ?? '')
      await page.getByRole('link', { name: takeBack }).click()
      await expect(page.getByText(t.categories.ACCOUNT_INFO.ends)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: t.takeBackForm.submit }).click()
      await page.waitForURL(/authorizations\/[\w-]+$/)
      await toBank(page)
      await approve(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.authorization.done.takenBack)

      await page.goto('/accounts')
      await expect.poll(() => filled(page, t)).toEqual(chosen.slice(1))
    })
  })
}

test.describe('a request', () => {
  test.use({ locale: 'en-GB' })

  test('refused at the bank: nothing was shared, and the page says so after a reload too', async ({
    page,
  }) => {
    await signIn(page, /Giulia/)
    await choose(page, en, [2])
    await send(page, en)
    await toBank(page)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.waitForURL(/authorizations\/[\w-]+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.authorization.nothing.consent_grant)
    await expect(page.getByText(en.authorization.why.refused)).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByText(en.authorization.why.refused)).toBeVisible()
  })

  test('nothing chosen: what is missing is named, takes the focus and leads there', async ({ page }) => {
    await signIn(page, /Giulia/)
    await page.goto('/consents/new')
    await page.getByRole('button', { name: en.shareForm.submit }).click()
    await expect(page.getByRole('alert').filter({ hasText: en.shareForm.missing })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('link', { name: en.shareForm.noAccount }).click()
    await expect(page.getByRole('group', { name: en.shareForm.accounts })).toBeFocused()
  })

  test('left at the bank with Back, then another one: the first is in the way and can be dropped', async ({
    page,
  }) => {
    await signIn(page, /Giulia/)
    await choose(page, en, [2])
    await send(page, en)
    const first = page.url()
    await toBank(page)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.authorization.handOver.consent_grant)

    await page.goto('/accounts')
    await expect(page.getByText(en.sharing.openTitle)).toBeVisible()
    await choose(page, en, [3])
    await page.getByRole('button', { name: en.shareForm.submit }).click()
    await expect(page.getByText(en.begin.underWayTitle)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: en.begin.dropAndSend }).click()
    await page.waitForURL((url) => /authorizations\/[\w-]+$/.test(url.pathname) && url.href !== first)
    await page.getByRole('button', { name: en.run.drop }).click()
    await expect(page.getByText(en.authorization.why.abandoned)).toBeVisible()
    await page.goto(first)
    await expect(page.getByText(en.authorization.why.abandoned)).toBeVisible()
  })

  test('in two tabs: the one that waits notices what happened in the other', async ({ context, page }) => {
    await signIn(page, /Matteo/)
    await choose(page, en, [0])
    await send(page, en)
    const other = await context.newPage()
    await other.goto(page.url())
    await toBank(other)
    await approve(other)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(en.authorization.done.shared)
    await page.bringToFront()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.authorization.done.shared)
    await expect(page.getByRole('status').filter({ hasText: en.run.done })).toHaveCount(1)
  })

  test('of another customer, or of nobody, is not there', async ({ page }) => {
    await signIn(page, /Giulia/)
    await choose(page, en, [2])
    await send(page, en)
    const ofGiulia = page.url()
    await page.goto('/settings')
    await page.getByRole('button', { name: en.signOut.here, exact: true }).click()
    await expect(page.getByText(en.landing.signedOut.here)).toBeVisible()
    await signIn(page, /Aïsha/)
    const answer = await page.goto(ofGiulia)
    expect(answer?.status()).toBe(404)
    await expect(page.getByText(en.errors.notFoundTitle)).toBeVisible()
    await expectAccessible(page)
    await page.goto('/api/sca/callback/made-up')
    await expect(page.getByText(en.returned.title)).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('one account that fails', () => {
  test.use({ locale: 'en-GB' })

  test('says so in its place, with what was known; the others are filled', async ({ page }) => {
    test.setTimeout(120_000)
    await signIn(page, /Ovunque/)
    const chosen = await choose(page, en, [0, 1])
    await send(page, en)
    await toBank(page)
    await approve(page)
    await page.getByRole('link', { name: en.authorization.openAccounts }).click()
    await expect.poll(() => filled(page, en)).toEqual(chosen)

    await stage({ fault: 'server-error', match: { operation: 'balance' }, times: 1 })
    await page.getByRole('button', { name: en.accounts.refresh }).click()
    await expect(said(page, en.overview.problem.bank_error)).toHaveCount(1)
    expect(await filled(page, en)).toEqual(chosen)
    await expectAccessible(page)
  })
})
