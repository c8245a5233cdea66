import { execFile, spawnSync } from 'node:child_process'
import { randomUUID, verify, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApitrackIds } from '@/sandbox/http/apitrack-ids'
import { readCertificateFacts } from '@/sandbox/pki/read-certificate'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { authorizeQuery, pkce, signIn, tokenCall } from './journey'
import { callBank, provenText, type RawAnswer, type RawCall, sealOf } from './raw-client'

let bank: TestSandbox
let token: string
beforeAll(async () => {
  bank = await startTestSandbox()
  token = (await signIn(bank.kit, 'niccolo')).accessToken
})
afterAll(() => bank.stop())

const accounts = '/private/customers/70010001/accounts'

function isProven(call: RawCall, answer: RawAnswer): boolean {
  const { text, signature } = provenText(bank.kit, call, answer)
  return verify('sha256', text, sealOf(answer).publicKey, signature)
}

/** One answer of every kind: right, refused by an early and a late check, OAuth, redirect. */
const kinds: [string, () => RawCall, number][] = [
  ['a right answer', () => ({ path: accounts, token }), 200],
  ['no client certificate', () => ({ path: accounts, certificate: null }), 403],
  ['a missing header', () => ({ path: accounts, token, headers: { Accept: null } }), 417],
  ['a failed signature', () => ({ path: `${accounts}?Q=1`, token, signed: { target: 'get /' } }), 412],
  ['an unknown address', () => ({ path: '/private/Nowhere?X=%2F', token }), 404],
  ['another method', () => ({ method: 'PUT', path: accounts, token, body: '{}' }), 405],
  ['no token', () => ({ path: accounts }), 401],
  [
    'the redirect to the login page',
    () => ({ path: `/auth/oauth/v2/authorize?${authorizeQuery(bank.kit, pkce().challenge)}` }),
    302,
  ],
  ['an OAuth error', () => tokenCall(bank.kit, {}), 400],
  ['one with an expectation', () => ({ path: accounts, token, headers: { Expect: 'the best' } }), 200],
]

test.each(kinds)('%s is sealed by the bank', async (_title, makeCall, status) => {
  const call = makeCall()
  const answer = await callBank(bank.kit, call)
  expect(answer.status).toBe(status)
  expect(isProven(call, answer)).toBe(true)
  expect(answer.header('svc-response-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers.filter(([name]) => name.toLowerCase() === 'date')).toHaveLength(1)
  const seal = sealOf(answer)
  expect(seal.verify(new X509Certificate(bank.kit.sealCa).publicKey)).toBe(true)
  expect(readCertificateFacts(seal)).toMatchObject({ qualified: true, uses: ['seal'] })
  expect(bank.kit.sealSubject).toBe(seal.subject.split('\n').reverse().join(', '))
})

describe('svc-apitrack-id', () => {
  const track = async (changes: Partial<RawCall> = {}) => {
    const answer = await callBank(bank.kit, { path: accounts, token, ...changes })
    return { id: answer.header('svc-apitrack-id'), noted: bank.journal.entries().at(-1)?.apitrack }
  }
  const sending = (id: string) => ({ headers: { 'svc-apitrack-id': id } })

  test('is given to a call without one, and not again to one that sends it', async () => {
    const first = await track()
    expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), noted: 'given' })
    expect(await track(sending(first.id ?? ''))).toEqual({ id: undefined, noted: 'kept' })
    expect(await track(sending(first.id?.toUpperCase() ?? ''))).toEqual({ id: undefined, noted: 'kept' })
  })

  test('that this bank never gave is replaced by a new one', async () => {
    const foreign = randomUUID()
    const replaced = await track(sending(foreign))
    expect(replaced).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), noted: 'replaced' })
    expect(replaced.id).not.toBe(foreign)
    expect(await track(sending(replaced.id ?? ''))).toEqual({ id: undefined, noted: 'kept' })
  })

  test('is forgotten once 100,000 others were given since', () => {
    const ids = createApitrackIds()
    const { fresh } = ids.follow([])
    for (let given = 1; given < 100_000; given += 1) ids.follow([])
    expect(ids.follow([fresh ?? '']).note).toBe('kept')
    ids.follow([])
    expect(ids.follow([fresh ?? '']).note).toBe('replaced')
  })

  test('is given with a refusal and with an OAuth answer too', async () => {
    expect(await track({ token: undefined })).toMatchObject({ noted: 'given' })
    const path = `/auth/oauth/v2/authorize?${authorizeQuery(bank.kit, pkce().challenge)}`
    const { id } = await track({ path, token: undefined })
    expect(await track(sending(id ?? ''))).toEqual({ id: undefined, noted: 'kept' })
  })
})

test('the prefix of the bank’s own headers is a setting', async () => {
  const other = await startTestSandbox({ settings: { headerPrefix: 'XYZ' } })
  const answer = await callBank(other.kit, { path: accounts })
  expect(answer.header('signature')).toContain('headers="(request-target) digest xyz-response-id date"')
  expect(answer.header('xyz-certificate')).toBeDefined()
  expect(answer.header('xyz-apitrack-id')).toBeDefined()
  await other.stop()
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test.skipIf(!hasOpenssl)('openssl verifies a sample of answers', async () => {
  const run = promisify(execFile)
  const dir = await mkdtemp(join(tmpdir(), 'openssl-'))
  const file = (name: string) => join(dir, name)
  for (const [, makeCall] of kinds.slice(0, 4)) {
    const call = makeCall()
    const answer = await callBank(bank.kit, call)
    const { text, signature } = provenText(bank.kit, call, answer)
    const seal = sealOf(answer)
    await Promise.all([
      writeFile(file('text'), text),
      writeFile(file('signature'), signature),
      writeFile(file('key.pem'), seal.publicKey.export({ type: 'spki', format: 'pem' })),
      writeFile(file('seal.pem'), seal.toString()),
      writeFile(file('ca.pem'), bank.kit.sealCa),
    ])
    const verified = await run('openssl', [
      'dgst',
      '-sha256',
      '-verify',
      file('key.pem'),
      '-signature',
      file('signature'),
      file('text'),
    ])
    expect(verified.stdout).toBe('Verified OK\n')
    const chain = await run('openssl', [
      'verify',
      '-x509_strict',
      '-CAfile',
      file('ca.pem'),
      file('seal.pem'),
    ])
    expect(chain.stdout).toContain(': OK')
  }
  await rm(dir, { recursive: true })
})
