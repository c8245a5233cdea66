import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TppRequest } from '@/sandbox/pki/keys-file'
import { mint, type Profile } from '@/sandbox/pki/mint'
import { allRoles } from '@/sandbox/pki/oids'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { refusalOf, signIn } from './journey'
import { basePathOf, callBank, digestOf, type RawCall } from './raw-client'

let bank: TestSandbox
let token: string

beforeAll(async () => {
  bank = await startTestSandbox()
  token = (await signIn(bank.kit, 'niccolo')).accessToken
})
afterAll(() => bank.stop())
beforeEach(() => bank.journal.clear())

const paymentsOnly: TppRequest = {
  name: 'Altro Pagamenti S.p.A.',
  organizationIdentifier: 'PSDIT-BI-20000P',
  webSite: 'tpp.altro.example',
  roles: ['PSP_PI'],
  applications: [
    { name: 'altro', displayName: 'Altro', type: 'authorization_code' },
    { name: 'altro-batch', displayName: 'Altro', type: 'client_credentials' },
  ],
}

const accounts = '/private/customers/70010001/accounts'

async function outcome(call: Partial<RawCall>): Promise<string> {
  const answer = await callBank(bank.kit, { path: accounts, token, ...call })
  return answer.status === 200 ? '200' : refusalOf(answer)
}

/** Name and reason of the check that refused, as the journal has it. */
function refusedBy(): string {
  const check = bank.journal.entries().at(-1)?.checks.at(-1)
  return check?.verdict === 'refused' ? `${check.check}: ${check.reason ?? ''}` : 'none'
}

describe('client certificate', () => {
  /** A certificate for the connection, issued by the trusted authority unless said otherwise. */
  async function certificateWith(
    profile: Profile,
    { number = 'PSDIT-BI-19495S', issuer = bank.keys.trust.issuing, from = new Date(), chain = true } = {},
  ) {
    const pair = await mint(
      {
        subject: { commonName: 'test', organizationName: 'Test', organizationIdentifier: number },
        profile,
        from,
        validityDays: 30,
      },
      issuer,
    )
    return { key: pair.key, cert: chain ? `${pair.cert}${bank.keys.trust.issuing.cert}` : pair.cert }
  }
  const web: Profile = {
    kind: 'qualified',
    use: 'web',
    hostNames: ['tpp.example'],
    psd2: { roles: ['PSP_AI'], ncaName: 'Bank of Italy' },
  }

  test('none: 403', async () => {
    expect(await outcome({ certificate: null })).toBe('403 TPP_CERT_MISSING')
  })

  test('TLS-2: leaf without its chain: 403, because only the root is trusted', async () => {
    const [leaf = ''] = bank.kit.qwac.cert.split(/(?<=-----END CERTIFICATE-----\n)/)
    expect(await outcome({ certificate: { cert: leaf, key: bank.kit.qwac.key } })).toBe(
      '403 TPP_CERT_UNTRUSTED',
    )
    expect(refusedBy()).toBe('client certificate trusted: UNABLE_TO_VERIFY_LEAF_SIGNATURE')
  })

  test('issued by somebody else under the same name: 403', async () => {
    const stranger = await mint({
      subject: {
        commonName: 'Sandbox Qualified Issuing CA',
        organizationName: 'Sandbox Trust Services S.p.A.',
      },
      profile: { kind: 'authority', pathLength: 0 },
      from: new Date(),
      validityDays: 30,
    })
    expect(await outcome({ certificate: await certificateWith(web, { issuer: stranger }) })).toBe(
      '403 TPP_CERT_UNTRUSTED',
    )
  })

  test('expired: 403', async () => {
    const from = new Date(Date.now() - 60 * 24 * 60 * 60 * 1000)
    expect(await outcome({ certificate: await certificateWith(web, { from }) })).toBe(
      '403 TPP_CERT_UNTRUSTED',
    )
    expect(refusedBy()).toBe('client certificate trusted: CERT_HAS_EXPIRED')
  })

  test('the seal certificate instead of the website certificate: 403', async () => {
    expect(await outcome({ certificate: bank.kit.qseal })).toBe('403 TPP_CERT_NOT_QWAC')
  })

  test('qualified but without the PSD2 statement, or without a role in it: 403', async () => {
    const without: Profile = { kind: 'qualified', use: 'web', hostNames: ['tpp.example'] }
    expect(await outcome({ certificate: await certificateWith(without) })).toBe('403 TPP_CERT_NOT_PSD2')
    const roleless: Profile = { ...web, psd2: { roles: [], ncaName: 'Bank of Italy' } }
    expect(await outcome({ certificate: await certificateWith(roleless) })).toBe('403 TPP_CERT_NOT_PSD2')
  })

  test('a number that is not in the register: 403', async () => {
    const certificate = await certificateWith(web, { number: 'PSDIT-BI-00000X' })
    expect(await outcome({ certificate })).toBe('403 TPP_NOT_REGISTERED')
    expect(refusedBy()).toBe('registered provider: number not in the register')
  })

  test('right in every way but not published by the sandbox: 403', async () => {
    expect(await outcome({ certificate: await certificateWith(web) })).toBe('403 TPP_NOT_REGISTERED')
    expect(refusedBy()).toBe('registered provider: certificate not published for this provider')
  })
})

