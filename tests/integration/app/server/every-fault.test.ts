import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { POST as refreshRoute } from '@/app/api/accounts/[productId]/refresh/route'
import { GET as accountRoute } from '@/app/api/accounts/[productId]/route'
import { POST as grantRoute } from '@/app/api/consents/grant/route'
import { POST as revokeRoute } from '@/app/api/consents/revoke/route'
import { GET as customerRoute } from '@/app/api/customer/route'
import { GET as overviewRoute } from '@/app/api/overview/route'
import { GET as productsRoute } from '@/app/api/products/route'
import type { ReadingProblem } from '@/lib/contracts/problem'
import { type FaultName, faultNames, isFaultName } from '@/sandbox/control/faults'
import { type CustomerBrowser, startTestApp, type TestApp } from '@/tests/support/app'
import {
  abandonRun,
  at,
  begin,
  change,
  continueRun,
  decideAtBank,
  newFormToken,
  productOf,
  scaReturn,
  scope,
  startAfresh,
} from '@/tests/support/consent'

/*
 * Every fault that the sandbox can be made to have, on every endpoint of consent and reading: what the page is told.
 * Its words for each are tested in `unit/ui`, and in a browser in `e2e/reading.spec.ts`.
 */

type Ends = {
  /** Endpoints 2, 6, 13 to 17; `fresh` where the fault is none for the customer. */
  reads: 'fresh' | 'closed' | ReadingProblem
  /** Single endpoints that end otherwise. */
  but?: Partial<Record<Read, string>>
  /** Endpoints 3 and 7, and 4: a problem, or how the run stands. */
  asked: string
  /** Endpoint 7 where it ends otherwise than 3. */
  takenBack?: string
  approach: string
  /** Endpoint 9, after the return. */
  status: string
  /** Endpoints 5 and 8: the bank's list decides, unless the bank refused in words. */
  confirmed: string
}

type Read = 'accounts' | 'consent-list' | 'balance' | 'transactions' | 'customer' | 'products' | 'product'

/** The bank refused the confirmation, which is sent again in a moment; and the same where it may have been carried out. */
const refused = 'returned'
const inDoubt = 'unknown not_listed_yet'
/** The bank may have done it: whether it has is what its list says. */
const byList = 'by the list'
const none = {
  reads: 'fresh',
  asked: 'at_bank',
  approach: 'at_bank',
  status: 'done',
  confirmed: 'done',
} as const

function all(problem: ReadingProblem, changes: Partial<Ends> = {}): Ends {
  return { reads: problem, asked: problem, approach: problem, status: problem, confirmed: byList, ...changes }
}

const unverified = all('bank_answer_unverified')
const notUnderstood = all('bank_answer_not_understood')
const unreachable = all('bank_unreachable')

/** Faults that have a test of their own, or none here. */
const elsewhere: Partial<Record<FaultName, string>> = {
  'closed-account': 'below',
  'unknown-enum': 'below',
  'missing-field': 'below',
  'partial-consent': 'below',
  'token-expired': 'below, because it ends the connection for good',
  'refresh-refused': 'below',
  'stalled-body': 'integration/bank/wire/deadlines.test.ts: each read waits for the deadline',
  'lost-callback': 'e2e/consent-ends.spec.ts',
  'token-envelope': 'integration/app/accounts/bank-forms.test.ts',
  'token-302': 'integration/app/accounts/bank-forms.test.ts',
  'token-307': 'integration/bank/endpoints/oauth.test.ts',
  'execute-answer-lost': 'of no endpoint here',
}

const groups: Record<string, [username: string, Partial<Record<FaultName, Ends>>]> = {
  'signed errors': [
    'niccolo',
    {
      status: all('bank_error', { status: 'done', confirmed: inDoubt }),
      forbidden: all('bank_forbidden', { confirmed: refused }),
      'sca-expired': all('bank_sca_expired', { confirmed: refused }),
      'consent-missing': all('bank_forbidden', { confirmed: refused }),
      'not-found-backend': all('bank_error', {
        asked: 'failed bank_refused',
        status: 'done',
        confirmed: refused,
      }),
      'sign-refused': all('bank_error', { asked: 'failed bank_refused', confirmed: refused }),
      'validation-error': all('bank_error', {
        asked: 'failed nothing_accepted',
        takenBack: 'failed bank_refused',
        confirmed: refused,
      }),
      'limit-reached': all('bank_limit_reached', { confirmed: refused }),
      'special-characters': all('bank_error', { asked: 'failed bank_refused', confirmed: refused }),
      'server-error': all('bank_error', { status: 'done', confirmed: inDoubt }),
      'status-unavailable': { ...none, status: 'done' },
    },
  ],
  'well signed, badly filled': [
    'chiara',
    {
      'no-content': {
        ...notUnderstood,
        but: { transactions: 'fresh', 'consent-list': 'fresh' },
        asked: 'failed bank_answer_not_understood',
      },
      'empty-body': notUnderstood,
      'null-body': notUnderstood,
      'truncated-json': notUnderstood,
      'oversized-body': notUnderstood,
    },
  ],
  'signed wrongly': [
    'officine',
    {
      'unsigned-html': unreachable,
      'unsigned-html-as-json': unreachable,
      'unsigned-html-200': unreachable,
      'wrong-digest': unverified,
      'wrong-signature': unverified,
      'missing-header': unverified,
      'duplicate-header': unverified,
      gzip: unverified,
      'other-key': unverified,
      'other-seal': unverified,
      'stale-date': unverified,
      'future-date': unverified,
    },
  ],
  'delivered badly, and other behaviour': [
    'giulia',
    {
      slow: none,
      'slow-body': none,
      'reset-after-request': unreachable,
      'reset-before-headers': unreachable,
      'reset-after-headers': unreachable,
      'certificate-pem-escaped': none,
      'certificate-pem-blanks': none,
      'certificate-pem-url-encoded': none,
    },
  ],
}

