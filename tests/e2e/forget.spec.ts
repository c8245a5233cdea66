import type { Page } from 'playwright/test'
import { shareAt } from './consent-steps'
import { approveRun, refuseRun } from './sharing'
import { expect, expectAccessible, said, signIn, signInUnseen, stage, test, words } from './support'

const { en } = words

const runs = [
  { device: 'phone', locale: 'en-GB', username: 'niccolo' },
  { device: 'desktop', locale: 'it-IT', username: 'matteo' },
] as const
const viewports = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

/** Opens the page by its place in the settings, and waits until the bank has been asked. */
async function openForget(page: Page, t: typeof en): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('link', { name: t.settings.leave.open }).click()
  await page.waitForURL('**/settings/forget')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.forget.title)
}

async function erase(page: Page, t: typeof en): Promise<void> {
  await page.getByRole('checkbox', { name: t.forgetForm.understood }).check()
  await page.getByRole('button', { name: t.forgetForm.erase, exact: true }).click()
}

async function openHereOnly(page: Page): Promise<void> {
  await page.getByText(en.forgetForm.hereOnly).click()
  await page.getByRole('checkbox', { name: en.forgetForm.hereOnlyUnderstood }).check()
  await page.getByRole('button', { name: en.forgetForm.hereOnlyErase }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

for (const { device, locale, username } of runs) {
  test.describe(`${device}, ${locale}`, () => {
    test.use({ viewport: viewports[device], locale })
    const t = locale === 'en-GB' ? words.en : words.it

    test('forget me: revokes at the bank, erases here, shows a report, and leaves nothing in any tab', async ({
      context,
      page,
    }) => {
      await signInUnseen(page, username)
      await shareAt(page, username, [0, 1])
      const other = await context.newPage()
      await other.goto('/consents')
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(t.consents.title)

      await page.bringToFront()
      await openForget(page, t)
      await expect(page.getByText(t.freshen.upToDate)).toBeVisible()
      await expect(page.getByText(t.categories.ACCOUNT_INFO.name)).toBeVisible()
      await expect(page.getByText(t.forget.stays.log)).toBeVisible()
      await expect(page.getByText(t.forget.stays.embedded)).toBeVisible()
      // Nothing can be erased before it is taken back, but for the way without the bank.
      await expect(page.getByRole('button', { name: t.forgetForm.erase, exact: true })).toHaveCount(0)
      await expectAccessible(page)
      expect(await fits(page)).toBe(true)

      await page.getByRole('button', { name: t.forgetForm.toBank }).click()
      await page.waitForURL(/authorizations\/[\w-]+$/)
      await approveRun(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.authorization.done.stepLeft)
      await page.getByRole('link', { name: t.authorization.eraseRest, exact: true }).click()
      await page.waitForURL('**/settings/forget')
      await expect(page.getByText(t.forget.nothingShared)).toBeVisible()
      await expect(page.getByRole('heading', { name: t.forgetForm.lastStep })).toBeVisible()

      await page.getByRole('button', { name: t.forgetForm.erase, exact: true }).click()
      await expect(page.getByRole('alert').filter({ hasText: t.forgetForm.tick })).toBeVisible()
      await expect(page.getByRole('checkbox', { name: t.forgetForm.understood })).toBeFocused()
      await expectAccessible(page)
      await erase(page, t)
      await page.waitForURL('**/forgotten')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.forgotten.title)
      await expect(page.getByText(t.forgotten.bank.empty.title)).toBeVisible()
      await expect(page.getByText(t.forgotten.kind.sessions)).toBeVisible()
      await expect(page.getByText(t.forgotten.remains.embedded)).toBeVisible()
      await expect(page.getByRole('button', { name: t.forgotten.print })).toBeVisible()
      await expectAccessible(page)
      expect(await fits(page)).toBe(true)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.forgotten.title)

      await other.waitForURL((url) => url.pathname === '/')
      await page.goBack()
      await page.waitForURL((url) => url.pathname === '/')
      expect((await page.request.get('/api/accounts')).status()).toBe(401)
      const names = (await context.cookies()).map(({ name }) => name)
      expect(names.filter((name) => /session-token|seen/.test(name))).toEqual([])

      await signIn(page, username)
      await page.goto('/consents')
      await expect(page.getByText(t.freshen.upToDate)).toBeVisible()
      await expect(page.getByText(t.consents.nothing)).toBeVisible()
    })
  })
}

