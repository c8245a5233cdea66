import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankClient, ConsentScope } from '@/lib/bank'
import { callContext, type HostileBank, refusalOf, startHostileBank } from '@/tests/support/hostile-bank'
import { envelope, errorEnvelope } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const resourceId = '0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c'
const customerId = '10023456'
const scopes: ConsentScope[] = [
  { category: 'ACCOUNT_INFO', productIds: ['Ab12Cd34Ef', 'Gh56Ij78Kl'] },
  { category: 'PAYMENTS', productIds: ['Ab12Cd34Ef'] },
]
const answerWith = (data: unknown, rest: object = { resources: { resourceId } }) =>
  bank.answer((request) => bank.seal(request, { body: envelope(data, {}, rest) }))
const bodySent = () => JSON.parse(bank.requests[0]?.body.toString() ?? '')
const client = () => bank.client().client

describe.each(['requestConsent', 'revokeConsent'] as const)('%s', (name) => {
  const change = () => client()[name](callContext(), { customerId, scopes })

  test('sends categories with their products and tells each outcome', async () => {
    answerWith({
      categoriesOutcome: [
        { name: 'ACCOUNT_INFO', outcome: true },
        { name: 'PAYMENTS', outcome: false },
      ],
    })
    expect(await change()).toEqual({
      resourceId,
      outcomes: [
        { category: 'ACCOUNT_INFO', isAccepted: true },
        { category: 'PAYMENTS', isAccepted: false },
      ],
      odd: [],
    })
    const path = name === 'requestConsent' ? 'request' : 'revoke'
    expect(bank.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `POST /psd2/v0/private/customers/10023456/consent/${path}`,
    ])
    expect(bodySent()).toEqual({
      data: {
        categories: [
          { name: 'ACCOUNT_INFO', products: ['Ab12Cd34Ef', 'Gh56Ij78Kl'] },
          { name: 'PAYMENTS', products: ['Ab12Cd34Ef'] },
        ],
      },
    })
  })

  test('keeps the resource when the outcomes are odd or missing', async () => {
    answerWith({
      categoriesOutcome: [{ name: 'PAYMENTS', outcome: 'true' }, null, { name: 'X', outcome: true }],
    })
    expect(await change()).toEqual({
      resourceId,
      outcomes: [{ category: 'X', isAccepted: true }],
      odd: ['categoriesOutcome'],
    })
    answerWith(undefined)
    expect(await change()).toEqual({ resourceId, outcomes: [], odd: [] })
  })

  test('without a resource has nothing to confirm', async () => {
    answerWith({ categoriesOutcome: [{ name: 'PAYMENTS', outcome: false }] }, {})
    expect(await change()).toMatchObject({ resourceId: undefined })
  })
})

describe('confirmConsent', () => {
  test.each(['request', 'revoke'] as const)('of a %s sends an empty object, once', async (change) => {
    answerWith({})
    await client().confirmConsent(callContext(), { customerId, resourceId, change })
    const [sent, ...more] = bank.requests
    expect(more).toEqual([])
    expect(`${sent?.method} ${sent?.target} ${sent?.body}`).toBe(
      `PUT /psd2/v0/private/customers/10023456/consent/${change}/${resourceId}/confirm {}`,
    )
  })

  test('DAT-10: takes a 204 for a success', async () => {
    bank.answer(() => ({ status: 204, headers: [], body: Buffer.alloc(0) }))
    await client().confirmConsent(callContext(), { customerId, resourceId, change: 'revoke' })
    expect(bank.requests).toHaveLength(1)
  })

  test('that is refused says so, once', async () => {
    bank.answer((request) => bank.seal(request, { status: 403, body: errorEnvelope('SCA_MISSING') }))
    const call = client().confirmConsent(callContext(), { customerId, resourceId, change: 'request' })
    expect(await refusalOf(call)).toMatchObject({ code: 'SCA_MISSING', status: 403 })
    expect(bank.requests).toHaveLength(1)
  })
})

