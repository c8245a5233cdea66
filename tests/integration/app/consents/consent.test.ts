import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as grantRoute } from '@/app/api/consents/grant/route'
import { POST as seenRoute } from '@/app/api/sharing/seen/route'
import { beginConsent, endStaleRuns, readKnownSharing } from '@/lib/flows'
import { type CustomerBrowser, startTestApp, type TestApp } from '@/tests/support/app'
import {
  abandonRun,
  begin,
  change,
  countCalls,
  decideAtBank,
  goOn,
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

const requests = () => countCalls(app, /^POST .*\/consent\/(request|revoke)$/)
const approaches = () => countCalls(app, /\/approach$/)
const confirmations = () => countCalls(app, /^PUT .*\/confirm$/)
const statuses = () => countCalls(app, /\/status$/)
const grant = (scopes: Parameters<typeof change>[4], decision?: 'approve' | 'refuse' | 'expire') =>
  change(app, browser, 'niccolo', 'grant', scopes, decision)
const revoke = (scopes: Parameters<typeof change>[4]) => change(app, browser, 'niccolo', 'revoke', scopes)

describe('sharing', () => {
  it('counts once the customer approved it at the bank and not before', async () => {
    const [first] = products
    const { authorization } = await begin(browser, 'grant', scope('ACCOUNT_INFO', first))
    expect(authorization).toMatchObject({ state: 'at_bank', approach: 'redirect', sharedNow: [] })
    expect(sharedIn(await sharing(browser))).toEqual({})
    const back = await decideAtBank(app, 'niccolo', authorization)
    expect(sharedIn(await sharing(browser))).toEqual({})
    await browser.get(scaReturn, back)
    const done = await goOn(browser, authorization.authorizationId)
    expect(done).toMatchObject({
      state: 'done',
      reason: null,
      outcomes: [{ category: 'ACCOUNT_INFO', isAccepted: true }],
      sharedNow: scope('ACCOUNT_INFO', first),
      bankUrl: null,
    })
    const after = await sharing(browser)
    expect(sharedIn(after)).toEqual({ [first ?? '']: ['ACCOUNT_INFO'] })
    expect(after.history).toMatchObject([
      { what: 'granted', productIds: [first], authorizationId: authorization.authorizationId },
    ])
    expect([requests(), approaches(), statuses(), confirmations()]).toEqual([1, 1, 1, 1])
  })

  it('in part: a category that the bank does not take for an account is named, the other is shared', async () => {
    const [current, savings] = products
    const done = await grant([
      ...scope('ACCOUNT_INFO', current, savings),
      // Savings accounts permit no payments.
      ...scope('PAYMENTS', current, savings),
    ])
    expect(done).toMatchObject({
      state: 'done',
      outcomes: [
        { category: 'ACCOUNT_INFO', isAccepted: true },
        { category: 'PAYMENTS', isAccepted: false },
      ],
      sharedNow: scope('ACCOUNT_INFO', ...[current, savings].sort()),
    })
    expect(sharedIn(await sharing(browser))).toEqual({
      [current ?? '']: ['ACCOUNT_INFO'],
      [savings ?? '']: ['ACCOUNT_INFO'],
    })
  })

  it('that the bank accepts nothing of ends at once, without a redirect', async () => {
    const ended = await grant(scope('PAYMENTS', products[1]))
    expect(ended).toMatchObject({ state: 'failed', reason: 'nothing_accepted', sharedNow: [] })
    expect([requests(), approaches()]).toEqual([1, 0])
  })

  it.each([
    ['refuse', 'refused'],
    ['expire', 'expired'],
  ] as const)(
    'that the customer lets the bank %s ends so, and nothing is shared',
    async (decision, state) => {
      expect(await grant(scope('ACCOUNT_INFO', products[0]), decision)).toMatchObject({
        state,
        sharedNow: [],
        bankUrl: null,
      })
      expect(confirmations()).toBe(0)
      expect(sharedIn(await sharing(browser))).toEqual({})
    },
  )

  it('asks only for what is not shared yet, and for nothing when all of it is', async () => {
    await grant(scope('ACCOUNT_INFO', products[0]))
    app.sandbox.journal.clear()
    const more = await grant(scope('ACCOUNT_INFO', products[0], products[1]))
    expect(more.state).toBe('done')
    const [asked] = app.sandbox.journal.entries().filter(({ operation }) => operation === 'consent-request')
    const body = Buffer.from(asked?.request.body ?? '', 'base64').toString()
    expect(JSON.parse(body)).toEqual({
      data: { categories: [{ name: 'ACCOUNT_INFO', products: [products[1]] }] },
    })
    app.sandbox.journal.clear()
    const again = await grant(scope('ACCOUNT_INFO', products[0], products[1]))
    expect(again).toMatchObject({ state: 'done', reason: 'nothing_to_do' })
    expect(requests()).toBe(0)
  })

  it('keeps one TPP-Transaction-ID from the request to the confirmation', async () => {
    await grant(scope('ACCOUNT_INFO', products[0]))
    const ids = app.sandbox.journal
      .entries()
      .filter(({ request }) => /consent\/request|approach|status/.test(request.target))
      .map(({ request }) => request.headers.find(([name]) => /^tpp-transaction-id$/i.test(name))?.[1])
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(1)
  })

  it('offers and asks for what the PSD2 roles of our certificate allow, and nothing else', async () => {
    const { customer: customerId } = await sharing(browser)
    const { flows } = app.server
    const real = flows.bank.describe()
    const describe = () => ({ ...real, qwac: { ...real.qwac, roles: ['PSP_IC'] as const } })
    const deps = { ...flows, bank: { ...flows.bank, describe } }
    expect((await readKnownSharing(deps, customerId, null)).offered).toEqual(['FUNDS_AVAILABILITY'])
    const customer = { sessionId: customerId, customerId, bankCustomerId: '70010001' }
    const caller = { transactionId: flows.newId(), acceptLanguage: 'en' }
    const form = {
      direction: 'grant',
      formToken: newFormToken(),
      scopes: scope('PAYMENTS', products[0]),
    } as const
    await expect(beginConsent(deps, customer, caller, form)).rejects.toMatchObject({ code: 'bad_request' })
    expect(requests()).toBe(0)
  })

  it('takes no account that is not the customer’s, and no category that is none', async () => {
    const other = (await startAfresh(app, 'aisha')).products[0]
    const post = (scopes: unknown) =>
      browser.post(grantRoute, '/api/consents/grant', { formToken: newFormToken(), scopes })
    for (const id of [other, 'AAAAAAAAAA']) {
      expect((await post(scope('ACCOUNT_INFO', products[0], id))).status).toBe(404)
    }
    expect((await post(scope('EVERYTHING', products[0]))).status).toBe(400)
    expect((await post([])).status).toBe(400)
    expect(requests()).toBe(0)
  })
})

describe('SCA-5: pressed twice, back, two tabs', () => {
  it('a form that arrives eight times makes one request, and all of them get its run', async () => {
    const token = newFormToken()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]), token)),
    )
    expect(new Set(answers.map(({ authorization }) => authorization.bankUrl)).size).toBe(1)
    expect(
      answers.every(({ kind, authorization }) => kind === 'authorization' && authorization.bankUrl),
    ).toBe(true)
    expect([requests(), approaches()]).toEqual([1, 1])
  })

  it('forms of several tabs at the same moment, too', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))),
    )
    expect(new Set(answers.map(({ authorization }) => authorization.authorizationId)).size).toBe(1)
    expect([requests(), approaches()]).toEqual([1, 1])
  })

  it('back from the bank’s page and pressed again finds the live run', async () => {
    const first = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
    const again = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
    expect(again).toEqual(first)
    expect(await view(browser, first.authorization.authorizationId)).toEqual(first.authorization)
    const { authorizationId } = first.authorization
    expect((await sharing(browser)).open).toMatchObject([{ authorizationId, state: 'at_bank' }])
  })

  it('another wish while one is under way waits for a word of the customer', async () => {
    const first = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
    const id = first.authorization.authorizationId
    const token = newFormToken()
    const other = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[1]), token)
    expect(other).toMatchObject({ kind: 'under_way', authorization: { authorizationId: id } })
    expect(requests()).toBe(1)
    const dropped = await browser.post(abandonRun, `/api/authorizations/${id}/abandon`, {})
    expect(await dropped.json()).toMatchObject({ state: 'failed', reason: 'abandoned', bankUrl: null })
    expect(await begin(browser, 'grant', scope('ACCOUNT_INFO', products[1]), token)).toMatchObject({
      kind: 'authorization',
      authorization: { state: 'at_bank' },
    })
    // What is approved for the one that was dropped counts for nothing.
    await browser.get(scaReturn, await decideAtBank(app, 'niccolo', first.authorization))
    expect(await goOn(browser, id)).toMatchObject({ state: 'failed', sharedNow: [] })
    expect(confirmations()).toBe(0)
  })

  it('the same form with another request gets the result of its first', async () => {
    const token = newFormToken()
    const first = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]), token)
    await browser.post(abandonRun, `/api/authorizations/${first.authorization.authorizationId}/abandon`, {})
    const second = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[1]), token)
    expect(second).toMatchObject({ kind: 'conflict', authorization: { asked: first.authorization.asked } })
    expect(requests()).toBe(1)
  })

  it('two tabs that go on at the same time confirm once, and both see it done', async () => {
    const { authorization } = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
    const id = authorization.authorizationId
    await browser.get(scaReturn, await decideAtBank(app, 'niccolo', authorization))
    await Promise.all(Array.from({ length: 5 }, () => goOn(browser, id)))
    expect((await goOn(browser, id)).state).toBe('done')
    expect(confirmations()).toBe(1)
  })

  it('SCA-4: refused three times in a row is three clicks and three requests', async () => {
    for (let round = 1; round <= 3; round++) {
      const ended = await grant(scope('ACCOUNT_INFO', products[0]), 'refuse')
      expect(ended.state).toBe('refused')
      for (let reload = 0; reload < 3; reload++) {
        expect((await goOn(browser, ended.authorizationId)).state).toBe('refused')
      }
      expect([requests(), statuses()]).toEqual([round, round])
    }
  })
})

