import { createHash, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaultName } from '@/sandbox/control/faults'
import { type Banking, startBanking } from './banking'
import { refusalOf } from './journey'
import { callBank, provenText, type RawAnswer, sealOf } from './raw-client'

let banking: Banking
beforeAll(async () => {
  banking = await startBanking('niccolo')
})
afterAll(() => banking.bank.stop())

/** The answer to one call under a staged status. It is signed, and signed right. */
async function staged(status: number, fault: FaultName = 'status'): Promise<RawAnswer> {
  const { bank, kit, token, customerId } = banking
  const call = { path: `/private/customers/${customerId}/accounts`, token }
  bank.scenarios.add({ fault, times: 1, parameters: { status } })
  const answer = await callBank(kit, call)
  const { text, signature } = provenText(kit, call, answer)
  expect(verify('sha256', text, sealOf(answer).publicKey, signature)).toBe(true)
  return answer
}

test.each([
  [400, '400 BODY_UNREADABLE'],
  [401, '401 TOKEN_INVALID'],
  [403, '403 CUSTOMER_NOT_ALLOWED'],
  [412, '412 RESOURCE_UNKNOWN'],
  [417, '417 FIELD_INVALID'],
  [420, '420 LIMIT_EXCEEDED'],
  [422, '422 CHARACTER_NOT_ALLOWED'],
  [500, '500 INTERNAL'],
  [503, '503 STAGED'],
])('status %i has the code that the bank gives with it', async (code, expected) => {
  expect(refusalOf(await staged(code))).toBe(expected)
})

test.each<[FaultName, number, lengthHeader: string | undefined]>([
  ['status', 204, undefined],
  ['status', 205, '0'],
  ['status', 304, undefined],
  ['forbidden', 304, undefined],
  ['limit-reached', 204, undefined],
])('%s with status %i has no body, and is signed so', async (fault, code, lengthHeader) => {
  const none = await staged(code, fault)
  const digest = `SHA-256=${createHash('sha256').digest('base64')}`
  expect([none.status, none.body.length, none.header('digest')]).toEqual([code, 0, digest])
  expect([none.header('content-length'), none.header('content-type')]).toEqual([lengthHeader, undefined])
})

test('status 302 leads nowhere, 200 is an error all the same', async () => {
  const moved = await staged(302)
  expect([moved.status, moved.header('location')]).toEqual([302, `${banking.kit.baseUrl}/elsewhere`])
  expect(refusalOf(await staged(200))).toBe('200 STAGED')
})
