import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankDayOf } from '@/sandbox/calendar/bank-day'
import { createCustomers } from '@/sandbox/state/customers'
import { type Banking, otherTpp, outcomeOf, signedIn, startBanking, success } from './banking'
import { grantConsent, revokeConsent, succeed } from './consent-journey'
import { callBank } from './raw-client'

/** The second of this customer's three accounts is closed; the first is consented for account information. */
let ludovica: Banking
beforeAll(async () => {
  ludovica = await startBanking('ludovica', { furtherTpps: [otherTpp()] })
  const { kit, token, customerId, products } = ludovica
  await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: products.slice(0, 1) }])
})
afterAll(() => ludovica.bank.stop())

const here = (path = '') => `/private/customers/${ludovica.customerId}${path}`
const ofProduct = (productId = '', path = '') => here(`/products/${productId}${path}`)
const inquiriesOf = (productId: string) => [
  ofProduct(productId),
  ofProduct(productId, '/balance/retrieve'),
  ofProduct(productId, '/transactions/retrieve'),
]

async function answerOf(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const { kit, token } = ludovica
  return (await succeed(kit, { path, token, headers })).json()
}

function currentAccount() {
  const account = createCustomers().byId(ludovica.customerId)?.accounts[0]
  if (!account) throw new Error('the seed has no such account')
  return account
}

describe('in full', () => {
  test('customer', async () => {
    const { kit, customerId } = ludovica
    const customer = createCustomers().byId(customerId)
    expect(await answerOf(here())).toEqual(
      success({
        data: {
          customer: {
            customerId,
            kind: 'PERSON',
            name: customer?.name,
            taxCode: expect.stringMatching(/^[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]$/),
            address: {
              street: customer?.address.street,
              postalCode: expect.stringMatching(/^\d{5}$/),
              town: customer?.address.town,
              province: expect.stringMatching(/^[A-Z]{2}$/),
              country: customer?.address.country,
            },
            email: customer?.email,
            phone: customer?.phone,
            customerSince: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/),
          },
        },
        _links: {
          self: { href: customerId, method: 'GET' },
          curies: [{ href: `${kit.baseUrl}/private/customers/{rel}`, name: 'customers' }],
        },
      }),
    )
  })

  test('products: the consented ones alone', async () => {
    const { kit, products } = ludovica
    const { iban, nickname } = currentAccount()
    expect(await answerOf(here('/products'))).toEqual(
      success({
        data: {
          products: [
            {
              accountId: products[0],
              product: { code: '1001', description: 'Current account' },
              currency: 'EUR',
              iban,
              name: nickname,
              status: 'ACTIVE',
            },
          ],
        },
        _links: {
          self: { href: 'products', method: 'GET' },
          curies: [{ href: `${kit.baseUrl}${here('/{rel}')}`, name: 'products' }],
        },
      }),
    )
  })

  test('product, in the language that was asked for', async () => {
    const { kit, products } = ludovica
    const { iban, nickname } = currentAccount()
    expect(await answerOf(ofProduct(products[0]), { 'Accept-Language': 'it' })).toEqual(
      success({
        data: {
          product: {
            accountId: products[0],
            product: { code: '1001', description: 'Conto corrente' },
            currency: 'EUR',
            iban,
            name: nickname,
            status: 'ACTIVE',
            holder: createCustomers().byId(ludovica.customerId)?.name,
            openingDate: '09/09/2019',
          },
        },
        _links: {
          self: { href: products[0], method: 'GET' },
          curies: [{ href: `${kit.baseUrl}${here('/products/{rel}')}`, name: 'products' }],
        },
      }),
    )
  })

  test('balance', async () => {
    const { bank, kit, products } = ludovica
    const amount = expect.stringMatching(/^-?\d+\.\d{2}$/)
    expect(await answerOf(ofProduct(products[0], '/balance/retrieve'))).toEqual(
      success({
        data: {
          accountBalance: { amount, currency: 'EUR' },
          availableBalance: { amount, currency: 'EUR' },
          date: `${bankDayOf(bank.clock.now()).replaceAll('-', '')}T00:00:00`,
        },
        _links: {
          self: { href: 'retrieve', method: 'GET' },
          curies: [{ href: `${kit.baseUrl}${ofProduct(products[0], '/balance/{rel}')}`, name: 'balance' }],
        },
      }),
    )
  })

  test('a company, and an account in another currency', async () => {
    const { kit } = ludovica
    const { token, customerId, products } = await signedIn(kit, 'officine')
    const dollars = products[2] ?? ''
    await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: [dollars] }])
    expect((await succeed(kit, { path: `/private/customers/${customerId}`, token })).json()).toMatchObject({
      data: {
        customer: {
          kind: 'COMPANY',
          name: 'Officine Möbius S.r.l.',
          taxCode: expect.stringMatching(/^\d{11}$/),
        },
      },
    })
    const path = `/private/customers/${customerId}/products/${dollars}/balance/retrieve`
    expect((await succeed(kit, { path, token })).json()).toMatchObject({
      data: { accountBalance: { currency: 'USD' }, availableBalance: { currency: 'USD' } },
    })
    await revokeConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: [dollars] }])
  })
})

