import type { Page } from 'playwright/test'
import { ownCalls } from '@/tests/support/own-addresses'
import { startParty } from '@/tests/support/two-customers'
import { signIn } from '@/tests/support/visitor'
import { startAfresh } from './consent-steps'
import { appUrl } from './ports'
import {
  expect,
  expectAccessible,
  expectSettled,
  setAppAhead,
  stage,
  test,
  visitorOf,
  words,
} from './support'
import { draftQuickly, field, orderQuickly, startPaying } from './transfer-steps'

/* Browsers as people have them: what they refuse, clocks that are wrong, large letters, files that do not arrive. */

const { en, it } = words

test.use({ locale: 'en-GB' })

/** A page beside the one of the test, whose console may say that a file did not arrive. */
async function pageWithoutFiles(page: Page): Promise<Page> {
  return page.context().newPage()
}

test('a script that is gone: the page says so, and trying again loads the document', async ({ page }) => {
  await startAfresh(page, 'niccolo')
  const other = await pageWithoutFiles(page)
  await other.goto('/consents')
  await expect(other.getByText(en.freshen.upToDate)).toBeVisible()
  await other.route('**/_next/static/chunks/**', (route) => route.fulfill({ status: 404, body: '' }))
  await other.getByRole('link', { name: en.shell.accounts }).first().click()
  await expect(other.getByRole('heading', { name: en.errors.crashTitle })).toBeVisible()

  await other.unrouteAll()
  await other.getByRole('button', { name: en.errors.retry }).click()
  await expect(other.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
  await other.close()
})

test('a calendar that does not load says so, keeps the form, and can be asked for again', async ({
  page,
}) => {
  await startPaying(page, 'niccolo')
  const other = await pageWithoutFiles(page)
  await other.goto('/transfers/new')
  await field(other, 'payeeName').fill('Marta Colombo')
  await other.route('**/_next/static/chunks/**', (route) => route.fulfill({ status: 404, body: '' }))
  await other.getByRole('button', { name: en.transferForm.date.open }).click()
  await expect(other.getByText(en.transferForm.date.failed)).toBeVisible()
  await expect(field(other, 'payeeName')).toHaveValue('Marta Colombo')

  await other.unrouteAll()
  await other.getByRole('button', { name: en.problem.retry }).click()
  await expect(other.getByRole('grid')).toBeVisible()
  await other.close()
})

const refusing: Record<string, () => void> = {
  throwing: () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse })
    for (const name of ['locks', 'serviceWorker', 'permissions', 'share', 'clipboard'])
      Object.defineProperty(navigator, name, { get: refuse })
    window.BroadcastChannel = class {
      constructor() {
        refuse()
      }
    } as unknown as typeof BroadcastChannel
    Object.defineProperty(window, 'Notification', { get: refuse })
    performance.getEntriesByType = refuse
    window.matchMedia = refuse
    window.ResizeObserver = class extends ResizeObserver {
      constructor() {
        super(refuse)
        refuse()
      }
    }
    for (const name of ['IntersectionObserver', 'navigation'])
      Object.defineProperty(window, name, { get: refuse, configurable: true })
    for (const name of ['onLine', 'userAgent', 'connection'])
      Object.defineProperty(navigator, name, { get: refuse, configurable: true })
  },
  absent: () => {
    const names = [
      'BroadcastChannel',
      'Notification',
      'IntersectionObserver',
      'ResizeObserver',
      'SharedWorker',
    ]
    for (const name of [
      ...names,
      'requestIdleCallback',
      'sessionStorage',
      'localStorage',
      'indexedDB',
      'caches',
    ])
      Object.defineProperty(window, name, { value: undefined, configurable: true })
    for (const name of ['clipboard', 'locks', 'serviceWorker', 'sendBeacon', 'share', 'permissions'])
      Object.defineProperty(navigator, name, { value: undefined, configurable: true })
    Object.defineProperty(crypto, 'randomUUID', { value: undefined })
    Object.defineProperty(crypto, 'subtle', { value: undefined })
    Object.defineProperty(performance, 'getEntriesByType', { value: undefined })
  },
}

