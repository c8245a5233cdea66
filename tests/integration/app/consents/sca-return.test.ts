import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HEAD as headReturn, POST as postReturn } from '@/app/api/sca/callback/[returnId]/route'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import {
  APP_URL,
  type CustomerBrowser,
  createCustomerBrowser,
  signInAs,
  startTestApp,
  type TestApp,
} from '@/tests/support/app'
import {
  at,
  bankCalls,
  begin,
  decideAtBank,
  goOn,
  readRun,
  scaReturn,
  scope,
  startAfresh,
  view,
} from '@/tests/support/consent'

const NEUTRAL = `${APP_URL}/authorizations/returned`

let app: TestApp
let browser: CustomerBrowser
let run: AuthorizationView
let back: string
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  const fresh = await startAfresh(app, 'aisha')
  browser = fresh.browser
  run = (await begin(browser, 'grant', scope('ACCOUNT_INFO', fresh.products[0]))).authorization
  back = await decideAtBank(app, 'aisha', run)
})
afterAll(() => app.stop())

const landing = async (from: CustomerBrowser, path: string, headers?: Record<string, string>) =>
  (await from.get(scaReturn, path, headers)).headers.get('location')
const own = () => `${APP_URL}/authorizations/${run.authorizationId}`

describe('SCA-1: the id in the path says whose return it is, and nothing else', () => {
  it('without a query, with one, with one that names another', async () => {
    for (const query of [
      '',
      '?x=1&state=abc',
      '?authorizationId=00000000-0000-4000-8000-000000000000&status=ko',
    ]) {
      expect(await landing(browser, `${back}${query}`)).toBe(own())
    }
    expect((await goOn(browser, run.authorizationId)).state).toBe('done')
  })

  it.each([
    ['altered', () => `${back.slice(0, -1)}${back.endsWith('A') ? 'B' : 'A'}`],
    ['cut short', () => back.slice(0, -5)],
    ['very long', () => back + 'A'.repeat(5_000)],
    ['with other characters', () => `${back.slice(0, -3)}%00'`],
  ])('an id that is %s leads to the page that is the same for all', async (_title, path) => {
    expect(await landing(browser, path())).toBe(NEUTRAL)
    expect((await view(browser, run.authorizationId)).state).toBe('at_bank')
  })
})

describe('SCA-3: the customer finishes in another browser', () => {
  it('which learns nothing, while the page that waits moves on', async () => {
    const phone = createCustomerBrowser()
    const response = await phone.get(scaReturn, back)
    expect(response.headers.get('location')).toBe(NEUTRAL)
    expect(await response.text()).toBe('')
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await phone.get(readRun, `/api/authorizations/${run.authorizationId}`)).status).toBe(401)
    expect((await goOn(browser, run.authorizationId)).state).toBe('done')
  })

  it('in which another customer is signed in: it learns nothing more', async () => {
    const other = await signInAs('matteo')
    expect(await landing(other, back)).toBe(NEUTRAL)
    expect((await other.get(readRun, `/api/authorizations/${run.authorizationId}`)).status).toBe(404)
    expect((await goOn(browser, run.authorizationId)).state).toBe('done')
  })
})

describe('OA-6: the return opened twice, reloaded, bookmarked', () => {
  it('shows how the run stands, and asks nothing of the bank by itself', async () => {
    app.sandbox.journal.clear()
    expect(await landing(browser, back)).toBe(own())
    expect(await landing(browser, back)).toBe(own())
    expect(bankCalls(app)).toEqual([])
    await goOn(browser, run.authorizationId)
    app.sandbox.journal.clear()
    expect(await landing(browser, back)).toBe(own())
    expect((await goOn(browser, run.authorizationId)).state).toBe('done')
    expect(bankCalls(app)).toEqual([])
  })
})

describe('OA-8: what is no return', () => {
  it.each<Record<string, string>>([
    { purpose: 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'next-router-prefetch': '1' },
  ])('looking ahead with %o changes nothing', async (headers) => {
    const response = await browser.get(scaReturn, back, headers)
    expect(response.status).toBe(204)
    expect((await view(browser, run.authorizationId)).state).toBe('at_bank')
  })

  it.each([
    ['HEAD', headReturn],
    ['POST', postReturn],
  ])('%s changes nothing', async (_method, handler) => {
    const response = await browser.get(
      at(handler, () => ({})),
      back,
    )
    expect(response.status).toBe(405)
    expect((await view(browser, run.authorizationId)).state).toBe('at_bank')
  })
})
