import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as accountRoute } from '@/app/api/accounts/[productId]/route'
import { GET as customerRoute } from '@/app/api/customer/route'
import { GET as overviewRoute } from '@/app/api/overview/route'
import { GET as productsRoute } from '@/app/api/products/route'
import type { AccountDetailsAnswer, DetailsAnswer, ProductsAnswer } from '@/lib/contracts/movements'
import type { Overview } from '@/lib/contracts/overview'
import type { ReadingProblem } from '@/lib/contracts/problem'
import { readKnownDetails, readKnownOverview } from '@/lib/flows'
import type { ScenarioRequest } from '@/sandbox/control/scenarios'
import { type CustomerBrowser, signInAs, startTestApp, type TestApp } from '@/tests/support/app'
import {
  at,
  change,
  countCalls,
  productOf,
  revokeAtBank,
  scope,
  sharedIn,
  sharing,
  startAfresh,
} from '@/tests/support/consent'
import { holdFlights } from '@/tests/support/held'

let app: TestApp
let browser: CustomerBrowser
let customerId: string
let products: string[]
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  ;({ browser, customerId, products } = await startAfresh(app, 'niccolo'))
  const all = scope('ACCOUNT_INFO', products[0], products[1])
  expect((await change(app, browser, 'niccolo', 'grant', all)).state).toBe('done')
  app.sandbox.journal.clear()
})
afterEach(() => app.sandbox.scenarios.clear())
afterAll(() => app.stop())

const stage = (fault: ScenarioRequest['fault'], more: Partial<ScenarioRequest> = {}) =>
  app.sandbox.scenarios.add({ fault, match: { operation: 'balance' }, ...more })
const balances = () => countCalls(app, /balance\/retrieve$/)
const pathOf = (productId: string | undefined) =>
  `/private/customers/70010001/products/${productId}/balance/retrieve`

async function overview(of = browser): Promise<Overview> {
  const response = await of.get(overviewRoute, '/api/overview')
  expect(response.status).toBe(200)
  return response.json()
}

const readings = ({ accounts }: Overview) => accounts.map(({ reading }) => reading)

describe('the overview', () => {
  it('has a balance for what is shared, and says of the rest that it is not', async () => {
    const read = await overview()
    expect(readings(read)).toEqual([{ kind: 'fresh' }, { kind: 'fresh' }, { kind: 'not_shared' }])
    const [current, savings, card] = read.accounts
    expect(current?.shared).toEqual(['ACCOUNT_INFO'])
    expect(current?.balance?.accounting?.amount).toMatch(/^-?\d+\.\d{2}$/)
    expect(card).toMatchObject({ shared: [], balance: null })
    expect(read.withoutFigures).toBe(0)
    const cents = (text = '0') => BigInt(text.replace('.', ''))
    const [total] = read.totals
    expect(total).toMatchObject({ currency: 'EUR', accounting: { accounts: 2 }, available: { accounts: 2 } })
    expect(cents(total?.accounting?.amount)).toBe(
      cents(current?.balance?.accounting?.amount) + cents(savings?.balance?.accounting?.amount),
    )
  })

  it('is there without the bank afterwards, with its age', async () => {
    const fresh = await overview()
    app.sandbox.journal.clear()
    const known: Overview = await readKnownOverview(app.server.flows, customerId)
    expect(known.totals).toEqual(fresh.totals)
    expect(known.accounts.map(({ balance }) => balance)).toEqual(fresh.accounts.map(({ balance }) => balance))
    expect(readings(known)).toEqual([
      { kind: 'kept', problem: null },
      { kind: 'kept', problem: null },
      { kind: 'not_shared' },
    ])
    expect(app.sandbox.journal.entries()).toEqual([])
  })

  it('asks once for what several requests want at the same time', async () => {
    const putBack = holdFlights(app, { accounts: 6, consents: 6, balance: 12 })
    await Promise.all(Array.from({ length: 6 }, () => overview())).finally(putBack)
    expect([balances(), countCalls(app, /\/consent\/list$/), countCalls(app, /\/accounts$/)]).toEqual([
      2, 1, 1,
    ])
  })

  it('never sums across currencies', async () => {
    const { browser: hers, products: her } = await startAfresh(app, 'giulia')
    await change(app, hers, 'giulia', 'grant', scope('ACCOUNT_INFO', ...her))
    const read = await overview(hers)
    expect(read.totals.map(({ currency, accounting }) => [currency, accounting?.accounts])).toEqual([
      ['CHF', 1],
      ['EUR', 10],
      ['USD', 1],
    ])
  })
})