for (const [how, refuse] of Object.entries(refusing)) {
  test(`every page works where the browser's own means are ${how}`, async ({ page }) => {
    test.setTimeout(180_000)
    // The form for a transfer needs an account to pay from.
    await startPaying(page, 'niccolo')
    const { products, authorizationId, transferId } = await startParty('niccolo', visitorOf(page))
    await page.addInitScript(refuse)
    const ids = { productId: products[0] ?? '', authorizationId, transferId }
    for (const { path } of ownCalls(ids).filter(({ kind }) => kind === 'page')) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expectSettled(page)
    }
    await page.goto('/settings/details')
    await page.getByRole('button', { name: /^Copy/ }).first().click()
    await expect(page.getByText(en.copy.failed).first()).toBeVisible()

    await page.goto('/transfers/new')
    await field(page, 'payeeName').fill('Marta Colombo')
    await expect(page).toHaveURL(/transfers\/[\w-]{20,}$/)
    await page.goto('/settings')
    await page.getByRole('button', { name: en.signOut.here }).click()
    await page.waitForURL(`${appUrl}/?signed-out=here`)
  })
}

for (const [device, aheadSeconds] of [
  ['ten minutes behind', -600],
  ['three days ahead', 3 * 24 * 3600],
] as const) {
  test(`ages are right on a device that is ${device}`, async ({ page }) => {
    await page.addInitScript((seconds) => {
      const RealDate = Date
      const now = () => RealDate.now() + 1_000 * seconds
      window.Date = new Proxy(RealDate, {
        construct: (target, given, made) =>
          Reflect.construct(target, given.length === 0 ? [now()] : given, made),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      })
    }, aheadSeconds)
    await startAfresh(page, 'chiara')
    await page.goto('/accounts')
    const age = page.locator('main time').first()
    await expect(page.getByRole('button', { name: en.accounts.refresh, exact: true })).toBeVisible()
    await expect(age).toHaveText(en.age.updated.replace('{age}', en.age.justNow))

    // Three minutes later by our server's clock. The bank cannot be heard at all: a list that is stored as read in the
    // future would win over those that the next tests of this customer read.
    await stage({ fault: 'unsigned-html' })
    await setAppAhead(190)
    await page.reload()
    await expect(page.getByRole('button', { name: en.accounts.refresh, exact: true })).toBeVisible()
    await expect(age).toHaveText(en.age.updated.replace('{age}', '3 minutes ago'))
  })
}

