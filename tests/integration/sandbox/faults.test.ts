import { verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FaultName } from '@/sandbox/control/faults'
import type { ScenarioRequest } from '@/sandbox/control/scenarios'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { authorizeQuery, exchangeForm, obtainCode, pkce, refusalOf, signIn, tokenCall } from './journey'
import { callBank, digestOf, provenText, type RawAnswer, type RawCall, receive, sealOf } from './raw-client'

let bank: TestSandbox
let token: string
let refreshToken: string
beforeAll(async () => {
  bank = await startTestSandbox()
  const signedIn = await signIn(bank.kit, 'niccolo')
  token = signedIn.accessToken
  refreshToken = signedIn.refreshToken
})
afterAll(() => bank.stop())
afterEach(() => {
  bank.scenarios.clear()
  bank.journal.clear()
})

const accounts = (): RawCall => ({ path: '/private/customers/70010001/accounts', token })

async function withFault(
  fault: FaultName,
  parameters: ScenarioRequest['parameters'] = {},
): Promise<RawAnswer> {
  bank.scenarios.add({ fault, times: 1, parameters })
  return callBank(bank.kit, accounts())
}

function isProven(answer: RawAnswer): boolean {
  const { text, signature } = provenText(bank.kit, accounts(), answer)
  return verify('sha256', text, sealOf(answer).publicKey, signature)
}

describe('signed errors', () => {
  test.each<[FaultName, string]>([
    ['token-expired', '401 TOKEN_INVALID'],
    ['forbidden', '403 FORBIDDEN'],
    ['sca-expired', '403 CUSTOMER_SCA_EXPIRED'],
    ['limit-reached', '420 LIMIT_EXCEEDED'],
    ['server-error', '500 INTERNAL'],
  ])('%s: %s', async (fault, expected) => {
    const answer = await withFault(fault)
    expect(refusalOf(answer)).toBe(expected)
    expect(isProven(answer)).toBe(true)
  })

  test('status: any status, code and message', async () => {
    const answer = await withFault('status', {
      status: 500,
      code: 'ARC04',
      message: 'Invalid productId specified',
    })
    expect(refusalOf(answer)).toBe('500 ARC04')
  })

  test('refresh-refused acts on a refresh_token only', async () => {
    bank.scenarios.add({ fault: 'refresh-refused' })
    const form = exchangeForm(bank.kit, await obtainCode(bank.kit, 'niccolo'))
    expect((await callBank(bank.kit, tokenCall(bank.kit, form))).status).toBe(200)
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const refused = await callBank(bank.kit, tokenCall(bank.kit, refresh))
    expect([refused.status, refused.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ])
    bank.scenarios.clear()
    expect((await callBank(bank.kit, tokenCall(bank.kit, refresh))).status).toBe(200)
  })
})

describe('well signed, badly filled', () => {
  test('no-content, empty-body, null-body', async () => {
    const none = await withFault('no-content')
    expect([none.status, none.body.length, isProven(none)]).toEqual([204, 0, true])
    const empty = await withFault('empty-body')
    expect([empty.status, empty.body.length, isProven(empty)]).toEqual([200, 0, true])
    const nothing = await withFault('null-body')
    expect([nothing.json(), isProven(nothing)]).toEqual([null, true])
  })

  test('truncated-json', async () => {
    const answer = await withFault('truncated-json')
    expect(isProven(answer)).toBe(true)
    expect(() => answer.json()).toThrow(SyntaxError)
  })

  test('oversized-body: as long as asked for', async () => {
    const answer = await withFault('oversized-body', { bytes: 3_000_000 })
    expect([answer.body.length, isProven(answer)]).toEqual([3_000_000, true])
  })
})

