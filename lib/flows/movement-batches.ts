import type { Movement, MovementsPage } from '@/lib/bank'
import { addDays } from '@/lib/domain/bank-day'

type DayRange = { from: string; to: string }

/** Part of a list of movements that can be stored by itself. */
export type MovementBatch = {
  /** `isWhole`: every movement of these days is in the batch. */
  range: DayRange & { isWhole: boolean }
  booked: Movement[]
  /** All pending ones so far, which have no day: each batch has them again. */
  pending: Movement[]
  /** Whether pages are still to be read after it. */
  isLast: boolean
}

/**
 * Cuts pages, newest movements first, into batches of whole days, so that a list of any length is stored page by page.
 * The oldest day of a page may go on on the next one and waits for it. Where the bank lists in another order all
 * of it waits for the last page.
 */
export async function* movementBatches(
  pages: AsyncIterable<MovementsPage>,
  range: DayRange,
): AsyncGenerator<MovementBatch, void, undefined> {
  const pending: Movement[] = []
  let waiting: Movement[] = []
  let to = range.to
  let isFirst = true
  for await (const page of pages) {
    pending.push(...page.pending)
    const rows = [...waiting, ...page.booked]
    if (page.more !== 'yes') {
      const isWhole = page.more === 'no' && page.odd.length === 0
      yield { range: { from: range.from, to, isWhole }, booked: rows, pending, isLast: true }
      return
    }
    const oldest = oldestDay(rows)
    if (oldest === null || oldest >= to || !isNewestFirst(rows)) {
      // The first page is never kept waiting for: its movements are shown, without saying that the days are whole.
      if (isFirst) yield { range: { ...range, isWhole: false }, booked: rows, pending, isLast: false }
      waiting = rows
    } else {
      const done = rows.filter((row) => isAfter(row, oldest))
      waiting = rows.filter((row) => !isAfter(row, oldest))
      yield { range: { from: addDays(oldest, 1), to, isWhole: true }, booked: done, pending, isLast: false }
      to = oldest
    }
    isFirst = false
  }
}

const dayOf = (row: Movement): string | null => row.bookingDate ?? row.valueDate ?? null

/** Movements without any day wait to the end. */
function isAfter(row: Movement, day: string): boolean {
  const own = dayOf(row)
  return own !== null && own > day
}

function oldestDay(rows: readonly Movement[]): string | null {
  let oldest: string | null = null
  for (const row of rows) {
    const day = dayOf(row)
    if (day !== null && (oldest === null || day < oldest)) oldest = day
  }
  return oldest
}

function isNewestFirst(rows: readonly Movement[]): boolean {
  let last: string | null = null
  for (const row of rows) {
    const day = dayOf(row)
    if (day === null) continue
    if (last !== null && day > last) return false
    last = day
  }
  return true
}
