import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BankConfigError } from '@/lib/bank'
import { type HostileBank, refusalOf, type SeenRequest, startHostileBank } from '@/tests/support/hostile-bank'
import { envelope, errorEnvelope, withHeader } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const context = { transactionId: '6f1c2a34-5b7d-4e8f-9a01-2b3c4d5e6f70' }
const redirectUri = 'http://localhost:3000/api/bank/callback'
const TOKEN = { access_token: '9b2d5c1e-0000-4000-8000-000000000001', token_type: 'Bearer', expires_in: 1800 }
const LOGIN = 'https://login.bank.example/login?ticket=t'

const start = (overrides: Parameters<HostileBank['client']>[0] = {}) =>
  bank
    .client(overrides)
    .client.oauth.startAuthorization({ state: 's-1', codeChallenge: 'c-1', redirectUri, context })
const exchange = () =>
  bank
    .client()
    .client.oauth.exchangeCode({ code: 'code-1', codeVerifier: 'verifier-1', redirectUri, context })

/** Answers every request with a signed redirect. */
function redirectTo(location: string, status = 302) {
  const extraHeaders: [string, string][] = [['Location', location]]
  bank.answer((request) => bank.seal(request, { status, extraHeaders }))
}

function answerJson(body: unknown, status = 200) {
  bank.answer((request) => bank.seal(request, { status, body: JSON.stringify(body) }))
}

const form = (request: SeenRequest | undefined) =>
  Object.fromEntries(new URLSearchParams(request?.body.toString()))

describe('starting an authorisation, signed', () => {
  test('asks the bank over mutual TLS and sends the browser to where it says', async () => {
    redirectTo(LOGIN)
    expect(await start()).toEqual({ browserUrl: LOGIN })
    const [request] = bank.requests
    const { pathname, searchParams } = new URL(request?.target ?? '', bank.origin)
    expect(pathname).toBe('/auth/oauth/v2/authorize')
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: redirectUri,
      state: 's-1',
      code_challenge: 'c-1',
      code_challenge_method: 'S256',
    })
    expect(request?.header('Signature')).toContain('keyId="prova-app"')
    expect(request?.header('Authorization')).toBe('')
  })

  test('a relative Location is one of the bank’s', async () => {
    redirectTo('/login?ticket=t')
    expect(await start()).toEqual({ browserUrl: `${bank.origin}/login?ticket=t` })
  })

  test('an unsigned 302 is not believed: the customer’s browser would go where it says', async () => {
    bank.answer(() => ({ status: 302, headers: [['Location', LOGIN]], body: Buffer.alloc(0) }))
    expect(await refusalOf(start())).toMatchObject({ name: 'BankProtocolError', reason: 'unsigned' })
  })

  test.each([
    ['plain http', 'http://login.bank.example/login'],
    ['a script', 'javascript:alert(1)'],
    ['a user in the address', 'https://bank.example@evil.example/'],
  ])('a Location that is %s is refused', async (_, location) => {
    redirectTo(location)
    expect(await refusalOf(start())).toMatchObject({ reason: 'redirect_refused' })
  })

  test('http on loopback is for the sandbox only', async () => {
    redirectTo('http://localhost:4444/login')
    expect(await start()).toEqual({ browserUrl: 'http://localhost:4444/login' })
    expect(
      await refusalOf(start({ environment: 'production', browserOrigins: ['https://login.bank.example'] })),
    ).toMatchObject({
      reason: 'redirect_refused',
    })
  })

  test('with a configured browser origin no other is visited', async () => {
    redirectTo(LOGIN)
    expect(
      await start({ browserOrigins: ['https://sca.bank.example', 'https://login.bank.example'] }),
    ).toEqual({ browserUrl: LOGIN })
    const refusal = await refusalOf(start({ browserOrigins: ['https://other.bank.example'] }))
    expect(refusal).toMatchObject({ reason: 'redirect_refused', detail: 'another origin' })
  })

  test('a refusal sent straight back to us is the bank’s error', async () => {
    redirectTo(`${redirectUri}?error=unauthorized_client&state=s-1`)
    expect(await refusalOf(start())).toMatchObject({ name: 'BankApiError', code: 'unauthorized_client' })
  })

  test.each([301, 303, 307, 308])('a %d is refused', async (status) => {
    redirectTo(LOGIN, status)
    expect(await refusalOf(start())).toMatchObject({ reason: 'redirect_refused', status })
  })

  test('a 302 without Location, and a 200, are refused', async () => {
    bank.answer((request) => bank.seal(request, { status: 302 }))
    expect(await refusalOf(start())).toMatchObject({ reason: 'redirect_refused' })
    answerJson({})
    expect(await refusalOf(start())).toMatchObject({ reason: 'status_unexpected' })
  })

  test('an error in the envelope is the bank’s error', async () => {
    bank.answer((request) => bank.seal(request, { status: 403, body: errorEnvelope('NO_ACCESS') }))
    expect(await refusalOf(start())).toMatchObject({ code: 'NO_ACCESS', status: 403 })
  })
})

