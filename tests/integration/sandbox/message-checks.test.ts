import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestSandbox } from '@/tests/support/sandbox'
import { accounts, type Checking, startChecking } from './checking'
import { digestOf } from './raw-client'

let checking: Checking
let bank: TestSandbox
beforeAll(async () => {
  checking = await startChecking()
  bank = checking.bank
})
afterAll(() => bank.stop())

describe('required headers', () => {
  test.each([
    ['TPP-Transaction-ID'],
    ['TPP-Request-ID'],
    ['TPP-Certificate'],
    ['Signature'],
    ['Content-Type'],
    ['Accept'],
  ])('%s missing: 417 and its name', async (name) => {
    expect(await checking.outcome({ headers: { [name]: null } })).toBe(`417 HEADER_MISSING ${name}`)
  })

  test('Date missing: 417', async () => {
    expect(await checking.outcome({ headers: { Date: null } })).toBe('417 HEADER_MISSING Date')
  })

  test('Digest missing on POST: 417', async () => {
    const call = { method: 'POST', path: accounts, body: '{}', headers: { Digest: null } }
    expect(await checking.outcome(call)).toBe('417 HEADER_MISSING Digest')
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
    ['PSU-IP-Address', 'fe80::1%eth0'],
    ['SVC-Trace-Id', 'component'],
    ['svc-apitrack-id', 'mine'],
    ['Digest', 'MD5=1B2M2Y8AsgTpgAmY7PhCfg=='],
  ])('%s: %s is not valid: 417 and its name', async (name, value) => {
    expect(await checking.outcome({ headers: { [name]: value } })).toBe(`417 HEADER_INVALID ${name}`)
  })

  test.each([['TPP-Request-ID'], ['Signature'], ['Digest'], ['PSU-IP-Address']])(
    '%s twice: 417, even when both are the same',
    async (name) => {
      expect(await checking.outcome({ headers: { [name]: ['a', 'a'] } })).toBe(`417 HEADER_REPEATED ${name}`)
    },
  )

  test('the optional ones pass when they are right', async () => {
    const headers = {
      'PSU-IP-Address': '2001:db8::1',
      'SVC-Trace-Id': 'viewId=accounts',
      'svc-apitrack-id': randomUUID(),
      'Accept-Language': 'it',
    }
    expect(await checking.outcome({ headers })).toBe('200')
  })
})

describe('message', () => {
  test('SIG-12: Date inside the skew passes, outside on either side does not', async () => {
    const shifted = (seconds: number) => ({ signed: { date: new Date(Date.now() + seconds * 1000) } })
    expect(await checking.outcome(shifted(-290))).toBe('200')
    expect(await checking.outcome(shifted(290))).toBe('200')
    expect(await checking.outcome(shifted(-310))).toBe('417 DATE_SKEW Date')
    expect(await checking.outcome(shifted(310))).toBe('417 DATE_SKEW Date')
  })

  test('Digest of other bytes than the body, validly signed: 412', async () => {
    const call = { method: 'POST', body: '{"a":1}', signed: { digest: digestOf('{"a":2}') } }
    expect(await checking.outcome(call)).toBe('412 TPP_SIGN_VFY')
    expect(checking.refusedBy()).toBe('digest of the body: Digest is not that of the body')
  })

  test('a body on GET: 417', async () => {
    expect(await checking.outcome({ body: 'x', headers: { 'Content-Length': '1' } })).toBe(
      '417 BODY_NOT_ALLOWED',
    )
  })

  test('a body over 64 KiB: 413; exactly 64 KiB passes the check', async () => {
    const most = 64 * 1024
    const post = (length: number) => ({ method: 'POST', path: '/private/nowhere', body: 'x'.repeat(length) })
    expect(await checking.outcome(post(most + 1))).toBe('413 BODY_TOO_LARGE')
    expect(await checking.outcome(post(most))).toBe('404 NOT_FOUND')
  })
})
