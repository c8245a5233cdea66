import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import type { ScenarioRequest } from '@/sandbox/control/scenarios'
import { type CustomerBrowser, signInAs, startTestApp, type TestApp } from '@/tests/support/app'
import {
  approveInBankChannel,
  begin,
  change,
  continueRun,
  countCalls,
  goOn,
  returnedFromBank,
  revokeAtBank,
  scaReturn,
  scope,
  setBank,
  sharedIn,
  sharing,
  startAfresh,
} from '@/tests/support/consent'

/* The confirmation of what the customer approved: which failures are followed by another one, when, and what is told. */

let app: TestApp
let browser: CustomerBrowser
let products: string[]
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  ;({ browser, products } = await startAfresh(app, 'niccolo'))
})
let release = () => {}
afterEach(async () => {
  app.sandbox.scenarios.clear()
  release()
  app.resetClock()
  await setBank(app, {})
})
afterAll(() => app.stop())

const confirmations = () => countCalls(app, /^PUT .*\/confirm$/)
const listReads = () => countCalls(app, /^GET .*\/consent\/list$/)
const statusReads = () => countCalls(app, /^GET .*\/status$/)
const wanted = () => scope('ACCOUNT_INFO', products[0])
const isShared = async () => Object.keys(sharedIn(await sharing(browser))).length > 0

/** Approved at the bank, and back; for a revocation of what is shared, or a request of what is not. */
const returned = (direction: 'grant' | 'revoke') =>
  returnedFromBank(app, browser, 'niccolo', direction, wanted())

type Failure = Pick<ScenarioRequest, 'fault' | 'parameters' | 'times'>
const stage = (failure: Failure, operation = 'confirm') => {
  const operations =
    operation === 'confirm' ? ['consent-request-confirm', 'consent-revoke-confirm'] : [operation]
  for (const one of operations) app.sandbox.scenarios.add({ ...failure, match: { operation: one } })
}

/** Until the run has ended, with the longest pause before each look. */
async function goOnToTheEnd(id: string): Promise<AuthorizationView> {
  for (let look = 0; look < 10; look += 1) {
    const run = await goOn(browser, id)
    if (run.state !== 'returned' && run.state !== 'unknown') return run
    app.moveClock(130)
  }
  throw new Error('the run has not ended')
}

const refusal = (status: number): Failure => ({ fault: 'status', parameters: { status } })
/** What may have been carried out is in doubt; what the bank refused is not. */
const failures: [name: string, failure: Failure, kind: 'refused' | 'doubt', pause: number][] = [
  ['400', refusal(400), 'refused', 2],
  ['403', { fault: 'forbidden' }, 'refused', 2],
  ['412', { fault: 'not-found-backend' }, 'refused', 2],
  ['412 TPP_SIGN_VFY', { fault: 'sign-refused' }, 'refused', 2],
  ['417', { fault: 'validation-error' }, 'refused', 2],
  ['420', { fault: 'limit-reached' }, 'refused', 30],
  ['422', { fault: 'special-characters' }, 'refused', 2],
  ['429', refusal(429), 'refused', 2],
  ['500', { fault: 'server-error' }, 'doubt', 2],
  ['503', refusal(503), 'doubt', 2],
  ['a connection that closes', { fault: 'reset-after-request' }, 'doubt', 2],
]

