import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Movement, MovementsPage } from '@/lib/bank'
import { addDays } from '@/lib/domain/bank-day'
import { type MovementBatch, movementBatches } from '@/lib/flows/movement-batches'

const range = { from: '2026-11-01', to: '2026-11-30' }

function movement(bookingDate: string | undefined, index: string): Movement {
  return {
    moneyTransferId: undefined,
    index,
    amount: '1.00',
    currency: 'EUR',
    bookingDate,
    valueDate: undefined,
    shortDescription: undefined,
    extendedDescription: undefined,
    codeDescription: undefined,
    fields: [],
    odd: [],
  }
}

async function* pagesOf(rows: readonly Movement[], size: number): AsyncGenerator<MovementsPage> {
  for (let start = 0; start === 0 || start < rows.length; start += size) {
    const more = start + size < rows.length ? 'yes' : 'no'
    yield { booked: rows.slice(start, start + size), pending: [], more, odd: [] }
  }
}

async function batchesOf(pages: AsyncIterable<MovementsPage>): Promise<MovementBatch[]> {
  const batches: MovementBatch[] = []
  for await (const batch of movementBatches(pages, range)) batches.push(batch)
  return batches
}

const rowsOn = (...days: (string | undefined)[]) => days.map((day, index) => movement(day, String(index)))

describe('a list in pages', () => {
  it('is cut between days: the oldest day of a page waits for the next one', async () => {
    const rows = rowsOn('2026-11-20', '2026-11-20', '2026-11-18', '2026-11-18', '2026-11-05')
    const batches = await batchesOf(pagesOf(rows, 3))
    expect(batches.map((batch) => [batch.range, batch.booked.map(({ index }) => index)])).toEqual([
      [{ from: '2026-11-19', to: '2026-11-30', isWhole: true }, ['0', '1']],
      [{ from: '2026-11-01', to: '2026-11-18', isWhole: true }, ['2', '3', '4']],
    ])
  })

  it('of one day alone shows its first page without saying that the day is whole', async () => {
    const batches = await batchesOf(pagesOf(rowsOn(...Array(5).fill('2026-11-30')), 2))
    expect(batches.map(({ range: { isWhole }, booked }) => [isWhole, booked.length])).toEqual([
      [false, 2],
      [true, 5],
    ])
  })

  it('in another order is stored as a whole at the end', async () => {
    const batches = await batchesOf(pagesOf(rowsOn('2026-11-05', '2026-11-18', '2026-11-20'), 2))
    expect(batches.map(({ range: days, booked }) => [days, booked.length])).toEqual([
      [{ ...range, isWhole: false }, 2],
      [{ ...range, isWhole: true }, 3],
    ])
  })

  it('that may go on says nothing about what is missing from it', async () => {
    async function* pages(): AsyncGenerator<MovementsPage> {
      yield { booked: rowsOn('2026-11-20'), pending: [], more: 'unknown', odd: [] }
    }
    expect((await batchesOf(pages())).map(({ range: { isWhole } }) => isWhole)).toEqual([false])
  })

  it('of any length and order is all there in the end, its whole days without gap or overlap', async () => {
    const day = fc.option(
      fc.integer({ min: 0, max: 29 }).map((count) => addDays(range.from, count)),
      { nil: undefined },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(day),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        async (days, size, sort) => {
          const inOrder = sort ? days.toSorted((a, b) => ((a ?? '') < (b ?? '') ? 1 : -1)) : days
          const rows = rowsOn(...inOrder)
          const batches = await batchesOf(pagesOf(rows, size))
          const whole = batches.filter((batch) => batch.range.isWhole)
          expect(
            whole.flatMap(({ booked }) => booked.map(({ index }) => Number(index))).sort((a, b) => a - b),
          ).toEqual(rows.map((_row, index) => index))
          const ends = whole.map(({ range: { from, to } }) => [from, to])
          expect(ends[0]?.[1]).toBe(range.to)
          expect(ends.at(-1)?.[0]).toBe(range.from)
          for (const [index, [from = '']] of ends.slice(0, -1).entries()) {
            expect(ends[index + 1]?.[1]).toBe(addDays(from, -1))
          }
          expect(batches.map(({ isLast }) => isLast)).toEqual([
            ...Array(batches.length - 1).fill(false),
            true,
          ])
        },
      ),
    )
  })
})
