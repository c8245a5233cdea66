import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callContext, type HostileBank, refusalOf, startHostileBank } from '@/tests/support/hostile-bank'
import { envelope, errorEnvelope } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const resourceId = '0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c'
const client = () => bank.client().client
const answerWith = (data: unknown, rest: object = { resources: { resourceId } }) =>
  bank.answer((request) => bank.seal(request, { body: envelope(data, {}, rest) }))

describe('status', () => {
  const status = () => client().getOperationStatus(callContext(), { resourceId })

  test.each<[string, object, object]>([
    [
      'as the spec shows it',
      {
        creationTimestamp: '2026-04-03T10:11:12',
        authorizationStatus: 'AUTHORIZED',
        executionStatus: 'PENDING',
      },
      { createdAt: '2026-04-03T10:11:12', authorizationStatus: 'AUTHORIZED', executionStatus: 'PENDING' },
    ],
    [
      'PAY-4: values that nobody knows, as given',
      { authorizationStatus: 'PARTIALLY_AUTHORIZED', executionStatus: 'SETTLED' },
      { createdAt: undefined, authorizationStatus: 'PARTIALLY_AUTHORIZED', executionStatus: 'SETTLED' },
    ],
    [
      'one of the two',
      { authorizationStatus: 'EXPIRED', executionStatus: '' },
      { createdAt: undefined, authorizationStatus: 'EXPIRED', executionStatus: undefined },
    ],
    [
      'another spelling, which is another value',
      { authorizationStatus: 'authorized', executionStatus: 5 },
      { createdAt: undefined, authorizationStatus: 'authorized', executionStatus: undefined },
    ],
  ])('is read: %s', async (_, data, expected) => {
    answerWith(data)
    expect(await status()).toEqual(expected)
    expect(bank.requests[0]?.target).toBe(`/psd2/v0/private/operations/${resourceId}/status`)
  })

  test.each([[{}], [null], [{ authorizationStatus: 'x'.repeat(65) }], [{ authorizationStatus: true }]])(
    'data %j says nothing and is refused',
    async (data) => {
      answerWith(data)
      expect(await refusalOf(status())).toMatchObject({ reason: 'schema' })
    },
  )

  test('believes no answer about another resource', async () => {
    const other = { resources: { resourceId: '1b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c' } }
    answerWith({ authorizationStatus: 'AUTHORIZED' }, other)
    expect(await refusalOf(status())).toMatchObject({ reason: 'schema', detail: 'another resource' })
  })

  test.each([412, 500])('SCA-6: a %d is the bank’s refusal, asked for once', async (code) => {
    bank.answer((request) => bank.seal(request, { status: code, body: errorEnvelope('NOT_YET') }))
    expect(await refusalOf(status())).toMatchObject({ name: 'BankApiError', status: code, code: 'NOT_YET' })
    expect(bank.requests).toHaveLength(1)
  })
})
