import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BankApiError, BankProtocolError } from '@/lib/bank'
import { callContext, type HostileBank, type Reply, startHostileBank } from '@/tests/support/hostile-bank'
import { type Answer, envelope, errorEnvelope, withHeader } from '@/tests/support/sealed-answer'

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
const listAccounts = () => bank.client().client.listAccounts(callContext(), { customerId: '10023456' })

async function refusalOf(call: Promise<unknown>): Promise<BankApiError | BankProtocolError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof BankApiError || error instanceof BankProtocolError) return error
  throw error ?? new Error('the call succeeded')
}

describe('endpoint 1', () => {
  test('tells the customer id', async () => {
    bank.answer((request) => bank.seal(request, { body: CUSTOMER }))
    expect(await getCustomerId()).toEqual({ customerId: '10023456' })
    expect(bank.requests[0]).toMatchObject({
      method: 'GET',
      target: '/psd2/v0/private/customers/customerid-info',
    })
  })

  test.each([{}, { customerid: 10023456 }, { customerid: '../1' }, { customerid: '' }, null, []])(
    'with data %j is refused: the id goes into paths',
    async (data) => {
      bank.answer((request) => bank.seal(request, { body: envelope(data) }))
      expect((await refusalOf(getCustomerId())).message).toMatch(/schema/)
    },
  )
})

describe('the request headers of the spec', () => {
  test('are all sent, the optional ones when they are known', async () => {
    bank.answer((request) => bank.seal(request, { body: CUSTOMER }))
    const context = {
      ...callContext(),
      acceptLanguage: 'it-IT, en;q=0.5',
      psuIpAddress: '2001:db8::1',
      viewId: 'accounts',
      session: { apitrackId: 'track-1', onApitrackId: () => {} },
    }
    await bank.client().client.getCustomerId(context)
    const sent = Object.fromEntries(bank.requests[0]?.headers ?? [])
    expect(sent).toMatchObject({
      Authorization: `Bearer ${context.accessToken}`,
      'TPP-Transaction-ID': context.transactionId,
      'TPP-Request-ID': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'TPP-Certificate': bank.pki.qseal.x509.raw.toString('base64'),
      Signature: expect.stringContaining('keyId="prova-app",algorithm="rsa-sha256"'),
      Date: expect.stringMatching(/ GMT$/),
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Accept-Language': 'it-IT, en;q=0.5',
      'SVC-Trace-Id': 'viewId=accounts',
      'svc-apitrack-id': 'track-1',
      'PSU-IP-Address': '2001:db8::1',
    })
    expect(sent).not.toHaveProperty('Digest')
  })

  test('carry the prefix that is configured', async () => {
    bank.answer((request) => {
      const answer = bank.seal(request, { body: CUSTOMER })
      const headers = answer.headers.map(([name, value]): [string, string] => [
        name.replace('SVC', 'XYZ'),
        value,
      ])
      return { ...answer, headers }
    })
    const { client } = bank.client({ headerPrefix: 'XYZ' })
    // Found under the other prefix, but signed over svc-response-id.
    expect(await refusalOf(client.getCustomerId(callContext()))).toMatchObject({ reason: 'signature_names' })
  })
})

describe('svc-apitrack-id', () => {
  const trackedBy = async (answer: (sealed: Answer) => Answer) => {
    bank.answer((request) => {
      const extraHeaders: [string, string][] = [['svc-apitrack-id', 'track-1']]
      return answer(bank.seal(request, { body: CUSTOMER, extraHeaders }))
    })
    const reported: string[] = []
    const session = { onApitrackId: (id: string) => reported.push(id) }
    await bank
      .client()
      .client.getCustomerId({ ...callContext(), session })
      .catch(() => undefined)
    return reported
  }

  test('of a verified answer is reported', async () => {
    expect(await trackedBy((sealed) => sealed)).toEqual(['track-1'])
  })

  test('of an answer that does not verify is not', async () => {
    expect(await trackedBy((sealed) => withHeader(sealed, 'Signature', undefined))).toEqual([])
  })

  test('that is none is not', async () => {
    expect(await trackedBy((sealed) => withHeader(sealed, 'svc-apitrack-id', 'two words'))).toEqual([])
  })
})