describe('badly signed', () => {
  test('wrong-digest: readable JSON that is not what was signed', async () => {
    const answer = await withFault('wrong-digest')
    expect(() => answer.json()).not.toThrow()
    expect(() => isProven(answer)).toThrow('Digest is not that of the body')
  })

  test('wrong-digest: of an empty object too', async () => {
    bank.scenarios.add({ fault: 'wrong-digest', times: 1 })
    const path = `/auth/oauth/v2/authorize?${authorizeQuery(bank.kit, pkce().challenge)}`
    const answer = await callBank(bank.kit, { path })
    expect([answer.status, answer.json()]).toEqual([302, {}])
    expect(answer.header('digest')).not.toBe(digestOf(answer.body))
  })

  test('wrong-signature and other-key: everything else is right', async () => {
    for (const fault of ['wrong-signature', 'other-key'] as const) {
      const answer = await withFault(fault)
      expect(isProven(answer)).toBe(false)
      expect(sealOf(answer).subject).toContain('CN=Banca Zefiro PSD2 Seal')
    }
  })

  test('other-seal: proven, but by somebody else', async () => {
    const answer = await withFault('other-seal')
    expect(isProven(answer)).toBe(true)
    expect(sealOf(answer).subject).toContain('CN=Banca Altrove PSD2 Seal')
  })

  test('stale-date and future-date are signed with the date they carry', async () => {
    for (const [fault, direction] of [
      ['stale-date', -1],
      ['future-date', 1],
    ] as const) {
      const answer = await withFault(fault, { seconds: 1900 })
      expect(isProven(answer)).toBe(true)
      const distance = (Date.parse(answer.header('date') ?? '') - Date.now()) / 1000
      expect(Math.abs(distance - direction * 1900)).toBeLessThan(60)
    }
  })

  test('missing-header and duplicate-header', async () => {
    expect((await withFault('missing-header', { header: 'digest' })).header('digest')).toBeUndefined()
    const twice = await withFault('duplicate-header', { header: 'SVC-Response-ID' })
    expect(twice.headers.filter(([name]) => name === 'SVC-Response-ID')).toHaveLength(2)
  })

  test('gzip: compressed after signing', async () => {
    const answer = await withFault('gzip')
    expect(answer.header('content-encoding')).toBe('gzip')
    expect(isProven({ ...answer, body: gunzipSync(answer.body) })).toBe(true)
  })

  test.each<[FaultName, number, string]>([
    ['unsigned-html', 502, 'text/html'],
    ['unsigned-html-as-json', 502, 'application/json'],
    ['unsigned-html-200', 200, 'text/html'],
  ])('%s', async (fault, status, type) => {
    const answer = await withFault(fault)
    expect([answer.status, answer.header('content-type'), answer.header('signature')]).toEqual([
      status,
      type,
      undefined,
    ])
    expect(answer.body.toString()).toContain('502 Bad Gateway')
  })

  test.each<[FaultName, RegExp]>([
    ['certificate-pem-escaped', /^-----BEGIN CERTIFICATE-----\\n/],
    ['certificate-pem-blanks', /^-----BEGIN CERTIFICATE----- [A-Za-z0-9+/]{64} /],
    ['certificate-pem-url-encoded', /^-----BEGIN%20CERTIFICATE-----%0A/],
  ])('%s', async (fault, form) => {
    expect((await withFault(fault)).header('svc-certificate')).toMatch(form)
  })
})

describe('badly delivered', () => {
  test('slow and slow-body arrive whole in the end', async () => {
    expect(isProven(await withFault('slow', { delayMs: 50 }))).toBe(true)
    expect(isProven(await withFault('slow-body', { delayMs: 50 }))).toBe(true)
  })

  test('unsigned-html with another status', async () => {
    expect((await withFault('unsigned-html', { status: 504 })).status).toBe(504)
  })

  test('reset-after-headers can leave the body out', async () => {
    bank.scenarios.add({ fault: 'reset-after-headers', times: 1, parameters: { bytes: 0 } })
    const reception = receive(bank.kit, accounts())
    expect(await reception.end).toBe('broken')
    expect([reception.soFar()?.status, reception.soFar()?.body.length]).toEqual([200, 0])
  })

  test.each<[fault: FaultName, status: number, doneWith: number]>([
    ['reset-after-request', 0, 0],
    ['reset-before-headers', 0, 200],
    ['reset-after-headers', 200, 200],
  ])('%s breaks the connection: %i is received, %i was the answer', async (fault, status, doneWith) => {
    bank.scenarios.add({ fault, times: 1 })
    const reception = receive(bank.kit, accounts())
    expect(await reception.end).toBe('broken')
    const received = reception.soFar()
    expect(received?.status ?? 0).toBe(status)
    const length = Number(received?.header('content-length') ?? 0)
    expect(received?.body.length ?? 0).toBe(Math.floor(length / 2))
    const entry = bank.journal.entries().at(-1)
    expect([entry?.fault, entry?.answer.status]).toEqual([fault, doneWith])
  })

  test('stalled-body: half of the body, then silence, while other calls are answered', async () => {
    bank.scenarios.add({ fault: 'stalled-body', times: 1 })
    const stalled = receive(bank.kit, accounts())
    await stalled.begun
    for (let call = 0; call < 20; call += 1) {
      expect((await callBank(bank.kit, accounts())).status).toBe(200)
    }
    const received = stalled.soFar()
    expect(received?.body.length).toBe(Math.floor(Number(received?.header('content-length')) / 2))
    expect(await Promise.race([stalled.end, 'open'])).toBe('open')
    stalled.abandon()
  })

  test('reset-after-request does nothing: a code is still good', async () => {
    const form = exchangeForm(bank.kit, await obtainCode(bank.kit, 'niccolo'))
    bank.scenarios.add({ fault: 'reset-after-request', times: 1, match: { operation: 'token' } })
    await expect(callBank(bank.kit, tokenCall(bank.kit, form))).rejects.toThrow()
    expect((await callBank(bank.kit, tokenCall(bank.kit, form))).status).toBe(200)
  })

  test('reset-before-headers does the work and loses the answer: a code is used up', async () => {
    const form = exchangeForm(bank.kit, await obtainCode(bank.kit, 'niccolo'))
    bank.scenarios.add({ fault: 'reset-before-headers', times: 1, match: { operation: 'token' } })
    await expect(callBank(bank.kit, tokenCall(bank.kit, form))).rejects.toThrow()
    expect((await callBank(bank.kit, tokenCall(bank.kit, form))).status).toBe(400)
  })
})
