import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestSandbox } from '@/tests/support/sandbox'
import { accounts, type Checking, startChecking } from './checking'
import { callBank } from './raw-client'

let checking: Checking
let bank: TestSandbox
beforeAll(async () => {
  checking = await startChecking()
  bank = checking.bank
})
afterAll(() => bank.stop())

describe('signature', () => {
  const raw = (write: (p: { keyId: string; headers: string; signature: string }) => string) => ({
    signed: { raw: write },
  })
  const refused = '412 TPP_SIGN_VFY'

  test('the refusal is worded as the spec says', async () => {
    const answer = await callBank(bank.kit, {
      path: accounts,
      token: checking.token,
      signed: { target: 'get /elsewhere' },
    })
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
      await checking.outcome(
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
    expect(await checking.outcome(raw(write))).toBe(refused)
    expect(checking.refusedBy()).toBe(`signature parameters: ${reason}`)
  })

  test.each([['hs2019'], ['RSA-SHA256'], ['hmac-sha256']])('SIG-13: algorithm %s: 412', async (algorithm) => {
    expect(await checking.outcome({ signed: { algorithm } })).toBe(refused)
  })

  test.each([
    [['tpp-request-id', 'date']],
    [['date', 'tpp-request-id', '(request-target)']],
    [['(request-target)', 'date']],
    [['(request-target)', 'tpp-request-id']],
    [['(request-target)', 'tpp-request-id', 'date', 'date']],
    [['(request-target)', 'tpp-request-id', 'Date']],
  ])('SIG-9: signed names %j: 412', async (names) => {
    expect(await checking.outcome({ signed: { names } })).toBe(refused)
    expect(checking.refusedBy()).toMatch(/^signature parameters/)
  })

  test('digest must be signed on POST', async () => {
    const names = ['(request-target)', 'tpp-request-id', 'date']
    expect(await checking.outcome({ method: 'POST', body: '{}', signed: { names } })).toBe(refused)
    expect(checking.refusedBy()).toBe('signature parameters: digest is not signed')
  })

  test('further headers may be signed, but only such as are there', async () => {
    const names = ['(request-target)', 'host', 'tpp-request-id', 'date']
    expect(await checking.outcome({ signed: { names } })).toBe('200')
    expect(await checking.outcome({ signed: { names: [...names, 'x-absent'] } })).toBe(refused)
    expect(checking.refusedBy()).toBe('request signature: a signed header is not in the request')
  })

  test('a keyId that names no application: 412', async () => {
    expect(await checking.outcome({ signed: { keyId: 'nobody' } })).toBe(refused)
  })

  test('a keyId that is not UTF-8: 412', async () => {
    expect(await checking.outcome({ signed: { keyId: 'Societ\xe0' } })).toBe(refused)
    expect(checking.refusedBy()).toBe('signature parameters: a text is not UTF-8')
  })

  test('a keyId with a bare backslash: 412', async () => {
    expect(await checking.outcome({ signed: { keyId: 'a\\b' } })).toBe(refused)
    expect(checking.refusedBy()).toBe('signature parameters: a parameter is not name="value"')
  })

  test('another TPP-Certificate than the registered one: 412', async () => {
    const other = Buffer.from(bank.keys.bank.seal.cert).toString('base64')
    expect(await checking.outcome({ headers: { 'TPP-Certificate': other } })).toBe(refused)
    expect(checking.refusedBy()).toMatch(/^seal certificate/)
  })

  test('signed by another valid key: 412', async () => {
    expect(await checking.outcome({ signed: { key: bank.kit.qwac.key } })).toBe(refused)
    expect(checking.refusedBy()).toBe('request signature: signature does not fit')
  })

  test('a header changed after signing: 412', async () => {
    expect(await checking.outcome({ headers: { Date: new Date(Date.now() - 1000).toUTCString() } })).toBe(
      refused,
    )
    expect(await checking.outcome({ headers: { 'TPP-Request-ID': randomUUID() } })).toBe(refused)
  })
})