describe('listConsents', () => {
  const list = () => client().listConsents(callContext(), { customerId })

  test('lists what is in force', async () => {
    answerWith({ categories: [{ name: 'PAYMENTS', products: ['Ab12Cd34Ef'] }] })
    expect(await list()).toEqual({
      kind: 'read',
      grants: [{ category: 'PAYMENTS', productIds: ['Ab12Cd34Ef'] }],
      oddRows: 0,
      isWhole: true,
    })
    expect(bank.requests[0]?.target).toBe('/psd2/v0/private/customers/10023456/consent/list')
  })

  test.each([[undefined], [null], [{}], [{ state: 'none' }]])('data %j is unreadable', async (data) => {
    answerWith(data)
    expect(await list()).toEqual({ kind: 'unreadable' })
  })

  test('an unsigned 204 is unreadable too', async () => {
    bank.answer(() => ({ status: 204, headers: [], body: Buffer.alloc(0) }))
    expect(await list()).toEqual({ kind: 'unreadable' })
  })
})

describe('startSca', () => {
  const redirectUri = 'https://tpp.example/api/sca/callback/an-unguessable-id'
  const start = (overrides = {}) =>
    bank.client(overrides).client.startSca(callContext(), { resourceId, redirectUri })
  const page = 'https://login.bank.example/sca?session=1'

  test('says where to come back to, and where the browser goes', async () => {
    answerWith({ scaRedirectURL: page, chosenScaApproach: 'REDIRECT' })
    const { client, exchanges } = bank.client()
    const started = await client.startSca(callContext(), { resourceId, redirectUri })
    expect(started).toEqual({ approach: 'redirect', browserUrl: page })
    const [sent] = bank.requests
    expect(`${sent?.method} ${sent?.target}`).toBe(
      `GET /psd2/v0/private/auth/security/sca/${resourceId}/approach`,
    )
    expect(sent?.header('TPP-Redirect-URI')).toBe(redirectUri)
    expect(exchanges[0]?.requestHeaders['tpp-redirect-uri']).toBe('[redacted]')
    expect(JSON.stringify(exchanges)).not.toContain('unguessable')
  })

  test('sends the header with no other call', async () => {
    answerWith({ customerid: '1' })
    await client().getCustomerId(callContext())
    expect(bank.requests[0]?.headers.map(([name]) => name)).not.toContain('TPP-Redirect-URI')
  })

  test.each<[string, object, object]>([
    ['DECOUPLED', { chosenScaApproach: 'DECOUPLED' }, { approach: 'decoupled' }],
    [
      'DECOUPLED with an address',
      { chosenScaApproach: 'DECOUPLED', scaRedirectURL: 'javascript:1' },
      { approach: 'decoupled' },
    ],
    ['no approach', { scaRedirectURL: page }, { approach: 'redirect', browserUrl: page }],
    [
      'an unknown approach',
      { chosenScaApproach: 'EMBEDDED', scaRedirectURL: page },
      { approach: 'unsupported' },
    ],
  ])('reads %s', async (_, data, expected) => {
    answerWith(data)
    expect(await start()).toEqual(expected)
  })

  test.each([
    'http://login.bank.example/sca',
    'javascript:alert(1)',
    '//login.bank.example/sca',
    'https://user:pass@login.bank.example/',
    '/sca',
    '',
    null,
    undefined,
  ])('sends the browser not to %j', async (scaRedirectURL) => {
    answerWith({ scaRedirectURL, chosenScaApproach: 'REDIRECT' })
    expect(await refusalOf(start())).toMatchObject({ reason: 'redirect_refused' })
  })

  test('sends the browser only to the configured origin', async () => {
    answerWith({ scaRedirectURL: page, chosenScaApproach: 'REDIRECT' })
    expect(await start({ browserOrigins: ['https://login.bank.example'] })).toMatchObject({
      approach: 'redirect',
    })
    expect(await refusalOf(start({ browserOrigins: ['https://other.example'] }))).toMatchObject({
      reason: 'redirect_refused',
      detail: 'another origin',
    })
  })

  test('believes no answer about another resource', async () => {
    const other = { resources: { resourceId: '1b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c' } }
    answerWith({ scaRedirectURL: page, chosenScaApproach: 'REDIRECT' }, other)
    expect(await refusalOf(start())).toMatchObject({ reason: 'schema', detail: 'another resource' })
  })

  test.each(['http://tpp.example/x', 'https://tpp.example/\r\nX: y', 'callback', ''])(
    'is not asked to come back to %j',
    async (address) => {
      const call = client().startSca(callContext(), { resourceId, redirectUri: address })
      await expect(call).rejects.toThrow(/^redirectUri/)
      expect(bank.requests).toEqual([])
    },
  )
})