describe('endpoint 2', () => {
  const row = (accountId: unknown, rest: object = {}) => ({
    accountId,
    product: { code: '100', description: 'Conto corrente' },
    currency: 'EUR',
    iban: 'IT60X0542811101000000123456',
    name: 'Niccolò D’Amico',
    ...rest,
  })
  const answerWith = (accounts: unknown, rest: object = {}) =>
    bank.answer((request) => bank.seal(request, { body: envelope({ accounts }, {}, rest) }))

  test('lists accounts, accents kept, unknown fields left out', async () => {
    answerWith([row('Ab12Cd34Ef', { balance: '1.00' })])
    expect(await listAccounts()).toEqual({
      accounts: [
        {
          productId: 'Ab12Cd34Ef',
          type: { code: '100', description: 'Conto corrente' },
          currency: 'EUR',
          iban: 'IT60X0542811101000000123456',
          nickname: 'Niccolò D’Amico',
        },
      ],
      skippedRows: 0,
    })
  })

  test('of a customer without accounts is an empty list', async () => {
    answerWith([])
    expect(await listAccounts()).toEqual({ accounts: [], skippedRows: 0 })
  })

  test('an odd field costs the field, a row without an id costs the row, nothing costs the page', async () => {
    answerWith([
      row('1', { name: '  ' }),
      row('2', { product: null, name: 5, iban: undefined }),
      row('', {}),
      row(undefined),
      'row',
      null,
      row('1'),
    ])
    const { accounts, skippedRows } = await listAccounts()
    expect(accounts.map(({ productId, nickname, iban }) => [productId, nickname, iban])).toEqual([
      ['1', 'Conto corrente', 'IT60X0542811101000000123456'],
      ['2', '2', ''],
    ])
    expect(skippedRows).toBe(5)
  })

  test.each([undefined, null, {}, 'none'])('accounts that are %j are not an empty list', async (accounts) => {
    answerWith(accounts)
    expect(await refusalOf(listAccounts())).toMatchObject({ reason: 'schema' })
  })

  test('follows next through its pages and stops when it repeats', async () => {
    bank.answer((request) => {
      const page = request.target.endsWith('page=2') ? 2 : 1
      const links = {
        next: { href: '10023456/accounts?page=2', method: 'GET' },
        curies: [{ href: `${bank.origin}/psd2/v0/private/customers/{rel}`, name: 'customers' }],
      }
      return bank.seal(request, { body: envelope({ accounts: [row(`p${page}`)] }, {}, { _links: links }) })
    })
    const { accounts } = await listAccounts()
    expect(accounts.map(({ productId }) => productId)).toEqual(['p1', 'p2'])
    expect(bank.requests.map(({ target }) => target)).toEqual([
      '/psd2/v0/private/customers/10023456/accounts',
      '/psd2/v0/private/customers/10023456/accounts?page=2',
    ])
  })

  test('a next on another origin is refused and not called', async () => {
    const links = {
      next: { href: 'x', method: 'GET' },
      curies: [{ href: 'https://evil.example/{rel}', name: 'customers' }],
    }
    answerWith([row('1')], { _links: links })
    await expect(listAccounts()).rejects.toMatchObject({ reason: 'link_refused' })
    expect(bank.requests).toHaveLength(1)
  })
})

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
    await refusalOf(client.listAccounts(callContext(), { customerId: 'Ab1' }))
    expect(exchanges[0]?.error).toEqual({ name: 'BankApiError', reason: '412 TPP_SIGN_VFY' })
    expect(exchanges[0]?.signingString).toContain('get /psd2/v0/private/customers/ab1/accounts\n')
    expect(bank.requests[0]?.target).toBe('/psd2/v0/private/customers/Ab1/accounts')
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

  test('well-formed JSON that nobody signed is not believed', async () => {
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
    bank.apiCall()(callContext(), {
      operation: 'confirm',
      method: 'PUT',
      path: '/psd2/v0/confirm',
      body: {},
      data,
    })
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
  await bank.apiCall()(callContext(), {
    operation: 'verify',
    method: 'POST',
    path: '/psd2/v0/verify',
    body,
    data: z.unknown(),
  })
  expect(bank.requests[0]?.body).toEqual(Buffer.from(JSON.stringify(body)))
})
