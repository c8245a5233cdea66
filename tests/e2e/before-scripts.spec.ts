import type { Page } from 'playwright/test'
import { rowsOf } from './consent-steps'
import { expect, signIn, test, words } from './support'

const { en } = words

test.use({ locale: 'en-GB' })

/** From now on no script of a page runs before the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test('a press before the scripts of a page run is done once they do, and once only', async ({ page }) => {
  let release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  const connect = page.getByRole('button', { name: en.connect.continue }).first()
  await connect.dblclick()
  await expect(page).toHaveURL('/')
  release()
  await page.waitForURL('**/login?*')
  await page.unrouteAll()

  await signIn(page, 'matteo')
  // What the form offers is known before it is opened.
  await expect(rowsOf(page, en).first()).toBeVisible()
  release = await holdScripts(page)
  await page.goto('/consents/new', { waitUntil: 'commit' })
  const account = page.locator('input[name=account]').first()
  await account.check()
  await account.press('Enter')
  release()
  // The browser would have sent the form to this address, and the choice would be gone.
  await expect(page.getByRole('alert').filter({ hasText: en.shareForm.noCategory })).toBeFocused()
  await expect(page).toHaveURL('/consents/new')
  await expect(account).toBeChecked()
})

test('without scripts a page says that it needs them, signed in or not', async ({ browser, page }) => {
  await signIn(page, 'matteo')
  const signedIn = await page.context().storageState()
  for (const [storageState, paths] of [
    [signedIn, ['/accounts', '/consents', '/transfers']],
    [undefined, ['/', '/sign-in/problem?reason=used']],
  ] as const) {
    const viewport = { width: 390, height: 844 }
    const asked = { javaScriptEnabled: false, storageState, viewport, locale: 'en-GB' } as const
    const context = await browser.newContext(asked)
    const plain = await context.newPage()
    for (const path of paths) {
      await plain.goto(path)
      const said = plain.locator('noscript').filter({ visible: true })
      await expect(said).toContainText(en.frame.needsScriptTitle, { useInnerText: true })
      // And shows what the server made of it, not the place that is kept for that.
      await expect(plain.getByRole('heading', { level: 1 })).toBeVisible()
      // On the first screen of a phone, with room beside it.
      const place = await plain.getByRole('heading', { level: 1 }).boundingBox()
      expect([path, place && place.y < 500 && place.x >= 16]).toEqual([path, true])
      await expect(plain.locator('[data-opening]').filter({ visible: true })).toHaveCount(0)
    }
    await context.close()
  }
})
