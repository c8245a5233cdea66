import { takeBackAtBank, write } from './consent-steps'
import {
  bankCalls,
  expect,
  expectAccessible,
  expectFits,
  forgetCalls,
  mainOn,
  said,
  signIn,
  stage,
  test,
  words,
} from './support'

const { en, it } = words
const customer = { name: 'niccolo', password: 'Tiglio-2041' }

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 860 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test.describe(device, mainOn(device), () => {
    test.use({ viewport, locale: 'en-GB', ...(device === 'phone' ? { hasTouch: true, isMobile: true } : {}) })

    test('land, log in at the bank, see the accounts, switch to Italian, sign out', async ({ page }) => {
      await takeBackAtBank('niccolo')
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Your login stays at the bank')
      await page.getByRole('button', { name: en.connect.continue }).first().click()

      await expect(page).toHaveTitle(/Banca Zefiro/)
      await page.getByLabel('Username').fill(customer.name)
      await page.getByLabel('Password').fill(customer.password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page.getByText('Sportello S.r.l.', { exact: false }).first()).toBeVisible()
      await page.getByRole('button', { name: 'Allow' }).click()

      await page.waitForURL('**/accounts')
      const list = page.getByRole('list', { name: en.accounts.listLabel })
      await expect(list.getByRole('listitem').first()).toBeVisible()
      await expect(page.getByText(en.sharing.title).first()).toBeVisible()
      await expect(list).toContainText(/IT\d\d ···· \d{4}/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

      await page.getByRole('link', { name: en.shell.settings }).first().click()
      await page.getByRole('button', { name: 'Italiano' }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(it.settings.title)
      await expect(page.locator('html')).toHaveAttribute('lang', 'it')
      await page.getByRole('link', { name: it.shell.accounts }).first().click()
      await expect(page.getByText(it.sharing.title).first()).toBeVisible()

      await page.getByRole('link', { name: it.shell.settings }).first().click()
      await page.getByRole('button', { name: it.signOut.here, exact: true }).click()
      await expect(page.getByText(it.landing.signedOut.here)).toBeVisible()
      await page.goto('/accounts')
      await expect(page).toHaveURL(/\/$/)
    })
  })
}

test.describe('sign-in', () => {
  test.use({ locale: 'en-GB' })

  test('by keyboard only, from the first page to signing out', async ({ page }) => {
    await page.goto('/')
    const press = async (name: string | RegExp, role: 'button' | 'link' | 'textbox' = 'button') => {
      const target = page.getByRole(role, { name }).first()
      await target.waitFor()
      for (let presses = 0; presses < 60; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`${name} cannot be reached with the Tab key`)
    }
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: en.frame.skip })).toBeFocused()
    await press(en.connect.continue)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login**')
    await press('Username', 'textbox')
    await page.keyboard.type(customer.name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(customer.password)
    await page.keyboard.press('Enter')
    await press('Allow')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/accounts')
    await press(en.shell.settings, 'link')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings')
    await press(en.signOut.everywhere)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('button', { name: en.signOut.everywhere })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: en.signOut.everywhere }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(en.landing.signedOut.everywhere)).toBeVisible()
  })

  test('another device is signed out alone: its row goes, and this device stays signed in', async ({
    browser,
    page,
  }) => {
    const elsewhere = await browser.newContext({ locale: 'en-GB' })
    const far = await elsewhere.newPage()
    await signIn(far, 'zenobia')
    await signIn(page, 'zenobia')
    await page.goto('/settings')
    const there = page.getByRole('button', { name: en.signOut.there })
    const rows = await there.count()
    expect(rows).toBeGreaterThan(0)
    await expect(page.getByRole('button', { name: en.signOut.here, exact: true })).toHaveCount(1)
    await expectAccessible(page)
    await expectFits(page)
    await there.first().focus()
    await page.keyboard.press('Enter')
    await expect(there).toHaveCount(rows - 1)
    await expect(page.getByRole('heading', { name: en.settings.places.title })).toBeFocused()
    await far.goto('/settings')
    await far.waitForURL((url) => url.pathname === '/')
    await page.reload()
    await expect(page).toHaveURL(/settings$/)
    await elsewhere.close()
  })

  test('refused at the bank: a page that says so, and starting again works', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: en.connect.continue }).first().click()
    await page.getByRole('button', { name: /Niccolò/ }).click()
    await page.getByRole('button', { name: 'Refuse' }).click()
    await expect(page.getByRole('heading', { name: en.signInProblem.refused.title })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: en.signInProblem.refused.title })).toBeVisible()
    await page.getByRole('button', { name: en.connect.again }).click()
    await page.waitForURL('**/login**')
  })

  test('a double click starts one sign-in, and Back brings the button back', async ({ page }) => {
    await page.goto('/')
    await forgetCalls()
    await page.getByRole('button', { name: en.connect.continue }).first().dblclick()
    await page.waitForURL('**/login**')
    expect((await bankCalls()).filter((call) => call.includes('/authorize'))).toHaveLength(1)
    await page.goBack()
    await page.getByRole('button', { name: en.connect.continue }).first().click()
    await page.waitForURL('**/login**')
  })

  test('the bank down at the start: said under the button, with a reference, and trying again works', async ({
    page,
  }) => {
    await page.goto('/')
    await stage({ fault: 'unsigned-html', match: { operation: 'authorize' }, times: 1 })
    await page.getByRole('button', { name: en.connect.continue }).first().click()
    const alert = page.getByRole('alert').filter({ hasText: en.problem.bank_unreachable.title })
    await expect(alert).toBeVisible()
    await expect(alert).toContainText(/[2-9A-Z]{4}-[2-9A-Z]{4}/)
    await page.getByRole('button', { name: en.connect.continue }).first().click()
    await page.waitForURL('**/login**')
  })

  test('two tabs: both end signed in', async ({ context, page }) => {
    const second = await context.newPage()
    for (const tab of [page, second]) {
      await tab.goto('/')
      await tab.getByRole('button', { name: en.connect.continue }).first().click()
      await tab.waitForURL('**/login**')
    }
    for (const tab of [page, second]) {
      await tab.getByRole('button', { name: /Aïsha/ }).click()
      await tab.getByRole('button', { name: 'Allow' }).click()
      await tab.waitForURL('**/accounts')
      await expect(tab.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
    }
    await page.reload()
    await expect(page.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
  })

  test('signed out elsewhere: the page says so at the next press, and shows nothing more', async ({
    page,
  }) => {
    await signIn(page, 'niccolo')
    // The page's own look at the bank has ended.
    await page.waitForLoadState('networkidle')
    await write(page, '/api/session/sign-out', { everywhere: false })
    await page.getByRole('button', { name: en.accounts.refresh }).click()
    await expect(said(page, en.problem.not_signed_in.title)).toBeVisible()
    await expect(page.getByRole('list', { name: en.accounts.listLabel })).toBeHidden()
  })
})