describe('starting an authorisation, by browser', () => {
  test('builds the address without calling the bank', async () => {
    const overrides = {
      authorizeMode: 'browser',
      authorizeUrl: 'http://localhost:4444/authorize?lang=it',
    } as const
    const { browserUrl } = await start(overrides)
    expect(browserUrl).toMatch(
      /^http:\/\/localhost:4444\/authorize\?lang=it&response_type=code&client_id=client-1&/,
    )
    expect(bank.requests).toEqual([])
  })
})

describe('tokens', () => {
  test('a code is exchanged by a signed form with the secret in the body', async () => {
    answerJson({ ...TOKEN, refresh_token: 'r-1' })
    expect(await exchange()).toEqual({
      accessToken: TOKEN.access_token,
      refreshToken: 'r-1',
      expiresInSeconds: 1800,
    })
    const [request] = bank.requests
    expect(request).toMatchObject({ method: 'POST', target: '/auth/oauth/v2/token' })
    expect(request?.header('Content-Type')).toBe('application/x-www-form-urlencoded')
    expect(request?.header('Signature')).toContain('headers="(request-target) digest tpp-request-id date"')
    expect(form(request)).toEqual({
      grant_type: 'authorization_code',
      code: 'code-1',
      code_verifier: 'verifier-1',
      redirect_uri: redirectUri,
      client_id: 'client-1',
      client_secret: 'secret-1',
    })
  })

  test('a refresh token is exchanged', async () => {
    answerJson(TOKEN)
    const { client } = bank.client()
    expect(await client.oauth.refreshToken({ refreshToken: 'r+1/=', context })).toEqual({
      accessToken: TOKEN.access_token,
      refreshToken: undefined,
      expiresInSeconds: 1800,
    })
    expect(form(bank.requests[0])).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'r+1/=' })
  })

  test('the batch application asks with its own name, id and secret', async () => {
    answerJson(TOKEN)
    const batchApplication = { name: 'prova-batch', clientId: 'client-2', clientSecret: 'secret-2' }
    await bank.client({ batchApplication }).client.oauth.clientCredentials({ context })
    const [request] = bank.requests
    expect(request?.header('Signature')).toContain('keyId="prova-batch"')
    expect(form(request)).toEqual({
      grant_type: 'client_credentials',
      client_id: 'client-2',
      client_secret: 'secret-2',
    })
  })

  test('without a batch application the setting is named', async () => {
    const call = bank.client().client.oauth.clientCredentials({ context })
    await expect(call).rejects.toThrow(BankConfigError)
    await expect(call).rejects.toThrow(/^TPP_BATCH_APP_NAME/)
  })

  test('the answer may come inside the envelope', async () => {
    bank.answer((request) => bank.seal(request, { body: envelope(TOKEN) }))
    expect(await exchange()).toMatchObject({ accessToken: TOKEN.access_token, expiresInSeconds: 1800 })
  })

  test.each([
    ['no token', { token_type: 'Bearer' }],
    ['a token with a blank', { ...TOKEN, access_token: 'a b' }],
    ['another token type', { ...TOKEN, token_type: 'mac' }],
    ['a token that no header can carry', { ...TOKEN, access_token: 'a:b' }],
    ['a null token', { ...TOKEN, access_token: null }],
    ['an envelope without data', JSON.parse(envelope(undefined))],
    ['a list', []],
  ])('%s is a named refusal', async (_, answer) => {
    answerJson(answer)
    expect(await refusalOf(exchange())).toMatchObject({ reason: 'schema' })
  })

  const forms = {
    'bare JSON': (result: object) => answerJson(result),
    'JSON in the envelope': (result: object) =>
      bank.answer((request) => bank.seal(request, { body: envelope(result) })),
    // A query has no null: blank is how it writes what is absent.
    'a redirect': (result: object) =>
      redirectTo(
        `/done?${new URLSearchParams(Object.entries(result).map(([name, value]) => [name, `${value ?? ''}`]))}`,
      ),
  }
  describe.each(Object.entries(forms))('as %s', (_, answerWith) => {
    const whole = { ...TOKEN, refresh_token: 'r-1' }
    const read = { accessToken: TOKEN.access_token, refreshToken: 'r-1', expiresInSeconds: 1800 }

    test.each([
      ['refresh_token', { refreshToken: undefined }],
      ['expires_in', { expiresInSeconds: undefined }],
      ['token_type', {}],
      ['scope', {}],
      ['error', {}],
      ['error_description', {}],
    ])('%s that is null or empty is absent', async (name, absent) => {
      for (const blank of [null, '', ' ']) {
        answerWith({ ...whole, [name]: blank })
        expect(await exchange()).toEqual({ ...read, ...absent })
      }
    })

    test.each<[string, unknown, object]>([
      ['refresh_token', 'x'.repeat(4097), { refreshToken: undefined }],
      ['refresh_token', 'a b', { refreshToken: undefined }],
      ['expires_in', 0, { expiresInSeconds: undefined }],
      ['expires_in', -1, { expiresInSeconds: undefined }],
      ['expires_in', 'soon', { expiresInSeconds: undefined }],
      ['expires_in', 9_999_999_999, { expiresInSeconds: undefined }],
    ])('%s %j is dropped, and named in the log', async (name, value, absent) => {
      answerWith({ ...whole, [name]: value })
      const { client, exchanges } = bank.client()
      const given = await client.oauth.exchangeCode({
        ...{ code: 'code-1', codeVerifier: 'verifier-1', redirectUri, context },
      })
      expect(given).toEqual({ ...read, ...absent })
      expect(exchanges[0]?.odd).toEqual([name])
    })
  })

  test('an unsigned token is not believed', async () => {
    bank.answer(() => ({ status: 200, headers: [], body: Buffer.from(JSON.stringify(TOKEN)) }))
    expect(await refusalOf(exchange())).toMatchObject({ reason: 'unsigned' })
  })

  test('an OAuth error is reported by its code, without its prose', async () => {
    answerJson({ error: 'invalid_grant', error_description: 'code-1 was used' }, 400)
    const error = await refusalOf(exchange())
    expect(error).toMatchObject({ name: 'BankApiError', code: 'invalid_grant', status: 400 })
    expect(JSON.stringify(error)).not.toContain('code-1')
  })

  test.each([
    [412, JSON.parse(errorEnvelope('TPP_SIGN_VFY')), 'TPP_SIGN_VFY'],
    [503, {}, 'HTTP_503'],
  ])('%d in another form is told by %j', async (status, body, code) => {
    answerJson(body, status)
    expect(await refusalOf(exchange())).toMatchObject({ name: 'BankApiError', status, code })
  })
})

