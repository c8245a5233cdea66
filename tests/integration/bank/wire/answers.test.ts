import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  callContext,
  type HostileBank,
  type Reply,
  refusalOf,
  startHostileBank,
} from '@/tests/support/hostile-bank'
import { envelope, errorEnvelope } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const CUSTOMER = envelope({ customerid: '10023456' })
const getCustomerId = () => bank.client().client.getCustomerId(callContext())

describe('refusals of the bank', () => {
  test.each([400, 401, 403, 412, 417, 420, 422, 500])(
    '%d, signed, is a BankApiError with its code',
    async (status) => {
      bank.answer((request) => bank.seal(request, { status, body: errorEnvelope('ARC04') }))
      const error = await refusalOf(getCustomerId())
      expect(error).toMatchObject({ name: 'BankApiError', status, code: 'ARC04', requestId: 'r-1' })
      expect(bank.requests).toHaveLength(1)
    },
  )

  test('carry the ids to quote to support', async () => {
    bank.answer((request) => bank.seal(request, { status: 500, body: errorEnvelope('X') }))
    const context = callContext()
    const error = await refusalOf(bank.client().client.getCustomerId(context))
    expect(error).toMatchObject({
      transactionId: context.transactionId,
      tppRequestId: bank.requests[0]?.header('TPP-Request-ID'),
      bankRequestId: 'r-1',
    })
  })

  test('SIG-1: a 412 TPP_SIGN_VFY is observed with the signing string that was used', async () => {
    bank.answer((request) => bank.seal(request, { status: 412, body: errorEnvelope('TPP_SIGN_VFY') }))
    const { client, exchanges } = bank.client()
    await refusalOf(client.prepareTransfer(callContext(), { customerId: 'Ab1', productId: 'Cd2' }))
    expect(exchanges[0]?.error).toEqual({ name: 'BankApiError', reason: '412 TPP_SIGN_VFY' })
    const path = 'customers/{customerId}/products/{productId}/moneytransfer/prepare'
    expect(exchanges[0]?.signingString).toContain(`get /psd2/v0/private/${path}\n`)
    expect(bank.requests[0]?.target).toBe('/psd2/v0/private/customers/Ab1/products/Cd2/moneyTransfer/prepare')
  })
})

describe('DAT-9: a gateway answers in the bank’s place', () => {
  const html = Buffer.from('<html><body>502 Bad Gateway</body></html>')
  test.each([
    [502, 'text/html'],
    [502, 'application/json'],
    [200, 'application/json'],
    [404, 'text/html'],
    [400, 'text/plain'],
  ])('%d %s, unsigned, is a named refusal with nothing of its text', async (status, type) => {
    bank.answer(() => ({ status, headers: [['Content-Type', type]], body: html }))
    const error = await refusalOf(getCustomerId())
    expect(error).toMatchObject({ name: 'BankProtocolError', reason: 'unsigned', status })
    expect(JSON.stringify(error) + error.message + error.stack).not.toMatch(/html|Gateway/)
  })

  test('unsigned well-formed JSON is not believed', async () => {
    bank.answer(() => ({ status: 200, headers: [], body: Buffer.from(CUSTOMER) }))
    expect(await refusalOf(getCustomerId())).toMatchObject({ reason: 'unsigned' })
  })

  test('HTML that the bank did sign is a named refusal', async () => {
    bank.answer((request) => bank.seal(request, { status: 502, body: html }))
    expect(await refusalOf(getCustomerId())).toMatchObject({ reason: 'not_json', status: 502 })
  })
})

describe('DAT-10: answers without a body', () => {
  const confirm = (data: z.ZodType) =>
    bank.apiCall()(
      callContext(),
      { operation: 'confirm', method: 'PUT', path: '/psd2/v0/confirm', body: {}, data },
      (answer) => answer,
    )
  const noContent: Reply = { status: 204, headers: [], body: Buffer.alloc(0) }

  test('204 is success without data where an endpoint allows it', async () => {
    bank.answer(() => noContent)
    expect(await confirm(z.undefined())).toMatchObject({ data: undefined })
  })

  test('204 is refused where data is expected', async () => {
    bank.answer(() => noContent)
    expect(await refusalOf(getCustomerId())).toMatchObject({ reason: 'schema', status: 204 })
  })

  test.each([
    ['with a content length', ''],
    ['in no chunks', 'Transfer-Encoding: chunked'],
  ])('a signed 200 of zero bytes %s is a bad answer', async (_, chunked) => {
    bank.answer((request) => {
      const answer = bank.seal(request)
      if (!chunked) return answer
      const headers = answer.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      return Buffer.from(`HTTP/1.1 200 OK\r\n${headers}${chunked}\r\n\r\n0\r\n\r\n`)
    })
    expect(await refusalOf(getCustomerId())).toMatchObject({ reason: 'empty_body' })
  })

  test('a signed 200 with null is a bad answer', async () => {
    bank.answer((request) => bank.seal(request, { body: 'null' }))
    expect(await refusalOf(getCustomerId())).toMatchObject({ reason: 'envelope' })
  })

  test('an empty data object is what a confirm answers', async () => {
    bank.answer((request) => bank.seal(request, { body: envelope({}) }))
    expect(await confirm(z.object({}))).toMatchObject({ data: {} })
    expect(bank.requests[0]?.body.toString()).toBe('{}')
    expect(bank.requests[0]?.header('Digest')).toBe('SHA-256=RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=')
  })
})

test('SIG-14: the bytes that are hashed are the bytes that arrive', async () => {
  bank.answer((request) => bank.seal(request, { body: envelope({}) }))
  const body = { data: { amount: '10.00', path: 'a/b', name: 'è' } }
  await bank.apiCall()(
    callContext(),
    { operation: 'verify', method: 'POST', path: '/psd2/v0/verify', body, data: z.unknown() },
    ({ data }) => data,
  )
  expect(bank.requests[0]?.body).toEqual(Buffer.from(JSON.stringify(body)))
})
