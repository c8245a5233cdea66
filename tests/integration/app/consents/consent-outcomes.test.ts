import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as grantRoute } from '@/app/api/consents/grant/route'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import { endStaleRuns } from '@/lib/flows'
import type { ScenarioRequest } from '@/sandbox/control/scenarios'
import { type CustomerBrowser, signInAs, startTestApp, type TestApp } from '@/tests/support/app'
import {
  abandonRun,
  approveInBankChannel,
  begin,
  change,
  continueRun,
  countCalls,
  decideAtBank,
  goOn,
  goOnLater,
  newFormToken,
  revokeAtBank,
  scaReturn,
  scope,
  setBank,
  sharedIn,
  sharing,
  startAfresh,
  view,
} from '@/tests/support/consent'

/* How a run ends when the bank is silent, speaks nonsense, or reads the interface in another way. */

let app: TestApp
let browser: CustomerBrowser
let products: string[]
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  ;({ browser, products } = await startAfresh(app, 'niccolo'))
})
afterEach(async () => {
  app.sandbox.scenarios.clear()
  await setBank(app, {})
})
afterAll(() => app.stop())

const stage = (fault: ScenarioRequest['fault'], operation: string, more: Partial<ScenarioRequest> = {}) =>
  app.sandbox.scenarios.add({ fault, match: { operation }, ...more })
const confirmations = () => countCalls(app, /^PUT .*\/confirm$/)

/** Up to the return from the bank, where the customer has decided. */
async function returned(decision?: 'approve' | 'refuse' | 'expire'): Promise<AuthorizationView> {
  const { authorization } = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
  await browser.get(scaReturn, await decideAtBank(app, 'niccolo', authorization, decision))
  return authorization
}

describe('the answer to the confirmation is lost', () => {
  it('after it was carried out: the bank’s list says that it is shared', async () => {
    const { authorizationId } = await returned()
    stage('reset-before-headers', 'consent-request-confirm')
    expect(await goOn(browser, authorizationId)).toMatchObject({
      state: 'done',
      sharedNow: scope('ACCOUNT_INFO', products[0]),
    })
    expect(confirmations()).toBe(1)
  })

  it('before it was carried out: the bank’s list says that it is not', async () => {
    const { authorizationId } = await returned()
    stage('reset-after-request', 'consent-request-confirm')
    expect(await goOn(browser, authorizationId)).toMatchObject({
      state: 'unknown',
      reason: 'not_listed_yet',
      sharedNow: [],
    })
    expect(confirmations()).toBe(1)
  })

  it.each<ScenarioRequest['fault']>([
    'other-key',
    'wrong-digest',
    'unsigned-html',
    'truncated-json',
    'no-content',
  ])('to %s: done by the list, confirmed once', async (fault) => {
    const { authorizationId } = await returned()
    stage(fault, 'consent-request-confirm')
    const ended = await goOn(browser, authorizationId)
    const shared = sharedIn(await sharing(browser))
    // Whatever the fault did with the call, what is told is what the bank lists.
    expect(ended.state).toBe(Object.keys(shared).length > 0 ? 'done' : 'failed')
    expect(confirmations()).toBe(1)
  })

  it('and the list cannot be had either: unknown, until it can', async () => {
    const { authorizationId } = await returned()
    stage('reset-before-headers', 'consent-request-confirm')
    stage('server-error', 'consent-list')
    expect(await goOn(browser, authorizationId)).toMatchObject({ state: 'unknown', reason: 'list_unread' })
    expect(await goOnLater(app, browser, authorizationId)).toMatchObject({ state: 'unknown' })
    app.sandbox.scenarios.clear()
    expect((await sharing(browser)).open).toMatchObject([{ authorizationId, state: 'unknown' }])
    expect(await goOnLater(app, browser, authorizationId)).toMatchObject({ state: 'done' })
    expect((await sharing(browser)).open).toEqual([])
    expect(confirmations()).toBe(1)
  })

  it('and the connection has ended: the page asks the customer to reconnect, and the run waits for it', async () => {
    const { authorizationId } = await returned()
    stage('reset-before-headers', 'consent-request-confirm')
    stage('token-expired', 'consent-list')
    app.sandbox.scenarios.add({ fault: 'refresh-refused' })
    const response = await browser.post(continueRun, `/api/authorizations/${authorizationId}/continue`, {})
    expect((await response.json()).code).toBe('connection_expired')
    expect((await view(browser, authorizationId)).state).toBe('unknown')
    app.sandbox.scenarios.clear()
    expect(await goOnLater(app, await signInAs('niccolo'), authorizationId)).toMatchObject({ state: 'done' })
  })

  it('and this server with it: a minute later the list decides', async () => {
    const { authorizationId } = await returned()
    const { customer } = await sharing(browser)
    expect(await app.server.store.authorizations.claimConfirm(customer, authorizationId)).toBe(true)
    expect(await goOn(browser, authorizationId)).toMatchObject({ state: 'confirming' })
    app.moveClock(61)
    try {
      // The list does not have it: the confirmation is sent, perhaps for the first time.
      expect(await goOn(browser, authorizationId)).toMatchObject({ state: 'done' })
    } finally {
      app.moveClock(-61)
    }
    expect(confirmations()).toBe(1)
  })

  it('and no page is open: it stays unknown for housekeeping too, and blocks nothing', async () => {
    const { authorizationId } = await returned()
    const { customer } = await sharing(browser)
    expect(await app.server.store.authorizations.claimConfirm(customer, authorizationId)).toBe(true)
    app.moveClock(121)
    try {
      expect(await endStaleRuns(app.server.flows)).toBe(1)
      expect(await view(browser, authorizationId)).toMatchObject({ state: 'unknown', reason: 'list_unread' })
      const next = await begin(browser, 'grant', scope('PAYMENTS', products[0]))
      expect(next).toMatchObject({ kind: 'authorization', authorization: { state: 'at_bank' } })
    } finally {
      app.moveClock(-121)
    }
  })
})

