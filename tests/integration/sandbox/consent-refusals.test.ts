import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Banking, otherTpp, outcomeOf, refusalWithoutTrace, signedIn, startBanking } from './banking'
import {
  beginSca,
  type ConsentKind,
  confirmCall,
  consentCall,
  consentList,
  decideSca,
  grantConsent,
  resourceIdOf,
} from './consent-journey'
import type { RawCall } from './raw-client'

let ludovica: Banking
beforeAll(async () => {
  ludovica = await startBanking('ludovica', { furtherTpps: [otherTpp()] })
})
afterAll(() => ludovica.bank.stop())

/** Of the three accounts of this customer, the second is closed. */
const closedProduct = () => ludovica.products[1] ?? ''

describe('a body that does not fit', () => {
  const one = { name: 'ACCOUNT_INFO', products: ['A123456789'] }
  test.each<[what: string, body: string, outcome: string]>([
    ['no JSON', '{"data":', '400 BODY_UNREADABLE'],
    ['nothing', '', '400 BODY_UNREADABLE'],
    ['no object', '[]', '400 BODY_UNREADABLE'],
    ['null', 'null', '400 BODY_UNREADABLE'],
    ['no data', '{}', '417 FIELD_INVALID data'],
    ['data of another kind', '{"data":[]}', '417 FIELD_INVALID data'],
    [
      'a field beside data',
      JSON.stringify({ data: { categories: [one] }, more: 1 }),
      '417 FIELD_INVALID more',
    ],
    ['no categories', '{"data":{}}', '417 FIELD_INVALID categories'],
    ['an empty list', '{"data":{"categories":[]}}', '417 FIELD_INVALID categories'],
    ['four categories', bodyOf([one, one, one, one]), '417 FIELD_INVALID categories'],
    ['an unknown name', bodyOf([{ ...one, name: 'LOANS' }]), '417 FIELD_INVALID categories[0].name'],
    ['a name twice', bodyOf([one, one]), '417 FIELD_INVALID categories[1].name'],
    ['no products', bodyOf([{ name: 'PAYMENTS' }]), '417 FIELD_INVALID categories[0].products'],
    [
      'an empty list of products',
      bodyOf([{ ...one, products: [] }]),
      '417 FIELD_INVALID categories[0].products',
    ],
    [
      '101 products',
      bodyOf([{ ...one, products: Array.from({ length: 101 }, (_, at) => `A${100_000_000 + at}`) }]),
      '417 FIELD_INVALID categories[0].products',
    ],
    [
      'a product twice',
      bodyOf([{ ...one, products: ['A123456789', 'B123456789', 'A123456789'] }]),
      '417 FIELD_INVALID categories[0].products[2]',
    ],
    [
      'a product id that is none',
      bodyOf([{ ...one, products: ['A123456789', 'short'] }]),
      '417 FIELD_INVALID categories[0].products[1]',
    ],
    ['an unknown field', bodyOf([{ ...one, until: '2030' }]), '417 FIELD_INVALID categories[0].until'],
    [
      'an unknown field in data',
      JSON.stringify({ data: { categories: [one], recurring: true } }),
      '417 FIELD_INVALID recurring',
    ],
  ])('%s', async (_what, body, outcome) => {
    const { bank, kit, token, customerId } = ludovica
    for (const kind of ['request', 'revoke'] as const) {
      const path = `/private/customers/${customerId}/consent/${kind}`
      const call = { method: 'POST', path, token, body }
      expect(await refusalWithoutTrace(bank, kit, call)).toBe(outcome)
    }
  })
})

describe('a request that cannot be', () => {
  test("a product that is closed, another customer's, or nobody's: ARC04", async () => {
    const { kit, token, customerId, products } = ludovica
    const niccolo = await signedIn(kit, 'niccolo')
    for (const product of [closedProduct(), niccolo.products[0] ?? '', 'A123456789']) {
      for (const kind of ['request', 'revoke'] as const) {
        const categories = [{ name: 'ACCOUNT_INFO', products: [products[0] ?? '', product] }]
        expect(
          await refusalWithoutTrace(ludovica.bank, kit, consentCall(token, customerId, categories, kind)),
        ).toBe('500 ARC04')
      }
    }
  })

  test('no category that its products permit: the first product that stands against it', async () => {
    const { kit } = ludovica
    const niccolo = await signedIn(kit, 'niccolo')
    const categories = [{ name: 'PAYMENTS', products: niccolo.products.slice(0, 2) }]
    expect(
      await refusalWithoutTrace(
        ludovica.bank,
        kit,
        consentCall(niccolo.token, niccolo.customerId, categories),
      ),
    ).toBe('417 CATEGORY_NOT_ALLOWED categories[0].products[1]')
    expect(await consentList(kit, niccolo.token, niccolo.customerId)).toEqual([])
  })

  test('nothing to take back', async () => {
    const { kit, token, customerId, products } = ludovica
    const categories = [{ name: 'PAYMENTS', products: [products[0] ?? ''] }]
    expect(
      await refusalWithoutTrace(ludovica.bank, kit, consentCall(token, customerId, categories, 'revoke')),
    ).toBe('412 CONSENT_UNKNOWN')
  })

  test("another customer's consent, by request, revocation, confirmation or list", async () => {
    const { kit, token, products } = ludovica
    const categories = [{ name: 'ACCOUNT_INFO', products: [products[0] ?? ''] }]
    for (const customerId of ['70010001', '99999999']) {
      for (const call of [
        consentCall(token, customerId, categories),
        consentCall(token, customerId, categories, 'revoke'),
        confirmCall(token, customerId, randomUUID()),
        { path: `/private/customers/${customerId}/consent/list`, token },
      ]) {
        expect(await refusalWithoutTrace(ludovica.bank, kit, call)).toBe('403 CUSTOMER_NOT_ALLOWED')
      }
    }
  })
})