let app: TestApp
let browser: CustomerBrowser
let products: string[]
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(() => app.sandbox.scenarios.clear())
afterAll(() => app.stop())

async function startWith(username: string): Promise<void> {
  ;({ browser, products } = await startAfresh(app, username))
  await change(app, browser, username, 'grant', scope('ACCOUNT_INFO', products[0], products[1]))
}

/** More than the 16 MiB that an answer may have where it may be longest. */
const TOO_LONG = 17 * 1024 * 1024

function stage(fault: FaultName, operation: string): void {
  // Where an answer is cut, `bytes` says after how many: by default in the middle.
  const size = fault === 'reset-after-headers' ? {} : { bytes: TOO_LONG }
  app.sandbox.scenarios.add({ fault, match: { operation }, parameters: { delayMs: 50, ...size } })
}

const json = async (response: Promise<Response>) => (await response).json()

/** What each endpoint of reading came to; of the lists, what is said beside them. */
async function readAll(): Promise<Record<Exclude<Read, 'consent-list'>, string>> {
  const [overview, transactions, customer, list, product] = await Promise.all([
    json(browser.get(overviewRoute, '/api/overview')),
    json(browser.post(at(refreshRoute, productOf), `/api/accounts/${products[0]}/refresh`, {})),
    json(browser.get(customerRoute, '/api/customer')),
    json(browser.get(productsRoute, '/api/products')),
    json(browser.get(at(accountRoute, productOf), `/api/accounts/${products[0]}`)),
  ])
  return {
    accounts: overview.listProblem ?? 'fresh',
    balance: said(overview.accounts[0].reading),
    transactions: said(transactions.reading),
    customer: said(customer.reading),
    products: said(list.reading),
    product: said(product.reading),
  }
}

const said = ({ kind, problem }: { kind: string; problem?: string | null }) => problem ?? kind

/** The first consent shared, or the second taken back, as far as the fault lets it. */
async function ask(direction: 'grant' | 'revoke'): Promise<string> {
  const form = {
    formToken: newFormToken(),
    scopes: scope('ACCOUNT_INFO', products[direction === 'grant' ? 2 : 1]),
  }
  const route = direction === 'grant' ? grantRoute : revokeRoute
  const { code, authorization: run } = await json(browser.post(route, `/api/consents/${direction}`, form))
  if (code !== undefined) return code
  await browser.post(abandonRun, `/api/authorizations/${run.authorizationId}/abandon`, {})
  return run.reason === null ? run.state : `${run.state} ${run.reason}`
}

/** From the return from the bank on, with the fault staged there. */
async function goOnWith(fault: FaultName, username: string, operation: string): Promise<string> {
  const direction = operation === 'consent-revoke-confirm' ? 'revoke' : 'grant'
  const scopes = scope('ACCOUNT_INFO', products[direction === 'grant' ? 2 : 1])
  const { authorization } = await begin(browser, direction, scopes)
  const { authorizationId } = authorization
  await browser.get(scaReturn, await decideAtBank(app, username, authorization))
  stage(fault, operation)
  const answer = await json(browser.post(continueRun, `/api/authorizations/${authorizationId}/continue`, {}))
  app.sandbox.scenarios.clear()
  await browser.post(abandonRun, `/api/authorizations/${authorizationId}/abandon`, {})
  await change(app, browser, username, direction === 'grant' ? 'revoke' : 'grant', scopes)
  return answer.code ?? (answer.reason === null ? answer.state : `${answer.state} ${answer.reason}`)
}

