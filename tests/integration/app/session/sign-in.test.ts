import { NextRequest } from 'next/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { GET as readAccounts } from '@/app/api/accounts/route'
import { GET as callback, HEAD as callbackHead, POST as callbackPost } from '@/app/api/bank/callback/route'
import { POST as signOut } from '@/app/api/session/sign-out/route'
import { sessionOf } from '@/lib/web/session'
import {
  atTheBank,
  createCustomerBrowser,
  signInAs,
  startSignIn,
  startTestApp,
  type TestApp,
} from '@/tests/support/app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
afterEach(() => {
  app.sandbox.scenarios.clear()
  app.sandbox.journal.clear()
})

const list = z.object({ accounts: z.array(z.object({ nickname: z.string() })) })
const start = startSignIn
const signedIn = (username = 'niccolo') => signInAs(username)

/** Where a redirect of ours leads: a path, with the reason on the problem page. */
function landing(response: Response): string {
  expect(response.status).toBe(303)
  const url = new URL(response.headers.get('location') ?? '')
  expect(url.origin).toBe('http://localhost:3000')
  return url.pathname === '/sign-in/problem' ? `problem ${url.searchParams.get('reason')}` : url.pathname
}

function headerOf(
  request: { headers: readonly (readonly [string, string])[] } | undefined,
  name: string,
): string | undefined {
  return request?.headers.find(([given]) => given.toLowerCase() === name)?.[1]
}

const tokenCalls = () =>
  app.sandbox.journal.entries().filter((entry) => entry.request.target.includes('/oauth/v2/token')).length

describe('signing in', () => {
  it("ends with a session and the customer's accounts", async () => {
    const browser = await signedIn()
    const response = await browser.get(readAccounts, '/api/accounts')
    expect(response.status).toBe(200)
    expect(list.parse(await response.json()).accounts.length).toBeGreaterThan(0)
  })

  it('OA-3: the session cookie is an id under 400 bytes, and nothing else is set', async () => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'giulia')
    const response = await browser.get(callback, back)
    const cookies = response.headers.getSetCookie()
    expect(cookies).toHaveLength(1)
    expect(cookies[0]?.length).toBeLessThan(400)
    expect(cookies[0]).toMatch(/HttpOnly/i)
    expect(cookies[0]).toMatch(/SameSite=lax/i)
  })

  it('a refusal at the bank ends on its page, and a reload says the same', async () => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo', 'refuse')
    expect(landing(await browser.get(callback, back))).toBe('problem refused')
    expect(landing(await browser.get(callback, back))).toBe('problem refused')
    expect(tokenCalls()).toBe(0)
  })

  it.each([
    ['the bank resets the connection', 'reset-after-request', 'problem bank_unreachable'],
    ['a gateway answers for the bank', 'unsigned-html', 'problem bank_unreachable'],
    ['the answer has a wrong signature', 'wrong-signature', 'problem bank_answer_unverified'],
    ['another valid key signed the answer', 'other-key', 'problem bank_answer_unverified'],
    ['the bank signs an answer that is no JSON', 'truncated-json', 'problem bank_answer_not_understood'],
    ['the bank signs an answer of nothing', 'empty-body', 'problem bank_answer_not_understood'],
    ['the bank has an error', 'server-error', 'problem bank_error'],
  ] as const)('%s while the code is exchanged', async (_what, fault, page) => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo')
    app.sandbox.scenarios.add({ fault, match: { operation: 'token' } })
    expect(landing(await browser.get(callback, back))).toBe(page)
    expect(tokenCalls()).toBe(1)
    expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(401)
  })
})

describe('OA-4: returns that are not the one we wait for', () => {
  it('with the cookies cleared: a page that explains, no token request', async () => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo')
    browser.clearCookies()
    expect(landing(await browser.get(callback, back))).toBe('problem other_browser')
    expect(tokenCalls()).toBe(0)
  })

  it('in another browser that has its own sign-in under way', async () => {
    const [mine, other] = [createCustomerBrowser(), createCustomerBrowser()]
    const back = await atTheBank(await start(mine), 'niccolo')
    await start(other)
    expect(landing(await other.get(callback, back))).toBe('problem other_browser')
    expect(tokenCalls()).toBe(0)
    expect(landing(await mine.get(callback, back))).toBe('/accounts')
  })

  it('by POST', async () => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo')
    expect(landing(await browser.post(callbackPost, back, {}))).toBe('problem method')
    expect(tokenCalls()).toBe(0)
  })

  it('after eleven minutes', async () => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo')
    app.moveClock(11 * 60)
    try {
      expect(landing(await browser.get(callback, back))).toBe('problem expired')
    } finally {
      app.moveClock(-11 * 60)
    }
    expect(tokenCalls()).toBe(0)
  })

  it.each([
    ['no parameters', ''],
    ['no state', '?code=abc'],
    ['a state that is not ours', `?code=abc&state=${'A'.repeat(43)}`],
    ['two states', `?code=abc&state=${'A'.repeat(43)}&state=${'B'.repeat(43)}`],
    ['code and error together', `?code=abc&error=x&state=${'A'.repeat(43)}`],
    ['a code of 10,000 characters', `?code=${'c'.repeat(10_000)}&state=${'A'.repeat(43)}`],
    ['control characters', `?code=a%00b&state=${'A'.repeat(43)}`],
  ])('%s', async (_what, query) => {
    const browser = createCustomerBrowser()
    await start(browser)
    expect(landing(await browser.get(callback, `/api/bank/callback${query}`))).toBe('problem unknown')
    expect(tokenCalls()).toBe(0)
  })
})

