import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankClient, ExecuteStep, TransferOrder, VerifyStep } from '@/lib/bank'
import {
  callContext,
  failureOf,
  type HostileBank,
  refusalOf,
  type SeenRequest,
  startHostileBank,
} from '@/tests/support/hostile-bank'
import { envelope, withHeader } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const resourceId = '0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c'
const product = { customerId: '10023456', productId: 'Ab12Cd34Ef' }
const group = '/psd2/v0/private/customers/10023456/products/Ab12Cd34Ef/moneyTransfer'
const order: TransferOrder = {
  amount: '1250.00',
  currency: 'EUR',
  isUrgent: false,
  type: 'SEPA',
  executionDate: '2026-04-03',
  beneficiaryIban: 'IT60X0542811101000000123456',
  beneficiaryName: 'Niccolò D’Amico',
  description: 'Affitto aprile',
}
const execute: ExecuteStep = { kind: 'execute', resourceId, path: `${group}/${resourceId}/execute` }
const furtherVerify: VerifyStep = {
  kind: 'verify',
  resourceId,
  number: 1,
  path: `${group}/${resourceId}/verify1`,
}

const client = () => bank.client().client
const verify = (given: Partial<TransferOrder> = {}) =>
  client().verifyTransfer(callContext(), { ...product, order: { ...order, ...given } })
const linkTo = (href: string, method = 'PUT') => ({
  self: { href: 'verify', method: 'POST' },
  next: { href, method },
  curies: [{ href: `${bank.origin}${group}/{rel}`, name: 'moneyTransfer' }],
})
const answerWith = (data: unknown, rest: object = {}, result: Record<string, unknown> = {}) =>
  bank.answer((request) =>
    bank.seal(request, { body: envelope(data, result, { resources: { resourceId }, ...rest }) }),
  )

const VERIFIED = {
  totalAmount: { amount: '1251.50', currency: 'EUR' },
  commissions: { commissions: '1.50', currency: 'EUR' },
  equivalentAmount: { amount: '', currency: '' },
  bankName: 'BANCA DI PROVA',
  branchName: 'BERGAMO',
  address: ' ',
  moneyTransferOffline: false,
  holdersEnabled: true,
}