describe.each(['grant', 'revoke'] as const)('a confirmation (%s) that fails', (direction) => {
  it.each(failures)('once with %s is sent again after a pause', async (_, failure, kind, pause) => {
    const id = await returned(direction)
    stage({ ...failure, times: 1 })
    const first = await goOn(browser, id)
    const state = kind === 'refused' ? 'returned' : 'unknown'
    expect(first.state).toBe(state)
    expect(await isShared()).toBe(direction === 'revoke')
    // Pages that look in between cost no call.
    const calls = () => app.sandbox.journal.entries().length
    const before = calls()
    for (let look = 0; look < 5; look += 1) expect((await goOn(browser, id)).state).toBe(state)
    app.moveClock(pause - 1.5)
    expect((await goOn(browser, id)).state).toBe(state)
    expect(calls() - before).toBe(0)
    const looks = listReads()
    app.moveClock(2)
    expect(await goOn(browser, id)).toMatchObject({ state: 'done' })
    expect(confirmations()).toBe(2)
    expect(await isShared()).toBe(direction === 'grant')
    // What may have been carried out is looked for before it is asked for again.
    const reads = app.sandbox.journal.entries().map(({ operation }) => operation)
    if (kind === 'doubt') {
      expect(
        reads.slice(0, reads.lastIndexOf(`consent-${direction === 'grant' ? 'request' : 'revoke'}-confirm`)),
      ).toContain('consent-list')
      expect(listReads() - looks).toBeGreaterThan(1)
    }
  })

  it.each(failures)(
    'every time with %s is sent four times, and only what was read is told',
    async (_, failure, kind) => {
      const id = await returned(direction)
      stage(failure)
      const ended = await goOnToTheEnd(id)
      expect(ended).toMatchObject({
        state: 'failed',
        reason: kind === 'refused' ? 'confirm_refused' : 'not_confirmed',
      })
      expect(confirmations()).toBe(4)
      expect(await isShared()).toBe(direction === 'revoke')
      if (kind === 'refused') expect(ended.refusal).toMatch(/^[A-Z0-9_]+$/)
      else expect(listReads()).toBeGreaterThan(3)
    },
  )

  it('in doubt, while the list cannot be read, is not sent again', async () => {
    const id = await returned(direction)
    stage({ fault: 'reset-after-request' })
    stage({ fault: 'server-error' }, 'consent-list')
    for (let look = 0; look < 5; look += 1) {
      expect(await goOn(browser, id)).toMatchObject({ state: 'unknown', reason: 'list_unread' })
      app.moveClock(40)
    }
    expect(confirmations()).toBe(1)
    app.sandbox.scenarios.clear()
    expect(await goOn(browser, id)).toMatchObject({ state: 'done' })
    expect(confirmations()).toBe(2)
  })

  it('because the token has ended stays approved, and counts after the customer has reconnected', async () => {
    const id = await returned(direction)
    stage({ fault: 'token-expired' })
    app.sandbox.scenarios.add({ fault: 'refresh-refused' })
    const response = await browser.post(continueRun, `/api/authorizations/${id}/continue`, {})
    expect((await response.json()).code).toBe('connection_expired')
    app.sandbox.scenarios.clear()
    const again = await signInAs('niccolo')
    app.moveClock(2)
    expect(await goOn(again, id)).toMatchObject({ state: 'done' })
  })

  it.each<ScenarioRequest['fault']>(['reset-before-headers', 'unsigned-html', 'other-key', 'truncated-json'])(
    'with %s after it was carried out is not sent again',
    async (fault) => {
      const id = await returned(direction)
      stage({ fault })
      stage({ fault: 'server-error', times: 1 }, 'consent-list')
      expect(await goOn(browser, id)).toMatchObject({ state: 'unknown', reason: 'list_unread' })
      app.moveClock(2)
      expect(await goOn(browser, id)).toMatchObject({ state: 'done' })
      expect(confirmations()).toBe(1)
    },
  )
})

it('a confirmation in doubt is not sent again once the customer has asked for something else', async () => {
  const id = await returned('grant')
  stage({ fault: 'reset-after-request', times: 1 })
  expect(await goOn(browser, id)).toMatchObject({ state: 'unknown' })
  await change(app, browser, 'niccolo', 'grant', scope('PAYMENTS', products[1]))
  app.sandbox.journal.clear()
  app.moveClock(5)
  expect(await goOn(browser, id)).toMatchObject({ state: 'failed', reason: 'not_confirmed' })
  expect(confirmations()).toBe(0)
})

it('left alone after a refusal, the run ends with the refusal', async () => {
  const id = await returned('grant')
  stage({ fault: 'limit-reached' })
  expect(await goOn(browser, id)).toMatchObject({ state: 'returned', refusal: 'LIMIT_EXCEEDED' })
  app.moveClock(31 * 60)
  expect(await goOn(browser, id)).toMatchObject({ state: 'failed', reason: 'confirm_refused' })
})

