import { arePlaces } from '@/lib/domain/movements/places'
import type { Movement } from './answers'

type Rows = { booked: readonly Movement[]; pending: readonly Movement[] }

/**
 * Finds rows that a list of movements has twice, on two of its pages or on one. Only the bank's index tells such a row
 * from another that is alike: two equal payments on one day are two, and ids are given to several. An index is believed
 * as long as the list gives none of them to movements of different days or amounts, as banks do that count rows on each
 * page. A whole page that comes again is known without any index.
 */
export class RowsRead {
  readonly #booked = new Indexes()
  readonly #pending = new PendingRows()
  readonly #pages: Rows[] = []
  #hasRepeatedPage = false
  #hasBookedOverlap = false
  /** The rows of the next page that no page had before it. */
  take<T extends Rows>(page: T): T {
    const isBookedAgain = this.#pages.some(({ booked }) => isSame(booked, page.booked))
    this.#hasRepeatedPage ||= isBookedAgain
    this.#hasBookedOverlap ||= overlaps(this.#pages.at(-1)?.booked ?? [], page.booked)
    this.#pages.push(page)
    return {
      ...page,
      booked: isBookedAgain ? [] : this.#booked.take(page.booked),
      pending: this.#pending.take(page.pending),
    }
  }

  /**
   * Such a list was not read at one moment, and what is missing from it may be on no page. Rows that end one page and begin
   * the next may be one payment or two. Only indexes that are the bank's own numbers tell: the place in the list is another
   * one as soon as a row is booked between two pages. Without such numbers the list is not believed to be whole either.
   */
  hasRepeats(): boolean {
    const hasOverlap = this.#hasBookedOverlap && !this.#booked.areNumbers()
    return this.#hasRepeatedPage || hasOverlap || this.#booked.hasRepeats() || this.#pending.hasRepeats()
  }
}

/** Some banks repeat the pending rows on every page, which is no sign of a changed list. */
class PendingRows {
  readonly #known = new Map<string, number>()
  #hasOverlap = false

  /** The rows that come more often on this page than on any before it. */
  take(rows: readonly Movement[]): readonly Movement[] {
    const onPage = new Map<string, number>()
    const added = rows.filter((row) => {
      const key = JSON.stringify(row)
      const times = (onPage.get(key) ?? 0) + 1
      onPage.set(key, times)
      return times > (this.#known.get(key) ?? 0)
    })
    const isAllHere = [...this.#known].every(([key, times]) => (onPage.get(key) ?? 0) >= times)
    // Rows of which only some are repeated are no list that comes whole with every page.
    this.#hasOverlap ||= added.length < rows.length && !isAllHere
    for (const [key, times] of onPage) this.#known.set(key, Math.max(times, this.#known.get(key) ?? 0))
    return added
  }

  hasRepeats(): boolean {
    return this.#hasOverlap
  }
}

class Indexes {
  readonly #known = new Map<string, string>()
  readonly #all: (string | undefined)[] = []
  #repeats = 0
  #dropped = 0
  #isBelieved = true

  take(rows: readonly Movement[]): readonly Movement[] {
    const repeated = new Set<Movement>()
    for (const row of rows) {
      this.#all.push(row.index)
      if (row.index === undefined) continue
      const known = this.#known.get(row.index)
      const alike = [row.bookingDate ?? row.valueDate, row.amount, row.currency].join('|')
      if (known === undefined) this.#known.set(row.index, alike)
      else if (known === alike) repeated.add(row)
      else this.#isBelieved = false
    }
    this.#repeats += repeated.size
    if (repeated.size === 0 || !this.isTelling()) return rows
    this.#dropped += repeated.size
    return rows.filter((row) => !repeated.has(row))
  }

  hasRepeats(): boolean {
    return this.#dropped > 0 || (this.#repeats > 0 && this.isTelling())
  }

  areNumbers(): boolean {
    return this.isTelling() && !arePlaces(this.#all)
  }

  /** One index for all rows tells none from another. */
  isTelling(): boolean {
    return this.#isBelieved && this.#known.size > 1
  }
}

/** One row without an index may be another payment that is alike. */
function isSame(before: readonly Movement[], rows: readonly Movement[]): boolean {
  const [first] = rows
  if (first === undefined || before.length !== rows.length) return false
  if (rows.length === 1 && first.index === undefined) return false
  return before[0]?.amount === first.amount && JSON.stringify(before) === JSON.stringify(rows)
}

/** Whether the rows that end a page begin the next one too, whatever their indexes are. */
function overlaps(before: readonly Movement[], rows: readonly Movement[]): boolean {
  const [first] = rows
  if (first === undefined) return false
  const said = ({ index: _, ...row }: Movement) => JSON.stringify(row)
  return before.some((row, at) => {
    const length = before.length - at
    if (row.amount !== first.amount || length > rows.length) return false
    return before.slice(at).every((one, place) => {
      const other = rows[place]
      return other !== undefined && said(one) === said(other)
    })
  })
}
