import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { Banking } from './banking'
import { beginSca, decideSca, resourceIdOf } from './consent-journey'
import {
  executeTransfer,
  orderTransfer,
  type Payer,
  payees,
  startPaying,
  transferData,
  verifyCall,
} from './transfer-journey'
import {
  everyStep,
  expectOutcomes,
  later,
  notAllowed,
  notAuthorized,
  outcomesOf,
  slowBank,
  unknown,
} from './wrong-state'

/** Transfers, and what is no resource: what becomes of every step in each state. */

let officine: Banking & { payer: Payer }
beforeAll(async () => {
  officine = await startPaying('officine', undefined, { settings: slowBank })
})
afterAll(() => officine.bank.stop())

describe('a transfer', () => {
  const order = (ibanBeneficiary = payees.otherBank) =>
    orderTransfer(officine.kit, officine.payer, { ibanBeneficiary })
  const decided = async (decision: 'approve' | 'refuse' | 'expire') => {
    const { kit, token, customerId } = officine
    const resourceId = await order()
    await decideSca(kit, token, customerId, resourceId, decision)
    return resourceId
  }
  const begun = async () => {
    const resourceId = await order()
    await beginSca(officine.kit, officine.token, resourceId)
    return resourceId
  }
  const executed = async () =>
    (await executeTransfer(officine.kit, officine.payer, await decided('approve'))).resourceId
  const withAddressDue = async () => {
    const { kit, payer } = officine
    const data = await transferData(kit, payer, { ibanBeneficiary: payees.swiss })
    return resourceIdOf(kit, verifyCall(payer, data))
  }

  const over = (status: string) =>
    outcomesOf({
      verify1: notAllowed('SCA_STARTED'),
      approach: notAllowed('SCA_STARTED'),
      execute: notAuthorized(status),
      printer: notAuthorized(status),
    })

  test('that waits for SCA', async () => {
    await expectOutcomes(
      officine,
      await order(),
      outcomesOf({
        verify1: notAllowed('STEP_UNEXPECTED'),
        approach: 'due',
        execute: notAuthorized('PENDING'),
        printer: notAuthorized('PENDING'),
      }),
    )
  })

  test('that waits for its verify1', async () => {
    await expectOutcomes(
      officine,
      await withAddressDue(),
      outcomesOf({
        verify1: 'due',
        approach: notAllowed('STEP_MISSING'),
        execute: notAuthorized('PENDING'),
        printer: notAuthorized('PENDING'),
      }),
    )
  })

  test('that has had its verify1', async () => {
    await expectOutcomes(
      officine,
      await order(payees.swiss),
      outcomesOf({
        verify1: notAllowed('STEP_UNEXPECTED'),
        approach: 'due',
        execute: notAuthorized('PENDING'),
        printer: notAuthorized('PENDING'),
      }),
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
    await expectOutcomes(officine, await decided('approve'), {
      ...over('AUTHORIZED'),
      execute: 'due',
      printer: notAllowed('NOT_EXECUTED'),
    })
  })

  test('that is executed', async () => {
    const finished = notAllowed('FINISHED')
    await expectOutcomes(
      officine,
      await executed(),
      outcomesOf({ verify1: finished, approach: finished, execute: finished, printer: '200' }),
    )
  })

  test.each<[what: string, make: () => Promise<string>, minutes: number]>([
    ['executed', executed, 10],
    ['refused', () => decided('refuse'), 10],
    ['lapsed at the wish of the customer', () => decided('expire'), 10],
    ['lapsed by itself', begun, 15],
    ['authorized and never executed', () => decided('approve'), 60],
    ['never begun', order, 60],
    ['without its verify1', withAddressDue, 60],
  ])('disposed of: %s', async (_what, make, minutes) => {
    const resourceId = await make()
    await later(officine, minutes, () => expectOutcomes(officine, resourceId, everyStep(unknown)))
  })
})

test.each([
  ['nobody has made', randomUUID(), unknown],
  ['is no UUID', 'one', '417 FIELD_INVALID resourceId'],
  ['is a UUID with something after it', `${randomUUID()}0`, '417 FIELD_INVALID resourceId'],
  ['climbs', '..%2f..%2fapproach', '417 FIELD_INVALID resourceId'],
  ['has a NUL after it', `${randomUUID()}%00`, '417 FIELD_INVALID resourceId'],
  ['is empty', '', '417 FIELD_INVALID resourceId'],
  ['is the name of a property', '__proto__', '417 FIELD_INVALID resourceId'],
])('a resource id that %s', async (_what, resourceId, outcome) => {
  await expectOutcomes(officine, resourceId, everyStep(outcome))
})