describe('verify', () => {
  test('sends the order as the spec writes it, and tells the verdict and what comes next', async () => {
    const messages = [{ code: 'W1', message: 'Domani', type: 'WARNING', detail: '' }]
    answerWith(VERIFIED, { _links: linkTo(`${resourceId}/execute`) }, { messages })
    expect(await verify()).toEqual({
      resourceId,
      total: { amount: '1251.50', currency: 'EUR' },
      commission: { amount: '1.50', currency: 'EUR' },
      equivalent: undefined,
      bankName: 'BANCA DI PROVA',
      branchName: 'BERGAMO',
      address: undefined,
      isOffline: false,
      holdersEnabled: true,
      next: execute,
      messages,
      odd: [],
    })
    const [sent] = bank.requests
    expect(`${sent?.method} ${sent?.target}`).toBe(`POST ${group}/verify`)
    expect(JSON.parse(sent?.body.toString() ?? '')).toEqual({
      data: {
        moneyTransferAmount: { currency: 'EUR', amount: '1250.00' },
        flagUrgency: false,
        type: 'SEPA',
        moneyTransferExecutionDate: '03/04/2026',
        ibanBeneficiary: 'IT60X0542811101000000123456',
        beneficiaryName: 'Niccolò D’Amico',
        description: 'Affitto aprile',
      },
    })
  })

  test('a fee that is missing is not zero, one that is odd is marked', async () => {
    answerWith({ totalAmount: { amount: '1.250,00', currency: 'EUR' } }, { _links: linkTo('x') })
    expect(await verify()).toMatchObject({ total: undefined, commission: undefined, odd: ['totalAmount'] })
  })

  test.each<[string, () => object, object]>([
    ['a further verify', () => linkTo(`${resourceId}/verify1`), furtherVerify],
    ['a step nobody knows', () => linkTo(`${resourceId}/sign`), { kind: 'unknown' }],
    ['no next', () => ({ self: { href: 'verify', method: 'POST' }, curies: [] }), { kind: 'unknown' }],
  ])('%s is a value to decide on', async (_, links, next) => {
    answerWith(VERIFIED, { _links: links() })
    expect((await verify()).next).toEqual(next)
  })

  test('a next on another origin is refused', async () => {
    const curies = [{ href: `https://evil.example${group}/{rel}`, name: 'x' }]
    answerWith(VERIFIED, { _links: { ...linkTo(`${resourceId}/execute`), curies } })
    expect(await refusalOf(verify())).toMatchObject({ reason: 'link_refused' })
  })

  test('without a resource is refused', async () => {
    answerWith(VERIFIED, { resources: null, _links: linkTo(`${resourceId}/execute`) })
    expect(await refusalOf(verify())).toMatchObject({ reason: 'schema', detail: 'no resourceId' })
  })

  test.each<[string, Partial<TransferOrder>]>([
    ['order.amount', { amount: '12.5' }],
    ['order.amount', { amount: '-12.50' }],
    ['order.amount', { amount: '12,50' }],
    ['order.currency', { currency: 'eur' }],
    ['order.executionDate', { executionDate: '03/04/2026' }],
    ['order.executionDate', { executionDate: '2026-02-30' }],
  ])('an order whose %s cannot be sent is not sent', async (name, change) => {
    await expect(verify(change)).rejects.toThrow(new RegExp(`^${name}`))
    expect(bank.requests).toEqual([])
  })
})

describe('a further verify', () => {
  const further = () => client().verifyStep(callContext(), { step: furtherVerify, data: { holder: '2' } })

  test('goes where the bank said, and leads on', async () => {
    answerWith(VERIFIED, { _links: linkTo(`${resourceId}/execute`) })
    expect(await further()).toMatchObject({ resourceId, total: { amount: '1251.50' }, next: execute })
    expect(bank.requests[0]).toMatchObject({ method: 'PUT', target: furtherVerify.path })
    expect(bank.requests[0]?.body.toString()).toBe('{"data":{"holder":"2"}}')
  })

  test('that asks for itself again leads nowhere', async () => {
    answerWith(VERIFIED, { _links: linkTo(`${resourceId}/verify1`) })
    expect((await further()).next).toEqual({ kind: 'unknown' })
  })

  test('believes no answer about another resource', async () => {
    answerWith(VERIFIED, { resources: { resourceId: '1b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c' } })
    expect(await refusalOf(further())).toMatchObject({ reason: 'schema', detail: 'another resource' })
  })
})

