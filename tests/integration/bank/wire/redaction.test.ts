import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BankClient, BankConfigError, createBankClient } from '@/lib/bank'
import {
  callContext,
  type HostileBank,
  type Reply,
  type SeenRequest,
  startHostileBank,
} from '@/tests/support/hostile-bank'
import { envelope, errorEnvelope, withHeader } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())

/** Secrets and personal data that a call carries one way or the other. */
const CANARY = {
  accessToken: 'canary-access-token',
  refreshToken: 'canary-refresh-token',
  code: 'canary-code',
  codeVerifier: 'canary-verifier',
  state: 'canary-state',
  clientSecret: 'canary-client-secret',
  cookie: 'canary-cookie',
  iban: 'IT60X0542811101000000123456',
  issuedToken: 'canary-issued-token',
  apitrackId: 'canary-apitrack',
  psuIpAddress: '203.0.113.77',
  prose: 'canary-bank-prose',
  product: 'canary-product',
  callbackId: 'canary-callback-id',
  amount: '73512.99',
  payee: 'canary-payee',
  note: 'canary-note',
  // The log names customers by pseudonyms; beside these no number of the bank may tell whose they are.
  customerId: 'canary-customer-id',
  productId: 'canaryProductId',
}

const context = { ...callContext(), accessToken: CANARY.accessToken, psuIpAddress: CANARY.psuIpAddress }
const withSession = { ...context, session: { apitrackId: CANARY.apitrackId, onApitrackId: () => {} } }
const redirectUri = 'http://localhost:3000/api/bank/callback'

const ids = { customerId: CANARY.customerId, productId: CANARY.productId }
const group = `/psd2/v0/private/customers/${ids.customerId}/products/${ids.productId}/moneyTransfer`
const resourceId = '0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c'
const order = {
  amount: CANARY.amount,
  currency: 'EUR',
  isUrgent: false,
  type: 'SEPA',
  executionDate: '2026-04-03',
  beneficiaryIban: CANARY.iban,
  beneficiaryName: CANARY.payee,
  description: CANARY.note,
}
const stepTo = (name: string) => ({ resourceId, path: `${group}/${resourceId}/${name}` })

const calls: ((client: BankClient) => Promise<unknown>)[] = [
  (client) => client.getCustomerId(withSession),
  (client) => client.listAccounts(withSession, ids),
  (client) =>
    client.oauth.startAuthorization({
      state: CANARY.state,
      codeChallenge: 'challenge',
      redirectUri,
      context,
    }),
  (client) =>
    client.oauth.exchangeCode({ code: CANARY.code, codeVerifier: CANARY.codeVerifier, redirectUri, context }),
  (client) => client.oauth.refreshToken({ refreshToken: CANARY.refreshToken, context }),
  (client) =>
    client.requestConsent(context, {
      ...ids,
      scopes: [{ category: 'PAYMENTS', productIds: [CANARY.product] }],
    }),
  (client) => client.confirmConsent(context, { ...ids, resourceId, change: 'request' }),
  (client) => client.listConsents(context, ids),
  (client) =>
    client.startSca(context, { resourceId, redirectUri: `https://tpp.example/${CANARY.callbackId}` }),
  (client) => client.getOperationStatus(context, { resourceId }),
  (client) => client.prepareTransfer(context, ids),
  (client) => client.verifyTransfer(context, { ...ids, order }),
  (client) =>
    client.verifyStep(context, {
      step: { kind: 'verify', number: 1, ...stepTo('verify1') },
      data: { note: CANARY.note },
    }),
  (client) => client.executeTransfer(context, { step: { kind: 'execute', ...stepTo('execute') } }),
  (client) => client.getCustomerDetails(context, ids),
  (client) => client.listProducts(context, ids),
  (client) => client.getBalance(context, ids),
  (client) => client.listTransactions(context, ids).next(),
  (client) => client.getDocument(context, { ...ids, resourceId }),
]

const secrets = { access_token: CANARY.issuedToken, iban: CANARY.iban, error_description: CANARY.prose }
const cookie: [string, string][] = [['Set-Cookie', `sid=${CANARY.cookie}`]]
const token = JSON.stringify({ ...secrets, token_type: 'Bearer' })

const listsOf = (row: object) => ({
  accounts: [row],
  categories: [row],
  categoriesOutcome: [row],
  transactionsAccounting: [row],
  chosenScaApproach: CANARY.prose,
  scaRedirectURL: `http://evil.example/${CANARY.prose}`,
  authorizationStatus: { [CANARY.iban]: CANARY.prose },
  accountBalance: { [CANARY.iban]: CANARY.prose },
})