describe('required headers', () => {
  test.each([
    ['TPP-Transaction-ID'],
    ['TPP-Request-ID'],
    ['TPP-Certificate'],
    ['Signature'],
    ['Content-Type'],
    ['Accept'],
  ])('%s missing: 417 and its name', async (name) => {
    expect(await outcome({ headers: { [name]: null } })).toBe(`417 HEADER_MISSING ${name}`)
  })

  test('Date missing: 417', async () => {
    expect(await outcome({ headers: { Date: null } })).toBe('417 HEADER_MISSING Date')
  })

  test('Digest missing on POST: 417', async () => {
    const call = { method: 'POST', path: accounts, body: '{}', headers: { Digest: null } }
    expect(await outcome(call)).toBe('417 HEADER_MISSING Digest')
  })

  test.each([
    ['TPP-Transaction-ID', 'not-a-uuid'],
    ['TPP-Request-ID', 'not-a-uuid'],
    ['TPP-Certificate', '-----BEGIN CERTIFICATE-----'],
    ['Date', '2026-11-27T10:00:00Z'],
    ['Date', 'Mon, 27 Nov 2026 10:00:00 GMT'],
    ['Content-Type', 'text/plain'],
    ['Accept', 'text/html'],
    ['PSU-IP-Address', '300.1.1.1'],
    ['SVC-Trace-Id', 'component'],
    ['svc-apitrack-id', 'mine'],
    ['Digest', 'MD5=1B2M2Y8AsgTpgAmY7PhCfg=='],
  ])('%s: %s is not valid: 417 and its name', async (name, value) => {
    expect(await outcome({ headers: { [name]: value } })).toBe(`417 HEADER_INVALID ${name}`)
  })

  test.each([['TPP-Request-ID'], ['Signature'], ['Digest'], ['PSU-IP-Address']])(
    '%s twice: 417, even when both are the same',
    async (name) => {
      expect(await outcome({ headers: { [name]: ['a', 'a'] } })).toBe(`417 HEADER_REPEATED ${name}`)
    },
  )

  test('the optional ones pass when they are right', async () => {
    const headers = {
      'PSU-IP-Address': '2001:db8::1',
      'SVC-Trace-Id': 'viewId=accounts',
      'svc-apitrack-id': randomUUID(),
      'Accept-Language': 'it',
    }
    expect(await outcome({ headers })).toBe('200')
  })
})

describe('message', () => {
  test('SIG-12: Date inside the skew passes, outside on either side does not', async () => {
    const shifted = (seconds: number) => ({ signed: { date: new Date(Date.now() + seconds * 1000) } })
    expect(await outcome(shifted(-290))).toBe('200')
    expect(await outcome(shifted(290))).toBe('200')
    expect(await outcome(shifted(-310))).toBe('417 DATE_SKEW Date')
    expect(await outcome(shifted(310))).toBe('417 DATE_SKEW Date')
  })

  test('Digest of other bytes than the body, validly signed: 412', async () => {
    const call = { method: 'POST', body: '{"a":1}', signed: { digest: digestOf('{"a":2}') } }
    expect(await outcome(call)).toBe('412 TPP_SIGN_VFY')
    expect(refusedBy()).toBe('digest of the body: Digest is not that of the body')
  })

  test('a body on GET: 417', async () => {
    expect(await outcome({ body: 'x', headers: { 'Content-Length': '1' } })).toBe('417 BODY_NOT_ALLOWED')
  })

  test('a body over 64 KiB: 413; exactly 64 KiB passes the check', async () => {
    const most = 64 * 1024
    const post = (length: number) => ({ method: 'POST', path: '/private/nowhere', body: 'x'.repeat(length) })
    expect(await outcome(post(most + 1))).toBe('413 BODY_TOO_LARGE')
    expect(await outcome(post(most))).toBe('404 NOT_FOUND')
  })
})

