import { furthestBack } from '@/lib/domain/days/bank-day'
import type { DayRange } from '../values/calendar-days'
import type { Matching } from './movement-matching'
import type { ComparedColumns } from './movement-rows'

/* Which days a list was asked for, and of which it says what they hold. */

export type ListedDays = DayRange & {
  /** false: the list broke off, so that a movement that is not in it proves nothing. */
  isWhole: boolean
  /** The days that a list can always be asked for. A whole list without some of them may be undecided. */
  usual?: DayRange
}

export type Pair = Matching['pairs'][number]

/** Whose days a list says: `range`, and those that no list is ever asked for, where it is the newest and whole. */
export type Scope = DayRange & { isWhole: boolean; isNewest: boolean }

export function scopeOf(
  { movementsTo }: { movementsTo: string | null },
  range: DayRange & { isWhole: boolean },
): Scope {
  return { ...range, isNewest: range.isWhole && (movementsTo === null || range.to >= movementsTo) }
}

/** Days after the newest list, and days further back than any list goes: the bank has written them by mistake. */
export function isOutOfReach({ to, isNewest }: Scope, day: string | null): boolean {
  return isNewest && day !== null && (day > to || day < furthestBack(to))
}

/** A movement that this list has outside of its range keeps the day that a list was asked for. */
export function askedDayOf({ known, given }: Pair, range: ListedDays): string | null {
  if (!isWithin(range, given.day)) return known.asked_day ?? nearestAsked(range, given.day)
  return !range.isWhole && known.day === given.day ? known.asked_day : given.day
}

export function nearestAsked({ from, to }: DayRange, day: string | null): string | null {
  if (day === null) return null
  return day < from ? from : day > to ? to : day
}

/** The bank listed it on a day that it was not asked for, so its day is not to be relied on. */
export function isStray({ day, asked_day }: ComparedColumns): boolean {
  return day !== asked_day
}

/** Pending movements have no day, and come whole with every list. */
export function isWithin({ from, to }: DayRange, day: string | null): boolean {
  return day === null || (day >= from && day <= to)
}

export function lacksUsual({ from, to, usual }: ListedDays): boolean {
  return usual !== undefined && (from > usual.from || to < usual.to)
}

export const isBooked = ({ day }: ComparedColumns) => day !== null

/** Whether a movement is a stray of one of the usual days, of which the list says nothing. */
export const isStrayFrom =
  (range: ListedDays) =>
  ({ known }: Pair): boolean =>
    isStray(known) &&
    range.usual !== undefined &&
    isWithin(range.usual, known.asked_day) &&
    !isWithin(range, known.asked_day)