describe('SCA-6: the status endpoint', () => {
  it('that does not know consents: confirmed once, and the bank’s word on that counts', async () => {
    await setBank(app, { consentStatus: 'unknown' })
    const approved = await returned()
    expect(await goOn(browser, approved.authorizationId)).toMatchObject({ state: 'done' })
    await revokeAtBank(app, 'niccolo')
    const refused = await returned('refuse')
    expect(await goOn(browser, refused.authorizationId)).toMatchObject({ state: 'refused', sharedNow: [] })
    const lapsed = await returned('expire')
    expect(await goOn(browser, lapsed.authorizationId)).toMatchObject({ state: 'expired', sharedNow: [] })
    expect(confirmations()).toBe(3)
    // Back without having decided: that is the reason, and no list was read for it.
    const undecided = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
    const approaches = app.sandbox.journal.entries().filter(({ operation }) => operation === 'sca-approach')
    const header = approaches.at(-1)?.request.headers.find(([name]) => /^tpp-redirect-uri$/i.test(name))?.[1]
    await browser.get(scaReturn, new URL(header ?? '').pathname)
    expect(await goOn(browser, undecided.authorization.authorizationId)).toMatchObject({
      state: 'failed',
      reason: 'not_approved',
    })
  })

  it('that answers 500 after the approval', async () => {
    const { authorizationId } = await returned()
    stage('status-unavailable', 'status')
    expect(await goOn(browser, authorizationId)).toMatchObject({ state: 'done' })
  })

  it.each<[ScenarioRequest['fault'], number, string]>([
    ['limit-reached', 429, 'bank_limit_reached'],
    ['forbidden', 403, 'bank_forbidden'],
    ['unsigned-html', 503, 'bank_unreachable'],
    ['other-key', 502, 'bank_answer_unverified'],
    ['reset-after-request', 503, 'bank_unreachable'],
    ['sign-refused', 502, 'bank_error'],
  ])('that answers %s leaves the run as it is, and it goes on later', async (fault, status, code) => {
    const { authorizationId } = await returned()
    stage(fault, 'status')
    const response = await browser.post(continueRun, `/api/authorizations/${authorizationId}/continue`, {})
    expect(response.status).toBe(status)
    expect((await response.json()).code).toBe(code)
    expect(confirmations()).toBe(0)
    app.sandbox.scenarios.clear()
    expect(await goOnLater(app, browser, authorizationId, 31)).toMatchObject({ state: 'done' })
  })

  it('with an unknown value, which changes nothing', async () => {
    const { authorizationId } = await returned()
    stage('unknown-enum', 'status', {
      parameters: { field: 'data.authorizationStatus', value: 'UNHEARD_OF' },
    })
    expect(await goOn(browser, authorizationId)).toMatchObject({ state: 'returned' })
    expect(confirmations()).toBe(0)
  })
})

