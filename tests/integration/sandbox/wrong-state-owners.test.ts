import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Kit } from '@/sandbox/kit'
import { type Banking, batchToken, inBatch, otherTpp, outcomeOf, signedIn } from './banking'
import { consentCall, decideSca, grantConsent, resourceIdOf } from './consent-journey'
import type { RawCall } from './raw-client'
import {
  executeTransfer,
  orderTransfer,
  type Payer,
  payees,
  prepareCall,
  startPaying,
  transferData,
  verifyCall,
} from './transfer-journey'
import { type Step, slowBank, stepNames, steps, unknown, withoutTrace } from './wrong-state'

/** Who may not do a step that would be right at that moment: everybody but the customer, with the provider's application. */

let officine: Banking & { payer: Payer; payerOf(place: number): Payer }
/** Another customer, and the same customer at another provider. Both may pay, each from what is theirs. */
let aisha: Payer
let elsewhere: { kit: Kit; payer: Payer; batch: string }
let batch: string
let expired: string

/** For each step a resource that waits for exactly that step. */
let ready: Readonly<Record<Step, string>>

beforeAll(async () => {
  officine = await startPaying('officine', undefined, { furtherTpps: [otherTpp()], settings: slowBank })
  const { bank, kit, payer } = officine
  batch = await batchToken(kit)
  bank.clock.move(-7 * 60 * 60_000)
  expired = (await signedIn(kit, 'officine')).token
  bank.clock.move(7 * 60 * 60_000)

  const payments = (productId: string) => [{ name: 'PAYMENTS', products: [productId] }]
  const other = await signedIn(kit, 'aisha')
  aisha = { ...other, productId: other.products[0] ?? '' }
  await grantConsent(kit, aisha.token, aisha.customerId, payments(aisha.productId))
  const otherKit = bank.kitOf(otherTpp().organizationIdentifier)
  const there = await signedIn(otherKit, 'officine')
  elsewhere = {
    kit: otherKit,
    payer: { ...payer, token: there.token },
    batch: await batchToken(otherKit),
  }
  await grantConsent(otherKit, there.token, payer.customerId, payments(payer.productId))
  ready = await makeReady()
})
afterAll(() => officine.bank.stop())

async function makeReady(): Promise<Record<Step, string>> {
  const { kit, payer, token, customerId, products } = officine
  const authorized = async (resourceId: string) => {
    await decideSca(kit, token, customerId, resourceId)
    return resourceId
  }
  const consent = (kind: 'request' | 'revoke', name: string) =>
    resourceIdOf(kit, consentCall(token, customerId, [{ name, products: [products[1] ?? ''] }], kind))
  const toSwitzerland = await transferData(kit, payer, { ibanBeneficiary: payees.swiss })
  const executed = await executeTransfer(kit, payer, await authorized(await orderTransfer(kit, payer)))
  return {
    verify1: await resourceIdOf(kit, verifyCall(payer, toSwitzerland)),
    approach: await orderTransfer(kit, payer),
    status: await orderTransfer(kit, payer),
    execute: await authorized(await orderTransfer(kit, payer)),
    printer: executed.resourceId,
    'confirm request': await authorized(await consent('request', 'FUNDS_AVAILABILITY')),
    'confirm revoke': await authorized(await consent('revoke', 'ACCOUNT_INFO')),
  }
}

/** Steps, all of them unless told, each at the resource that waits for it. */
function readySteps(
  kit: Kit,
  who: Payer,
  { at = ready, only = stepNames, change = (call: RawCall) => call } = {},
): Record<string, { kit: Kit; call: RawCall }> {
  return Object.fromEntries(
    only.map((step) => [step, { kit, call: change(steps[step](kit, who, at[step])) }]),
  )
}

const underAccount: readonly Step[] = ['verify1', 'execute', 'printer']

const every = (outcome: string): Record<string, string> =>
  Object.fromEntries(stepNames.map((step) => [step, outcome]))

const offline = '403 CUSTOMER_ONLINE_ONLY'