describe('left at the bank, or interrupted here', () => {
  it('is not asked about before the return, and lapses after half an hour', async () => {
    const { authorization } = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
    const id = authorization.authorizationId
    expect(await goOn(browser, id)).toMatchObject({ state: 'at_bank' })
    expect(statuses()).toBe(0)
    app.moveClock(30 * 60)
    try {
      expect(await goOn(browser, id)).toMatchObject({
        state: 'expired',
        reason: 'left_at_bank',
        bankUrl: null,
      })
      expect((await sharing(browser)).open).toEqual([])
    } finally {
      app.moveClock(-30 * 60)
    }
    // Who comes back after all sees how it ended.
    await browser.get(scaReturn, await decideAtBank(app, 'niccolo', authorization))
    expect(await goOn(browser, id)).toMatchObject({ state: 'expired', sharedNow: [] })
    expect([statuses(), confirmations()]).toEqual([0, 0])
  })

  it('a run that died before it reached the bank ends, and the next one begins', async () => {
    const { customerId } = await startAfresh(app, 'chiara')
    const { store } = app.server
    const begun = await store.authorizations.begin(customerId, {
      formToken: newFormToken(),
      request: { kind: 'consent_grant', scopes: [{ category: 'ACCOUNT_INFO', productIds: ['x'] }] },
    })
    app.moveClock(2 * 60)
    try {
      expect(await endStaleRuns(app.server.flows)).toBe(1)
      expect(
        await store.authorizations.findOwned(customerId, begun.authorization.authorizationId),
      ).toMatchObject({ state: 'failed', endedReason: 'interrupted' })
    } finally {
      app.moveClock(-2 * 60)
    }
  })
})

