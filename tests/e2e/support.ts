import { type APIResponse, test as base, expect, type Locator, type Page } from 'playwright/test'
import en from '@/lib/i18n/messages/en.json' with { type: 'json' }
import itMessages from '@/lib/i18n/messages/it.json' with { type: 'json' }
import type { Browser } from '@/tests/integration/sandbox/journey'
import { createVisitor, signIn as signInAs, type Visitor } from '@/tests/support/visitor'
import { appUrl, clockUrl, controlUrl } from './ports'

export { expectAccessible } from './accessible'
export { expect }
export const words = { en, it: itMessages }

export type Staged = {
  fault: string
  match?: { operation?: string; customerId?: string; path?: string }
  times?: number
  parameters?: Record<string, string | number>
}

/** Makes the sandbox bank fail in a chosen way, until the test ends, or until the function that it gives is called. */
export async function stage(scenario: Staged): Promise<() => Promise<void>> {
  const response = await fetch(`${controlUrl}/scenarios`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(scenario),
  })
  expect(response.status).toBe(201)
  const { id }: { id: string } = await response.json()
  return async () => {
    await fetch(`${controlUrl}/scenarios/${id}`, { method: 'DELETE' })
  }
}

export async function clearStage(): Promise<void> {
  await fetch(`${controlUrl}/scenarios`, { method: 'DELETE' })
}