describe("somebody else's resource", () => {
  test('with the token and at the address of another customer', async () => {
    const { kit } = officine
    expect(await withoutTrace(officine, readySteps(kit, aisha))).toEqual(every(unknown))
  })

  test("another customer's token at the address of its owner", async () => {
    const { kit, payer } = officine
    expect(await withoutTrace(officine, readySteps(kit, { ...payer, token: aisha.token }))).toEqual({
      ...every('403 CUSTOMER_NOT_ALLOWED'),
      // these addresses name no customer
      approach: unknown,
      status: unknown,
    })
  })

  test("the owner's token at the address of another customer", async () => {
    const { kit, token } = officine
    const only = stepNames.filter((step) => step !== 'approach' && step !== 'status')
    const refusals = Object.fromEntries(only.map((step) => [step, '403 CUSTOMER_NOT_ALLOWED']))
    expect(await withoutTrace(officine, readySteps(kit, { ...aisha, token }, { only }))).toEqual(refusals)
  })

  test('of another provider, for the same customer', async () => {
    expect(await withoutTrace(officine, readySteps(elsewhere.kit, elsewhere.payer))).toEqual(every(unknown))
  })

  test('of another provider, in batch', async () => {
    const { kit, payer, batch: token } = elsewhere
    expect(
      await withoutTrace(officine, readySteps(kit, payer, { change: (call) => inBatch(kit, token, call) })),
    ).toEqual({
      ...every(offline),
      status: unknown,
      printer: unknown,
    })
  })

  test('under another account of its owner', async () => {
    const { kit, payerOf } = officine
    const calls = readySteps(kit, payerOf(1), { only: underAccount })
    expect(await withoutTrace(officine, calls)).toEqual({
      verify1: unknown,
      execute: unknown,
      printer: unknown,
    })
  })

  test("under another customer's account, and under an unknown one", async () => {
    const { kit, payer } = officine
    for (const productId of [aisha.productId, 'A123456789']) {
      const calls = readySteps(kit, { ...payer, productId }, { only: underAccount })
      expect(await withoutTrace(officine, calls)).toEqual({
        verify1: '500 ARC04',
        execute: '500 ARC04',
        printer: '500 ARC04',
      })
    }
  })
})

describe("the owner's resource", () => {
  test('in batch: may only be read', async () => {
    const { kit, payer } = officine
    expect(
      await withoutTrace(officine, readySteps(kit, payer, { change: (call) => inBatch(kit, batch, call) })),
    ).toEqual({
      ...every(offline),
      status: '200',
      printer: '200',
    })
  })

  test.each<[what: string, token: () => string | undefined, outcome: string]>([
    ['that has expired', () => expired, '401 TOKEN_INVALID'],
    ['of the batch application', () => batch, '401 TOKEN_INVALID'],
    ['of the same customer at another provider', () => elsewhere.payer.token, '401 TOKEN_INVALID'],
    ['that nobody has issued', () => '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', '401 TOKEN_INVALID'],
    ['that is missing', () => undefined, '401 TOKEN_MISSING'],
  ])('with a token %s', async (_what, token, outcome) => {
    const { kit, payer } = officine
    const calls = readySteps(kit, payer, { change: (call) => ({ ...call, token: token() }) })
    expect(await withoutTrace(officine, calls)).toEqual(every(outcome))
  })

  test('waits for its step whatever others have tried', async () => {
    const { kit, payer, products } = officine
    const at = await makeReady()
    await withoutTrace(officine, readySteps(kit, aisha, { at }))
    await withoutTrace(officine, readySteps(elsewhere.kit, elsewhere.payer, { at }))
    for (const step of stepNames) {
      expect(await outcomeOf(kit, steps[step](kit, payer, at[step])), step).toBe('200')
    }
    // as other tests want to find it
    const categories = [{ name: 'ACCOUNT_INFO', products: [products[1] ?? ''] }]
    await grantConsent(kit, payer.token, payer.customerId, categories)
  })
})

describe('what makes a resource', () => {
  const makers = async (who: Payer) => {
    const { kit, payer } = officine
    const categories = [{ name: 'FUNDS_AVAILABILITY', products: [who.productId] }]
    const granted = [{ name: 'PAYMENTS', products: [who.productId] }]
    return {
      prepare: prepareCall(who),
      verify: verifyCall(who, await transferData(kit, payer)),
      request: consentCall(who.token, who.customerId, categories),
      revoke: consentCall(who.token, who.customerId, granted, 'revoke'),
    }
  }
  const outcomesOf = async (who: Payer, kit: Kit, change: (call: RawCall) => RawCall = (call) => call) => {
    const calls = Object.entries(await makers(who)).map(([name, call]) => [name, { kit, call: change(call) }])
    return withoutTrace(officine, Object.fromEntries(calls))
  }
  const all = (outcome: string) => ({ prepare: outcome, verify: outcome, request: outcome, revoke: outcome })

  test("for another customer, or with another customer's account", async () => {
    const { kit, payer, token } = officine
    const refusal = '403 CUSTOMER_NOT_ALLOWED'
    expect(await outcomesOf({ ...aisha, token }, kit)).toEqual(all(refusal))
    expect(await outcomesOf({ ...payer, token: aisha.token }, kit)).toEqual(all(refusal))
    expect(await outcomesOf({ ...payer, productId: aisha.productId }, kit)).toEqual(all('500 ARC04'))
  })

  test('in batch, and without a token that is good', async () => {
    const { kit, payer } = officine
    expect(await outcomesOf(payer, kit, (call) => inBatch(kit, batch, call))).toEqual(all(offline))
    expect(await outcomesOf({ ...payer, token: expired }, kit)).toEqual(all('401 TOKEN_INVALID'))
    expect(await outcomesOf({ ...payer, token: batch }, kit)).toEqual(all('401 TOKEN_INVALID'))
    const other = elsewhere.payer.token
    expect(await outcomesOf({ ...payer, token: other }, kit)).toEqual(all('401 TOKEN_INVALID'))
  })
})
