import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import { type AlteredApp, put, startAlteredApp } from '@/tests/support/altering-bank'
import type { CustomerBrowser } from '@/tests/support/app'
import {
  countCalls,
  goOn,
  returnedFromBank,
  scope,
  sharedIn,
  sharing,
  startAfresh,
} from '@/tests/support/consent'

/* A bank whose list lags behind what it confirmed, or that confirms in no words and has done nothing. */

let app: AlteredApp
let browser: CustomerBrowser
let products: string[]
beforeAll(async () => {
  app = await startAlteredApp()
})
beforeEach(async () => {
  ;({ browser, products } = await startAfresh(app, 'niccolo'))
})
afterEach(() => {
  app.sandbox.scenarios.clear()
  app.alter(() => undefined)
  app.answer(() => 'pass')
  app.resetClock()
})
afterAll(() => app.stop())

const confirmations = () => countCalls(app, /^PUT .*\/confirm$/)
const listReads = () => countCalls(app, /^GET .*\/consent\/list$/)
const wanted = () => scope('ACCOUNT_INFO', products[0])
const isShared = async () => Object.keys(sharedIn(await sharing(browser))).length > 0

/** Approved at the bank, and back; for a revocation of what is shared, or a request of what is not. */
const returned = (direction: 'grant' | 'revoke') =>
  returnedFromBank(app, browser, 'niccolo', direction, wanted())

/** From now on the list is as it was before the change, so many times. */
function lag(direction: 'grant' | 'revoke', times: number): void {
  const before = direction === 'grant' ? [] : [{ name: 'ACCOUNT_INFO', products: [products[0]] }]
  let left = times
  app.alter(({ path }, json) =>
    /consent\/list$/.test(path) && left-- > 0 ? put(json, ['data', 'categories'], before) : undefined,
  )
}

/** Until the run has ended, with the longest pause before each look. */
async function goOnToTheEnd(id: string): Promise<AuthorizationView> {
  for (let look = 0; look < 10; look += 1) {
    const run = await goOn(browser, id)
    if (run.state !== 'returned' && run.state !== 'unknown') return run
    app.moveClock(15)
  }
  throw new Error('the run has not ended')
}

describe.each(['grant', 'revoke'] as const)('a list that lacks what was confirmed (%s)', (direction) => {
  const endsShared = direction === 'grant'

  it('because it lags one read behind is looked for again, and not sent again', async () => {
    const id = await returned(direction)
    lag(direction, 1)
    expect(await goOn(browser, id)).toMatchObject({ state: 'unknown', reason: 'confirmed_not_listed' })
    expect(await goOn(browser, id)).toMatchObject({ state: 'unknown', isAsked: false })
    app.moveClock(2)
    expect(await goOn(browser, id)).toMatchObject({ state: 'done' })
    expect([confirmations(), await isShared()]).toEqual([1, endsShared])
  })

  it('because it lags for half a minute is looked for again, and not sent again', async () => {
    const id = await returned(direction)
    lag(direction, 3)
    for (const pause of [2, 10, 30]) {
      expect(await goOn(browser, id)).toMatchObject({ state: 'unknown', reason: 'confirmed_not_listed' })
      app.moveClock(pause - 1)
      expect(await goOn(browser, id)).toMatchObject({ state: 'unknown', isAsked: false })
      app.moveClock(1)
    }
    expect(await goOn(browser, id)).toMatchObject({ state: 'done' })
    expect([confirmations(), await isShared()]).toEqual([1, endsShared])
  })

  it('every time ends after half a minute of reads, and the page says what was read', async () => {
    const id = await returned(direction)
    lag(direction, 100)
    const looks = listReads()
    expect(await goOnToTheEnd(id)).toMatchObject({ state: 'failed', reason: 'not_confirmed' })
    expect(confirmations()).toBe(1)
    expect(listReads() - looks).toBe(3)
  })

  it('and the customer has left stays open, and is looked for when they are back', async () => {
    const id = await returned(direction)
    lag(direction, 1)
    expect(await goOn(browser, id)).toMatchObject({ state: 'unknown' })
    app.moveClock(3 * 3_600)
    expect(await goOn(browser, id)).toMatchObject({ state: 'done' })
    expect(confirmations()).toBe(1)
  })

  it('with a 204 that nothing was done for is sent again', async () => {
    const id = await returned(direction)
    let lost = 1
    app.answer((request) => {
      if (!/\/confirm$/.test(request.target) || lost-- <= 0) return 'pass'
      return { status: 204, headers: [], body: Buffer.alloc(0) }
    })
    expect(await goOn(browser, id)).toMatchObject({ state: 'unknown', reason: 'not_listed_yet' })
    app.moveClock(2)
    expect(await goOn(browser, id)).toMatchObject({ state: 'done' })
    expect([confirmations(), await isShared()]).toEqual([1, endsShared])
  })

  it('with a 204, and because it lags, ends with what it says in the end', async () => {
    const id = await returned(direction)
    const operation = `consent-${direction === 'grant' ? 'request' : 'revoke'}-confirm`
    app.sandbox.scenarios.add({ fault: 'no-content', match: { operation }, times: 1 })
    lag(direction, 2)
    expect(await goOn(browser, id)).toMatchObject({ state: 'unknown', reason: 'not_listed_yet' })
    expect(await goOnToTheEnd(id)).toMatchObject({ state: 'done' })
    expect(await isShared()).toBe(endsShared)
  })
})
