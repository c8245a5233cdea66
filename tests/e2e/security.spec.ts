import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import type { Page } from 'playwright/test'
import { asRouterAsks } from '@/tests/support/visitor'
import { appUrl, controlUrl, dataDirectory } from './ports'
import {
  bankCalls,
  expect,
  expectAccessible,
  forgetCalls,
  signIn,
  signInByHand,
  test,
  words,
} from './support'

const { en, it } = words

test.use({ locale: 'en-GB' })

test('every script of a page carries its nonce, and no answer is kept by a cache', async ({
  page,
  request,
}) => {
  await signIn(page, 'niccolo')
  for (const path of ['/', '/accounts', '/settings', '/sign-in/problem?reason=used', '/no-such-page']) {
    const response = await page.request.get(path)
    const policy = response.headers()['content-security-policy'] ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
    expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain('unsafe')
    expect(response.headers()['cache-control']).toContain('no-store')
    expect(response.headers()['x-frame-options']).toBe('DENY')
    const scripts = [...(await response.text()).matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
  }
  const api = await page.request.get('/api/accounts')
  expect(api.headers()['cache-control']).toContain('no-store')
  expect((await request.get('/api/accounts')).status()).toBe(401)
})

test('OA-8: loading and prefetching every page asks nothing of the bank that changes anything', async ({
  page,
}) => {
  await signIn(page, 'niccolo')
  // The page's own refresh is over, and the page is left: what the bank sees now is what is asked below.
  await page.waitForLoadState('networkidle')
  await page.goto('about:blank')
  await forgetCalls()
  for (const path of [
    '/',
    '/accounts',
    '/settings',
    '/api/bank/callback',
    '/api/bank/connect',
    '/api/session/sign-out',
  ]) {
    const [address, byRouter] = asRouterAsks(path)
    await page.request.get(address, {
      headers: { ...byRouter, 'next-router-prefetch': '1' },
      maxRedirects: 0,
    })
    await page.request.get(path, { headers: { purpose: 'prefetch' }, maxRedirects: 0 })
    await page.request.head(path, { maxRedirects: 0 })
  }
  expect(await bankCalls()).toEqual([])
  expect((await page.request.get('/api/accounts')).status()).toBe(200)
})

test('OA-9: pages of the signed-in area answer nothing without a session', async ({ request }) => {
  for (const headers of [
    {},
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    { rsc: '1' },
    { 'next-action': '0'.repeat(42) },
  ] as Record<string, string>[]) {
    for (const path of ['/accounts', '/settings']) {
      const response = await request.get(path, { headers, maxRedirects: 0 })
      expect(await response.text()).not.toMatch(/IT\d\d|customer number/i)
      expect([200, 303, 307]).toContain(response.status())
    }
  }
})

test('LOG-1: no token, secret or cookie of a sign-in is in a page or in the log', async ({
  page,
  context,
}) => {
  const pages: string[] = []
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (response.url().startsWith(appUrl) && /html|json|x-component/.test(type)) {
      pages.push(await response.text().catch(() => ''))
    }
  })
  await forgetCalls()
  await signInByHand(page, 'giulia')
  await expect(page.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.settings.title)

  const journal = await (await fetch(`${controlUrl}/journal`)).text()
  const settings = JSON.parse(readFileSync(`${dataDirectory}/demo-secrets.json`, 'utf8'))
  const secrets: string[] = [
    ...new Set([...journal.matchAll(/Bearer ([0-9a-f-]{36})/g)].map(([, token]) => token ?? '')),
    ...(await context.cookies(`${appUrl}/api/bank`)).map((cookie) => cookie.value),
    settings.sessionSecret,
    settings.tokenKeys,
  ].filter((secret) => secret.length > 20)
  expect(secrets.length).toBeGreaterThanOrEqual(5)
  const log = readFileSync(`${dataDirectory}/app.log`, 'utf8')
  const ibans = [...pages.join('\n').matchAll(/IT\d{2}[A-Z]\d{22}/g)].map(([iban]) => iban)
  expect(ibans.length).toBeGreaterThan(0)
  for (const secret of secrets) {
    expect(pages.some((text) => text.includes(secret))).toBe(false)
    expect(log.includes(secret)).toBe(false)
  }
  for (const iban of ibans) expect(log.includes(iban)).toBe(false)
})

/** Sent as it stands: a browser and `fetch` would mend the address first. */
function rawGet(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status?: number; text: string }> {
  const { hostname, port } = new URL(appUrl)
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, text }))
    }).on('error', reject)
  })
}

test('an address with a stray percent sign is the page for what is not there, in its look and language', async ({
  page,
}) => {
  for (const path of [
    '/accounts/100%',
    '/accounts/%C3',
    '/accounts/%00',
    '/transfers/%zz',
    '/%',
    '/accounts/%?x=%',
  ]) {
    const { status, text } = await rawGet(path, { 'accept-language': 'it' })
    expect(status, path).toBe(404)
    expect(text).toContain('<html lang="it"')
    expect(text).toContain(it.errors.notFoundTitle)
  }
  const { status, text } = await rawGet('/api/accounts/100%')
  expect(status).toBe(404)
  await expect
    .poll(() => readFileSync(`${dataDirectory}/app.log`, 'utf8'))
    .toContain(JSON.parse(text).reference)
  await signIn(page, 'niccolo')
  await page.goto('/accounts/100%')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.errors.notFoundTitle)
  // A query is read as far as it can be, a zero byte in it too.
  await page.goto('/accounts')
  const account = await page.locator('main a[href^="/accounts/"]').first().getAttribute('href')
  for (const query of ['text=100%', 'text=%C3', 'text=%00', 'from=%zz']) {
    expect((await rawGet(`${account}?${query}`, await cookieOf(page))).status, query).toBe(200)
  }
})

async function cookieOf(page: Page): Promise<Record<string, string>> {
  const cookies = await page.context().cookies(appUrl)
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

test('cookies of other programs on the host: many are taken, too many are explained', async ({
  page,
  context,
}) => {
  await signIn(page, 'niccolo')
  const foreign = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `other${n}`, value: 'x'.repeat(3_400), url: appUrl }))
  await context.addCookies(foreign(8))
  await page.goto('/accounts')
  await expect(page.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
  expect((await page.request.get('/api/accounts')).status()).toBe(200)
  await context.addCookies(foreign(11))
  expect((await page.goto('/accounts'))?.status()).toBe(431)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.problem.too_many_cookies.title)
  await expect(page.getByText(en.problem.too_many_cookies.meaning)).toBeVisible()
  await expectAccessible(page)
})

test('a reference in an address is shown only in its exact form', async () => {
  const page = async (reference: string) =>
    (await rawGet(`/sign-in/problem?${new URLSearchParams({ reason: 'used', reference })}`)).text
  const words = (reference: string) => en.problem.reference.replace('{reference}', reference)
  expect(await page('K7P2-9XQ4')).toContain(words('K7P2-9XQ4'))
  expect(await page('CALL-0800-555')).not.toContain(words('CALL-0800-555'))
})
