import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stateFilePath } from '@/sandbox/state/state'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import {
  authorizeQuery,
  createBrowser,
  exchangeForm,
  obtainCode,
  pkce,
  oauthProblemOf as problem,
  signIn,
  tokenCall,
  tokens,
} from './journey'
import { callBank, type RawAnswer, type RawCall } from './raw-client'

let bank: TestSandbox
beforeAll(async () => {
  bank = await startTestSandbox()
})
afterAll(() => bank.stop())

const customerId = { path: '/private/customers/customerid-info' }

async function exchange(form: Record<string, string>, changes: Partial<RawCall> = {}): Promise<RawAnswer> {
  return callBank(bank.kit, tokenCall(bank.kit, form, changes))
}

async function stillOpens(accessToken: string): Promise<boolean> {
  return (await callBank(bank.kit, { ...customerId, token: accessToken })).status === 200
}

describe('authorize over mutual TLS', () => {
  const authorize = (changes: Record<string, string | null>) =>
    callBank(bank.kit, {
      path: `/auth/oauth/v2/authorize?${authorizeQuery(bank.kit, pkce().challenge, changes)}`,
    })

  test('answers 302 with the address of the login page and an unguessable ticket', async () => {
    const answer = await authorize({})
    expect(answer.status).toBe(302)
    expect(answer.header('location')).toMatch(new RegExp(`^${bank.pagesUrl}/login\\?ticket=[\\w-]{43}$`))
  })

  test.each<[string, Record<string, string | null>, string]>([
    ['an unknown client', { client_id: randomUUID() }, '400 invalid_request'],
    [
      'an address that is not registered',
      { redirect_uri: 'http://localhost:3000/elsewhere' },
      '400 invalid_request',
    ],
    [
      'an address that only begins like a registered one',
      { redirect_uri: 'http://localhost:3000/api/bank/callback/x' },
      '400 invalid_request',
    ],
    ['no address', { redirect_uri: null }, '400 invalid_request'],
    ['no PKCE', { code_challenge: null }, '400 invalid_request'],
    ['PKCE in plain', { code_challenge_method: 'plain' }, '400 invalid_request'],
    ['another response type', { response_type: 'token' }, '400 unsupported_response_type'],
    ['a state of 513 characters', { state: 'x'.repeat(513) }, '400 invalid_request'],
  ])('refuses %s', async (_title, changes, expected) => {
    expect(problem(await authorize(changes))).toBe(expected)
  })

  test('refuses the client of another application than the one that signs, of the same provider too', async () => {
    const path = `/auth/oauth/v2/authorize?${authorizeQuery(bank.kit, pkce().challenge)}`
    const signed = { keyId: bank.kit.applications.client_credentials.name }
    const answer = await callBank(bank.kit, { path, signed })
    expect(answer.json()).toEqual({
      error: 'invalid_request',
      error_description: 'client_id is not the application that signed',
    })
  })

  test('refuses a parameter given twice', async () => {
    const query = `${authorizeQuery(bank.kit, pkce().challenge)}&state=other`
    expect(problem(await callBank(bank.kit, { path: `/auth/oauth/v2/authorize?${query}` }))).toBe(
      '400 invalid_request',
    )
  })
})

describe('authorize in the browser, without certificate', () => {
  const start = (changes: Record<string, string | null>) =>
    createBrowser().get(
      `${bank.kit.browserAuthorizeUrl}?${authorizeQuery(bank.kit, pkce().challenge, changes)}`,
    )

  test('leads to the login page', async () => {
    const answer = await start({})
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/login\?ticket=/),
    ])
  })

  test('never redirects to an address that is not registered', async () => {
    const answer = await start({ redirect_uri: 'https://evil.example/' })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })

  test('tells other errors to the registered address, with the state', async () => {
    const back = new URL((await start({ code_challenge: null })).headers.get('location') ?? '')
    expect(back.searchParams.get('error')).toBe('invalid_request')
    expect(back.searchParams.get('state')).toBe('a state with blanks & signs')
  })
})