test.describe('forget me', () => {
  test.use({ locale: 'en-GB', viewport: viewports.phone })

  test('refused at the bank: nothing is erased, and here only leaves it in force there', async ({ page }) => {
    await signInUnseen(page, 'ludovica')
    await shareAt(page, 'ludovica', [0])
    await openForget(page, en)
    await page.getByRole('button', { name: en.forgetForm.toBank }).click()
    await page.waitForURL(/authorizations\/[\w-]+$/)
    await refuseRun(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.authorization.nothing.consent_revoke)
    await page.getByRole('link', { name: en.authorization.tryAgain }).click()
    await page.waitForURL('**/settings/forget?*')
    await expect(page.getByText(en.forget.notTakenBack)).toBeVisible()
    await expect(page.getByRole('button', { name: en.forgetForm.toBank })).toBeVisible()

    await openHereOnly(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('button', { name: en.forgetForm.hereOnlyErase })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: en.forgetForm.confirm }).click()
    await page.waitForURL('**/forgotten')
    await expect(page.getByText(en.forgotten.bank.not_empty.title)).toBeVisible()
    await expectAccessible(page)

    // As was said: at the bank it is still in force, and whoever comes back can end it.
    await signIn(page, 'ludovica')
    await openForget(page, en)
    await expect(page.getByText(en.categories.ACCOUNT_INFO.name)).toBeVisible()
    await page.getByRole('button', { name: en.forgetForm.toBank }).click()
    await page.waitForURL(/authorizations\/[\w-]+$/)
    await approveRun(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.authorization.done.stepLeft)
  })

  test('the bank does not answer: nothing is erased, then here only, and the report says what is not known', async ({
    page,
  }) => {
    await signIn(page, 'tommaso')
    await openForget(page, en)
    await expect(page.getByText(en.forget.nothingShared)).toBeVisible()
    await stage({ fault: 'reset-after-request', match: { operation: 'consent-list' } })
    await erase(page, en)
    const alert = page.getByRole('alert').filter({ hasText: en.forgetForm.nothingErased })
    await expect(alert).toContainText(en.problem.bank_unreachable.title)
    await expectAccessible(page)
    await openHereOnly(page)
    await page.getByRole('button', { name: en.forgetForm.confirm }).click()
    await page.waitForURL('**/forgotten')
    await expect(page.getByText(en.forgotten.bank.not_read.title)).toBeVisible()
  })

  test('the permission has run out: reconnect and come back, or here only', async ({ page }) => {
    await signIn(page, 'tommaso')
    await stage({ fault: 'token-expired' })
    await stage({ fault: 'refresh-refused' })
    await page.goto('/settings/forget')
    await expect(said(page, en.problem.connection_expired.title)).toBeVisible()
    await page.reload()
    await expect(said(page, en.problem.connection_expired.title)).toBeVisible()
    await expect(page.getByText(en.forgetForm.hereOnly)).toBeVisible()
    await expectAccessible(page)
  })

  test('by keyboard only, and a session elsewhere ends', async ({ browser, page }) => {
    const elsewhere = await browser.newContext({ locale: 'en-GB' })
    const far = await elsewhere.newPage()
    await signIn(far, 'tommaso')
    await signIn(page, 'tommaso')
    const tabTo = async (role: 'link' | 'checkbox' | 'button', name: string) => {
      const target = page.getByRole(role, { name, exact: true }).or(page.getByRole(role, { name })).first()
      await target.waitFor()
      for (let presses = 0; presses < 60; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`${name} cannot be reached with the Tab key`)
    }
    await page.goto('/settings')
    await tabTo('link', en.settings.leave.open)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/forget')
    await expect(page.getByText(en.forget.nothingShared)).toBeVisible()
    await tabTo('checkbox', en.forgetForm.understood)
    await page.keyboard.press('Space')
    await tabTo('button', en.forgetForm.erase)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/forgotten')
    await far.goto('/settings')
    await far.waitForURL((url) => url.pathname === '/')
    await elsewhere.close()
  })

  test('the report is for the browser that asked, and cannot be forged', async ({ page, browser }) => {
    await page.goto('/forgotten')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.forgotten.none)
    await expectAccessible(page)
    const stranger = await browser.newContext({ locale: 'en-GB' })
    await stranger.addCookies([
      { name: 'sportello-forgotten', value: 'made-up', url: `${new URL(page.url()).origin}/forgotten` },
    ])
    const other = await stranger.newPage()
    await other.goto(page.url())
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(en.forgotten.none)
    await stranger.close()
  })
})
