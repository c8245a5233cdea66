import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankClient, ExecuteStep, VerifyStep } from '@/lib/bank'
import { callContext, type HostileBank, refusalOf, startHostileBank } from '@/tests/support/hostile-bank'
import { movementRow } from '@/tests/support/movement-row'
import { envelope } from '@/tests/support/sealed-answer'

/*
 * Every answer with a field missing, and with the same field null or blank: both are read alike. And every success with
 * odd things beside what matters: it stays a success.
 */

let bank: HostileBank
/** One for all: its connection stays open, and a handshake takes longer than a reading. */
let client: BankClient
beforeAll(async () => {
  bank = await startHostileBank()
  ;({ client } = bank.client())
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const resourceId = '0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c'
const customer = { customerId: '10023456' }
const product = { ...customer, productId: 'Ab12Cd34Ef' }
const group = '/psd2/v0/private/customers/10023456/products/Ab12Cd34Ef/moneyTransfer'
const executeStep: ExecuteStep = { kind: 'execute', resourceId, path: `${group}/${resourceId}/execute` }
const verifyStep: VerifyStep = {
  kind: 'verify',
  resourceId,
  number: 1,
  path: `${group}/${resourceId}/verify1`,
}
const order = {
  ...{ amount: '12.50', currency: 'EUR', isUrgent: false, type: 'SEPA', executionDate: '2026-04-03' },
  ...{ beneficiaryIban: 'IT60X0542811101000000123456', beneficiaryName: 'Anna', description: 'Quota' },
}
const money = { amount: '1.50', currency: 'EUR' }
const verdict = {
  ...{ totalAmount: money, commissions: { commissions: '1.50', currency: 'EUR' }, equivalentAmount: money },
  ...{ bankName: 'B', branchName: 'C', address: 'D', moneyTransferOffline: false, holdersEnabled: true },
}
const account = {
  ...{ accountId: 'Ab12Cd34Ef', product: { code: 'CC', description: 'Conto' }, currency: 'EUR' },
  ...{ iban: 'IT60X0542811101000000123456', name: 'Casa' },
}
const preparation = {
  ...{ abi: '05428', ABI: '05428', sepa: true, SEPA: true, swift: false, SWIFT: false },
  ...{ swiftcontractSigned: false, SWIFTContractSigned: false, initialData: { a: 'b' }, flagUrgency: true },
  ...{ addBeneficiary: true, editBeneficiary: true, today: '03/04/2026', executionDateLimit: '31/12/2026' },
  executionDateMinimumWireTransferAtBank: '07/04/2026',
  executionDateMinimumWireTransferInternal: '03/04/2026',
  holidays: ['06/04/2026'],
  currency: {
    currencyList: [{ label: 'Euro', value: 'EUR', rate: '1' }],
    updated: { date: '02/04/2026', hour: '18:30' },
    selected: 'EUR',
  },
  countries: [{ label: 'Italia', value: '086' }],
}

type Row = {
  data: unknown
  call: (client: BankClient) => Promise<unknown>
  /** Without these the answer means nothing. */
  needed?: string[]
  /** Without these the row does. */
  needsResource?: true
}

const calls: Record<string, Row> = {
  getCustomerId: {
    data: { customerid: '10023456' },
    call: (client) => client.getCustomerId(callContext()),
    needed: ['customerid'],
  },
  listAccounts: {
    data: { accounts: [account] },
    call: (client) => client.listAccounts(callContext(), customer),
    needed: ['accounts'],
  },
  requestConsent: {
    data: { categoriesOutcome: [{ name: 'PAYMENTS', outcome: true }] },
    call: (client) => client.requestConsent(callContext(), { ...customer, scopes: [] }),
  },
  revokeConsent: {
    data: { categoriesOutcome: [{ name: 'PAYMENTS', outcome: true }] },
    call: (client) => client.revokeConsent(callContext(), { ...customer, scopes: [] }),
  },
  startSca: {
    data: { scaRedirectURL: 'https://login.bank.example/sca', chosenScaApproach: 'REDIRECT' },
    call: (client) =>
      client.startSca(callContext(), { resourceId, redirectUri: 'https://tpp.example/api/sca/callback/x' }),
    needed: ['scaRedirectURL'],
  },
  confirmConsent: {
    data: {},
    call: (client) => client.confirmConsent(callContext(), { ...customer, resourceId, change: 'request' }),
  },
  confirmRevocation: {
    data: {},
    call: (client) => client.confirmConsent(callContext(), { ...customer, resourceId, change: 'revoke' }),
  },
  listConsents: {
    data: { categories: [{ name: 'PAYMENTS', products: ['Ab12Cd34Ef', { productId: 'Gh56Ij78Kl' }] }] },
    call: (client) => client.listConsents(callContext(), customer),
  },
  getOperationStatus: {
    data: {
      ...{ creationTimestamp: '2026-04-03T10:11:12', authorizationStatus: 'AUTHORIZED' },
      executionStatus: 'PENDING',
    },
    call: (client) => client.getOperationStatus(callContext(), { resourceId }),
  },
  prepareTransfer: {
    data: preparation,
    call: (client) => client.prepareTransfer(callContext(), product),
  },
  verifyTransfer: {
    data: verdict,
    call: (client) => client.verifyTransfer(callContext(), { ...product, order }),
    needsResource: true,
  },
  verifyStep: {
    data: verdict,
    call: (client) => client.verifyStep(callContext(), { step: verifyStep, data: {} }),
  },
  executeTransfer: {
    data: { cro: '0542812345', moneyTransferOffline: false, sendEmailEnabled: true },
    call: (client) => client.executeTransfer(callContext(), { step: executeStep }),
  },
  getCustomerDetails: {
    data: { firstName: 'Anna', address: { city: 'Bergamo' } },
    call: (client) => client.getCustomerDetails(callContext(), customer),
  },
  listProducts: {
    data: { products: [{ ...account, owner: 'Anna' }] },
    call: (client) => client.listProducts(callContext(), customer),
    needed: ['products'],
  },
  getProduct: {
    data: { holder: 'Anna', limits: { daily: '100.00' } },
    call: (client) => client.getProduct(callContext(), product),
  },
  getBalance: {
    data: { accountBalance: money, availableBalance: money, date: '03/04/2026', other: 'x' },
    call: (client) => client.getBalance(callContext(), product),
  },
  listTransactions: {
    data: { transactionsAccounting: [movementRow(1)], transactionsNotAccounting: [movementRow(2)] },
    call: async (client) => (await client.listTransactions(callContext(), product).next()).value,
  },
}

type Path = readonly (string | number)[]

/** What is in them has rules of its own (unit/bank/reading/hal.test.ts). */
const isInLinks = ([first, ...rest]: Path) => rest.length > 0 && /^_(links|embedded)$/.test(String(first))

/** Every place in a value, from the outside in. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = [...path, Array.isArray(value) ? Number(name) : name]
    return [place, ...placesIn(inner, place)]
  })
}

/** A copy with one place changed; `undefined` takes it away, of a list too. */
function changed(value: unknown, path: Path, put: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return put
  if (Array.isArray(value)) {
    const inner = changed(value[Number(name)], rest, put)
    return value.flatMap((other, index) => (index !== name ? [other] : inner === undefined ? [] : [inner]))
  }
  if (typeof value !== 'object' || value === null) throw new Error('no such place')
  return { ...value, [name]: changed(Reflect.get(value, name), rest, put) }
}

const beside = {
  resources: { resourceId },
  _links: {
    self: { href: 'x', method: 'GET' },
    next: { href: `${resourceId}/execute`, method: 'PUT' },
    curies: [{ href: `https://localhost${group}/{rel}`, name: 'moneyTransfer' }],
  },
  _embedded: { printer: { href: 'https://localhost/psd2/v0/x', method: 'GET' } },
}
const RESULT = {
  messages: [{ code: 'S1', message: 'Fatto', type: 'SUCCESS', detail: 'x' }],
  ...{ outcome: 'SUCCESS', flushMessages: false, requestId: 'r-1', result: true },
}

/** What a call makes of a whole answer. */
async function readOf({ call }: Row, whole: object): Promise<unknown> {
  const text = JSON.stringify(whole).replaceAll('https://localhost', bank.origin)
  bank.answer((request) => bank.seal(request, { body: text }))
  return call(client).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'BankProtocolError') throw error
    return `refused: ${'reason' in error ? error.reason : ''}`
  })
}