describe('one account that fails leaves the others as they are', () => {
  const cases: [ScenarioRequest['fault'], ReadingProblem][] = [
    ['reset-after-request', 'bank_unreachable'],
    ['reset-before-headers', 'bank_unreachable'],
    ['unsigned-html', 'bank_unreachable'],
    ['unsigned-html-as-json', 'bank_unreachable'],
    ['unsigned-html-200', 'bank_unreachable'],
    ['wrong-digest', 'bank_answer_unverified'],
    ['wrong-signature', 'bank_answer_unverified'],
    ['other-key', 'bank_answer_unverified'],
    ['other-seal', 'bank_answer_unverified'],
    ['stale-date', 'bank_answer_unverified'],
    ['future-date', 'bank_answer_unverified'],
    ['missing-header', 'bank_answer_unverified'],
    ['duplicate-header', 'bank_answer_unverified'],
    ['truncated-json', 'bank_answer_not_understood'],
    ['empty-body', 'bank_answer_not_understood'],
    ['null-body', 'bank_answer_not_understood'],
    ['gzip', 'bank_answer_unverified'],
    ['no-content', 'bank_answer_not_understood'],
    ['server-error', 'bank_error'],
    ['not-found-backend', 'bank_error'],
    ['sign-refused', 'bank_error'],
    ['validation-error', 'bank_error'],
    ['forbidden', 'bank_forbidden'],
    ['limit-reached', 'bank_limit_reached'],
    ['sca-expired', 'bank_sca_expired'],
  ]
  it.each(cases)('%s -> kept, %s, until it goes well again', async (fault, problem) => {
    const before = await overview()
    stage(fault, { match: { operation: 'balance', path: pathOf(products[0]) } })
    const during = await overview()
    expect(readings(during)).toEqual([{ kind: 'kept', problem }, { kind: 'fresh' }, { kind: 'not_shared' }])
    expect(during.accounts[0]?.balance).toEqual(before.accounts[0]?.balance)
    expect(during.totals).toEqual(before.totals)
    const known = await readKnownOverview(app.server.flows, customerId)
    expect(readings(known)[0]).toEqual({ kind: 'kept', problem })
    app.sandbox.scenarios.clear()
    expect(readings(await overview())[0]).toEqual({ kind: 'fresh' })
    expect(readings(await readKnownOverview(app.server.flows, customerId))[0]).toEqual({
      kind: 'kept',
      problem: null,
    })
  })

  it('a balance without a figure is missing and not zero', async () => {
    stage('missing-field', {
      match: { operation: 'balance', path: pathOf(products[0]) },
      parameters: { field: 'data.accountBalance' },
    })
    const read = await overview()
    expect(read.accounts[0]?.balance).toMatchObject({ accounting: null })
    expect(read.accounts[0]?.balance?.available).not.toBeNull()
    expect(read.totals).toMatchObject([{ accounting: { accounts: 1 }, available: { accounts: 2 } }])
  })

  it('a failed list is reported beside the figures', async () => {
    app.sandbox.scenarios.add({ fault: 'server-error', match: { operation: 'accounts' } })
    const read = await overview()
    expect(read.listProblem).toBe('bank_error')
    expect(readings(read)).toEqual([{ kind: 'fresh' }, { kind: 'fresh' }, { kind: 'not_shared' }])
  })

  it('an ended connection is reported, with all stored figures', async () => {
    await overview()
    app.sandbox.scenarios.add({ fault: 'token-expired' })
    app.sandbox.scenarios.add({ fault: 'refresh-refused' })
    const read = await overview()
    expect(read).toMatchObject({ connection: 'expired', listProblem: 'connection_expired' })
    expect(readings(read)[0]).toEqual({ kind: 'kept', problem: 'connection_expired' })
    expect(read.accounts[0]?.balance).not.toBeNull()
  })
})

