import {
  approve,
  askedOfBank,
  choose,
  filled,
  heading,
  openRequest,
  productIds,
  rowsOf,
  send,
  startAfresh,
  takeBackAtBank,
  toBank,
} from './consent-steps'
import {
  expect,
  expectAccessible,
  expectSettled,
  forgetCalls,
  mainOn,
  said,
  signIn,
  stage,
  test,
  words,
} from './support'

/* The way of a consent from the first to the last, on each device and in each language; and requests that do not get there. */

const { en } = words

const runs = [
  { device: 'desktop', locale: 'en-GB', username: 'zenobia' },
  { device: 'phone', locale: 'it-IT', username: 'giulia' },
] as const

const viewports = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }

for (const { device, locale, username } of runs) {
  test.describe(`${device}, ${locale}`, mainOn(device), () => {
    test.use({ viewport: viewports[device], locale })
    const t = locale === 'en-GB' ? words.en : words.it

    test('share one account, see exactly that filled; add one; take one back here, and the other at the bank', async ({
      page,
    }) => {
      await startAfresh(page, username)
      await page.goto('/accounts')
      await expect(rowsOf(page, t).first()).toBeVisible()
      expect(await filled(page, t)).toEqual([])

      const [first = ''] = await choose(page, t, [0])
      await expectAccessible(page)
      await send(page, t)
      await expect(heading(page)).toHaveText(t.authorization.handOver.consent_grant)
      await expectAccessible(page)
      await toBank(page)
      await approve(page)
      await expect(heading(page)).toHaveText(t.authorization.done.shared)
      await expectSettled(page)
      await expectAccessible(page)
      await page.reload()
      await expect(heading(page)).toHaveText(t.authorization.done.shared)
      await page.getByRole('link', { name: t.authorization.openAccounts }).click()
      await page.waitForURL('**/accounts')
      await expect.poll(() => filled(page, t)).toEqual([first])
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

      await forgetCalls()
      const both = await choose(page, t, [0, 1])
      const second = both[1] ?? ''
      await send(page, t)
      // Only what is new is asked of the bank.
      expect((await askedOfBank()).map(({ products }) => products.length)).toEqual([1])
      await toBank(page)
      await approve(page)
      await expect(heading(page)).toHaveText(t.authorization.done.shared)
      await page.goto('/accounts')
      await expect.poll(() => filled(page, t)).toEqual(both)

      await page.getByRole('link', { name: t.sharing.manage }).click()
      await page.waitForURL('**/consents')
      await expect(page.getByText(t.freshen.upToDate)).toBeVisible()
      await expectAccessible(page)
      if (device === 'phone') await page.locator('summary').filter({ hasText: first }).click()
      await page.getByRole('link', { name: t.consents.takeBackAccount.replace('{name}', first) }).click()
      await expect(page.getByText(t.categories.ACCOUNT_INFO.ends)).toBeVisible()
      await expectAccessible(page)
      await send(page, t)
      await toBank(page)
      await approve(page)
      await expect(heading(page)).toHaveText(t.authorization.done.takenBack)
      await expectSettled(page)
      await page.goto('/accounts')
      await expect.poll(() => filled(page, t)).toEqual([second])

      expect(await takeBackAtBank(username)).toBe(true)
      await page.getByRole('button', { name: t.accounts.refresh }).click()
      const notice = page.getByText(t.sharing.endedTitle)
      await expect(notice).toBeVisible()
      await expect(page.locator('main')).toContainText(`${t.categories.ACCOUNT_INFO.name}: ${second}`)
      expect(await filled(page, t)).toEqual([])
      await expectAccessible(page)
      await page.getByRole('button', { name: t.seen.button }).click()
      await expect(notice).toBeHidden()
      await page.goto('/consents')
      await expect(page.getByText(t.consents.nothing)).toBeVisible()
      await expect(page.getByText(t.freshen.upToDate)).toBeVisible()
      await expect(page.getByText(t.consents.event.ended_at_bank.split('{')[0] ?? '').first()).toBeVisible()
      await expectSettled(page)
      await expectAccessible(page)
    })
  })
}

test.describe('a request', () => {
  test.use({ locale: 'en-GB' })

  test('refused at the bank: nothing was shared, and the page says so after a reload too', async ({
    page,
  }) => {
    await startAfresh(page, 'giulia')
    await openRequest(page, 2)
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
    await signIn(page, 'giulia')
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
    await startAfresh(page, 'giulia')
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
    await startAfresh(page, 'matteo')
    await openRequest(page)
    const other = await context.newPage()
    await other.goto(page.url())
    await toBank(other)
    await approve(other)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(en.authorization.done.shared)
    await page.bringToFront()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.authorization.done.shared)
    await expect(page.getByRole('status').filter({ hasText: en.authorization.done.shared })).toHaveCount(1)
  })

  test('of another customer, or unknown, is not found', async ({ page }) => {
    await startAfresh(page, 'giulia')
    await openRequest(page, 2)
    const ofGiulia = page.url()
    await page.goto('/settings')
    await page.getByRole('button', { name: en.signOut.here, exact: true }).click()
    await expect(page.getByText(en.landing.signedOut.here)).toBeVisible()
    await signIn(page, 'aisha')
    const answer = await page.goto(ofGiulia)
    expect(answer?.status()).toBe(404)
    await expect(page.getByText(en.errors.notFoundTitle)).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(en.errors.notFoundTitle))
    await expectAccessible(page)
    await page.goto('/api/sca/callback/made-up')
    await expect(page.getByText(en.returned.title)).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('one account that fails', () => {
  test.use({ locale: 'en-GB' })

  test('says so in its place, with what was known; the others are filled', async ({ page }) => {
    await startAfresh(page, 'ovunque')
    const chosen = await choose(page, en, [0, 1])
    await send(page, en)
    await toBank(page)
    await approve(page)
    await page.getByRole('link', { name: en.authorization.openAccounts }).click()
    await expect.poll(() => filled(page, en)).toEqual(chosen)

    const [first = ''] = await productIds(page)
    // Each time: the page may still be reading what was new to it, and a second answer would be a good one.
    const path = `/private/customers/70010008/products/${first}`
    await stage({ fault: 'server-error', match: { operation: 'balance', path } })
    await page.getByRole('button', { name: en.accounts.refresh }).click()
    await expect(said(page, en.overview.problem.bank_error)).toHaveCount(1)
    expect(await filled(page, en)).toEqual(chosen)
    await expectAccessible(page)
  })
})