describe.each(Object.entries(calls))('%s', (_, row) => {
  const whole = { result: RESULT, data: row.data, ...beside }

  test('reads a field that is null or blank as one that is missing', async () => {
    const unlike: string[] = []
    for (const path of placesIn(whole)) {
      const place = path.join('.')
      // An item of a list that is null is not an item that is missing.
      if (isInLinks(path) || typeof path.at(-1) === 'number') continue
      const missing = JSON.stringify(await readOf(row, Object(changed(whole, path, undefined))))
      for (const blank of [null, '', ' ']) {
        const read = JSON.stringify(await readOf(row, Object(changed(whole, path, blank))))
        if (read !== missing) unlike.push(`${place} ${JSON.stringify(blank)}: ${read} and not ${missing}`)
      }
    }
    expect(unlike).toEqual([])
  })

  test('is refused only without what it needs', async () => {
    const { needed = [] } = row
    const refused: string[] = []
    for (const path of placesIn(whole)) {
      if (isInLinks(path)) continue
      const read = await readOf(row, Object(changed(whole, path, null)))
      if (typeof read === 'string') refused.push(path.join('.'))
    }
    const always = ['result', 'result.outcome']
    const data = /^refused/.test(String(await readOf(row, { ...whole, data: null }))) ? ['data'] : []
    const resource = row.needsResource ? ['resources', 'resources.resourceId'] : []
    const inData = needed.map((name) => `data.${name}`)
    expect(refused.sort()).toEqual([...always, ...data, ...inData, ...resource].sort())
  })

  test.each<[string, object]>([
    ['101 messages', { result: { ...RESULT, messages: Array(101).fill(RESULT.messages[0]) } }],
    ['10,001 messages', { result: { ...RESULT, messages: Array(10_001).fill(RESULT.messages[0]) } }],
    ['messages that are none', { result: { ...RESULT, messages: [5, 'x', null, [], {}] } }],
    ['messages that are no list', { result: { ...RESULT, messages: 'Fatto' } }],
    [
      'a long message',
      { result: { ...RESULT, messages: [{ code: 'x'.repeat(900), message: 'x'.repeat(9_000) }] } },
    ],
    ['a request id of 5,000 characters', { result: { ...RESULT, requestId: 'x'.repeat(5_000) } }],
    ['a request id that is a number', { result: { ...RESULT, requestId: 5 } }],
    ['flushMessages of another type', { result: { ...RESULT, flushMessages: 'no', result: [] } }],
    ['resources that are none', { resources: 5 }],
    ['links that are none', { _links: null }],
    ['links to nothing in `_embedded`', { _embedded: { printer: 5, other: [] } }],
    ['1,000 links in `_embedded`', { _embedded: Array(1_000).fill({ href: 'x', method: 'GET' }) }],
    ['further fields', { warnings: ['x'], result: { ...RESULT, more: { a: 1 } } }],
  ])('is a success with %s', async (name, odd) => {
    const read = await readOf(row, { ...whole, ...odd })
    const isRefused = typeof read === 'string' && read.startsWith('refused')
    expect(isRefused).toBe(row.needsResource === true && name.startsWith('resources'))
  })

  test('is a success with a resource that is no UUID, which is dropped', async () => {
    const read = await readOf(row, { ...whole, resources: { resourceId: 'TR-2026-1' } })
    if (row.needsResource) expect(read).toBe('refused: schema')
    else expect(String(read)).not.toMatch(/^refused/)
  })
})

test('a verified success of verify without a usable resource is reported as not understood, after one call', async () => {
  bank.answer((request) =>
    bank.seal(request, { body: envelope(verdict, {}, { resources: { resourceId: 'TR-2026-1' } }) }),
  )
  const { client, exchanges } = bank.client()
  const error = await refusalOf(client.verifyTransfer(callContext(), { ...product, order }))
  expect(error).toMatchObject({ reason: 'schema', detail: 'no resourceId' })
  expect(exchanges.map(({ odd }) => odd)).toEqual([['resources.resourceId']])
})