/** Makes the bank read the interface in another way, until the test ends. */
export async function setBank(settings: Record<string, string | number | boolean>): Promise<void> {
  const response = await fetch(`${controlUrl}/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  expect(response.status).toBe(200)
}

/** So many seconds pass for the app at once, until the test ends; the bank's clock is the real one. */
export async function setAppAhead(seconds: number): Promise<void> {
  expect((await fetch(`${clockUrl}/?aheadSeconds=${seconds}`)).status).toBe(200)
}

/** The calls the bank has seen since `forgetCalls`, as `METHOD /path`. */
export async function bankCalls(): Promise<string[]> {
  const entries: { request: { method: string; target: string } }[] = await (
    await fetch(`${controlUrl}/journal`)
  ).json()
  return entries.map(({ request }) => `${request.method} ${request.target.split('?')[0]}`)
}

export async function forgetCalls(): Promise<void> {
  await fetch(`${controlUrl}/journal`, { method: 'DELETE' })
}

/** The browser's own note of an answer with an error status; the pages say what it means. */
const EXPECTED_CONSOLE =
  /^Failed to load resource: (the server responded with a status of (4|5)\d\d|net::ERR_INTERNET_DISCONNECTED)/

/** Marks the main journeys, which `npm run test:fast` runs on one device only. */
export const mainOn = (device: 'desktop' | 'phone') => ({ tag: device === 'desktop' ? '@main' : [] })

/** A page on which any script error, refused script (CSP) or unexpected console error fails the test. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED_CONSOLE.test(message.text())) wrong.push(message.text())
    })
    await use(page)
    await clearStage()
    await fetch(`${controlUrl}/settings`, { method: 'DELETE' })
    await setAppAhead(0)
    expect(wrong).toEqual([])
  },
})

/** The sandbox's customers by the names that they log in with, and as the bank's login shows them. */
const customers = {
  aisha: /Aïsha/,
  chiara: /Chiara/,
  giulia: /Giulia/,
  ludovica: /Ludovica/,
  matteo: /Matteo/,
  niccolo: /Niccolò/,
  officine: /Officine/,
  ovunque: /Ovunque/,
  tommaso: /Tommaso/,
  zenobia: /Zenobia/,
} as const

export type Username = keyof typeof customers

/** This browser at the app without its pages: the same requests, with its cookies. */
export function visitorOf(page: Page): Visitor {
  return createVisitor(appUrl, async (request) => {
    const { url, method } = request
    const headers = Object.fromEntries([...request.headers].filter(([name]) => name !== 'cookie'))
    const data = method === 'GET' ? undefined : await request.text()
    return asResponse(await page.request.fetch(url, { method, headers, data, maxRedirects: 0 }))
  })
}

/** This browser at the bank's pages, where it is signed in afterwards. */
function bankBrowserOf(page: Page): Browser {
  return {
    get: async (url, headers = {}) => asResponse(await page.request.get(url, { headers, maxRedirects: 0 })),
    post: async (url, form, headers = {}) =>
      asResponse(
        await page.request.post(url, {
          form,
          headers: { origin: new URL(url).origin, ...headers },
          maxRedirects: 0,
        }),
      ),
  }
}

async function asResponse(answer: APIResponse): Promise<Response> {
  const status = answer.status()
  const headers = answer.headersArray().map(({ name, value }): [string, string] => [name, value])
  return new Response(status === 204 ? null : new Uint8Array(await answer.body()), { status, headers })
}

/** Signed in, at the bank too, the quick way and without a page: for tests that open the page they are about. */
export async function signInUnseen(page: Page, username: Username): Promise<void> {
  await signInAs(visitorOf(page), username, bankBrowserOf(page))
}

/** Signed in and on the accounts page, the quick way: for tests of what comes after. */
export async function signIn(page: Page, username: Username): Promise<void> {
  await signInUnseen(page, username)
  await page.goto('/accounts')
}

/** From the first page through the bank's pages to the accounts, as a customer goes. */
export async function signInByHand(page: Page, username: Username): Promise<void> {
  await page.goto('/')
  await page
    .getByRole('button', { name: /Continue with your bank|Continua con la tua banca/ })
    .first()
    .click()
  await approveAtBank(page, username)
}

/** From the bank's login, where the browser is on its way to, back to where it landed: the accounts, or `back`. */
export async function approveAtBank(
  page: Page,
  username: Username,
  back: string | RegExp = '**/accounts',
): Promise<void> {
  // the application's page has buttons with customers' names, too
  await page.waitForURL('**/login?*')
  await page.getByRole('button', { name: customers[username] }).click()
  await page.getByRole('button', { name: /^(Allow|Consenti)$/ }).click()
  await page.waitForURL(back)
}

/** At twice the size on a laptop, and on the narrowest phone: nothing to scroll sideways, and nothing cut off. */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect({ width, cut: await page.evaluate(findCut) }).toEqual({ width, cut: [] })
  }
  if (before !== null) await page.setViewportSize(before)
}

/** In the page. What is typed can be moved in its field; what is only for screen readers may be as small as it likes. */
function findCut(): string[] {
  const room = document.documentElement.clientWidth
  const cut = [...document.querySelectorAll<HTMLElement>('body, main *')].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect()
    if (width === 0 || one.closest('.sr-only') !== null) return false
    const hides = one.tagName !== 'INPUT' && getComputedStyle(one).overflowX !== 'visible'
    return left < 0 || right > room + 0.5 || (hides && one.scrollWidth > one.clientWidth + 1)
  })
  const isWide = document.documentElement.scrollWidth > room
  return [...(isWide ? ['the page'] : []), ...cut.map((one) => one.outerHTML.slice(0, 120))]
}

/** Words that are on the page for the eye; the same words may also be announced to screen readers. */
export function said(page: Page, text: string): Locator {
  return page.getByText(text).and(page.locator(':not([role=status], [role=status] *)')).first()
}

/**
 * The page says something and waits for nothing: it has its heading, no place is kept for what is on its way, and
 * nothing on it is a program's own words.
 */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('[aria-busy=true], .wait-pulse')).toHaveCount(0)
  // biome-ignore lint/performance/useDomNodeTextContent: only what can be read; the text content has scripts in it.
  const text = await page.evaluate(() => document.body.innerText)
  expect(text).not.toMatch(
    /undefined|\bnull\b|NaN|\[object|[a-z]Error\b|\bat .+:\d+:\d+|[{}]|\b[a-z]+_[a-z_]+\b/,
  )
  expect(text.length).toBeGreaterThan(100)
}