describe('SCA-2: only the bank’s status says what was decided', () => {
  it('a refusal that comes back with status=ok is a refusal', async () => {
    await setBank(app, { callbackParameters: 'outcome' })
    const { authorization } = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
    const back = await decideAtBank(app, 'niccolo', authorization, 'refuse')
    expect(back).toContain('?status=ko')
    await browser.get(scaReturn, back.replace('status=ko', 'status=ok'))
    expect(await goOn(browser, authorization.authorizationId)).toMatchObject({ state: 'refused' })
    expect(confirmations()).toBe(0)
  })

  it('a return before anything was decided leaves it open', async () => {
    const { authorization } = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
    const [approach] = app.sandbox.journal.entries().filter(({ operation }) => operation === 'sca-approach')
    const header = approach?.request.headers.find(([name]) => /^tpp-redirect-uri$/i.test(name))?.[1] ?? ''
    await browser.get(scaReturn, `${new URL(header).pathname}?status=ok`)
    expect(await goOn(browser, authorization.authorizationId)).toMatchObject({ state: 'returned' })
    await decideAtBank(app, 'niccolo', authorization)
    expect(await goOnLater(app, browser, authorization.authorizationId)).toMatchObject({ state: 'done' })
  })
})

describe('approved in the bank’s own app (DECOUPLED)', () => {
  it('is polled without a return', async () => {
    await setBank(app, { scaApproach: 'DECOUPLED' })
    const { authorization } = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
    expect(authorization).toMatchObject({ state: 'at_bank', approach: 'decoupled', bankUrl: null })
    const id = authorization.authorizationId
    expect(await goOn(browser, id)).toMatchObject({ state: 'at_bank' })
    await approveInBankChannel(app, 'niccolo')
    expect(await goOnLater(app, browser, id)).toMatchObject({ state: 'done' })
    expect(confirmations()).toBe(1)
  })

  it('where the status endpoint does not know consents, the customer’s word is waited for', async () => {
    await setBank(app, { scaApproach: 'DECOUPLED', consentStatus: 'unknown' })
    const { authorization } = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
    const id = authorization.authorizationId
    expect(await goOn(browser, id)).toMatchObject({ state: 'at_bank' })
    expect(confirmations()).toBe(0)
    await approveInBankChannel(app, 'niccolo')
    expect(await goOn(browser, id, { saysApproved: true })).toMatchObject({ state: 'done' })
  })

  it('said to be approved too early: it goes on waiting, and the next word counts', async () => {
    await setBank(app, { scaApproach: 'DECOUPLED', consentStatus: 'unknown' })
    const { authorization } = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
    const id = authorization.authorizationId
    expect(await goOn(browser, id, { saysApproved: true })).toMatchObject({ state: 'at_bank' })
    expect(await goOn(browser, id)).toMatchObject({ state: 'at_bank' })
    expect(confirmations()).toBe(1)
    await approveInBankChannel(app, 'niccolo')
    expect(await goOn(browser, id, { saysApproved: true })).toMatchObject({ state: 'done' })
  })
})