describe('DAT-14: an account that is closed', () => {
  it('is shown to this customer, read once per list, and left out of the totals', async () => {
    await overview()
    stage('closed-account', { match: { operation: 'balance', path: pathOf(products[0]) } })
    for (let view = 0; view < 3; view += 1) {
      app.sandbox.journal.clear()
      const read = await overview()
      expect(readings(read)).toMatchObject([{ kind: 'closed' }, { kind: 'fresh' }, { kind: 'not_shared' }])
      expect(read.totals).toMatchObject([{ accounting: { accounts: 1 } }])
      // What was known stays until the consent ends.
      expect(read.accounts[0]?.balance).not.toBeNull()
      expect(countCalls(app, new RegExp(`${products[0]}/balance`))).toBe(1)
    }
  })

  it('is open again when a later account list has it: one ARC04 that was a slip, or an account reopened', async () => {
    await overview()
    stage('closed-account', { match: { operation: 'balance', path: pathOf(products[0]) }, times: 1 })
    expect(readings(await overview())[0]).toMatchObject({ kind: 'closed' })
    const standing = async () => await app.server.store.products.find(customerId, products[0] ?? '')
    expect((await standing())?.closedAt).not.toBeNull()
    const read = await overview()
    expect(readings(read)[0]).toEqual({ kind: 'fresh' })
    expect(read.totals).toMatchObject([{ accounting: { accounts: 2 } }])
    expect((await sharing(browser)).accounts[0]?.closedAt).toBeNull()
    expect((await standing())?.closedAt).toBeNull()
  })
})

describe('a list of which the paging breaks', () => {
  const stageBrokenLinks = (operation: string) =>
    stage('unknown-enum', { match: { operation }, parameters: { field: '_links', value: 'broken' } })
  const rows = ({ accounts }: Overview) => accounts.map(({ productId, shared }) => [productId, shared])

  it('of accounts is used, and shown as incomplete', async () => {
    const before = await overview()
    stageBrokenLinks('accounts')
    const read = await overview()
    expect(read.listProblem).toBe('bank_list_incomplete')
    expect(rows(read)).toEqual(rows(before))
    app.sandbox.scenarios.clear()
    expect(await overview()).toMatchObject({ listProblem: null })
  })

  it('is named to the operator once for each list: operation, reason, pages, and nothing of the customer', async () => {
    const lines = () =>
      app
        .logLines()
        .split('\n')
        .filter((line) => line.includes('a list of the bank does not end properly'))
    await overview()
    const before = lines().length
    stageBrokenLinks('accounts')
    stageBrokenLinks('consent-list')
    await overview()
    const logged = lines().slice(before)
    const facts = logged.map((line) => {
      const { level, operation, reason, pages, ...rest } = JSON.parse(line)
      expect(Object.keys(rest).sort()).toEqual(['app', 'msg', 'reference', 'time', 'tppRequestId'])
      return { level, operation, reason, pages }
    })
    const broken = (operation: string) => ({ level: 40, operation, reason: 'malformed', pages: 1 })
    expect(facts).toHaveLength(2)
    expect(facts).toEqual(expect.arrayContaining([broken('listAccounts'), broken('listConsents')]))
    for (const secret of [customerId, '70010001', ...products]) expect(logged.join()).not.toContain(secret)
  })

  it('of consents ends no consent, and is shown as incomplete', async () => {
    const before = await overview()
    await revokeAtBank(app, 'niccolo')
    stageBrokenLinks('consent-list')
    const read = await overview()
    expect(read.listProblem).toBe('bank_list_incomplete')
    expect(rows(read)).toEqual(rows(before))
    app.sandbox.scenarios.clear()
    const after = await overview()
    expect(after).toMatchObject({ listProblem: null })
    expect(after.accounts.map(({ shared }) => shared)).toEqual([[], [], []])
  })
})

describe('DAT-12: consent that has ended', () => {
  it('at the bank is seen by the next page view, which says so and works', async () => {
    await overview()
    await revokeAtBank(app, 'niccolo')
    expect(readings(await overview())).toEqual(Array(3).fill({ kind: 'not_shared' }))
    expect((await app.server.store.facts.of(customerId)).balances).toEqual([])
    const notices = (await sharing(browser)).notices
    expect(notices.map(({ what }) => what)).toEqual(['ended_at_bank'])
  })

  it('a 403 that the list does not explain is shown as a 403', async () => {
    stage('consent-missing', { match: { operation: 'balance', path: pathOf(products[0]) } })
    expect(readings(await overview())[0]).toEqual({ kind: 'kept', problem: 'bank_forbidden' })
    expect(Object.keys(sharedIn(await sharing(browser)))).toHaveLength(2)
  })
})