describe('signature', () => {
  const raw = (write: (p: { keyId: string; headers: string; signature: string }) => string) => ({
    signed: { raw: write },
  })
  const refused = '412 TPP_SIGN_VFY'

  test('the refusal is worded as the spec says', async () => {
    const answer = await callBank(bank.kit, { path: accounts, token, signed: { target: 'get /elsewhere' } })
    expect(answer.status).toBe(412)
    expect(answer.json()).toMatchObject({
      result: {
        messages: [
          {
            code: 'TPP_SIGN_VFY',
            message: 'Request signature verification failed',
            type: 'ERROR',
            detail: '',
          },
        ],
        flushMessages: true,
        outcome: 'ERROR',
      },
    })
  })

  test('blanks around the commas and any order of the parameters pass', async () => {
    expect(
      await outcome(
        raw(
          (p) =>
            `signature="${p.signature}" , headers="${p.headers}",  algorithm="rsa-sha256",keyId="${p.keyId}"`,
        ),
      ),
    ).toBe('200')
  })

  test.each<[string, (p: { keyId: string; headers: string; signature: string }) => string, string]>([
    [
      'SIG-8: headers given twice',
      (p) =>
        `keyId="${p.keyId}",algorithm="rsa-sha256",headers="${p.headers}",headers="date",signature="${p.signature}"`,
      'headers given twice',
    ],
    [
      'a parameter in other case',
      (p) => `KeyId="${p.keyId}",algorithm="rsa-sha256",headers="${p.headers}",signature="${p.signature}"`,
      'a parameter is not one of the four',
    ],
    [
      'a fifth parameter',
      (p) =>
        `keyId="${p.keyId}",algorithm="rsa-sha256",created="1",headers="${p.headers}",signature="${p.signature}"`,
      'a parameter is not one of the four',
    ],
    [
      'without quotes',
      (p) => `keyId=${p.keyId},algorithm="rsa-sha256",headers="${p.headers}",signature="${p.signature}"`,
      'a parameter is not name="value"',
    ],
    [
      'a comma at the end',
      (p) => `keyId="${p.keyId}",algorithm="rsa-sha256",headers="${p.headers}",signature="${p.signature}",`,
      'a parameter is not name="value"',
    ],
    [
      'no algorithm',
      (p) => `keyId="${p.keyId}",headers="${p.headers}",signature="${p.signature}"`,
      'algorithm is missing or empty',
    ],
    [
      'SIG-7: two blanks in headers',
      (p) =>
        `keyId="${p.keyId}",algorithm="rsa-sha256",headers="${p.headers.replace(' ', '  ')}",signature="${p.signature}"`,
      'headers is not a list of lower-case names with one blank between',
    ],
    [
      'base64 over two lines',
      (p) =>
        `keyId="${p.keyId}",algorithm="rsa-sha256",headers="${p.headers}",signature="${p.signature.slice(0, 64)} ${p.signature.slice(64)}"`,
      'signature is not base64 on one line',
    ],
  ])('%s: 412', async (_title, write, reason) => {
    expect(await outcome(raw(write))).toBe(refused)
    expect(refusedBy()).toBe(`signature parameters: ${reason}`)
  })

  test.each([['hs2019'], ['RSA-SHA256'], ['hmac-sha256']])('SIG-13: algorithm %s: 412', async (algorithm) => {
    expect(await outcome({ signed: { algorithm } })).toBe(refused)
  })

  test.each([
    [['tpp-request-id', 'date']],
    [['date', 'tpp-request-id', '(request-target)']],
    [['(request-target)', 'date']],
    [['(request-target)', 'tpp-request-id']],
    [['(request-target)', 'tpp-request-id', 'date', 'date']],
    [['(request-target)', 'tpp-request-id', 'Date']],
  ])('SIG-9: signed names %j: 412', async (names) => {
    expect(await outcome({ signed: { names } })).toBe(refused)
    expect(refusedBy()).toMatch(/^signature parameters/)
  })

  test('digest must be signed on POST', async () => {
    const names = ['(request-target)', 'tpp-request-id', 'date']
    expect(await outcome({ method: 'POST', body: '{}', signed: { names } })).toBe(refused)
    expect(refusedBy()).toBe('signature parameters: digest is not signed')
  })

  test('further headers may be signed, but only such as are there', async () => {
    const names = ['(request-target)', 'host', 'tpp-request-id', 'date']
    expect(await outcome({ signed: { names } })).toBe('200')
    expect(await outcome({ signed: { names: [...names, 'x-absent'] } })).toBe(refused)
    expect(refusedBy()).toBe('request signature: a signed header is not in the request')
  })

  test('a keyId that names no application: 412', async () => {
    expect(await outcome({ signed: { keyId: 'nobody' } })).toBe(refused)
  })

  test('another TPP-Certificate than the registered one: 412', async () => {
    const other = Buffer.from(bank.keys.bank.seal.cert).toString('base64')
    expect(await outcome({ headers: { 'TPP-Certificate': other } })).toBe(refused)
    expect(refusedBy()).toMatch(/^seal certificate/)
  })

  test('signed by another valid key: 412', async () => {
    expect(await outcome({ signed: { key: bank.kit.qwac.key } })).toBe(refused)
    expect(refusedBy()).toBe('request signature: signature does not fit')
  })

  test('a header changed after signing: 412', async () => {
    expect(await outcome({ headers: { Date: new Date(Date.now() - 1000).toUTCString() } })).toBe(refused)
    expect(await outcome({ headers: { 'TPP-Request-ID': randomUUID() } })).toBe(refused)
  })
})

