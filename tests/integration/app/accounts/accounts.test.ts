import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as readAccounts } from '@/app/api/accounts/route'
import type { AccountList } from '@/lib/contracts/accounts'
import type { Problem } from '@/lib/contracts/problem'
import { readKnownAccounts } from '@/lib/flows'
import { sessionOf } from '@/lib/web/session'
import type { ScenarioRequest } from '@/sandbox/control/scenarios'
import { type CustomerBrowser, signInAs, startTestApp, type TestApp } from '@/tests/support/app'

let app: TestApp
let browser: CustomerBrowser
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  browser = await signInAs('giulia')
  app.sandbox.journal.clear()
})
afterEach(() => app.sandbox.scenarios.clear())
afterAll(() => app.stop())

async function accounts(): Promise<AccountList> {
  const response = await browser.get(readAccounts, '/api/accounts')
  expect(response.status).toBe(200)
  return response.json()
}

async function problem(): Promise<Problem> {
  const response = await browser.get(readAccounts, '/api/accounts')
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toContain('no-store')
  return response.json()
}

async function known(): Promise<AccountList> {
  const session = await sessionOf(app.server, browser.jar)
  if (session === null) throw new Error('not signed in')
  return readKnownAccounts(app.server.flows, session.customerId)
}

const targets = () =>
  app.sandbox.journal.entries().map((entry) => `${entry.request.method} ${entry.request.target}`)

