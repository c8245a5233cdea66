import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchMovements } from '@/lib/store/movements/movement-matching'
import {
  type BankMovement,
  groupOf,
  type ListedMovement,
  readListed,
} from '@/lib/store/movements/movement-rows'
import { bankMovement } from '@/tests/support/consented'

/** Few values, so that many movements are alike. */
const movement: fc.Arbitrary<BankMovement> = fc
  .record({
    bookingDate: fc.constantFrom('2026-11-01', '2026-11-02', null),
    amount: fc.constantFrom('1', '1.00', '-1', null),
    shortDescription: fc.constantFrom('a', 'b'),
    moneyTransferId: fc.constantFrom('X', 'Y', ' ', undefined),
  })
  .map((given) => bankMovement({ valueDate: null, ...given }))
const lists = fc.array(movement, { maxLength: 12 })

const listed = (booked: BankMovement[]) => readListed({ booked, pending: [] })
const contents = (movements: readonly ListedMovement[]) =>
  movements.map(({ source }) => JSON.stringify(source)).sort()

describe('matching movements', () => {
  it('uses each movement of both sides once, and pairs only those of one day, amount and currency', async () => {
    await fc.assert(
      fc.asyncProperty(lists, lists, async (before, after) => {
        const [known, given] = [await listed(before), await listed(after)]
        const { pairs, missing, added } = matchMovements(known, given)
        expect([...pairs.map(({ given: { id } }) => id), ...added.map(({ id }) => id)].sort()).toEqual(
          given.map(({ id }) => id).sort(),
        )
        expect([...pairs.map(({ known: { id } }) => id), ...missing.map(({ id }) => id)].sort()).toEqual(
          known.map(({ id }) => id).sort(),
        )
        for (const pair of pairs) expect(groupOf(pair.known)).toBe(groupOf(pair.given))
        const left = new Set(missing.map(groupOf))
        for (const one of added) expect(left.has(groupOf(one))).toBe(false)
      }),
    )
  })

  it('finds every movement of the same list again, in any order, unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.integer(), async (before, seed) => {
        const shuffled = before
          .map((row, index) => ({ row, at: Math.sin(seed + index * 7919) }))
          .sort((a, b) => a.at - b.at)
          .map(({ row }) => row)
        const [known, given] = [await listed(before), await listed(shuffled)]
        const { pairs, missing, added } = matchMovements(known, given)
        expect([missing, added]).toEqual([[], []])
        for (const pair of pairs) {
          expect(pair.given.digest).toBe(pair.known.digest)
          expect(pair.given.money_transfer_id).toBe(pair.known.money_transfer_id)
        }
        expect(contents(pairs.map((pair) => pair.given))).toEqual(contents(given))
      }),
    )
  })

  it('DAT-8: pairs by id before text, and by text before order', async () => {
    const [a, b] = [bankMovement({ moneyTransferId: 'A' }), bankMovement({ moneyTransferId: 'B' })]
    const known = await listed([a, { ...b, shortDescription: 'caffe' }])
    const given = await listed([
      { ...b, shortDescription: 'other' },
      { ...a, moneyTransferId: 'NEW' },
    ])
    const pairs = matchMovements(known, given).pairs.map((pair) => [
      pair.known.money_transfer_id,
      pair.given.money_transfer_id,
    ])
    expect(pairs.sort()).toEqual([
      ['A', 'NEW'],
      ['B', 'B'],
    ])
  })
})
