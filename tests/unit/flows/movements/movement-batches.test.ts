import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Movement, MovementsPage } from '@/lib/bank'
import { type MovementBatch, movementBatches } from '@/lib/flows/movements/movement-batches'

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

async function batchesOf(pages: AsyncIterable<MovementsPage>, maxRows = 100): Promise<MovementBatch[]> {
  const batches: MovementBatch[] = []
  for await (const batch of movementBatches(pages, range, maxRows)) batches.push(batch)
  return batches
}

const rowsOn = (...days: (string | undefined)[]) => days.map((day, index) => movement(day, String(index)))
const facts = (batches: MovementBatch[]) =>
  batches.map((batch) => [
    batch.range.isWhole,
    batch.isLast,
    batch.booked.map(({ index }) => index),
    batch.pending.map(({ index }) => index),
  ])

describe('a list in pages', () => {
  it('says what its days hold only at its end, with all of its rows', async () => {
    const rows = rowsOn('2026-11-20', '2026-11-20', '2026-11-18', '2026-11-18', '2026-11-05')
    const batches = await batchesOf(pagesOf(rows, 2))
    expect(facts(batches)).toEqual([
      [false, false, ['0', '1'], []],
      [false, false, ['2', '3'], []],
      [true, true, ['0', '1', '2', '3', '4'], []],
    ])
    for (const batch of batches) expect(batch.range).toMatchObject(range)
  })

  it('of one page is whole at once', async () => {
    expect(facts(await batchesOf(pagesOf(rowsOn('2026-11-20'), 2)))).toEqual([[true, true, ['0'], []]])
  })

  it('keeps pending movements of every page', async () => {
    async function* pages(): AsyncGenerator<MovementsPage> {
      yield { booked: rowsOn('2026-11-20'), pending: [movement(undefined, 'p')], more: 'yes', odd: [] }
      yield { booked: [], pending: [movement(undefined, 'q')], more: 'no', odd: [] }
    }
    expect(facts(await batchesOf(pages()))).toEqual([
      [false, false, ['0'], ['p']],
      [true, true, ['0'], ['p', 'q']],
    ])
  })

  it.each<[string, MovementsPage['more'], string[], string[]]>([
    ['that may go on', 'unknown', [], []],
    ['with an odd last page', 'no', [], ['transactionsAccounting']],
    ['with an odd page before', 'no', ['transactionsAccounting'], []],
  ])('%s says nothing about what is missing from it', async (_, more, odd, lastOdd) => {
    async function* pages(): AsyncGenerator<MovementsPage> {
      yield { booked: rowsOn('2026-11-20'), pending: [], more: 'yes', odd }
      yield { booked: rowsOn('2026-11-19'), pending: [], more, odd: lastOdd }
    }
    expect(facts(await batchesOf(pages()))).toEqual([
      [false, false, ['0'], []],
      [false, true, ['0'], []],
    ])
  })

  it('that is longer than can be stored is read no further, and not whole', async () => {
    let read = 0
    async function* pages(): AsyncGenerator<MovementsPage> {
      for await (const page of pagesOf(rowsOn(...Array(9).fill('2026-11-20')), 2)) {
        read += 1
        yield page
      }
    }
    const batches = await batchesOf(pages(), 5)
    expect(batches.map(({ range: { isWhole }, isLast }) => [isWhole, isLast])).toEqual([
      [false, false],
      [false, false],
      [false, true],
    ])
    expect(read).toBe(3)
  })

  it('of any length and order is all there in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('2026-11-20', '2026-11-05', '9999-12-31', undefined)),
        fc.integer({ min: 1, max: 7 }),
        async (days, size) => {
          const batches = await batchesOf(pagesOf(rowsOn(...days), size))
          const last = batches.at(-1)
          expect(last?.range).toEqual({ ...range, isWhole: true })
          expect(last?.booked.map(({ index }) => Number(index))).toEqual(days.map((_day, index) => index))
          const before = batches.slice(0, -1)
          expect(before.every((batch) => !batch.range.isWhole && !batch.isLast)).toBe(true)
        },
      ),
    )
  })
})