describe('the pace at which the bank is asked', () => {
  /** Back from the bank, where nothing was decided. */
  async function undecided(): Promise<string> {
    const { authorization } = await begin(browser, 'grant', wanted())
    const [approach] = app.sandbox.journal.entries().filter(({ operation }) => operation === 'sca-approach')
    const header = approach?.request.headers.find(([name]) => /^tpp-redirect-uri$/i.test(name))?.[1] ?? ''
    await browser.get(scaReturn, new URL(header).pathname)
    return authorization.authorizationId
  }

  it('is one for all tabs: ten looks read the status once', async () => {
    const id = await undecided()
    const tab = await signInAs('niccolo')
    release = app.holdClock()
    for (let look = 0; look < 5; look += 1) {
      await Promise.all([goOn(browser, id), goOn(tab, id)])
    }
    expect(statusReads()).toBe(1)
    expect(await goOn(browser, id)).toMatchObject({ state: 'returned', isAsked: false })
  })

  it('gets slower, and ends with the run: 68 reads in half an hour', async () => {
    const id = await undecided()
    const { customer } = await sharing(browser)
    stage({ fault: 'forbidden' }, 'status')
    const nextAt = async () =>
      (await app.server.store.authorizations.findOwned(customer, id))?.asks.nextAt?.getTime() ?? 0
    const look = async () =>
      (await browser.post(continueRun, `/api/authorizations/${id}/continue`, {})).status
    for (let looks = 0; looks < 100 && (await look()) === 403; looks += 1) {
      app.moveClock(Math.max(0, ((await nextAt()) - app.now().getTime()) / 1_000))
    }
    expect(await goOn(browser, id)).toMatchObject({ state: 'expired' })
    expect(statusReads()).toBeGreaterThan(60)
    expect(statusReads()).toBeLessThanOrEqual(70)
  })

  it('of a press is a little faster, and no faster than that', async () => {
    const id = await undecided()
    for (let look = 0; look < 8; look += 1) {
      await goOn(browser, id)
      app.moveClock(25)
    }
    await goOn(browser, id)
    const before = statusReads()
    app.moveClock(4)
    for (let press = 0; press < 5; press += 1) await goOn(browser, id, { askNow: true })
    expect(statusReads() - before).toBe(1)
  })

  it('is that of the list too, while the run is in doubt', async () => {
    const id = await returned('grant')
    stage({ fault: 'reset-before-headers' })
    stage({ fault: 'server-error' }, 'consent-list')
    for (let look = 0; look < 10; look += 1) await goOn(browser, id)
    expect(listReads()).toBe(1)
    for (let hour = 0; hour < 3; hour += 1) {
      app.moveClock(3_600)
      for (let look = 0; look < 10; look += 1) await goOn(browser, id)
    }
    expect(listReads()).toBe(4)
  })

  it('is that of an approval in the bank’s app, which "I have approved" may hurry', async () => {
    await setBank(app, { scaApproach: 'DECOUPLED', consentStatus: 'unknown' })
    const { authorization } = await begin(browser, 'grant', wanted())
    const id = authorization.authorizationId
    release = app.holdClock()
    for (let look = 0; look < 10; look += 1) await goOn(browser, id)
    expect(statusReads()).toBe(1)
    await approveInBankChannel(app, 'niccolo')
    expect(await goOn(browser, id, { saysApproved: true })).toMatchObject({ state: 'done' })
    expect(await revokeAtBank(app, 'niccolo')).toBe(true)
  })

  it('is a slow one after the bank said that it was asked too often', async () => {
    const id = await returned('grant')
    stage({ fault: 'limit-reached', times: 1 }, 'status')
    expect((await browser.post(continueRun, `/api/authorizations/${id}/continue`, {})).status).toBe(429)
    app.moveClock(20)
    expect(await goOn(browser, id)).toMatchObject({ state: 'returned', isAsked: false })
    app.moveClock(11)
    expect(await goOn(browser, id)).toMatchObject({ state: 'done' })
  })
})