const behaviours: [string, (request: SeenRequest) => Reply][] = [
  ['a good token', (request) => bank.seal(request, { body: token, extraHeaders: cookie })],
  [
    'a good answer',
    (request) => bank.seal(request, { body: envelope({ customerid: '1', ...listsOf(secrets) }) }),
  ],
  ['an answer of another shape', (request) => bank.seal(request, { body: envelope(secrets) })],
  [
    'an OAuth error',
    (request) => bank.seal(request, { status: 400, body: JSON.stringify({ error: 'x', ...secrets }) }),
  ],
  ['an error', (request) => bank.seal(request, { status: 500, body: errorEnvelope('ARC04', 'refused') })],
  ['not JSON', (request) => bank.seal(request, { body: `<html>${token}` })],
  ['a redirect with a token', (request) => redirect(request, `/x?access_token=${CANARY.issuedToken}`)],
  ['a redirect elsewhere', (request) => redirect(request, `https://evil.example/?code=${CANARY.code}`)],
  ['no signature', (request) => withHeader(bank.seal(request, { body: token }), 'Signature', undefined)],
  ['a wrong digest', (request) => ({ ...bank.seal(request), body: Buffer.from(token) })],
  ['unsigned', () => ({ status: 502, headers: cookie, body: Buffer.from(token) })],
  ['not HTTP', () => Buffer.from(`${CANARY.accessToken}\r\n\r\n`)],
  ['a closed connection', (request) => void request.socket.destroy()],
  ['silence', () => undefined],
]

function redirect(request: SeenRequest, location: string): Reply {
  return bank.seal(request, { status: 302, extraHeaders: [['Location', location], ...cookie] })
}

test.each(behaviours)(
  'LOG-1: %s leaves no secret in an error or an observed exchange',
  async (_, behaviour) => {
    bank.answer(behaviour)
    const application = { name: 'prova-app', clientId: 'client-1', clientSecret: CANARY.clientSecret }
    const { client, exchanges } = bank.client({ application, limits: { deadlineMilliseconds: 200 } })
    const written: string[] = []
    for (const call of calls) {
      await call(client).catch((error: unknown) => written.push(...everyForm(error)))
    }
    for (const exchange of exchanges) written.push(...everyForm(exchange))
    expect(exchanges.length).toBeGreaterThanOrEqual(calls.length)
    const leaked = Object.values(CANARY).filter((canary) => written.some((text) => text.includes(canary)))
    expect(leaked).toEqual([])
  },
)

test('LOG-1: an observed address still tells which call it was', async () => {
  bank.answer((request) => bank.seal(request, { body: envelope({ transactionsAccounting: [] }) }))
  const { client, exchanges } = bank.client()
  const days = { dateFrom: '2026-04-01', dateTo: '2026-04-03' }
  await client.listTransactions(context, { ...ids, ...days }).next()
  const path = '/private/customers/{customerId}/products/{productId}/transactions/retrieve'
  expect(exchanges[0]?.url).toContain(path)
  expect(exchanges[0]?.url).toContain('dateFrom=01/04/2026')
  expect(exchanges[0]?.signingString).toContain(path)
})

test('LOG-1: a call that cannot be made names the value, and does not show it', async () => {
  const { client } = bank.client()
  const call = client.getCustomerId({ ...context, accessToken: `${CANARY.accessToken}\r\n` })
  const error = await call.catch((thrown: unknown) => thrown)
  expect(everyForm(error).join()).toContain('accessToken cannot be sent')
  expect(everyForm(error).join()).not.toContain(CANARY.accessToken)
})

test('LOG-1: a configuration that cannot be used does not show its keys', () => {
  const key = bank.pki.qwac.keyPem.replace(/[A-Za-z0-9+/=]{64}\n/, '')
  const qwac = { certificate: bank.pki.qwac.pem, key }
  const deps = { now: () => new Date(), newId: () => '' }
  const line = key.split('\n')[2] ?? ''
  try {
    createBankClient(bank.config({ qwac }), deps)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(BankConfigError)
    expect(everyForm(error).join()).toContain('TPP_QWAC_KEY')
    expect(everyForm(error).join()).not.toContain(line)
  }
})

test('an observer that throws does not lose the answer', async () => {
  bank.answer((request) => bank.seal(request, { body: envelope({ customerid: '1' }) }))
  const client = createBankClient(bank.config(), {
    now: () => new Date(),
    newId: () => callContext().transactionId,
    observe: () => {
      throw new Error('the log is full')
    },
  })
  expect(await client.getCustomerId(callContext())).toEqual({ customerId: '1' })
  await client.close()
})

/** All that a logger might write of a value. */
function everyForm(value: unknown): string[] {
  const stack = value instanceof Error ? (value.stack ?? '') : ''
  return [String(value), stack, JSON.stringify(value) ?? '', inspect(value, { depth: 10, showHidden: true })]
}
