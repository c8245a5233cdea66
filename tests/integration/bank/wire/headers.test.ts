import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  applicationSession,
  bytesOf,
  callContext,
  type HostileBank,
  refusalOf,
  type SeenRequest,
  startHostileBank,
} from '@/tests/support/hostile-bank'
import {
  type Answer,
  envelope,
  errorEnvelope,
  headerOf,
  type SealOptions,
  withHeader,
} from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const CUSTOMER = envelope({ customerid: '10023456' })

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
    bank.answer((request) => bank.seal(request, { body: CUSTOMER }))
    const session = { apitrackId: 'track-1', onApitrackId: () => {} }
    const { client } = bank.client({ headerPrefix: 'XYZ' })
    await client.getCustomerId({ ...callContext(), viewId: 'accounts', session }).catch(() => undefined)
    const sent = Object.fromEntries(bank.requests[0]?.headers ?? [])
    expect(sent).toMatchObject({ 'XYZ-Trace-Id': 'viewId=accounts', 'xyz-apitrack-id': 'track-1' })
    expect(Object.keys(sent).filter((name) => /^svc-/i.test(name))).toEqual([])
  })
})

describe('an answer whose headers have the configured prefix', () => {
  const answerWith = (headerPrefix: string) =>
    bank.answer((request) => {
      const extraHeaders: [string, string][] = [[`${headerPrefix}-apitrack-id`, 'track-1']]
      return bank.seal(request, { body: CUSTOMER, headerPrefix, extraHeaders })
    })

  test('is believed, and its id of the session is taken', async () => {
    answerWith('XYZ')
    const { client, exchanges } = bank.client({ headerPrefix: 'XYZ' })
    const { session, reported } = applicationSession()
    expect(await client.getCustomerId({ ...callContext(), session })).toEqual({ customerId: '10023456' })
    expect(reported).toEqual(['track-1'])
    expect(exchanges[0]?.ids.bankResponseId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([
    ['SVC', 'XYZ'],
    ['XYZ', 'SVC'],
  ])('%s is not believed where %s is configured', async (headerPrefix, configured) => {
    answerWith(headerPrefix)
    const { client } = bank.client({ headerPrefix: configured })
    expect(await refusalOf(client.getCustomerId(callContext()))).toMatchObject({
      reason: 'certificate_missing',
    })
  })
})

describe('SIG-15: header names as they come over the wire', () => {
  test.each([
    ['SIGNATURE', 'svc-certificate', 'Svc-Response-Id', 'dIGEST', 'DATE'],
    ['signature', 'SVC-CERTIFICATE', 'svc-response-id', 'digest', 'date'],
    ['Signature', 'SVC-Certificate', 'SVC-RESPONSE-ID', 'Digest', 'Date'],
  ])('%s, %s, %s, %s, %s are found', async (...spellings) => {
    const spelling = (name: string) => spellings.find((other) => other.toLowerCase() === name.toLowerCase())
    bank.answer((request) => {
      const answer = bank.seal(request, { body: CUSTOMER })
      const headers = answer.headers.map(([name, value]): [string, string] => [spelling(name) ?? name, value])
      for (const name of spellings) expect(headers.map(([other]) => other)).toContain(name)
      return bytesOf({ ...answer, headers })
    })
    const { client, exchanges } = bank.client()
    expect(await client.getCustomerId(callContext())).toEqual({ customerId: '10023456' })
    expect(exchanges[0]?.steps).toContainEqual({ name: 'signature', outcome: 'passed' })
  })

  test('twice in two spellings are one header that comes twice', async () => {
    bank.answer((request) => {
      const answer = bank.seal(request, { body: CUSTOMER })
      return bytesOf({ ...answer, headers: [...answer.headers, ['digest', headerOf(answer, 'Digest')]] })
    })
    const refusal = await refusalOf(bank.client().client.getCustomerId(callContext()))
    expect(refusal).toMatchObject({ reason: 'header_repeated' })
  })
})

describe('svc-apitrack-id', () => {
  const ACCOUNTS = { accounts: [{ accountId: '1' }] }
  const redirectUri = 'http://localhost:3000/api/bank/callback'
  const sentIds = () => bank.requests.map((request) => request.header('svc-apitrack-id'))
  const giving = (id: string): [string, string][] => [['svc-apitrack-id', id]]

  /** Every answer gives the id that stands at its place; where none stands, it gives none. */
  function answerGiving(ids: string[], options: (request: SeenRequest) => Partial<SealOptions>) {
    bank.answer((request) => {
      const id = ids[bank.requests.length - 1]
      return bank.seal(request, { ...options(request), extraHeaders: id ? giving(id) : [] })
    })
  }

  test('of the first answer goes with every later call of the session', async () => {
    answerGiving(['track-1'], () => ({ body: CUSTOMER }))
    const { session, reported } = applicationSession()
    const { client } = bank.client()
    for (let call = 0; call < 3; call += 1) await client.getCustomerId({ ...callContext(), session })
    expect(sentIds()).toEqual(['', 'track-1', 'track-1'])
    expect(reported).toEqual(['track-1'])
  })

  test('of the first page goes with the second', async () => {
    answerGiving(['track-1'], ({ target }) => {
      const next = { href: '1/accounts?page=2', method: 'GET' }
      const curies = [{ href: `${bank.origin}/psd2/v0/private/customers/{rel}`, name: 'customers' }]
      return { body: envelope(ACCOUNTS, {}, target.includes('page') ? {} : { _links: { next, curies } }) }
    })
    const { session } = applicationSession()
    await bank.client().client.listAccounts({ ...callContext(), session }, { customerId: '1' })
    expect(sentIds()).toEqual(['', 'track-1'])
  })

  test('that comes while a call is under way goes with its second try', async () => {
    const { session } = applicationSession()
    bank.answer((request) => {
      if (bank.requests.length > 1) return bank.seal(request, { body: CUSTOMER })
      session.onApitrackId('track-1')
      request.socket.destroy()
      return undefined
    })
    await bank.client().client.getCustomerId({ ...callContext(), session })
    expect(sentIds()).toEqual(['', 'track-1'])
  })

  test('is kept from the authorisation through the tokens to the accounts', async () => {
    const answers: Partial<SealOptions>[] = [
      { status: 302, extraHeaders: [['Location', 'https://login.bank.example/'], ...giving('track-1')] },
      { body: '{"access_token":"t"}' },
      { body: '{"access_token":"t"}', extraHeaders: giving('track-2') },
      { body: '{"access_token":"t"}' },
      { body: CUSTOMER },
    ]
    bank.answer((request) => bank.seal(request, answers[bank.requests.length - 1]))
    const { session, reported } = applicationSession()
    const context = { transactionId: callContext().transactionId, session }
    const batchApplication = { name: 'prova-batch', clientId: 'c', clientSecret: 's' }
    const { client } = bank.client({ batchApplication })
    await client.oauth.startAuthorization({ state: 's', codeChallenge: 'c', redirectUri, context })
    await client.oauth.exchangeCode({ code: 'c', codeVerifier: 'v', redirectUri, context })
    await client.oauth.refreshToken({ refreshToken: 'r', context })
    await client.oauth.clientCredentials({ context })
    await client.getCustomerId({ ...context, accessToken: 't' })
    expect(sentIds()).toEqual(['', 'track-1', 'track-1', 'track-2', 'track-2'])
    expect(reported).toEqual(['track-1', 'track-2'])
  })

  test.each<[string, Partial<SealOptions>]>([
    ['of the bank', { status: 401, body: errorEnvelope('TOKEN') }],
    ['that is not JSON', { status: 500, body: '<html>' }],
    ['of another shape', { body: envelope({}) }],
  ])('is taken from a verified error %s too', async (_, options) => {
    answerGiving(['track-1'], () => options)
    const { session } = applicationSession()
    const { client } = bank.client()
    await refusalOf(client.getCustomerId({ ...callContext(), session }))
    await refusalOf(client.getCustomerId({ ...callContext(), session }))
    expect(sentIds()).toEqual(['', 'track-1'])
  })

  test('is taken from a token endpoint’s error', async () => {
    answerGiving(['track-1'], () => ({ status: 400, body: '{"error":"invalid_grant"}' }))
    const { session, reported } = applicationSession()
    const context = { transactionId: callContext().transactionId, session }
    await refusalOf(bank.client().client.oauth.refreshToken({ refreshToken: 'r', context }))
    expect(reported).toEqual(['track-1'])
  })

  test.each<[string, (sealed: Answer) => Answer]>([
    ['of an answer that does not verify', (sealed) => withHeader(sealed, 'Signature', undefined)],
    ['of a 204 that nobody signed', () => ({ status: 204, headers: giving('track-1'), body: NOTHING })],
    ['that is none', (sealed) => withHeader(sealed, 'svc-apitrack-id', 'two words')],
    ['that comes twice', (sealed) => ({ ...sealed, headers: [...sealed.headers, ...giving('track-2')] })],
  ])('%s is not taken', async (_, spoil) => {
    bank.answer((request) => spoil(bank.seal(request, { body: CUSTOMER, extraHeaders: giving('track-1') })))
    const { session, reported } = applicationSession()
    await bank
      .client()
      .client.getCustomerId({ ...callContext(), session })
      .catch(() => undefined)
    expect(bank.requests).toHaveLength(1)
    expect(reported).toEqual([])
  })
})

const NOTHING = Buffer.alloc(0)
