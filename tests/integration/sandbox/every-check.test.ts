import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checks } from '@/sandbox/api/pipeline'
import type { Kit } from '@/sandbox/kit'
import { certify, mint, type Profile } from '@/sandbox/pki/mint'
import { createCustomers } from '@/sandbox/state/customers'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { otherTpp, outcomeOf } from './banking'
import { consentCall } from './consent-journey'
import { signIn } from './journey'
import { callBank, digestOf, type RawCall } from './raw-client'

const dayMs = 24 * 60 * 60 * 1000
const [niccolo] = createCustomers().all()
const product = niccolo?.accounts[0]?.productId ?? ''

let bank: TestSandbox
let token: string
/** A provider that is registered, with a role that opens nothing here. */
let roleless: { kit: Kit; token: string }
/** The time of bank and caller. */
let at = Date.now()

beforeAll(async () => {
  bank = await startTestSandbox({
    furtherTpps: [otherTpp(['PSP_AS'])],
    settings: { accessControl: true, psuIpAddress: 'required' },
    wall: () => new Date(at),
    // the first provider's seal certificate runs out before its website certificate does
    changeKeys: (keys) => ({
      ...keys,
      tpps: keys.tpps.map((tpp, place) =>
        place > 0
          ? tpp
          : {
              ...tpp,
              qseal: {
                key: tpp.qseal.key,
                cert: certify(
                  {
                    subject: {
                      commonName: tpp.name,
                      organizationName: tpp.name,
                      organizationIdentifier: tpp.organizationIdentifier,
                    },
                    profile: {
                      kind: 'qualified',
                      use: 'seal',
                      psd2: { roles: tpp.roles, ncaName: 'Bank of Italy' },
                    },
                    from: new Date(at - dayMs),
                    validityDays: 11,
                  },
                  tpp.qseal.key,
                  keys.trust.issuing,
                ),
              },
            },
      ),
    }),
  })
  token = (await signIn(bank.kit, 'niccolo')).accessToken
  const kit = bank.kitOf(otherTpp().organizationIdentifier)
  roleless = { kit, token: (await signIn(kit, 'niccolo')).accessToken }
})
afterAll(() => bank.stop())

/** A call that is right in every way and makes a resource, with changes. */
function request(changes: Partial<RawCall> = {}, by: string = token): RawCall {
  const call = consentCall(by, '70010001', [{ name: 'ACCOUNT_INFO', products: [product] }])
  return {
    ...call,
    ...changes,
    headers: { 'PSU-IP-Address': '192.0.2.7', ...changes.headers },
    signed: { date: new Date(at), ...changes.signed },
  }
}

const state = () => readFile(join(bank.dataDir, 'state.jsonl'), 'utf8')

/** A certificate for the connection that the authority issued, and the sandbox did not publish. */
async function unpublished(psd2: boolean, number = 'PSDIT-BI-19495S') {
  const profile: Profile = {
    kind: 'qualified',
    use: 'web',
    hostNames: ['tpp.example'],
    ...(psd2 ? { psd2: { roles: ['PSP_AI'], ncaName: 'Bank of Italy' } } : {}),
  }
  const subject = { commonName: 'test', organizationName: 'Test', organizationIdentifier: number }
  const pair = await mint(
    { subject, profile, from: new Date(at - dayMs), validityDays: 30 },
    bank.keys.trust.issuing,
  )
  return { key: pair.key, cert: `${pair.cert}${bank.keys.trust.issuing.cert}` }
}

type Refused = [what: string, outcome: string, call: () => RawCall | Promise<RawCall>, by?: () => Kit]

const failed = '412 TPP_SIGN_VFY'