describe('the bank fails while it is asked', () => {
  const cases: [ScenarioRequest['fault'], string, string][] = [
    ['server-error', 'consent-request', 'bank_error'],
    ['limit-reached', 'consent-request', 'bank_limit_reached'],
    ['forbidden', 'consent-request', 'bank_forbidden'],
    ['reset-after-request', 'consent-request', 'bank_unreachable'],
    ['other-key', 'consent-request', 'bank_answer_unverified'],
    ['server-error', 'sca-approach', 'bank_error'],
    ['unsigned-html', 'sca-approach', 'bank_unreachable'],
    ['server-error', 'consent-list', 'bank_error'],
  ]
  it.each(cases)(
    '%s on %s is told, nothing is shared, and a new click works',
    async (fault, operation, code) => {
      stage(fault, operation)
      const response = await browser.post(grantRoute, '/api/consents/grant', {
        formToken: newFormToken(),
        scopes: scope('ACCOUNT_INFO', products[0]),
      })
      expect((await response.json()).code).toBe(code)
      app.sandbox.scenarios.clear()
      expect((await sharing(browser)).open).toEqual([])
      const done = await change(app, browser, 'niccolo', 'grant', scope('ACCOUNT_INFO', products[0]))
      expect(done.state).toBe('done')
    },
  )

  it('a closed account is named as the reason', async () => {
    const { browser: hers, products: her } = await startAfresh(app, 'ludovica')
    const reasons: (string | null)[] = []
    for (const id of her) {
      const { authorization } = await begin(hers, 'grant', scope('ACCOUNT_INFO', id))
      reasons.push(authorization.reason)
      await hers.post(abandonRun, `/api/authorizations/${authorization.authorizationId}/abandon`, {})
    }
    expect(reasons.sort()).toEqual(['account_closed', null, null])
  })

  it('a closed account among others is named, and known as closed until it is shared', async () => {
    const { browser: hers, products: her } = await startAfresh(app, 'ludovica')
    const closedIn = async () =>
      (await sharing(hers)).accounts.flatMap(({ productId, refusedAsClosedAt }) =>
        refusedAsClosedAt === null ? [] : [productId],
      )
    const all = [...scope('ACCOUNT_INFO', ...her), ...scope('PAYMENTS', ...her)]
    const { authorization } = await begin(hers, 'grant', all)
    expect(authorization).toMatchObject({ state: 'failed', reason: 'account_closed' })
    expect(authorization.closed).toHaveLength(1)
    expect((await sharing(hers)).open).toEqual([])
    expect(await closedIn()).toEqual(authorization.closed)

    // The others can be shared, and what is known of the closed one stays.
    const others = her.filter((id) => !authorization.closed.includes(id))
    const shared = await change(app, hers, 'ludovica', 'grant', scope('ACCOUNT_INFO', ...others))
    expect(shared).toMatchObject({ state: 'done', closed: [] })
    expect(await closedIn()).toEqual(authorization.closed)
    const again = await begin(hers, 'grant', scope('ACCOUNT_INFO', ...authorization.closed))
    expect(again.authorization).toMatchObject({ reason: 'account_closed', closed: authorization.closed })
  })
})

describe('the bank’s list', () => {
  it('of which rows could not be read proves nothing gone', async () => {
    await change(app, browser, 'niccolo', 'grant', scope('ACCOUNT_INFO', products[0], products[1]))
    stage('unknown-enum', 'consent-list', {
      parameters: { field: 'data.categories[0].products', value: '  ' },
    })
    const read = await sharing(browser)
    expect(read.isWhole).toBe(false)
    expect(Object.keys(sharedIn(read))).toHaveLength(2)
    expect(read.notices).toEqual([])
  })
})