describe('taking back', () => {
  it('one account, with the rest left as it was, and its data erased', async () => {
    await grant([...scope('ACCOUNT_INFO', ...products), ...scope('PAYMENTS', products[0])])
    const done = await revoke(scope('ACCOUNT_INFO', products[1]))
    expect(done).toMatchObject({ kind: 'consent_revoke', state: 'done', sharedNow: [] })
    const after = await sharing(browser)
    expect(sharedIn(after)).toEqual({
      [products[0] ?? '']: ['ACCOUNT_INFO', 'PAYMENTS'],
      [products[2] ?? '']: ['ACCOUNT_INFO'],
    })
    expect(after.history[0]).toMatchObject({ what: 'revoked', productIds: [products[1]] })
    expect(after.notices).toEqual([])
  })

  it('DAT-13: what the bank had taken back already is done, whether the bank says so or its list', async () => {
    await grant(scope('ACCOUNT_INFO', products[0]))
    expect(await revokeAtBank(app, 'niccolo')).toBe(true)
    app.sandbox.journal.clear()
    expect(await revoke(scope('ACCOUNT_INFO', products[0]))).toMatchObject({
      state: 'done',
      reason: 'already_revoked',
    })
    expect(requests()).toBe(0)
  })

  it.each([
    [412, 'CONSENT_UNKNOWN'],
    [400, 'STEP_NOT_ALLOWED'],
  ])(
    'DAT-13: a revocation refused with %i while the list still has it is not confirmed',
    async (status, code) => {
      await grant(scope('ACCOUNT_INFO', products[0]))
      app.sandbox.scenarios.add({
        fault: 'status',
        match: { operation: 'consent-revoke' },
        parameters: { status, code },
      })
      const ended = await revoke(scope('ACCOUNT_INFO', products[0]))
      expect(ended).toMatchObject({ state: 'failed', reason: 'bank_refused' })
      expect(ended.sharedNow).toEqual(scope('ACCOUNT_INFO', products[0]))
    },
  )

  it('at the bank is noticed once, with its data erased', async () => {
    await grant(scope('ACCOUNT_INFO', products[0]))
    await revokeAtBank(app, 'niccolo')
    const first = await sharing(browser)
    expect(sharedIn(first)).toEqual({})
    expect(first.notices).toMatchObject([
      { what: 'ended_at_bank', category: 'ACCOUNT_INFO', productIds: [products[0]], authorizationId: null },
    ])
    await browser.post(seenRoute, '/api/sharing/seen', { eventId: first.notices[0]?.eventId })
    const second = await sharing(browser)
    expect(second.notices).toEqual([])
    expect(second.history).toEqual(first.history)
  })
})