/** What each check refuses, by its name in the pipeline; more of it is in the tests of each. */
const refused: Record<string, Refused[]> = {
  'client certificate presented': [
    ['no certificate', '403 TPP_CERT_MISSING', () => request({ certificate: null })],
  ],
  'client certificate trusted': [
    [
      'a leaf without its chain',
      '403 TPP_CERT_UNTRUSTED',
      () => request({ certificate: { ...bank.kit.qwac, cert: bank.keys.tpps[0]?.qwac.cert ?? '' } }),
    ],
  ],
  'qualified website certificate': [
    ['the seal certificate', '403 TPP_CERT_NOT_QWAC', () => request({ certificate: bank.kit.qseal })],
  ],
  'PSD2 statement': [
    ['no statement', '403 TPP_CERT_NOT_PSD2', async () => request({ certificate: await unpublished(false) })],
  ],
  'registered provider': [
    [
      'a number not in the register',
      '403 TPP_NOT_REGISTERED',
      async () => request({ certificate: await unpublished(true, 'PSDIT-BI-00000X') }),
    ],
    [
      'a certificate not published',
      '403 TPP_NOT_REGISTERED',
      async () => request({ certificate: await unpublished(true) }),
    ],
  ],
  'bounded body': [
    ['too much', '413 BODY_TOO_LARGE', () => request({ body: ' '.repeat(64 * 1024 + 1) })],
    [
      'a body on GET',
      '417 BODY_NOT_ALLOWED',
      () => request({ method: 'GET', headers: { 'Content-Length': String(request().body?.length) } }),
    ],
  ],
  'required headers': [
    [
      'one missing',
      '417 HEADER_MISSING TPP-Transaction-ID',
      () => request({ headers: { 'TPP-Transaction-ID': null } }),
    ],
    [
      'one twice',
      '417 HEADER_REPEATED PSU-IP-Address',
      () => request({ headers: { 'PSU-IP-Address': ['192.0.2.7', '192.0.2.8'] } }),
    ],
    ['one malformed', '417 HEADER_INVALID Accept', () => request({ headers: { Accept: 'text/html' } })],
  ],
  'recent date': [
    ['six minutes ago', '417 DATE_SKEW Date', () => request({ signed: { date: new Date(at - 360_000) } })],
    ['six minutes ahead', '417 DATE_SKEW Date', () => request({ signed: { date: new Date(at + 360_000) } })],
  ],
  'digest of the body': [['of other bytes', failed, () => request({ signed: { digest: digestOf('{}') } })]],
  'signature parameters': [
    ['another algorithm', failed, () => request({ signed: { algorithm: 'hs2019' } })],
    [
      'digest not signed',
      failed,
      () => request({ signed: { names: ['(request-target)', 'tpp-request-id', 'date'] } }),
    ],
  ],
  'known application': [
    ['nobody', failed, () => request({ signed: { keyId: 'nobody' } })],
    ["another provider's", '403 TPP_APP_FOREIGN', () => request({ signed: { keyId: 'altro' } })],
  ],
  'seal certificate': [
    [
      'another',
      failed,
      () => request({ headers: { 'TPP-Certificate': Buffer.from(bank.kit.qwac.cert).toString('base64') } }),
    ],
  ],
  'seal certificate in time': [
    [
      'run out',
      '403 TPP_SEAL_EXPIRED',
      () => {
        at += 11 * dayMs
        return request()
      },
    ],
  ],
  'request signature': [
    ['by another key', failed, () => request({ signed: { key: bank.kit.qwac.key } })],
    ['of another target', failed, () => request({ signed: { target: 'post /elsewhere' } })],
  ],
  'fresh request id': [
    [
      'played again',
      '417 REQUEST_ID_REUSED TPP-Request-ID',
      async () => {
        const call = request({ signed: { requestId: randomUUID() } })
        await callBank(bank.kit, call)
        return call
      },
    ],
  ],
  'known endpoint': [
    ['an address of nothing', '404 NOT_FOUND', () => request({ path: '/private/customers/70010001/x' })],
    ['another method', '405 METHOD_NOT_ALLOWED', () => request({ method: 'PUT' })],
  ],
  'access token': [
    ['none', '401 TOKEN_MISSING', () => request({ token: undefined })],
    ['unknown', '401 TOKEN_INVALID', () => request({ token: randomUUID() })],
    ["another provider's", '401 TOKEN_INVALID', () => request({}, roleless.token)],
  ],
  'address of the end user': [
    ['missing', '417 HEADER_MISSING PSU-IP-Address', () => request({ headers: { 'PSU-IP-Address': null } })],
  ],
  'access control list': [
    [
      'no role',
      '403 TPP_ROLE_MISSING PSP_AI PSP_PI PSP_IC',
      () => request({}, roleless.token),
      () => roleless.kit,
    ],
  ],
  'ids of the address': [
    [
      'a customer id that is none',
      '417 FIELD_INVALID customerId',
      () => request({ path: '/private/customers/7001000x/consent/request' }),
    ],
  ],
}

test('each check of the pipeline has a row here, in its order', () => {
  expect(Object.keys(refused)).toEqual(checks.map(({ name }) => name))
})

test('the call that the rows begin with is right, and changes the state', async () => {
  const before = await state()
  expect(await outcomeOf(bank.kit, request())).toBe('200')
  const after = await state()
  expect(after.startsWith(before) && after.length > before.length).toBe(true)
})

describe.each(Object.entries(refused))('%s', (name, rows) => {
  test.each(rows)(
    'refuses %s with %s, and the state stays as it is to the byte',
    async (_what, outcome, make, by) => {
      const started = at
      const call = await make()
      const before = await state()
      expect(await outcomeOf(by?.() ?? bank.kit, call)).toBe(outcome)
      expect(await state()).toBe(before)
      expect(bank.journal.entries().at(-1)?.checks.at(-1)).toMatchObject({ check: name, verdict: 'refused' })
      at = started
    },
  )
})