describe.each(Object.entries(groups))('%s', (_, [username, faults]) => {
  beforeAll(() => startWith(username))

  const rows = Object.entries(faults).flatMap(([name, ends]) =>
    isFaultName(name) ? [{ fault: name, ends }] : [],
  )
  it.each(rows)('$fault', async ({ fault, ends }) => {
    const { reads, but = {} } = ends
    const operations = ['accounts', 'balance', 'transactions', 'customer', 'products', 'product'] as const
    const isReadable = fault !== 'status-unavailable'
    if (isReadable) for (const operation of operations) stage(fault, operation)
    const wanted = Object.fromEntries(operations.map((operation) => [operation, but[operation] ?? reads]))
    expect(await readAll()).toEqual(wanted)
    app.sandbox.scenarios.clear()

    if (isReadable) stage(fault, 'consent-list')
    const overview = await json(browser.get(overviewRoute, '/api/overview'))
    expect(overview.listProblem ?? 'fresh').toBe(but['consent-list'] ?? reads)
    // The list of consents that cannot be had takes nothing from what is known to be shared.
    expect(overview.accounts[0].reading.kind).toBe('fresh')
    app.sandbox.scenarios.clear()

    for (const [operation, direction, wantedEnd] of [
      ['consent-request', 'grant', ends.asked],
      ['sca-approach', 'grant', ends.approach],
      ['consent-revoke', 'revoke', ends.takenBack ?? ends.asked],
    ] as const) {
      if (isReadable) stage(fault, operation)
      expect([operation, await ask(direction)]).toEqual([operation, wantedEnd])
      app.sandbox.scenarios.clear()
    }
    expect(['status', await goOnWith(fault, username, 'status')]).toEqual(['status', ends.status])
    if (!isReadable) return
    const isLost = fault === 'reset-after-request'
    for (const operation of ['consent-request-confirm', 'consent-revoke-confirm']) {
      const wantedEnd = ends.confirmed === byList ? (isLost ? inDoubt : 'done') : ends.confirmed
      expect([operation, await goOnWith(fault, username, operation)]).toEqual([operation, wantedEnd])
    }
  })
})

describe('faults with a meaning of their own', () => {
  beforeAll(() => startWith('niccolo'))

  it('closed-account: the account alone is closed', async () => {
    stage('closed-account', 'balance')
    const overview = await json(browser.get(overviewRoute, '/api/overview'))
    expect(overview.listProblem).toBeNull()
    expect(overview.accounts.map(({ reading }: { reading: { kind: string } }) => reading.kind)).toEqual([
      'closed',
      'closed',
      'not_shared',
    ])
    app.sandbox.scenarios.clear()
    // The bank's list of what can be read has them again.
    await browser.get(productsRoute, '/api/products')
    expect((await readAll()).balance).toBe('fresh')
  })

  it('unknown-enum: an unknown value from the bank changes nothing else', async () => {
    stage('unknown-enum', 'accounts')
    expect((await readAll()).accounts).toBe('fresh')
    app.sandbox.scenarios.clear()
    stage('unknown-enum', 'balance')
    expect((await readAll()).balance).toBe('bank_answer_not_understood')
    app.sandbox.scenarios.clear()
    stage('unknown-enum', 'consent-request')
    expect(await ask('grant')).toBe('at_bank')
    stage('unknown-enum', 'sca-approach')
    expect(await ask('grant')).toBe('failed approach_unsupported')
    app.sandbox.scenarios.clear()
    expect(await goOnWith('unknown-enum', 'niccolo', 'status')).toBe('returned')
  })

  it('missing-field: a row without what it needs is left out, a figure that is missing is not zero', async () => {
    stage('missing-field', 'balance')
    const overview = await json(browser.get(overviewRoute, '/api/overview'))
    expect(overview.accounts[0]).toMatchObject({ reading: { kind: 'fresh' }, balance: { available: null } })
    app.sandbox.scenarios.clear()
    stage('missing-field', 'consent-request')
    expect(await ask('grant')).toBe('failed bank_answer_not_understood')
    app.sandbox.scenarios.clear()
    expect(await goOnWith('missing-field', 'niccolo', 'status')).toBe('returned')
  })

  it('partial-consent: of one category that is nothing', async () => {
    stage('partial-consent', 'consent-request')
    expect(await ask('grant')).toBe('failed nothing_accepted')
  })

  it('token-expired, refresh-refused: all of it says to reconnect, and keeps what is known', async () => {
    app.sandbox.scenarios.add({ fault: 'token-expired' })
    app.sandbox.scenarios.add({ fault: 'refresh-refused' })
    expect(new Set(Object.values(await readAll()))).toEqual(new Set(['connection_expired']))
    expect(await ask('grant')).toBe('connection_expired')
    expect(await ask('revoke')).toBe('connection_expired')
  })
})

it('every fault of the sandbox has its place', () => {
  const named = Object.values(groups).flatMap(([, faults]) => Object.keys(faults))
  expect([...named, ...Object.keys(elsewhere)].sort()).toEqual([...faultNames].sort())
})
