import { NextRequest } from 'next/server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { GET as readAccounts } from '@/app/api/accounts/route'
import { GET as callback } from '@/app/api/bank/callback/route'
import { POST as forget } from '@/app/api/forget/route'
import { POST as saveLanguage } from '@/app/api/preferences/route'
import { POST as signOut } from '@/app/api/session/sign-out/route'
import { POST as seen } from '@/app/api/sharing/seen/route'
import { loadConfig } from '@/lib/config'
import { createLog } from '@/lib/log'
import { closeServer, createServer, installServer } from '@/lib/server'
import { browserIdOf } from '@/lib/web/browser-id'
import {
  atTheBank,
  type CustomerBrowser,
  createCustomerBrowser,
  settingsFor,
  startSignIn,
  startTestApp,
  type TestApp,
} from '@/tests/support/app'

const HTTPS_URL = 'https://sportello.example'

let app: TestApp
/** Every line that set a cookie. */
let lines: string[] = []

beforeAll(async () => {
  app = await startTestApp({
    sandbox: { appUrl: HTTPS_URL },
    settings: () => ({ APP_URL: HTTPS_URL }),
  })
})
afterAll(() => app.stop())
afterEach(() => {
  lines = []
  vi.unstubAllEnvs()
  vi.resetModules()
})

const newBrowser = () => createCustomerBrowser(HTTPS_URL)

async function signInAs(username: string, browser = newBrowser()) {
  const response = await browser.get(callback, await atTheBank(await startSignIn(browser), username))
  expect(response.headers.get('location')).toBe(`${HTTPS_URL}/accounts`)
  lines.push(...response.headers.getSetCookie())
  return browser
}

/** The proxy of an app that runs at https, as Next calls it. */
async function throughProxy(cookie: string) {
  for (const [name, value] of Object.entries(settingsFor(app.sandbox.kit, { APP_URL: HTTPS_URL })))
    vi.stubEnv(name, value)
  const { proxy } = await import('@/proxy')
  return proxy(new NextRequest(`${HTTPS_URL}/accounts`, { headers: { cookie } }))
}