describe('request target', () => {
  const target = (path: string) => `get ${basePathOf(bank.kit)}${path}`
  // an address that does not exist still has its signature checked first: 404 means that it was right
  const verified = '404 NOT_FOUND'

  test('SIG-1: the path is signed in lower case, and only so', async () => {
    const path = '/private/customers/70010001/products/Zq9Xw8Yv7U/moneyTransfer/prepare'
    expect(await outcome({ path })).toBe(verified)
    expect(await outcome({ path, signed: { target: target(path) } })).toBe('412 TPP_SIGN_VFY')
  })

  test('SIG-1: a bank set to the target as sent takes it with its case, and only so', async () => {
    const asSent = await startTestSandbox({ settings: { requestTargetCase: 'asSent' } })
    const path = '/private/customers/70010001/moneyTransfer'
    const call = async (text: string) =>
      refusalOf(await callBank(asSent.kit, { path, signed: { target: text } }))
    expect(await call(target(path))).toBe(verified)
    expect(await call(target(path).toLowerCase())).toBe('412 TPP_SIGN_VFY')
    await asSent.stop()
  })

  test('SIG-2: the query is signed', async () => {
    const path = `${accounts}?dateFrom=01%2F02%2F2026&page=2`
    expect(await outcome({ path })).toBe('200')
    expect(await outcome({ path, signed: { target: target(accounts) } })).toBe('412 TPP_SIGN_VFY')
  })

  test('SIG-3: the raw target counts, never the decoded one', async () => {
    const path = '/private/a%2Fb?q=Caff%C3%A8%20%26%20C%2E'
    expect(await outcome({ path })).toBe(verified)
    expect(await outcome({ path, signed: { target: target(decodeURIComponent(path)) } })).toBe(
      '412 TPP_SIGN_VFY',
    )
    expect(bank.journal.entries().at(-1)?.request.target).toBe(`${basePathOf(bank.kit)}${path}`)
  })

  test('SIG-4: order, repetition and valueless parameters stay as sent', async () => {
    expect(await outcome({ path: `${accounts}?z=1&a=2&a=1&flag` })).toBe('200')
    const reordered = target(`${accounts}?a=2&a=1&flag&z=1`)
    expect(await outcome({ path: `${accounts}?z=1&a=2&a=1&flag`, signed: { target: reordered } })).toBe(
      '412 TPP_SIGN_VFY',
    )
  })

  test('SIG-5: the base path belongs to the target, and a forwarded prefix changes nothing', async () => {
    expect(await outcome({ signed: { target: `get ${accounts}` } })).toBe('412 TPP_SIGN_VFY')
    expect(await outcome({ headers: { 'X-Forwarded-Prefix': '/elsewhere' } })).toBe('200')
  })

  test.each([
    ['/private/%zz'],
    ['/private//customers'],
    ['/private/../x'],
    ['/private/customers/%00/accounts/x'],
  ])('an odd target %s is answered like any other', async (path) => {
    expect(await outcome({ path })).toBe(verified)
  })
})