describe('OA-1: a token endpoint that answers with a redirect', () => {
  const result = 'access_token=t-1&expires_in=1800&refresh_token=r-1'

  test.each([
    ['the query of the same origin', () => `${bank.origin}/done?${result}`],
    ['the fragment of the same origin', () => `/done#${result}`],
    ['the registered redirect', () => `${redirectUri}?${result}`],
  ])('302 with the result in %s is read and not followed', async (_, location) => {
    redirectTo(location())
    expect(await exchange()).toEqual({ accessToken: 't-1', refreshToken: 'r-1', expiresInSeconds: 1800 })
    expect(bank.requests.map(({ method }) => method)).toEqual(['POST'])
  })

  test.each([
    ['a result', `/done?${result}`],
    ['an error', '/done?error=access_denied'],
  ])('an unsigned 302 with %s is not believed', async (_, location) => {
    bank.answer(() => ({ status: 302, headers: [['Location', location]], body: Buffer.alloc(0) }))
    const error = await refusalOf(exchange())
    expect(error).toMatchObject({ name: 'BankProtocolError', reason: 'unsigned', status: 302 })
  })

  test.each(['Signature', 'Digest', 'SVC-Certificate', 'SVC-Response-ID'])(
    'a 302 signed but for its %s is not believed',
    async (name) => {
      const extraHeaders: [string, string][] = [['Location', `/done?${result}`]]
      bank.answer((request) => withHeader(bank.seal(request, { status: 302, extraHeaders }), name, undefined))
      expect(await refusalOf(exchange())).toMatchObject({ name: 'BankProtocolError' })
    },
  )

  test('a 302 whose body is not the one that was signed is not believed', async () => {
    const extraHeaders: [string, string][] = [['Location', `/done?${result}`]]
    bank.answer((request) => ({
      ...bank.seal(request, { status: 302, extraHeaders }),
      body: Buffer.from('<a href="/done">Found</a>'),
    }))
    expect(await refusalOf(exchange())).toMatchObject({ reason: 'digest_mismatch' })
  })

  test('a signed 302 with a body is read like one without', async () => {
    const extraHeaders: [string, string][] = [['Location', `/done?${result}`]]
    bank.answer((request) => bank.seal(request, { status: 302, extraHeaders, body: '<html>Found</html>' }))
    expect(await exchange()).toMatchObject({ accessToken: 't-1' })
  })

  test('302 with an error is the bank’s error', async () => {
    redirectTo(`${redirectUri}?error=access_denied`)
    expect(await refusalOf(exchange())).toMatchObject({ name: 'BankApiError', code: 'access_denied' })
  })

  test.each([
    ['elsewhere', `https://evil.example/done?${result}`, 'redirect_refused'],
    ['next to the registered redirect', `${redirectUri}/x?${result}`, 'redirect_refused'],
    ['without a result', '/done', 'schema'],
    ['with a token twice', `/done?${result}&access_token=t-2`, 'schema'],
  ])('302 %s is refused', async (_, location, reason) => {
    redirectTo(location)
    expect(await refusalOf(exchange())).toMatchObject({ name: 'BankProtocolError', reason })
    expect(bank.requests).toHaveLength(1)
  })

  test.each([301, 303, 307, 308])(
    '%d is refused: the body, with its secret, is never sent elsewhere',
    async (status) => {
      redirectTo(`/done?${result}`, status)
      expect(await refusalOf(exchange())).toMatchObject({ reason: 'redirect_refused', status })
      expect(bank.requests).toHaveLength(1)
    },
  )
})