describe('details', () => {
  const account = async (productId = '') => {
    const response = await browser.get(at(accountRoute, productOf), `/api/accounts/${productId}`)
    const body: AccountDetailsAnswer = await response.json()
    return { status: response.status, body }
  }

  it('of an account and of the customer, as fields that can be labelled, kept with their age', async () => {
    const { body } = await account(products[0])
    expect(body.reading).toEqual({ kind: 'fresh' })
    expect(body.details?.fields.map(({ path }) => path)).toContain('product.holder')
    const customer: DetailsAnswer = await (await browser.get(customerRoute, '/api/customer')).json()
    expect(customer.reading).toEqual({ kind: 'fresh' })
    expect(customer.details?.fields).toContainEqual({
      path: 'customer.address.town',
      kind: 'text',
      value: 'Torino',
    })
    const list: ProductsAnswer = await (await browser.get(productsRoute, '/api/products')).json()
    expect(list).toMatchObject({ skippedRows: 0, reading: { kind: 'fresh' } })
    expect(list.products.map(({ productId }) => productId)).toEqual(products.slice(0, 2))
    // Kept of the account that was not looked into, and of the other what its own endpoint said.
    const { flows } = app.server
    expect(await readKnownDetails(flows, customerId, products[1] ?? '')).toMatchObject({
      details: list.products[1]?.details,
    })
    expect(await readKnownDetails(flows, customerId, products[0] ?? '')).toMatchObject({
      details: body.details,
    })
    app.sandbox.scenarios.add({ fault: 'server-error' })
    const later = await account(products[0])
    expect(later.body).toEqual({ ...body, reading: { kind: 'kept', problem: 'bank_error' } })
    const laterCustomer = await (await browser.get(customerRoute, '/api/customer')).json()
    expect(laterCustomer).toEqual({ ...customer, reading: { kind: 'kept', problem: 'bank_error' } })
  })

  it('that several requests want at the same time are asked for once', async () => {
    const paths = [`/api/accounts/${products[0]}`, '/api/customer', '/api/products']
    const handlers = [at(accountRoute, productOf), customerRoute, productsRoute]
    const putBack = holdFlights(app, { account: 3, customer: 3, products: 3 })
    await Promise.all(
      [...handlers, ...handlers, ...handlers].map((handler, index) =>
        browser.get(handler, paths[index % 3] ?? ''),
      ),
    ).finally(putBack)
    expect(countCalls(app, /^GET \/private\/customers\/\d+(\/products.*)?$/)).toBe(3)
  })

  it('are not asked for without a consent', async () => {
    expect((await account(products[2])).body).toMatchObject({
      details: null,
      reading: { kind: 'not_shared' },
    })
    const fresh = await startAfresh(app, 'aisha')
    const nothing = await (await fresh.browser.get(customerRoute, '/api/customer')).json()
    expect(nothing).toEqual({ details: null, readAt: null, reading: { kind: 'not_shared' } })
    expect(countCalls(app, /^GET \/private\/customers\/\d+(\/products.*)?$/)).toBe(0)
  })

  it('of another customer’s account are as unknown as those of none', async () => {
    const other = (await startAfresh(app, 'aisha')).products[0]
    for (const id of [other, 'AAAAAAAAAA', '..%2F..']) expect((await account(id)).status).toBe(404)
  })
})

describe('OA-2: a token that ends while many calls want it', () => {
  it('is renewed once for three tabs of twelve accounts, and no tab is signed out', async () => {
    const { browser: hers, products: her } = await startAfresh(app, 'giulia')
    await change(app, hers, 'giulia', 'grant', scope('ACCOUNT_INFO', ...her))
    app.sandbox.journal.clear()
    app.moveClock(29 * 60 + 55)
    try {
      const tabs = await Promise.all([overview(hers), overview(hers), overview(hers)])
      for (const tab of tabs) expect(readings(tab)).toEqual(Array(12).fill({ kind: 'fresh' }))
    } finally {
      app.moveClock(-29 * 60 - 55)
    }
    expect(countCalls(app, /\/token$/)).toBe(1)
  })
})