describe('the calls of one sign-in', () => {
  it('share one transaction id, and carry on the trace id that the first answer gave', async () => {
    await signedIn()
    const sent = app.sandbox.journal.entries().map(({ request }) => ({
      transaction: headerOf(request, 'tpp-transaction-id'),
      trace: headerOf(request, 'svc-apitrack-id'),
    }))
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ transaction }) => transaction)).size).toBe(1)
    expect(sent[0]?.trace).toBeUndefined()
    expect(sent[1]?.trace).toBeTruthy()
    expect(sent[2]?.trace).toBe(sent[1]?.trace)
  })

  it('and the session goes on with that trace id', async () => {
    const browser = await signedIn()
    const duringSignIn = headerOf(app.sandbox.journal.entries().at(-1)?.request, 'svc-apitrack-id')
    await browser.get(readAccounts, '/api/accounts')
    expect(headerOf(app.sandbox.journal.entries().at(-1)?.request, 'svc-apitrack-id')).toBe(duringSignIn)
  })
})

describe('OA-5: two tabs', () => {
  it('both succeed, whichever finishes first, each for who logged in there', async () => {
    const browser = createCustomerBrowser()
    const [first, second] = [await start(browser), await start(browser)]
    expect(landing(await browser.get(callback, await atTheBank(first, 'niccolo')))).toBe('/accounts')
    const accountsOfFirst = list.parse(await (await browser.get(readAccounts, '/api/accounts')).json())
    expect(landing(await browser.get(callback, await atTheBank(second, 'aisha')))).toBe('/accounts')
    const accountsOfSecond = list.parse(await (await browser.get(readAccounts, '/api/accounts')).json())
    expect(accountsOfSecond).not.toEqual(accountsOfFirst)
    expect(accountsOfSecond.accounts).toHaveLength(1)
  })
})

describe('OA-6: the return address opened again', () => {
  it('twice within milliseconds: one token request, both signed in', async () => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo')
    const answers = await Promise.all([browser.get(callback, back), browser.get(callback, back)])
    expect(answers.map(landing)).toEqual(['/accounts', '/accounts'])
    expect(tokenCalls()).toBe(1)
    expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(200)
  })

  it('brings the same news to each: that another customer is signed in now', async () => {
    const browser = await signedIn('niccolo')
    const back = await atTheBank(await start(browser), 'aisha')
    const first = await browser.get(callback, back)
    const second = await browser.get(callback, back)
    for (const response of [first, second]) {
      expect(landing(response)).toBe('/accounts')
      expect(response.headers.getSetCookie().join()).toContain('sportello-another=1')
    }
  })

  it('reloaded after success: still signed in, nothing asked of the bank', async () => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo')
    await browser.get(callback, back)
    expect(landing(await browser.get(callback, back))).toBe('/accounts')
    expect(tokenCalls()).toBe(1)
  })

  it('a bookmark of it the next day: already connected while signed in, else a page that explains', async () => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo')
    await browser.get(callback, back)
    browser.jar.delete('sportello-browser')
    expect(landing(await browser.get(callback, back))).toBe('/accounts')
    browser.clearCookies()
    expect(landing(await browser.get(callback, back))).toBe('problem other_browser')
    expect(tokenCalls()).toBe(1)
  })

  it('a doubled return shares one session: after signing out, nothing of it is left', async () => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo')
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.get(callback, back)))
    expect(answers.map(landing)).toEqual(Array(5).fill('/accounts'))
    const signedOut = await browser.post(signOut, '/api/session/sign-out', { everywhere: false })
    // What was typed stays in the browser's storage for its tab otherwise.
    expect(signedOut.headers.get('clear-site-data')).toBe('"storage"')
    expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(401)
    expect(landing(await browser.get(callback, back))).toBe('problem used')
    expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(401)
  })

  it('after signing out it opens nothing any more', async () => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo')
    await browser.get(callback, back)
    await browser.post(signOut, '/api/session/sign-out', { everywhere: false })
    expect(landing(await browser.get(callback, back))).toBe('problem used')
    expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(401)
  })

  it('with another code for the same state: refused', async () => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo')
    await browser.get(callback, back)
    await browser.post(signOut, '/api/session/sign-out', { everywhere: false })
    const forged = back.replace(/code=[^&]*/, 'code=another')
    expect(landing(await browser.get(callback, forged))).toBe('problem used')
    expect(tokenCalls()).toBe(1)
  })
})

