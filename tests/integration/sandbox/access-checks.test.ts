import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TppRequest } from '@/sandbox/pki/key-set'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { otherTpp, outcomeOf, signedIn } from './banking'
import { accounts, type Checking, startChecking } from './checking'
import { refusalOf, signIn, tokenCall, tokens } from './journey'
import { callBank } from './raw-client'

let checking: Checking
let bank: TestSandbox
beforeAll(async () => {
  checking = await startChecking()
  bank = checking.bank
})
afterAll(() => bank.stop())

const accountsOnly: TppRequest = {
  name: 'Conti S.p.A.',
  organizationIdentifier: 'PSDIT-BI-30000A',
  webSite: 'tpp.conti.example',
  roles: ['PSP_AI'],
  applications: [
    { name: 'conti', displayName: 'Conti', type: 'authorization_code' },
    { name: 'conti-batch', displayName: 'Conti', type: 'client_credentials' },
  ],
}

describe('access', () => {
  test('a request played again: 417', async () => {
    const signed = { requestId: randomUUID() }
    expect(await checking.outcome({ signed })).toBe('200')
    expect(await checking.outcome({ signed })).toBe('417 REQUEST_ID_REUSED TPP-Request-ID')
  })

  test('an unknown address: 404; another method: 405 with the right one', async () => {
    expect(await checking.outcome({ path: '/private/customers' })).toBe('404 NOT_FOUND')
    const answer = await callBank(bank.kit, { method: 'DELETE', path: accounts, token: checking.token })
    expect(refusalOf(answer)).toBe('405 METHOD_NOT_ALLOWED')
    expect(answer.header('allow')).toBe('GET')
  })

  test('no token: 401; an unknown, malformed or expired one: 401', async () => {
    expect(await checking.outcome({ token: undefined })).toBe('401 TOKEN_MISSING')
    expect(await checking.outcome({ token: randomUUID() })).toBe('401 TOKEN_INVALID')
    expect(await checking.outcome({ token: 'abc' })).toBe('401 TOKEN_INVALID')
    expect(await checking.outcome({ headers: { Authorization: `Basic ${checking.token}` } })).toBe(
      '401 TOKEN_INVALID',
    )
    bank.clock.move(30 * 60 * 1000 + 1)
    expect(await checking.outcome({})).toBe('401 TOKEN_INVALID')
    bank.clock.reset()
    expect(await checking.outcome({})).toBe('200')
  })

  test("another customer's data, existing or not: 403", async () => {
    expect(await checking.outcome({ path: '/private/customers/70010002/accounts' })).toBe(
      '403 CUSTOMER_NOT_ALLOWED',
    )
    expect(await checking.outcome({ path: '/private/customers/99999999/accounts' })).toBe(
      '403 CUSTOMER_NOT_ALLOWED',
    )
    expect(await checking.outcome({ path: '/private/customers/70A/accounts' })).toBe(
      '417 FIELD_INVALID customerId',
    )
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
    const two = await startTestSandbox({ furtherTpps: [otherTpp()] })
    const other = two.kitOf(otherTpp().organizationIdentifier)
    const keyId = two.kit.applications.authorization_code.name
    expect(refusalOf(await callBank(other, { path: accounts, signed: { keyId } }))).toBe(
      '403 TPP_APP_FOREIGN',
    )
    const { accessToken } = await signIn(two.kit, 'niccolo')
    const signed = { keyId: otherTpp().applications[0]?.name }
    expect(refusalOf(await callBank(other, { path: accounts, token: accessToken, signed }))).toBe(
      '401 TOKEN_INVALID',
    )
    expect(two.journal.entries().at(-1)?.checks.at(-1)?.reason).toBe('issued to another application')
    await two.stop()
  })

  test('a token of another application of the same provider: 401', async () => {
    const batch = bank.kit.applications.client_credentials
    expect(await checking.outcome({ signed: { keyId: batch.name } })).toBe('401 TOKEN_INVALID')
    expect(checking.refusedBy()).toBe('access token: issued to another application')
    const form = {
      grant_type: 'client_credentials',
      client_id: batch.clientId,
      client_secret: batch.clientSecret,
    }
    const given = await callBank(bank.kit, tokenCall(bank.kit, form, { signed: { keyId: batch.name } }))
    const { access_token } = tokens.parse(given.json())
    expect(await checking.outcome({ token: access_token })).toBe('401 TOKEN_INVALID')
    expect(checking.refusedBy()).toBe('access token: issued to another application')
  })

  test.each([
    [true, '403 TPP_ROLE_MISSING PSP_AI', '403 TPP_ROLE_MISSING PSP_PI'],
    [false, '403 CONSENT_MISSING ACCOUNT_INFO', '403 CONSENT_MISSING PAYMENTS'],
  ])(
    'access control list %s: inquiries need the account role, payments that of payments',
    async (accessControl, inquiry, payment) => {
      const strict = await startTestSandbox({
        furtherTpps: [otherTpp(['PSP_PI']), accountsOnly],
        settings: { accessControl },
      })
      const outcomesOf = async (number: string) => {
        const kit = strict.kitOf(number)
        const { token, products } = await signedIn(kit, 'niccolo')
        const product = `/private/customers/70010001/products/${products[0]}`
        return [
          await outcomeOf(kit, { path: accounts, token }),
          await outcomeOf(kit, { path: `${product}/balance/retrieve`, token }),
          await outcomeOf(kit, { path: `${product}/moneyTransfer/prepare`, token }),
        ]
      }
      const noConsent = ['403 CONSENT_MISSING ACCOUNT_INFO', '403 CONSENT_MISSING PAYMENTS']
      expect(await outcomesOf(otherTpp().organizationIdentifier)).toEqual(['200', inquiry, noConsent[1]])
      expect(await outcomesOf(accountsOnly.organizationIdentifier)).toEqual(['200', noConsent[0], payment])
      await strict.stop()
    },
  )

  test('with an access control list, a provider with none of the three roles cannot begin', async () => {
    const strict = await startTestSandbox({
      furtherTpps: [otherTpp(['PSP_AS'])],
      settings: { accessControl: true },
    })
    const kit = strict.kitOf(otherTpp().organizationIdentifier)
    const { accessToken: token } = await signIn(kit, 'niccolo')
    for (const path of [accounts, '/private/customers/customerid-info']) {
      expect(await outcomeOf(kit, { path, token })).toBe('403 TPP_ROLE_MISSING PSP_AI PSP_PI PSP_IC')
    }
    await strict.stop()
  })
})
