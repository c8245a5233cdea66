import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancesOf, outcomeWithoutTrace } from './account-view'
import { batchToken, inBatch, otherTpp, outcomeOf, signedIn } from './banking'
import { beginSca, decideSca, grantConsent, revokeConsent } from './consent-journey'
import type { RawCall } from './raw-client'
import {
  euro,
  executeCall,
  orderTransfer,
  type Payer,
  prepareCall,
  printerCall,
  startPaying,
  stepCall,
  verifyCall,
} from './transfer-journey'

let niccolo: Awaited<ReturnType<typeof startPaying>>
let officine: typeof niccolo
beforeAll(async () => {
  niccolo = await startPaying('niccolo', undefined, { furtherTpps: [otherTpp()] })
  officine = await startPaying('officine')
})
afterAll(async () => {
  await niccolo.bank.stop()
  await officine.bank.stop()
})

describe('who may', () => {
  test('nobody without consent to payments of that account', async () => {
    const { kit } = niccolo
    const aisha = await signedIn(kit, 'aisha')
    const payer: Payer = { ...aisha, productId: aisha.products[0] ?? '' }
    await grantConsent(kit, payer.token, payer.customerId, [
      { name: 'ACCOUNT_INFO', products: [payer.productId] },
    ])
    expect(await outcomeWithoutTrace(niccolo.kit, payer, prepareCall(payer))).toBe(
      '403 CONSENT_MISSING PAYMENTS',
    )
    expect(await outcomeWithoutTrace(niccolo.kit, payer, verifyCall(payer, {}))).toBe(
      '403 CONSENT_MISSING PAYMENTS',
    )
  })

  test('not after the consent was taken back, even when the transfer is authorized', async () => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId)
    const payments = [{ name: 'PAYMENTS', products: [payer.productId] }]
    await revokeConsent(kit, payer.token, payer.customerId, payments)
    const outcome = await outcomeWithoutTrace(niccolo.kit, payer, executeCall(payer, resourceId))
    await grantConsent(kit, payer.token, payer.customerId, payments)
    expect(outcome).toBe('403 CONSENT_MISSING PAYMENTS')
  })

  test('not in batch; the document may be fetched so', async () => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    const batch = await batchToken(kit)
    for (const call of [
      prepareCall(payer),
      verifyCall(payer, {}),
      stepCall(payer, resourceId, {}),
      executeCall(payer, resourceId),
    ]) {
      expect(await outcomeWithoutTrace(niccolo.kit, payer, inBatch(kit, batch, call))).toBe(
        '403 CUSTOMER_ONLINE_ONLY',
      )
    }
    expect(await outcomeOf(kit, inBatch(kit, batch, printerCall(payer, resourceId)))).toBe(
      '403 SCA_NOT_AUTHORIZED PENDING',
    )
  })

  test('no other provider, whatever it is allowed', async () => {
    const { bank, kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId)
    const otherKit = bank.kitOf(otherTpp().organizationIdentifier)
    const other = await signedIn(otherKit, 'niccolo')
    await grantConsent(otherKit, other.token, other.customerId, [
      { name: 'PAYMENTS', products: [payer.productId] },
    ])
    const theirs = { ...payer, token: other.token }
    const before = await balancesOf(kit, payer)
    expect(await outcomeOf(otherKit, executeCall(theirs, resourceId))).toBe('412 RESOURCE_UNKNOWN')
    expect(await outcomeOf(otherKit, printerCall(theirs, resourceId))).toBe('412 RESOURCE_UNKNOWN')
    expect(await balancesOf(kit, payer)).toEqual(before)
  })

  test('only with the account of the address', async () => {
    const { kit, payer, payerOf } = officine
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId)
    const sibling = payerOf(1)
    expect(await outcomeWithoutTrace(officine.kit, payer, executeCall(sibling, resourceId))).toBe(
      '412 RESOURCE_UNKNOWN',
    )
    expect(await outcomeWithoutTrace(officine.kit, payer, printerCall(sibling, resourceId))).toBe(
      '412 RESOURCE_UNKNOWN',
    )
  })

  test.each([
    ['not a UUID', 'x', '417 FIELD_INVALID resourceId'],
    ['nobody has made it', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', '412 RESOURCE_UNKNOWN'],
  ])('a resource id: %s', async (_why, resourceId, outcome) => {
    const { payer } = niccolo
    expect(await outcomeWithoutTrace(niccolo.kit, payer, executeCall(payer, resourceId))).toBe(outcome)
    expect(await outcomeWithoutTrace(niccolo.kit, payer, stepCall(payer, resourceId, {}))).toBe(outcome)
    expect(await outcomeWithoutTrace(niccolo.kit, payer, printerCall(payer, resourceId))).toBe(outcome)
  })
})

describe('execute in the wrong state', () => {
  const execution = (resourceId: string, changes: Partial<RawCall> = {}) =>
    outcomeWithoutTrace(niccolo.kit, niccolo.payer, { ...executeCall(niccolo.payer, resourceId), ...changes })

  test('before SCA, and while it goes on', async () => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    expect(await execution(resourceId)).toBe('403 SCA_NOT_AUTHORIZED PENDING')
    await beginSca(kit, payer.token, resourceId)
    expect(await execution(resourceId)).toBe('403 SCA_NOT_AUTHORIZED PENDING')
  })

  test.each([
    ['refuse', 'NOT_AUTHORIZED'],
    ['expire', 'EXPIRED'],
  ] as const)('after %s', async (decision, status) => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId, decision)
    expect(await execution(resourceId)).toBe(`403 SCA_NOT_AUTHORIZED ${status}`)
  })

  test('with something in the body', async () => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId)
    expect(await execution(resourceId, { body: '{"amount":"1.00"}' })).toBe('417 FIELD_INVALID body')
    expect(await execution(resourceId, { body: 'null' })).toBe('400 BODY_UNREADABLE')
  })

  test('when the money has gone meanwhile; nothing is said of funds before SCA', async () => {
    const { kit } = officine
    const payer = officine.payerOf(1)
    const { available } = await balancesOf(kit, payer)
    const most = euro(`${(available - 50n) / 100n}.00`)
    const [first, second] = [await orderTransfer(kit, payer, most), await orderTransfer(kit, payer, most)]
    for (const resourceId of [first, second]) {
      await decideSca(kit, payer.token, payer.customerId, resourceId)
    }
    const third = await orderTransfer(kit, payer, most)
    expect(await outcomeOf(kit, executeCall(payer, first))).toBe('200')
    expect(await outcomeWithoutTrace(officine.kit, payer, executeCall(payer, second))).toBe(
      '412 AMOUNT_NOT_AVAILABLE moneyTransferAmount.amount',
    )
    expect(await outcomeWithoutTrace(officine.kit, payer, executeCall(payer, third))).toBe(
      '403 SCA_NOT_AUTHORIZED PENDING',
    )
  })
})
