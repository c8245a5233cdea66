import type { Movement, MovementsPage } from '@/lib/bank'

/** Calendar dates, both included. */
export type DayRange = { from: string; to: string }

/** Part of a list of movements that can be stored by itself. */
export type MovementBatch = {
  /** `isWhole`: the list ended properly, and every movement of these days is in the batch. */
  range: DayRange & { isWhole: boolean }
  booked: readonly Movement[]
  pending: readonly Movement[]
  /** Whether no page is read after it. */
  isLast: boolean
}

/**
 * Makes batches of pages. Each page is one of its own, so that a long list can be shown while it is read; it only adds,
 * because nobody knows yet whether the paging ends properly. The last batch of a list that did end has all of its
 * movements, and alone says what the days hold.
 * @param maxRows a longer list is never whole
 */
export async function* movementBatches(
  pages: AsyncIterable<MovementsPage>,
  range: DayRange,
  maxRows: number,
): AsyncGenerator<MovementBatch, void, undefined> {
  const booked: Movement[] = []
  const pending: Movement[] = []
  let isReadable = true
  for await (const page of pages) {
    if (booked.length + pending.length + page.booked.length + page.pending.length > maxRows) {
      yield { range: { ...range, isWhole: false }, booked: [], pending: [], isLast: true }
      return
    }
    for (const row of page.booked) booked.push(row)
    for (const row of page.pending) pending.push(row)
    isReadable &&= page.odd.length === 0
    if (page.more === 'no' && isReadable) {
      yield { range: { ...range, isWhole: true }, booked, pending, isLast: true }
    } else {
      const { booked, pending } = page
      yield { range: { ...range, isWhole: false }, booked, pending, isLast: page.more !== 'yes' }
    }
    if (page.more !== 'yes') return
  }
}
