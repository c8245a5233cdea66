import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Banking } from './banking'
import {
  beginSca,
  consentCall,
  consentList,
  decideSca,
  grantConsent,
  resourceIdOf,
  revokeConsent,
  succeed,
} from './consent-journey'
import { refusalOf } from './journey'
import { callBank } from './raw-client'
import { type Payer, resourceIn, startPaying } from './transfer-journey'
import {
  everyStep,
  expectOutcomes,
  later,
  notAllowed,
  notAuthorized,
  outcomesOf,
  type Step,
  slowBank,
  steps,
  unknown,
} from './wrong-state'

/** Consents and inquiries: what becomes of every step in each state. */

let officine: Banking & { payer: Payer }
beforeAll(async () => {
  officine = await startPaying('officine', undefined, { settings: slowBank })
})
afterAll(() => officine.bank.stop())

describe.each(['request', 'revoke'] as const)('a consent %s', (kind) => {
  const confirm: Step = `confirm ${kind}`
  const name = kind === 'request' ? 'FUNDS_AVAILABILITY' : 'ACCOUNT_INFO'

  /** Of what is not in force to be given, of what is to be taken back: a confirmation that slips through would show. */
  const categories = () => [{ name, products: [officine.products[1] ?? ''] }]
  const ask = (): Promise<string> =>
    resourceIdOf(officine.kit, consentCall(officine.token, officine.customerId, categories(), kind))
  const decided = async (decision: 'approve' | 'refuse' | 'expire') => {
    const { kit, token, customerId } = officine
    const resourceId = await ask()
    await decideSca(kit, token, customerId, resourceId, decision)
    return resourceId
  }
  const begun = async () => {
    const resourceId = await ask()
    await beginSca(officine.kit, officine.token, resourceId)
    return resourceId
  }
  const confirmed = async () => {
    const { kit, payer } = officine
    const resourceId = await decided('approve')
    await succeed(kit, steps[confirm](kit, payer, resourceId))
    return resourceId
  }

  afterEach(async () => {
    const { kit, token, customerId, products } = officine
    const list = await consentList(kit, token, customerId)
    const inForce = list.some((line) => line.startsWith(name) && line.includes(products[1] ?? ''))
    if (inForce && kind === 'request') await revokeConsent(kit, token, customerId, categories())
    if (!inForce && kind === 'revoke') await grantConsent(kit, token, customerId, categories())
  })

  const over = (status: string) =>
    outcomesOf({ approach: notAllowed('SCA_STARTED'), [confirm]: notAuthorized(status) })

  test('that waits for SCA', async () => {
    await expectOutcomes(
      officine,
      await ask(),
      outcomesOf({ approach: 'due', [confirm]: notAuthorized('PENDING') }),
    )
  })

  test('whose SCA has begun', async () => {
    await expectOutcomes(officine, await begun(), over('PENDING'))
  })

  test.each([
    ['refuse', 'NOT_AUTHORIZED'],
    ['expire', 'EXPIRED'],
  ] as const)('after %s', async (decision, status) => {
    await expectOutcomes(officine, await decided(decision), over(status))
  })

  test('whose SCA has lapsed by itself', async () => {
    const resourceId = await begun()
    await later(officine, 5, () => expectOutcomes(officine, resourceId, over('EXPIRED')))
  })

  test('that is authorized', async () => {
    await expectOutcomes(officine, await decided('approve'), { ...over('AUTHORIZED'), [confirm]: 'due' })
  })

  test('that is confirmed', async () => {
    const finished = notAllowed('FINISHED')
    await expectOutcomes(officine, await confirmed(), outcomesOf({ approach: finished, [confirm]: finished }))
  })

  test.each<[what: string, make: () => Promise<string>, minutes: number]>([
    ['confirmed', confirmed, 10],
    ['refused', () => decided('refuse'), 10],
    ['lapsed by itself', begun, 15],
    ['authorized and never confirmed', () => decided('approve'), 60],
    ['never begun', ask, 60],
  ])('disposed of: %s', async (_what, make, minutes) => {
    const resourceId = await make()
    await later(officine, minutes, () => expectOutcomes(officine, resourceId, everyStep(unknown)))
  })
})

test('an inquiry that needs SCA can be neither executed nor confirmed, authorized or not', async () => {
  const { kit, payer, token, customerId } = officine
  const old = `/private/customers/${customerId}/products/${payer.productId}/transactions/retrieve?dateFrom=01%2F01%2F2035`
  const asked = async () => {
    const answer = await callBank(kit, { path: old, token })
    expect(refusalOf(answer)).toBe('403 PSD2_SCA_REQUIRED')
    return resourceIn(answer)
  }
  // the SCA of the consent counts for twenty minutes
  await later(officine, 30, async () => {
    await expectOutcomes(officine, await asked(), outcomesOf({ approach: 'due' }))
    const resourceId = await asked()
    await decideSca(kit, token, customerId, resourceId)
    await expectOutcomes(officine, resourceId, outcomesOf({ approach: notAllowed('SCA_STARTED') }))
  })
})