describe('execute', () => {
  const run = (step = execute) => client().executeTransfer(callContext(), { step })
  const printer = (href: string, method = 'GET') => ({ _embedded: { printer: { href, method } } })
  const printed = `${group.replace('/moneyTransfer', '')}/common/printer/${resourceId}/retrieve`

  test('goes where verify said and tells the reference and where the document is', async () => {
    const messages = [{ code: 'S1', message: 'Inviato', type: 'SUCCESS', detail: '' }]
    answerWith(
      { cro: '0542812345', moneyTransferOffline: false, sendEmailEnabled: true },
      printer(bank.origin + printed),
      { messages },
    )
    expect(await run()).toEqual({
      cro: '0542812345',
      isOffline: false,
      sendEmailEnabled: true,
      documentPath: printed,
      messages,
      odd: [],
    })
    expect(`${bank.requests[0]?.method} ${bank.requests[0]?.target} ${bank.requests[0]?.body}`).toBe(
      `PUT ${execute.path} {}`,
    )
  })

  test.each<[string, unknown, () => object, string[]]>([
    ['without data', undefined, () => ({}), []],
    ['with odd data', { cro: {}, sendEmailEnabled: 'x' }, () => ({}), ['cro', 'sendEmailEnabled']],
    [
      'with a printer elsewhere',
      {},
      () => printer('https://evil.example/psd2/v0/doc'),
      ['_embedded.printer'],
    ],
    ['with a printer outside the base path', {}, () => printer(`${bank.origin}/doc`), ['_embedded.printer']],
    ['with a printer to POST to', {}, () => printer(bank.origin + printed, 'POST'), ['_embedded.printer']],
    ['with a malformed printer', {}, () => ({ _embedded: { printer: 5 } }), ['_embedded.printer']],
    [
      'with another resource',
      {},
      () => ({ resources: { resourceId: '1b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c' } }),
      ['resources.resourceId'],
    ],
  ])('a success %s is a success', async (_, data, rest, odd) => {
    answerWith(data, rest())
    expect(await run()).toMatchObject({ cro: undefined, documentPath: undefined, odd })
  })

  test('an unsigned 204 proves nothing', async () => {
    bank.answer(() => ({ status: 204, headers: [], body: Buffer.alloc(0) }))
    expect(await failureOf(run())).toMatchObject({ name: 'BankProtocolError', reason: 'schema' })
    expect(bank.requests).toHaveLength(1)
  })

  test('a stored step that leads elsewhere is not called', async () => {
    const path = execute.path.replace('/execute', '/verify1')
    await expect(run({ ...execute, path })).rejects.toThrow(TypeError)
    expect(bank.requests).toEqual([])
  })
})

const writes: [string, (client: BankClient) => Promise<unknown>][] = [
  ['verify', (client) => client.verifyTransfer(callContext(), { ...product, order })],
  ['verify<N>', (client) => client.verifyStep(callContext(), { step: furtherVerify, data: {} })],
  ['execute', (client) => client.executeTransfer(callContext(), { step: execute })],
  [
    'confirm',
    (client) => client.confirmConsent(callContext(), { ...product, resourceId, change: 'request' }),
  ],
]

describe.each(writes)('%s is never repeated', (_, call) => {
  test.each([412, 417, 420, 422, 500])(
    'PAY-3: %d is the bank’s word, with its field, after one hit',
    async (status) => {
      const messages = [{ code: 'E1', message: 'No', type: 'ERROR', detail: 'ibanBeneficiary' }]
      const body = envelope({}, { outcome: 'ERROR', messages })
      bank.answer((request) => bank.seal(request, { status, body }))
      const error = await refusalOf(call(client()))
      expect(error).toMatchObject({ status, code: 'E1', messages, details: ['ibanBeneficiary'] })
      expect(bank.requests).toHaveLength(1)
    },
  )

  test('TLS-4: a connection closed after reading is an unknown outcome after one hit', async () => {
    const { client } = bank.client()
    answerWith({ customerid: '1' })
    // So that the connection is a kept-alive one.
    await client.getCustomerId(callContext())
    bank.requests.length = 0
    bank.answer((request) => void request.socket.destroy())
    const error = await failureOf(call(client))
    expect(error).toMatchObject({ name: 'BankUnreachableError', reason: 'closed', sent: true })
    expect(bank.requests).toHaveLength(1)
  })

  test.each<[string, (request: SeenRequest) => ReturnType<HostileBank['seal']>]>([
    ['a gateway’s 504', () => ({ status: 504, headers: [], body: Buffer.from('<html>') })],
    [
      'an unsigned answer',
      (request) => withHeader(bank.seal(request, { body: envelope({}) }), 'Signature', undefined),
    ],
  ])('%s is not believed, after one hit', async (_, reply) => {
    bank.answer(reply)
    expect(await failureOf(call(client()))).toMatchObject({ name: 'BankProtocolError' })
    expect(bank.requests).toHaveLength(1)
  })
})