describe('a renewal of the tokens', () => {
  /** The access token has ended, by the clock; puts the clock and the store back. */
  async function whenEnded(work: () => Promise<void>): Promise<void> {
    const { flows } = app.server
    const { store, bank } = flows
    app.moveClock(29 * 60 + 55)
    try {
      await work()
    } finally {
      Object.assign(flows, { store, bank })
      app.moveClock(-29 * 60 - 55)
    }
  }
  const connection = () => app.server.store.connections.load(customerId)
  type Connections = TestApp['server']['store']['connections']
  const replace = (connections: Partial<Connections>) => {
    const { flows } = app.server
    flows.store = { ...flows.store, connections: { ...flows.store.connections, ...connections } }
  }

  it('that another process was killed in is waited for, for five seconds', async () => {
    await whenEnded(async () => {
      const before = await connection()
      const { connections } = app.server.store
      const version = before?.version ?? 0
      const until = new Date(app.now().getTime() + 30_000)
      expect(await connections.claimRefresh(customerId, version, until)).toBe(true)
      const letTimePass = app.holdClock()
      let asked = () => {}
      const isAsked = new Promise<void>((resolve) => {
        asked = resolve
      })
      replace({ claimRefresh: (...args) => connections.claimRefresh(...args).finally(asked) })
      const waiting = overview()
      await isAsked
      app.moveClock(5.1)
      try {
        expect((await waiting).listProblem).toBe('bank_unreachable')
      } finally {
        app.moveClock(-5.1)
        letTimePass()
      }
      expect(await connection()).toEqual(before)
      await connections.releaseRefresh(customerId, version)
    })
  })

  it('is kept although the database fails at first: the bank tells the new tokens once', async () => {
    await whenEnded(async () => {
      const { saveRefreshed } = app.server.store.connections
      let failures = 2
      replace({
        saveRefreshed: (...args) => {
          failures -= 1
          return failures < 0 ? saveRefreshed(...args) : Promise.reject(new Error('08006'))
        },
      })
      expect(readings(await overview()).slice(0, 2)).toEqual([{ kind: 'fresh' }, { kind: 'fresh' }])
    })
    expect(countCalls(app, /\/token$/)).toBe(1)
    expect(await connection()).toMatchObject({ status: 'live' })
  })

  it('is kept whatever has become of the old tokens here, and keeps a refresh token that stays the same', async () => {
    await whenEnded(async () => {
      const { flows, store } = app.server
      const { bank } = flows
      const old = await connection()
      const refreshToken: typeof bank.oauth.refreshToken = async (...args) => {
        const { refreshToken: _none, ...tokens } = await bank.oauth.refreshToken(...args)
        await store.executeSql(
          `UPDATE "connection" SET "refresh_token" = 'v1:other:x' WHERE "customer_id" = $1::uuid`,
          [customerId],
        )
        return tokens
      }
      flows.bank = { ...bank, oauth: { ...bank.oauth, refreshToken } }
      expect(readings(await overview())[0]).toEqual({ kind: 'fresh' })
      expect(await connection()).toMatchObject({ refreshToken: old?.refreshToken, status: 'live' })
      expect((await connection())?.accessToken).not.toBe(old?.accessToken)
    })
  })
})

describe('tokens under a key that only another process has', () => {
  it('are a 503 that says when to try again, and the connection goes on once the key is here', async () => {
    const name = async (from: string, to: string) => {
      const { rows } = await app.server.store.executeSql(
        `UPDATE "connection" SET "key_id" = $2, "access_token" = replace("access_token", $3, $4),
           "refresh_token" = replace("refresh_token", $3, $4) WHERE "customer_id" = $1::uuid RETURNING 1`,
        [customerId, to, `v1:${from}:`, `v1:${to}:`],
      )
      expect(rows).toHaveLength(1)
    }
    await name('test', 'other')
    const answer = await browser.get(overviewRoute, '/api/overview')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
    expect(await app.server.store.connections.status(customerId)).toMatchObject({ status: 'live' })
    await name('other', 'test')
    expect(readings(await overview()).slice(0, 2)).toEqual([{ kind: 'fresh' }, { kind: 'fresh' }])
  })
})

describe('two customers on one server', () => {
  it('have their own figures, also at the same time', async () => {
    const other = await startAfresh(app, 'aisha')
    await change(app, other.browser, 'aisha', 'grant', scope('ACCOUNT_INFO', ...other.products))
    const [his, hers] = await Promise.all([overview(), overview(other.browser)])
    expect(hers.accounts.map(({ productId }) => productId)).toEqual(other.products)
    expect(his.accounts.map(({ productId }) => productId)).toEqual(products)
    expect(his.customer).not.toBe(hers.customer)
  })

  it('a second session of the same customer sees the same', async () => {
    const mine = await overview()
    const again = await signInAs('niccolo')
    expect((await overview(again)).accounts.map(({ balance }) => balance?.accounting)).toEqual(
      mine.accounts.map(({ balance }) => balance?.accounting),
    )
  })
})