describe('OA-7: addresses come from configuration only', () => {
  it('whatever Host and X-Forwarded-Host say', async () => {
    const browser = createCustomerBrowser()
    const forged = { host: '0.0.0.0:3000', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const back = await atTheBank(await startSignIn(browser, forged), 'niccolo')
    const authorize = app.sandbox.journal
      .entries()
      .find((entry) => entry.request.target.includes('/authorize'))
    expect(authorize?.request.target).toContain(encodeURIComponent('http://localhost:3000/api/bank/callback'))
    expect(landing(await browser.get(callback, back, forged))).toBe('/accounts')
  })
})

describe('OA-8: looking ahead changes nothing', () => {
  it.each<Record<string, string>>([
    { purpose: 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'next-router-prefetch': '1' },
  ])('a prefetch with %o does not use up the return', async (headers) => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await start(browser), 'niccolo')
    expect((await browser.get(callback, back, headers)).status).toBe(204)
    expect(
      (await callbackHead(new NextRequest(`http://localhost:3000${back}`, { method: 'HEAD' }))).status,
    ).toBe(405)
    expect(tokenCalls()).toBe(0)
    expect(landing(await browser.get(callback, back))).toBe('/accounts')
  })
})

describe('sessions', () => {
  it('signing out here ends this browser only; everywhere ends them all', async () => {
    const [phone, laptop, tablet] = [await signedIn(), await signedIn(), await signedIn()]
    await phone.post(signOut, '/api/session/sign-out', { everywhere: false })
    expect((await phone.get(readAccounts, '/api/accounts')).status).toBe(401)
    expect((await laptop.get(readAccounts, '/api/accounts')).status).toBe(200)
    await laptop.post(signOut, '/api/session/sign-out', { everywhere: true })
    expect((await tablet.get(readAccounts, '/api/accounts')).status).toBe(401)
  })

  it('a customer can sign out another device of theirs alone, and no other customer’s', async () => {
    const [phone, laptop, stranger] = [await signedIn(), await signedIn(), await signedIn('giulia')]
    const idOf = async (browser: typeof phone) =>
      (await sessionOf(app.server, { get: (name) => browser.jar.get(name) }))?.sessionId
    const placeId = await idOf(laptop)
    const end = (browser: typeof phone, id: unknown) =>
      browser.post(signOut, '/api/session/sign-out', { placeId: id })
    expect((await end(stranger, placeId)).status).toBe(404)
    for (const odd of ['x', '', null, 7, `${placeId} `]) expect((await end(phone, odd)).status).toBe(400)
    expect((await laptop.get(readAccounts, '/api/accounts')).status).toBe(200)
    const ended = await end(phone, placeId)
    expect(await ended.json()).toEqual({ signedOut: 1 })
    expect(ended.headers.getSetCookie()).toEqual([])
    expect((await laptop.get(readAccounts, '/api/accounts')).status).toBe(401)
    expect((await phone.get(readAccounts, '/api/accounts')).status).toBe(200)
    expect((await end(phone, placeId)).status).toBe(404)
    // The place of the browser itself: as signing out there.
    const here = await end(phone, await idOf(phone))
    expect(here.headers.getSetCookie().join()).toMatch(/session-token=;/)
    expect((await phone.get(readAccounts, '/api/accounts')).status).toBe(401)
  })

  it('the cookie of an ended session stays dead', async () => {
    const browser = await signedIn()
    const kept = new Map(browser.jar)
    await browser.post(signOut, '/api/session/sign-out', { everywhere: false })
    for (const [name, cookie] of kept) browser.jar.set(name, cookie)
    expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(401)
  })

  it.each(['x', '', 'eyJhbGciOiJub25lIn0..', 'a'.repeat(5000)])(
    'a forged cookie %j is no session',
    async (value) => {
      const browser = createCustomerBrowser()
      browser.jar.set('next-auth.session-token', { value, path: '/' })
      expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(401)
    },
  )

  it('signing in again leaves what another tab has on its way its session for a moment, and no longer', async () => {
    const browser = await signedIn('aisha')
    const otherTab = createCustomerBrowser()
    for (const [name, cookie] of browser.jar) otherTab.jar.set(name, cookie)
    await browser.get(callback, await atTheBank(await start(browser), 'aisha'))
    expect((await otherTab.get(readAccounts, '/api/accounts')).status).toBe(200)
    app.moveClock(16)
    expect((await otherTab.get(readAccounts, '/api/accounts')).status).toBe(401)
    expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(200)
  })

  it('signing in as somebody else in the same browser ends the earlier session', async () => {
    const browser = await signedIn('niccolo')
    const earlier = new Map(browser.jar)
    const back = await atTheBank(await start(browser), 'aisha')
    await browser.get(callback, back)
    const ghost = createCustomerBrowser()
    for (const [name, cookie] of earlier) ghost.jar.set(name, cookie)
    expect((await ghost.get(readAccounts, '/api/accounts')).status).toBe(401)
  })
})
