import { afterAll, beforeAll, expect, test } from 'vitest'
import { otherTpp, outcomeOf, refusalWithoutTrace, signedIn } from './banking'
import { consentCall, resourceIdOf } from './consent-journey'
import { callBank, type RawCall } from './raw-client'
import { resourceIn, startPaying, transferData, verifyCall } from './transfer-journey'

const most = 100

let niccolo: Awaited<ReturnType<typeof startPaying>>
beforeAll(async () => {
  niccolo = await startPaying('niccolo', undefined, {
    furtherTpps: [otherTpp()],
    settings: { inquirySca: 'older-than-90-days' },
  })
})
afterAll(() => niccolo.bank.stop())

function request({ token, customerId, products }: Pick<typeof niccolo, 'token' | 'customerId' | 'products'>) {
  return consentCall(token, customerId, [{ name: 'ACCOUNT_INFO', products: products.slice(0, 1) }])
}

test('100 live resources of a customer with a provider at most, whatever they are for', async () => {
  const { bank, kit, payer } = niccolo
  // what was made on the way here is over
  bank.clock.move(60 * 60 * 1000)
  const signed = await signedIn(kit, 'niccolo')
  const transfer = verifyCall(
    { ...payer, token: signed.token },
    await transferData(kit, { ...payer, token: signed.token }),
  )
  const calls = Array.from({ length: most + 10 }, (_, place) => (place % 2 ? transfer : request(signed)))
  const outcomes = await Promise.all(calls.map((call) => outcomeOf(kit, call)))
  expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(most)
  expect(new Set(outcomes)).toEqual(new Set(['200', '420 LIMIT_EXCEEDED resources']))

  const inquiry: RawCall = {
    path: `/private/customers/${signed.customerId}/products/${payer.productId}/transactions/retrieve?dateFrom=01/01/2034`,
    token: signed.token,
  }
  for (const call of [request(signed), transfer, inquiry]) {
    expect(await refusalWithoutTrace(bank, kit, call)).toBe('420 LIMIT_EXCEEDED resources')
  }
  // a call that is wrong in another way is told that
  expect(await outcomeOf(kit, { ...transfer, body: '{' })).toBe('400 BODY_UNREADABLE')

  const other = bank.kitOf(otherTpp().organizationIdentifier)
  expect(await outcomeOf(other, request(await signedIn(other, 'niccolo')))).toBe('200')
  expect(await outcomeOf(kit, request(await signedIn(kit, 'giulia')))).toBe('200')

  bank.clock.move(60 * 60 * 1000)
  expect(await outcomeOf(kit, request(await signedIn(kit, 'niccolo')))).toBe('200')
})

test('a refused inquiry names the same resource until SCA for it begins', async () => {
  const { bank, kit, products } = niccolo
  bank.clock.move(60 * 60 * 1000)
  const { token, customerId } = await signedIn(kit, 'niccolo')
  const ask = async (productId = '') => {
    const path = `/private/customers/${customerId}/products/${productId}/transactions/retrieve?dateFrom=01/01/2034`
    return resourceIn(await callBank(kit, { path, token }))
  }
  const first = await ask(products[0])
  expect([await ask(products[0]), await ask(products[0])]).toEqual([first, first])
  const second = await ask(products[1])
  expect(second).not.toBe(first)
  const { kit: sameKit } = niccolo
  await resourceIdOf(sameKit, request({ ...niccolo, token }))
  expect(await ask(products[0])).toBe(first)
})