describe('cookies over https', () => {
  it('every one of them is __Host-: Secure, path / and no Domain', async () => {
    const browser = await signInAs('niccolo')
    await signInAs('aisha', browser)
    for (const response of [
      await browser.post(saveLanguage, '/api/preferences', { locale: 'it' }),
      await browser.post(seen, '/api/sharing/seen', { eventId: '1' }),
      await browser.post(forget, '/api/forget', { mode: 'here_only' }),
      await (await signInAs('giulia')).post(signOut, '/api/session/sign-out', { everywhere: false }),
    ])
      lines.push(...response.headers.getSetCookie())
    const names = new Set([...lines.map((line) => line.split('=')[0] ?? ''), ...browser.jar.keys()])
    expect([...names].sort()).toEqual([
      '__Host-locale',
      '__Host-next-auth.session-token',
      '__Host-sportello-another',
      '__Host-sportello-browser',
      '__Host-sportello-forgotten',
      '__Host-sportello-seen',
    ])
    for (const line of lines) {
      expect(line).toMatch(/;\s*Path=\/(;|$)/i)
      expect(line).toMatch(/;\s*Secure/i)
      expect(line).toMatch(/;\s*HttpOnly/i)
      expect(line).not.toMatch(/;\s*Domain/i)
    }
    expect([...browser.jar.values()].map(({ path }) => path)).toEqual([...browser.jar].map(() => '/'))
  })

  it.each([
    ['__Secure-next-auth.session-token', '/'],
    ['__Secure-sportello-browser', '/api/bank'],
    ['__Secure-sportello-forgotten', '/forgotten'],
    ['__Secure-sportello-seen', '/'],
    ['__Secure-sportello-another', '/accounts'],
    ['locale', '/'],
  ])('the former %s is cleared where it stood, and nothing behind the proxy reads it', async (name, path) => {
    const response = await throughProxy(`${name}=it; __Host-locale=en`)
    const [cleared, ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    expect(cleared).toMatch(new RegExp(`^${name}=;.*Path=${path}(;|$)`))
    expect(cleared).toMatch(/Max-Age=0/)
    expect(cleared).toMatch(/Secure/)
    const passedOn = response.headers.get('x-middleware-request-cookie')
    expect(passedOn).toBe('__Host-locale=en')
  })

  it('a request without former cookies gets none', async () => {
    const response = await throughProxy('__Host-locale=en; other=1')
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('the id of a browser', () => {
  const name = '__Host-sportello-browser'
  const jarOf = (value: string) => ({ get: (asked: string) => (asked === name ? { value } : undefined) })

  it('is never one that the browser brought', async () => {
    const ours = newBrowser()
    await startSignIn(ours)
    const made = ours.jar.get(name)?.value ?? ''
    const [id = '', signature = ''] = made.split('.')
    for (const invented of [
      'A'.repeat(43),
      '',
      'x',
      `${'A'.repeat(43)}.${signature}`,
      `${id}.${'A'.repeat(43)}`,
      `${id}.`,
      id,
      `${made}.${signature}`,
      `${made}A`,
    ]) {
      const browser = newBrowser()
      browser.jar.set(name, { value: invented, path: '/' })
      await startSignIn(browser)
      const given = browser.jar.get(name)?.value
      expect(given).not.toBe(invented)
      expect(given).not.toContain(invented === '' || invented === 'x' ? '=' : invented)
      expect(given?.split('.')[0]).not.toBe(id)
      expect(browserIdOf(app.server, jarOf(invented))).toBeNull()
    }
  })

  it('stays the same for the tabs of one browser', async () => {
    const browser = newBrowser()
    await startSignIn(browser)
    const first = browser.jar.get(name)?.value
    await startSignIn(browser)
    expect(browser.jar.get(name)?.value).toBe(first)
  })
})

describe('changing NEXTAUTH_SECRET', () => {
  const [former, next, another] = ['f'.repeat(32), 'n'.repeat(32), 'a'.repeat(32)]

  /** The same data, served by a server that was started with this setting. */
  async function restartWith(secret: string): Promise<void> {
    const { config } = app.server
    const settings = settingsFor(app.sandbox.kit, { APP_URL: HTTPS_URL, NEXTAUTH_SECRET: secret })
    const { NEXTAUTH_SECRET } = loadConfig(settings)
    await closeServer()
    const log = createLog('silent')
    installServer(await createServer({ ...config, NEXTAUTH_SECRET }, { log, now: app.now }))
  }
  afterEach(() => restartWith(former))

  const statusOf = async (browser: CustomerBrowser) =>
    (await browser.get(readAccounts, '/api/accounts')).status

  it('in three steps: no customer is signed out, and a sign-in under way or opened twice succeeds', async () => {
    await restartWith(former)
    const browser = await signInAs('niccolo')
    const underWay = newBrowser()
    const back = await atTheBank(await startSignIn(underWay), 'aisha')
    for (const secret of [`${former},${next}`, `${next}, ${former}`]) {
      await restartWith(secret)
      expect(await statusOf(browser)).toBe(200)
    }
    expect((await underWay.get(callback, back)).headers.get('location')).toBe(`${HTTPS_URL}/accounts`)
    expect(await statusOf(underWay)).toBe(200)
    const signedInLater = await signInAs('giulia')
    await restartWith(next)
    expect(await statusOf(signedInLater)).toBe(200)
    expect(await statusOf(browser)).toBe(401)
  })

  it('the return of a sign-in that ended under the former secret, opened again: the same session', async () => {
    await restartWith(former)
    const browser = newBrowser()
    const back = await atTheBank(await startSignIn(browser), 'aisha')
    await browser.get(callback, back)
    await restartWith(`${next},${former}`)
    const again = await browser.get(callback, back)
    expect(again.headers.get('location')).toBe(`${HTTPS_URL}/accounts`)
    expect(await statusOf(browser)).toBe(200)
  })

  it('a secret that is in no setting opens nothing', async () => {
    await restartWith(former)
    const browser = await signInAs('niccolo')
    await restartWith(`${next},${another}`)
    expect(await statusOf(browser)).toBe(401)
  })
})
