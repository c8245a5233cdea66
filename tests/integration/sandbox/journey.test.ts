import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { signIn } from './journey'
import { callBank } from './raw-client'

describe('from login to accounts', () => {
  let bank: TestSandbox
  beforeAll(async () => {
    bank = await startTestSandbox()
  })
  afterAll(() => bank.stop())

  test('endpoint 1 says who the customer is, with the HAL links of the spec', async () => {
    const { accessToken } = await signIn(bank.kit, 'niccolo')
    const answer = await callBank(bank.kit, {
      path: '/private/customers/customerid-info',
      token: accessToken,
    })
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      result: { messages: [], flushMessages: true, outcome: 'SUCCESS', requestId: expect.any(String) },
      data: { customerid: '70010001' },
      _links: {
        self: { href: 'customerid-info', method: 'GET' },
        curies: [{ href: `${bank.kit.baseUrl}/private/customers/{rel}`, name: 'customers' }],
      },
    })
  })

  test('endpoint 2 lists the accounts in the language that was asked for', async () => {
    const { accessToken } = await signIn(bank.kit, 'niccolo')
    const answer = await callBank(bank.kit, {
      path: '/private/customers/70010001/accounts',
      token: accessToken,
      headers: { 'Accept-Language': 'it-IT,it;q=0.9,en;q=0.1' },
    })
    expect(answer.json()).toMatchObject({
      data: {
        accounts: [
          {
            accountId: expect.stringMatching(/^[A-Za-z0-9]{10}$/),
            product: { code: '1001', description: 'Conto corrente' },
            currency: 'EUR',
            iban: expect.stringMatching(/^IT\d{2}[A-Z]0999801600\d{12}$/),
            name: "Conto di casa – Niccolò D'Amico",
          },
          {},
          {},
        ],
      },
      _links: { self: { href: 'accounts', method: 'GET' } },
    })
  })
})