test('without a network a page that is asked for waits, and opens once the network is back', async ({
  context,
  page,
}) => {
  const productId = await startPaying(page, 'niccolo')
  const waits = page.getByText(en.problem.offline.pageWaits)
  await page.goto(`/accounts/${productId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const asked: { ask: () => Promise<void>; opens: RegExp }[] = [
    { ask: () => page.getByRole('searchbox').fill('carta'), opens: /\?text=carta$/ },
    {
      ask: () => page.getByRole('link', { name: en.shell.transfers }).first().click(),
      opens: /\/transfers$/,
    },
    {
      ask: () => page.getByRole('link', { name: en.frame.home }).first().press('Enter'),
      opens: /\/accounts$/,
    },
  ]
  for (const { ask, opens } of asked) {
    const before = page.url()
    await context.setOffline(true)
    await ask()
    await expect(waits).toBeVisible()
    expect(page.url()).toBe(before)
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(page).toHaveURL(opens)
    await expect(waits).toBeHidden()
    await page.waitForLoadState('networkidle')
  }
})

test('an age goes on by the time that passes in the page', async ({ page }) => {
  await startPaying(page, 'niccolo')
  await page.clock.install()
  await page.goto('/settings/details')
  await expect(page.getByText(en.freshDetails.upToDate)).toBeVisible()
  await page.clock.runFor(5 * 60_000 + 10_000)
  await expect(page.locator('main time').first()).toHaveText(/5 minutes ago$/)
})

for (const [language, locale] of [
  [en, 'en-GB'],
  [it, 'it-IT'],
] as const) {
  test.describe(`letters at 200 % (${locale})`, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } })

    test('nothing leaves the screen of a phone, the tabs at the bottom least', async ({ page }) => {
      test.setTimeout(600_000)
      const productId = await startPaying(page, 'ovunque')
      const payer = { page, username: 'ovunque', productId } as const
      await orderQuickly(payer, 123_456)
      await draftQuickly(payer, 7_890)
      const { products, authorizationId, transferId } = await startParty('niccolo', visitorOf(page))
      const ids = { productId: products[0] ?? '', authorizationId, transferId }
      const own = ownCalls(ids).flatMap(({ kind, path }) => (kind === 'page' ? [path] : []))
      await page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = '200%'
        })
      })
      const wrong: Record<string, string[]> = {}
      const look = async (paths: readonly string[]) => {
        for (const path of paths) {
          await page.goto(path)
          await page.waitForLoadState('networkidle')
          for (const width of [390, 360, 320]) {
            await page.setViewportSize({ width, height: 844 })
            // Everything that opens in its place: the figures of the balance over time are among it.
            await page.evaluate(() => {
              for (const one of document.querySelectorAll('main details')) one.setAttribute('open', '')
            })
            const found = await page.evaluate(findUnreadable)
            if (found.length > 0) wrong[`${path} ${width}`] = found
          }
        }
      }
      await look(own)

      const tabs = page.getByRole('navigation', { name: language.shell.navigation }).last().getByRole('link')
      await expect(tabs).toHaveCount(4)
      for (const width of [390, 360, 320]) {
        await page.setViewportSize({ width, height: 844 })
        for (const tab of await tabs.all()) {
          const box = await tab.boundingBox()
          const words = await tab.evaluate((one) => one.scrollWidth)
          expect(box?.height).toBeGreaterThanOrEqual(44)
          expect((box?.x ?? 0) + Math.max(box?.width ?? 0, words)).toBeLessThanOrEqual(width)
        }
      }

      // Figures of nine digits, and transfers that wait.
      await signIn(visitorOf(page), 'ovunque')
      await look(['/accounts', `/accounts/${productId}`, '/transfers', '/transfers/new', '/settings'])
      await page.context().clearCookies()
      await look(['/', '/sign-in/problem', '/authorizations/returned', '/forgotten'])
      expect(wrong).toEqual({})
    })
  })
}

/**
 * In the page: what ends right of the screen or of what cuts it off, and short words and groups of digits that are broken
 * in the middle.
 */
function findUnreadable(): string[] {
  const room = document.documentElement.clientWidth
  const found: string[] = []
  if (document.documentElement.scrollWidth > room)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`)
  const roomOf = (one: HTMLElement) =>
    Math.min(room, one.closest('.overflow-hidden')?.getBoundingClientRect().right ?? room)
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const place = text.parentElement
    if (place === null || place.getClientRects().length === 0) continue
    if (place.closest('.sr-only, dialog, [popover], .overflow-x-auto, script, style, noscript, svg')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    if (range.getBoundingClientRect().right > roomOf(place) + 0.5)
      found.push(`outside: ${place.outerHTML.slice(0, 140)}`)
    const pieces = /(?<![\p{L}\d@_]|\w\.)(?:\p{L}{2,9}|\d{1,3})(?![\p{L}\d@_]|\.\w)/gu
    for (const piece of (text.textContent ?? '').matchAll(pieces)) {
      range.setStart(text, piece.index)
      range.setEnd(text, piece.index + piece[0].length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) found.push(`broken: ${piece[0]} in ${text.textContent?.slice(0, 60)}`)
    }
  }
  return found
}
