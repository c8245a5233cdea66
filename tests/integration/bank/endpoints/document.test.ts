import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankLimits } from '@/lib/bank'
import {
  callContext,
  failureOf,
  type HostileBank,
  refusalOf,
  type SeenRequest,
  startHostileBank,
} from '@/tests/support/hostile-bank'
import { envelope, errorEnvelope, withHeader } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const product = { customerId: '10023456', productId: 'Ab12Cd34Ef' }
const base = '/psd2/v0/private/customers/10023456'
const client = (limits?: Partial<BankLimits>) => bank.client({ limits }).client
const targets = () => bank.requests.map(({ method, target }) => `${method} ${target}`)

describe('document', () => {
  const documentPath = `${base}/products/Ab12Cd34Ef/common/printer/0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c/retrieve`
  const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0xff, 0xfe, 0x00, 0x0a, 0x7b])
  const document = (limits?: Partial<BankLimits>) =>
    client(limits).getDocument(callContext(), { documentPath })
  const sealed = (request: SeenRequest, contentType: string | undefined, body = bytes) =>
    withHeader(bank.seal(request, { body }), 'Content-Type', contentType)

  test('is the bytes that were signed, and their type', async () => {
    bank.answer((request) => sealed(request, 'Application/PDF; charset="x"'))
    expect(await document()).toEqual({ bytes, contentType: 'application/pdf; charset="x"' })
    expect(targets()).toEqual([`GET ${documentPath}`])
  })

  test('is found where the spec puts it when execute was not heard', async () => {
    bank.answer((request) => sealed(request, 'application/pdf'))
    const resourceId = '0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c'
    await client().getDocument(callContext(), { ...product, resourceId })
    expect(targets()).toEqual([`GET ${documentPath}`])
  })

  test.each([undefined, '', 'pdf', 'text/html\t<script>', 'text/html, text/plain'])(
    'of the type %j is bytes of no type',
    async (type) => {
      bank.answer((request) => sealed(request, type))
      expect((await document()).contentType).toBe('application/octet-stream')
    },
  )

  test.each(['application/json', 'application/json; charset=utf-8', 'application/hal+json'])(
    'that is a PDF is one, although its type says %j',
    async (type) => {
      bank.answer((request) => sealed(request, type))
      expect(await document()).toEqual({ bytes, contentType: 'application/pdf' })
    },
  )

  test('that was altered is not believed', async () => {
    bank.answer((request) => ({ ...sealed(request, 'application/pdf'), body: Buffer.from('%PDF-other') }))
    expect(await refusalOf(document())).toMatchObject({ reason: 'digest_mismatch' })
  })

  test.each<[string, number, number, string]>([
    ['too large', 10, 9, 'body_too_large'],
    ['empty', 0, 9, 'empty_body'],
  ])('that is %s is refused', async (_, length, documentBytes, reason) => {
    bank.answer((request) => sealed(request, 'application/pdf', Buffer.alloc(length)))
    expect(await failureOf(document({ documentBytes }))).toMatchObject({ reason })
  })

  test('of 5 MiB is taken', async () => {
    const largest = Buffer.alloc(5 * 1024 * 1024, 7)
    bank.answer((request) => sealed(request, 'application/pdf', largest))
    expect((await document()).bytes.equals(largest)).toBe(true)
  })

  test('a refusal is the bank’s refusal', async () => {
    bank.answer((request) => bank.seal(request, { status: 412, body: errorEnvelope('GONE') }))
    expect(await refusalOf(document())).toMatchObject({ name: 'BankApiError', code: 'GONE', status: 412 })
  })

  test('a success that is an envelope is no document, and one that says ERROR is a refusal', async () => {
    bank.answer((request) => bank.seal(request, { body: envelope({}) }))
    expect(await refusalOf(document())).toMatchObject({ reason: 'schema' })
    bank.answer((request) => bank.seal(request, { body: errorEnvelope('GONE') }))
    expect(await refusalOf(document())).toMatchObject({ name: 'BankApiError', code: 'GONE' })
  })

  test('a 204 and a redirect are no document', async () => {
    bank.answer(() => ({ status: 204, headers: [], body: Buffer.alloc(0) }))
    expect(await refusalOf(document())).toMatchObject({ name: 'BankProtocolError' })
    bank.answer((request) => bank.seal(request, { status: 302, extraHeaders: [['Location', '/x']] }))
    expect(await refusalOf(document())).toMatchObject({ reason: 'redirect_refused' })
  })

  test.each(['/doc', 'https://evil.example/psd2/v0/doc', '/psd2/v0/../doc', '@evil.example/psd2/v0/x'])(
    'is not asked for at %j',
    async (path) => {
      const call = client().getDocument(callContext(), { documentPath: path })
      await expect(call).rejects.toThrow(/^documentPath is not/)
      expect(bank.requests).toEqual([])
    },
  )
})