describe('PSD2_SCA_REQUIRED', () => {
  test('carries the resource to approve', async () => {
    const { result } = JSON.parse(errorEnvelope('PSD2_SCA_REQUIRED'))
    const body = JSON.stringify({ result, data: {}, resources: { resourceId } })
    bank.answer((request) => bank.seal(request, { status: 403, body }))
    const call = client().getBalance(callContext(), { customerId, productId: 'Ab12Cd34Ef' })
    expect(await refusalOf(call)).toMatchObject({ code: 'PSD2_SCA_REQUIRED', resourceId })
  })
})

describe('the batch application', () => {
  const batchApplication = { name: 'prova-batch', clientId: 'client-2', clientSecret: 'secret-2' }
  const batch = () => ({ ...callContext(), application: 'batch' as const })
  const execute = { kind: 'execute', resourceId, path: `/psd2/v0/x/${resourceId}/execute` } as const
  const product = { customerId, productId: 'Ab12Cd34Ef' }
  const order = {
    amount: '1.00',
    currency: 'EUR',
    isUrgent: false,
    type: 'SEPA',
    executionDate: '2026-04-03',
    beneficiaryIban: 'IT60X0542811101000000123456',
    beneficiaryName: 'Anna',
    description: '',
  }

  test.each<[string, (client: BankClient) => Promise<unknown>]>([
    ['requestConsent', (client) => client.requestConsent(batch(), { customerId, scopes })],
    ['revokeConsent', (client) => client.revokeConsent(batch(), { customerId, scopes })],
    [
      'confirmConsent',
      (client) => client.confirmConsent(batch(), { customerId, resourceId, change: 'request' }),
    ],
    ['startSca', (client) => client.startSca(batch(), { resourceId, redirectUri: 'https://tpp.example/x' })],
    ['prepareTransfer', (client) => client.prepareTransfer(batch(), product)],
    ['verifyTransfer', (client) => client.verifyTransfer(batch(), { ...product, order })],
    ['executeTransfer', (client) => client.executeTransfer(batch(), { step: execute })],
  ])('%s is not called as it', async (name, call) => {
    await expect(call(bank.client({ batchApplication }).client)).rejects.toThrow(
      new TypeError(`${name} is not a call of the batch application`),
    )
    expect(bank.requests).toEqual([])
  })

  test.each<[string, (client: BankClient) => Promise<unknown>]>([
    ['listConsents', (client) => client.listConsents(batch(), { customerId })],
    ['listProducts', (client) => client.listProducts(batch(), { customerId })],
    ['getBalance', (client) => client.getBalance(batch(), product)],
    ['listTransactions', (client) => client.listTransactions(batch(), product).next()],
  ])('%s is signed by it', async (_, call) => {
    answerWith({ categories: [], products: [], transactionsAccounting: [] }, {})
    await call(bank.client({ batchApplication }).client)
    expect(bank.requests[0]?.header('Signature')).toContain('keyId="prova-batch"')
  })
})