describe('a confirmation that must not be', () => {
  /** Asks for the other thing than what is in force, so that a wrong confirmation would show. */
  async function ask(kind: ConsentKind): Promise<string> {
    const { kit, token, customerId } = ludovica
    const categories = [{ name: 'ACCOUNT_INFO', products: [ludovica.products[0] ?? ''] }]
    if (kind === 'revoke' && (await consentList(kit, token, customerId)).length === 0) {
      await grantConsent(kit, token, customerId, categories)
    }
    return resourceIdOf(kit, consentCall(token, customerId, categories, kind))
  }

  /** Refused, and what is in force is what it was. */
  async function refused(call: RawCall, outcome: string, kit = ludovica.kit): Promise<void> {
    const { token, customerId } = ludovica
    const before = await consentList(ludovica.kit, token, customerId)
    expect(await refusalWithoutTrace(ludovica.bank, kit, call)).toBe(outcome)
    expect(await consentList(ludovica.kit, token, customerId)).toEqual(before)
  }

  test.each(['request', 'revoke'] as const)('%s: before, during and after SCA', async (kind) => {
    const { bank, kit, token, customerId } = ludovica
    const confirm = (resourceId: string) => confirmCall(token, customerId, resourceId, kind)
    const untouched = await ask(kind)
    await refused(confirm(untouched), '403 SCA_NOT_AUTHORIZED PENDING')

    const begun = await ask(kind)
    await beginSca(kit, token, begun)
    await refused(confirm(begun), '403 SCA_NOT_AUTHORIZED PENDING')

    const refusedByCustomer = await ask(kind)
    await decideSca(kit, token, customerId, refusedByCustomer, 'refuse')
    await refused(confirm(refusedByCustomer), '403 SCA_NOT_AUTHORIZED NOT_AUTHORIZED')

    const expired = await ask(kind)
    await decideSca(kit, token, customerId, expired, 'expire')
    await refused(confirm(expired), '403 SCA_NOT_AUTHORIZED EXPIRED')

    bank.clock.move(5 * 60 * 1000)
    await refused(confirm(begun), '403 SCA_NOT_AUTHORIZED EXPIRED')
    bank.clock.reset()

    const other = kind === 'request' ? 'revoke' : 'request'
    const right = await ask(kind)
    await decideSca(kit, token, customerId, right)
    await refused(confirmCall(token, customerId, right, other), '412 RESOURCE_UNKNOWN')
    await refused({ ...confirm(right), body: '{"data":{}}' }, '417 FIELD_INVALID body')
    await refused({ ...confirm(right), body: '' }, '400 BODY_UNREADABLE')
    expect(await outcomeOf(kit, confirm(right))).toBe('200')
    await refused(confirm(right), '400 STEP_NOT_ALLOWED FINISHED')

    bank.clock.move(10 * 60 * 1000)
    await refused(confirm(right), '412 RESOURCE_UNKNOWN')
    bank.clock.reset()
  })

  test("an unknown resource, one that is none, another customer's, another provider's", async () => {
    const { bank, kit, token, customerId } = ludovica
    await refused(confirmCall(token, customerId, randomUUID()), '412 RESOURCE_UNKNOWN')
    await refused(confirmCall(token, customerId, '1'), '417 FIELD_INVALID resourceId')

    const mine = await ask('request')
    await decideSca(kit, token, customerId, mine)
    const niccolo = await signedIn(kit, 'niccolo')
    await refused(confirmCall(niccolo.token, niccolo.customerId, mine), '412 RESOURCE_UNKNOWN')
    const other = bank.kitOf(otherTpp().organizationIdentifier)
    const there = await signedIn(other, 'ludovica')
    await refused(confirmCall(there.token, customerId, mine), '412 RESOURCE_UNKNOWN', other)
    expect(await consentList(other, there.token, customerId)).toEqual([])
  })
})

function bodyOf(categories: object[]): string {
  return JSON.stringify({ data: { categories } })
}