describe('access', () => {
  test('a request played again: 417', async () => {
    const signed = { requestId: randomUUID() }
    expect(await outcome({ signed })).toBe('200')
    expect(await outcome({ signed })).toBe('417 REQUEST_ID_REUSED TPP-Request-ID')
  })

  test('an unknown address: 404; another method: 405 with the right one', async () => {
    expect(await outcome({ path: '/private/customers' })).toBe('404 NOT_FOUND')
    const answer = await callBank(bank.kit, { method: 'DELETE', path: accounts, token })
    expect(refusalOf(answer)).toBe('405 METHOD_NOT_ALLOWED')
    expect(answer.header('allow')).toBe('GET')
  })

  test('no token: 401; an unknown, malformed or expired one: 401', async () => {
    expect(await outcome({ token: undefined })).toBe('401 TOKEN_MISSING')
    expect(await outcome({ token: randomUUID() })).toBe('401 TOKEN_INVALID')
    expect(await outcome({ token: 'abc' })).toBe('401 TOKEN_INVALID')
    expect(await outcome({ headers: { Authorization: `Basic ${token}` } })).toBe('401 TOKEN_INVALID')
    bank.clock.move(30 * 60 * 1000 + 1)
    expect(await outcome({})).toBe('401 TOKEN_INVALID')
    bank.clock.reset()
    expect(await outcome({})).toBe('200')
  })

  test("another customer's data, existing or not: 403", async () => {
    expect(await outcome({ path: '/private/customers/70010002/accounts' })).toBe('403 CUSTOMER_NOT_ALLOWED')
    expect(await outcome({ path: '/private/customers/99999999/accounts' })).toBe('403 CUSTOMER_NOT_ALLOWED')
    expect(await outcome({ path: '/private/customers/70A/accounts' })).toBe('417 FIELD_INVALID customerId')
  })

  test('messages speak the language that was asked for', async () => {
    const answer = await callBank(bank.kit, {
      path: accounts,
      headers: { 'Accept-Language': 'de, it;q=0.5' },
    })
    expect(answer.json()).toMatchObject({
      result: { messages: [{ message: 'È richiesto un token di sicurezza' }] },
    })
  })

  test('an application that belongs to another provider, or its token: refused', async () => {
    const two = await startTestSandbox({ furtherTpps: [paymentsOnly] })
    const other = two.kitOf(paymentsOnly.organizationIdentifier)
    const keyId = two.kit.applications.authorization_code.name
    expect(refusalOf(await callBank(other, { path: accounts, signed: { keyId } }))).toBe(
      '403 TPP_APP_FOREIGN',
    )
    const { accessToken } = await signIn(two.kit, 'niccolo')
    const signed = { keyId: paymentsOnly.applications[0]?.name }
    expect(refusalOf(await callBank(other, { path: accounts, token: accessToken, signed }))).toBe(
      '401 TOKEN_INVALID',
    )
    expect(two.journal.entries().at(-1)?.checks.at(-1)?.reason).toBe('issued to another provider')
    await two.stop()
  })

  test.each([
    [true, 403],
    [false, 200],
  ])('access control list %s: a provider without the account role gets %i', async (accessControl, status) => {
    const strict = await startTestSandbox({ furtherTpps: [paymentsOnly], settings: { accessControl } })
    const kit = strict.kitOf(paymentsOnly.organizationIdentifier)
    const { accessToken } = await signIn(kit, 'niccolo')
    expect((await callBank(kit, { path: accounts, token: accessToken })).status).toBe(status)
    const allowed = await signIn(strict.kit, 'niccolo')
    expect((await callBank(strict.kit, { path: accounts, token: allowed.accessToken })).status).toBe(200)
    await strict.stop()
  })
})

test('the kit of all roles claims exactly the four roles of TS 119 495', () => {
  expect(bank.keys.tpps[0]?.roles).toEqual([...allRoles])
})