describe('the account list', () => {
  it('has every account with its accents, and is kept with its age', async () => {
    const list = await accounts()
    expect(list.accounts).toHaveLength(12)
    expect(list.accounts.map((account) => account.nickname)).toContain('Nozze di Noè e Zoë')
    expect(list.accounts.every((account) => /^IT\d{2}[A-Z]\d{10}[0-9A-Z]{12}$/.test(account.iban))).toBe(true)
    expect(await known()).toEqual(list)
  })

  it("shows the customer's language to the bank, and one transaction id for one request", async () => {
    await browser.get(readAccounts, '/api/accounts', { 'accept-language': 'it-IT,it;q=0.9' })
    const [entry] = app.sandbox.journal.entries()
    const headers = new Map(entry?.request.headers.map(([name, value]) => [name.toLowerCase(), value]))
    expect(headers.get('accept-language')).toBe('it')
    expect(headers.get('psu-ip-address')).toBe('127.0.0.1')
    expect(headers.get('tpp-transaction-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('of a customer without accounts is empty, not an error', async () => {
    browser = await signInAs('tommaso')
    expect((await accounts()).accounts).toEqual([])
  })
})

describe('when the bank fails, the reason has a code and a reference, and what was known stays', () => {
  const cases: [ScenarioRequest['fault'], Problem['code'], number][] = [
    ['reset-after-request', 'bank_unreachable', 503],
    ['reset-before-headers', 'bank_unreachable', 503],
    ['unsigned-html', 'bank_unreachable', 503],
    ['unsigned-html-as-json', 'bank_unreachable', 503],
    ['unsigned-html-200', 'bank_unreachable', 503],
    ['wrong-digest', 'bank_answer_unverified', 502],
    ['wrong-signature', 'bank_answer_unverified', 502],
    ['other-key', 'bank_answer_unverified', 502],
    ['other-seal', 'bank_answer_unverified', 502],
    ['stale-date', 'bank_answer_unverified', 502],
    ['future-date', 'bank_answer_unverified', 502],
    ['missing-header', 'bank_answer_unverified', 502],
    ['duplicate-header', 'bank_answer_unverified', 502],
    ['truncated-json', 'bank_answer_not_understood', 502],
    ['empty-body', 'bank_answer_not_understood', 502],
    ['null-body', 'bank_answer_not_understood', 502],
    ['oversized-body', 'bank_answer_not_understood', 502],
    ['gzip', 'bank_answer_unverified', 502],
    ['server-error', 'bank_error', 502],
    ['forbidden', 'bank_forbidden', 403],
    ['limit-reached', 'bank_limit_reached', 429],
  ]
  it.each(cases)('%s -> %s', async (fault, code, status) => {
    const before = await accounts()
    app.sandbox.scenarios.add({ fault, match: { operation: 'accounts' } })
    const refusal = await problem()
    expect(refusal).toMatchObject({ code, status })
    expect(refusal.reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect(app.logLines()).toContain(refusal.reference)
    expect(JSON.stringify(refusal)).not.toMatch(/html|IT\d\d/i)
    expect(await known()).toEqual(before)
  })
})

describe('a session is not the token', () => {
  it('an expired token is renewed once for many requests at the same time', async () => {
    app.moveClock(29 * 60 + 55)
    try {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => browser.get(readAccounts, '/api/accounts')),
      )
      expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
    } finally {
      app.moveClock(-29 * 60 - 55)
    }
    expect(targets().filter((target) => target.includes('/token'))).toHaveLength(1)
  })

  it('a token the bank no longer takes is renewed and the call made again', async () => {
    app.sandbox.scenarios.add({ fault: 'token-expired', match: { operation: 'accounts' }, times: 1 })
    expect((await accounts()).connection).toBe('live')
    expect(targets().filter((target) => target.includes('/token'))).toHaveLength(1)
  })

  it('when the bank refuses the refresh too: still signed in, asked to reconnect, reconnecting works', async () => {
    const before = await accounts()
    app.sandbox.scenarios.add({ fault: 'token-expired', match: { operation: 'accounts' } })
    app.sandbox.scenarios.add({ fault: 'refresh-refused' })
    expect((await problem()).code).toBe('connection_expired')
    app.sandbox.journal.clear()
    expect((await problem()).code).toBe('connection_expired')
    expect(targets()).toEqual([])
    expect(await known()).toEqual({ ...before, connection: 'expired' })

    app.sandbox.scenarios.clear()
    browser = await signInAs('giulia')
    expect((await accounts()).connection).toBe('live')
  })

  it.each([
    [412, 'TPP_SIGN_VFY'],
    [420, 'LIMIT_EXCEEDED'],
    [500, 'INTERNAL'],
    [401, 'invalid_client'],
  ])('a refresh refused with %i %s says nothing about the token', async (status, code) => {
    app.sandbox.scenarios.add({ fault: 'token-expired', match: { operation: 'accounts' }, times: 1 })
    app.sandbox.scenarios.add({
      fault: 'status',
      match: { operation: 'token' },
      parameters: { status, code },
      times: 1,
    })
    expect((await problem()).code).not.toBe('connection_expired')
    expect((await accounts()).connection).toBe('live')
  })

  it('a refresh that gets no answer is not the end of the connection', async () => {
    app.sandbox.scenarios.add({ fault: 'token-expired', match: { operation: 'accounts' }, times: 1 })
    app.sandbox.scenarios.add({ fault: 'unsigned-html', match: { operation: 'token' }, times: 1 })
    expect((await problem()).code).toBe('bank_unreachable')
    expect((await accounts()).connection).toBe('live')
  })
})

describe('a refresh that the bank does not answer', () => {
  it('is tried once for all waiting requests, which report that the bank does not answer, not a reconnect', async () => {
    app.sandbox.scenarios.add({ fault: 'token-expired', match: { operation: 'accounts' }, times: 6 })
    // Silent until the client's own deadline: by then all six wait for the one that asked.
    app.sandbox.scenarios.add({ fault: 'stalled-body', match: { operation: 'token' } })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => browser.get(readAccounts, '/api/accounts')),
    )
    const codes = await Promise.all(answers.map(async (answer) => (await answer.json()).code))
    expect(codes).toEqual(Array(6).fill('bank_unreachable'))
    expect(targets().filter((target) => target.includes('/token'))).toHaveLength(1)
    app.sandbox.scenarios.clear()
    expect((await accounts()).connection).toBe('live')
  })
})

describe('OA-8: requests that the customer did not make', () => {
  it.each<Record<string, string>>([
    { purpose: 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'next-router-prefetch': '1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('with %o the list asks nothing of the bank', async (headers) => {
    const response = await browser.get(readAccounts, '/api/accounts', headers)
    expect([204, 403]).toContain(response.status)
    expect(targets()).toEqual([])
  })
})

describe('two customers on one server', () => {
  it('each sees their own accounts, also when asked at the same time', async () => {
    const aisha = await signInAs('aisha')
    const [hers, his] = await Promise.all([
      aisha.get(readAccounts, '/api/accounts').then((response) => response.json()),
      browser.get(readAccounts, '/api/accounts').then((response) => response.json()),
    ])
    expect(hers.accounts).toHaveLength(1)
    expect(his.accounts).toHaveLength(12)
  })
})