describe('refused', () => {
  test('an account without consent for account information, whatever else it is consented for', async () => {
    const { kit, token, customerId, products } = ludovica
    const savings = products[2] ?? ''
    await grantConsent(kit, token, customerId, [{ name: 'FUNDS_AVAILABILITY', products: [savings] }])
    for (const path of inquiriesOf(savings)) {
      expect(await outcomeOf(kit, { path, token })).toBe('403 CONSENT_MISSING ACCOUNT_INFO')
    }
    expect(JSON.stringify(await answerOf(here('/products')))).not.toContain(savings)
    await revokeConsent(kit, token, customerId, [{ name: 'FUNDS_AVAILABILITY', products: [savings] }])
  })

  test('a customer who has consented to no account information', async () => {
    const { kit } = ludovica
    const { token, customerId, products } = await signedIn(kit, 'niccolo')
    await grantConsent(kit, token, customerId, [{ name: 'PAYMENTS', products: [products[0] ?? ''] }])
    for (const path of ['', '/products']) {
      expect(await outcomeOf(kit, { path: `/private/customers/${customerId}${path}`, token })).toBe(
        '403 CONSENT_MISSING ACCOUNT_INFO',
      )
    }
  })

  test("an account that is closed, another customer's, or nobody's: ARC04; one that is no id: 417", async () => {
    const { kit, token, products } = ludovica
    const niccolo = await signedIn(kit, 'niccolo')
    for (const productId of [products[1] ?? '', niccolo.products[0] ?? '', 'A123456789']) {
      for (const path of inquiriesOf(productId)) {
        const answer = await callBank(kit, { path, token })
        expect(answer.status).toBe(500)
        expect(answer.json()).toMatchObject({
          result: {
            messages: [{ code: 'ARC04', message: 'Invalid productId specified', type: 'ERROR', detail: '' }],
            outcome: 'ERROR',
          },
        })
      }
    }
    for (const path of inquiriesOf('A12345678')) {
      expect(await outcomeOf(kit, { path, token })).toBe('417 FIELD_INVALID productId')
    }
  })

  test('another customer, existing or not', async () => {
    const { kit, token, products } = ludovica
    for (const customerId of ['70010001', '99999999']) {
      const there = `/private/customers/${customerId}`
      for (const path of ['', '/products', `/products/${products[0]}`]) {
        expect(await outcomeOf(kit, { path: `${there}${path}`, token })).toBe('403 CUSTOMER_NOT_ALLOWED')
      }
    }
  })

  test('another provider, to which the customer has consented nothing', async () => {
    const other = ludovica.bank.kitOf(otherTpp().organizationIdentifier)
    const { token, products } = await signedIn(other, 'ludovica')
    for (const path of [here(), here('/products'), ...inquiriesOf(products[0] ?? '')]) {
      expect(await outcomeOf(other, { path, token })).toBe('403 CONSENT_MISSING ACCOUNT_INFO')
    }
  })

  test('what was taken back, from the next call on', async () => {
    const { kit } = ludovica
    const { token, customerId, products } = await signedIn(kit, 'aisha')
    const path = `/private/customers/${customerId}/products/${products[0]}/balance/retrieve`
    const categories = [{ name: 'ACCOUNT_INFO', products }]
    await grantConsent(kit, token, customerId, categories)
    expect(await outcomeOf(kit, { path, token })).toBe('200')
    await revokeConsent(kit, token, customerId, categories)
    expect(await outcomeOf(kit, { path, token })).toBe('403 CONSENT_MISSING ACCOUNT_INFO')
  })

  test('with an access control list: a provider without the account role, before anything is said', async () => {
    const strict = await startBanking('ludovica', {
      furtherTpps: [otherTpp(['PSP_PI'])],
      settings: { accessControl: true },
    })
    const payments = strict.bank.kitOf(otherTpp().organizationIdentifier)
    const { token, products } = await signedIn(payments, 'ludovica')
    for (const path of [here(), here('/products'), ...inquiriesOf(products[0] ?? '')]) {
      expect(await outcomeOf(payments, { path, token })).toBe('403 TPP_ROLE_MISSING PSP_AI')
    }
    const firstSteps = [here('/accounts'), here('/consent/list'), '/private/customers/customerid-info']
    for (const path of firstSteps) expect(await outcomeOf(payments, { path, token })).toBe('200')
    await strict.bank.stop()
  })
})