describe('authorization_code', () => {
  test('gives a UUID, its lifetime and a refresh token', async () => {
    const answer = await exchange(exchangeForm(bank.kit, await obtainCode(bank.kit, 'giulia')))
    const given = tokens.parse(answer.json())
    expect(given.expires_in).toBe(1800)
    expect(given.refresh_token).toMatch(/^[\w-]{43}$/)
    expect(await stillOpens(given.access_token)).toBe(true)
  })

  test('accepts client_secret_basic as well', async () => {
    const { clientId, clientSecret } = bank.kit.applications.authorization_code
    const form = exchangeForm(bank.kit, await obtainCode(bank.kit, 'giulia'))
    const answer = await exchange(form, {
      body: new URLSearchParams(form).toString(),
      headers: { Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    })
    expect(answer.status).toBe(200)
  })

  test('OA-6: a code seen twice is refused, and what it gave is taken back', async () => {
    const form = exchangeForm(bank.kit, await obtainCode(bank.kit, 'niccolo'))
    const first = tokens.parse((await exchange(form)).json())
    expect(await stillOpens(first.access_token)).toBe(true)
    expect(problem(await exchange(form))).toBe('400 invalid_grant')
    expect(await stillOpens(first.access_token)).toBe(false)
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' }
    expect(problem(await exchange(refresh))).toBe('400 invalid_grant')
  })

  test('ten exchanges of one code at the same time: at most one succeeds', async () => {
    const form = exchangeForm(bank.kit, await obtainCode(bank.kit, 'niccolo'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(form)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  test('refuses a wrong verifier, an unknown code, an expired code', async () => {
    const { code, verifier } = await obtainCode(bank.kit, 'niccolo')
    const form = exchangeForm(bank.kit, { code, verifier })
    expect(problem(await exchange({ ...form, code_verifier: pkce().verifier }))).toBe('400 invalid_grant')
    expect(problem(await exchange({ ...form, code: 'unknown' }))).toBe('400 invalid_grant')
    bank.clock.move(61_000)
    expect(problem(await exchange(form))).toBe('400 invalid_grant')
    bank.clock.reset()
    expect((await exchange(form)).status).toBe(200)
  })

  test('refuses a wrong secret with 401, and says nothing about the code', async () => {
    const form = exchangeForm(bank.kit, await obtainCode(bank.kit, 'niccolo'))
    const answer = await exchange({ ...form, client_secret: 'wrong' })
    expect(problem(answer)).toBe('401 invalid_client')
    expect(answer.header('www-authenticate')).toMatch(/^Basic/)
    expect((await exchange(form)).status).toBe(200)
  })

  test('refuses the right secret of another application than the one that signs, and leaves the code good', async () => {
    const form = exchangeForm(bank.kit, await obtainCode(bank.kit, 'niccolo'))
    const signed = { keyId: bank.kit.applications.client_credentials.name }
    expect(problem(await exchange(form, { signed }))).toBe('401 invalid_client')
    expect((await exchange(form)).status).toBe(200)
  })

  test('a call that the checks refuse leaves no trace: the code is still good', async () => {
    const form = exchangeForm(bank.kit, await obtainCode(bank.kit, 'niccolo'))
    const state = await readFile(stateFilePath(bank.dataDir), 'utf8')
    expect((await exchange(form, { certificate: null })).status).toBe(403)
    expect((await exchange(form, { headers: { Accept: null } })).status).toBe(417)
    expect((await exchange(form, { signed: { key: bank.kit.qwac.key } })).status).toBe(412)
    expect(await readFile(stateFilePath(bank.dataDir), 'utf8')).toBe(state)
    expect((await exchange(form)).status).toBe(200)
  })

  test('refuses JSON, a missing grant type and an unknown one', async () => {
    expect((await exchange({}, { contentType: 'application/json' })).status).toBe(417)
    expect(problem(await exchange({}))).toBe('400 unsupported_grant_type')
    expect(problem(await exchange({ grant_type: 'password' }))).toBe('400 unsupported_grant_type')
    expect(problem(await exchange({ grant_type: '__proto__' }))).toBe('400 unsupported_grant_type')
  })
})

describe('refresh_token', () => {
  const refresh = (refreshToken: string) =>
    exchange({ grant_type: 'refresh_token', refresh_token: refreshToken })

  test('rotates: the new one works, and the old one ends the grant', async () => {
    const first = await signIn(bank.kit, 'niccolo')
    const second = tokens.parse((await refresh(first.refreshToken)).json())
    expect(second.refresh_token).not.toBe(first.refreshToken)
    expect(await stillOpens(first.accessToken)).toBe(true)
    expect(await stillOpens(second.access_token)).toBe(true)
    expect(problem(await refresh(first.refreshToken))).toBe('400 invalid_grant')
    expect(await stillOpens(second.access_token)).toBe(false)
    expect(problem(await refresh(second.refresh_token ?? ''))).toBe('400 invalid_grant')
  })
})

describe('client_credentials', () => {
  const batch = () => {
    const { clientId, clientSecret } = bank.kit.applications.client_credentials
    return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  }
  const signed = () => ({ keyId: bank.kit.applications.client_credentials.name })

  test('gives a token without a refresh token, that opens no customer yet', async () => {
    const answer = await exchange(batch(), { signed: signed() })
    const { access_token, refresh_token } = tokens.parse(answer.json())
    expect(refresh_token).toBeUndefined()
    const call = { token: access_token, signed: signed() }
    expect((await callBank(bank.kit, { ...customerId, ...call })).status).toBe(403)
    const path = '/private/customers/70010001/accounts'
    expect((await callBank(bank.kit, { path, ...call, signed: signed() })).status).toBe(403)
  })

  test('is not for the online application, nor is a code for the batch one', async () => {
    expect(problem(await exchange({ grant_type: 'client_credentials' }))).toBe('400 unauthorized_client')
    const { redirect_uri: _, ...form } = exchangeForm(bank.kit, { code: 'x', verifier: pkce().verifier })
    const asBatch = { ...form, ...batch(), grant_type: 'authorization_code' }
    expect(problem(await exchange(asBatch, { signed: signed() }))).toBe('400 unauthorized_client')
  })
})

describe('OA-1: other forms of the token answer', () => {
  const stage = async (tokenForm: 'envelope' | 'redirect-302' | 'redirect-307') => {
    const other = await startTestSandbox({ settings: { tokenForm } })
    const form = exchangeForm(other.kit, await obtainCode(other.kit, 'niccolo'))
    const answer = await callBank(other.kit, tokenCall(other.kit, form))
    await other.stop()
    return answer
  }

  test('inside the envelope', async () => {
    expect((await stage('envelope')).json()).toMatchObject({
      result: { outcome: 'SUCCESS' },
      data: { access_token: expect.any(String), expires_in: 1800, refresh_token: expect.any(String) },
    })
  })

  test('302 with the result in the query of the registered address', async () => {
    const answer = await stage('redirect-302')
    const location = new URL(answer.header('location') ?? '')
    expect([answer.status, location.origin, location.pathname]).toEqual([
      302,
      'http://localhost:3000',
      '/api/bank/callback',
    ])
    expect(location.searchParams.get('access_token')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('307 that asks for the credentials again somewhere else', async () => {
    const answer = await stage('redirect-307')
    expect([answer.status, answer.header('location')]).toEqual([
      307,
      expect.stringMatching(/\/token\/elsewhere$/),
    ])
  })
})
