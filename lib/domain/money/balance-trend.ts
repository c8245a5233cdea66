import { addDays, bankDay } from '../days/bank-day'
import { addDecimals, compareDecimals, type Decimal, negateDecimal } from './decimal'

/** What was on the account when a day ended; for the last one, when the balance was read. */
export type DayEnd = { day: string; amount: Decimal }

/** Why the days before cannot be told although their movements are known. */
export type TrendLimit = 'other_currency' | 'amount_missing'

export type BalanceTrend =
  /** Every day, the oldest first, at least one. `limit` is null where nothing but the days asked for ends it. */
  | { kind: 'known'; currency: string; points: DayEnd[]; limit: TrendLimit | null }
  | { kind: 'unknown'; reason: TrendUnknown }

export type TrendUnknown =
  /** The bank gave no accounting balance. */
  | 'no_balance'
  /** No day's movements are known whole. */
  | 'no_movements'
  /** The balance has changed since the movements were read. */
  | 'movements_older'
  /** There are movements that the balance may not have in it. */
  | 'balance_older'

type KnownBalance = {
  accounting: { amount: Decimal; currency: string } | null
  bankDate: string | null
  readAt: Date
  unchangedSince: Date
}

type KnownMovements = {
  /** The first day of which every movement is known. */
  from: string
  newestReadAt: Date | null
}

type DayTotal = { day: string; currency: string | null; total: Decimal; withoutAmount: number }

/** One page view asks for both at once: that is one moment, unless something is booked within it. */
const oneMomentMs = 10_000

/**
 * What was on the account at the end of each of the last `days` days: the accounting balance, taken back day by day
 * by what was booked. Only where both are of one moment: the balance stood still from `unchangedSince` to
 * `readAt`, and the list of movements was read between the two. Pending movements are in neither.
 *
 * @param totals booked, since `trendStart` at least, in any order; days without a movement may be missing
 */
export function balanceTrend(
  balance: KnownBalance | null,
  movements: KnownMovements | null,
  totals: readonly DayTotal[],
  days: number,
): BalanceTrend {
  if (!balance?.accounting) return { kind: 'unknown', reason: 'no_balance' }
  if (movements === null) return { kind: 'unknown', reason: 'no_movements' }
  const reason = mismatch(balance, movements)
  if (reason !== null) return { kind: 'unknown', reason }

  const readDay = bankDay(balance.readAt)
  const balanceDay = balance.bankDate ?? readDay
  const newest = totals.reduce((last, { day }) => later(day, last), '')
  if (newest > balanceDay) return { kind: 'unknown', reason: 'balance_older' }
  const end = later(newest, earlier(balanceDay, readDay))
  const start = later(trendStart(balance, days), movements.from)
  if (start > end) return { kind: 'unknown', reason: 'no_movements' }
  return { kind: 'known', ...takenBack(balance.accounting, totals, { start, end }) }
}

/** The first of so many days up to the balance's own. */
export function trendStart(
  { bankDate, readAt }: Pick<KnownBalance, 'bankDate' | 'readAt'>,
  days: number,
): string {
  const readDay = bankDay(readAt)
  return addDays(earlier(bankDate ?? readDay, readDay), 1 - days)
}

/** The balance has changed since the movements were read: what changed it is not among them. */
export function isBehind(
  { newestReadAt }: Pick<KnownMovements, 'newestReadAt'>,
  { unchangedSince }: Pick<KnownBalance, 'unchangedSince'>,
): boolean {
  return newestReadAt === null || newestReadAt.getTime() < unchangedSince.getTime() - oneMomentMs
}

/** What was booked before can be taken back from the balance: it holds all of these movements and no others. */
export function isOfOneMoment(
  balance: Pick<KnownBalance, 'readAt' | 'unchangedSince'>,
  movements: Pick<KnownMovements, 'newestReadAt'>,
): boolean {
  return mismatch(balance, movements) === null
}

function mismatch(
  balance: Pick<KnownBalance, 'readAt' | 'unchangedSince'>,
  movements: Pick<KnownMovements, 'newestReadAt'>,
): TrendUnknown | null {
  if (movements.newestReadAt === null || isBehind(movements, balance)) return 'movements_older'
  return movements.newestReadAt.getTime() > balance.readAt.getTime() + oneMomentMs ? 'balance_older' : null
}

function takenBack(
  { amount, currency }: { amount: Decimal; currency: string },
  totals: readonly DayTotal[],
  { start, end }: { start: string; end: string },
): { currency: string; points: DayEnd[]; limit: TrendLimit | null } {
  const ofDay = new Map<string, DayTotal[]>()
  for (const total of totals) ofDay.set(total.day, [...(ofDay.get(total.day) ?? []), total])
  const points: DayEnd[] = [{ day: end, amount }]
  let before = amount
  for (let day = end; day > start; ) {
    for (const { total, currency: other, withoutAmount } of ofDay.get(day) ?? []) {
      const limit = withoutAmount > 0 ? 'amount_missing' : other !== currency ? 'other_currency' : null
      if (limit !== null) return { currency, points: points.reverse(), limit }
      before = addDecimals(before, negateDecimal(total))
    }
    day = addDays(day, -1)
    points.push({ day, amount: before })
  }
  return { currency, points: points.reverse(), limit: null }
}

/** The figures that describe the line in words. Of equal days the first counts. */
export type TrendFacts = { start: DayEnd; end: DayEnd; lowest: DayEnd; highest: DayEnd; change: Decimal }

/** @returns null for no points */
export function trendFacts(points: readonly DayEnd[]): TrendFacts | null {
  const [start, end] = [points[0], points.at(-1)]
  if (start === undefined || end === undefined) return null
  let [lowest, highest] = [start, start]
  for (const point of points) {
    if (compareDecimals(point.amount, lowest.amount) < 0) lowest = point
    if (compareDecimals(point.amount, highest.amount) > 0) highest = point
  }
  return { start, end, lowest, highest, change: addDecimals(end.amount, negateDecimal(start.amount)) }
}

function earlier(a: string, b: string): string {
  if (a < b) return a
  return b
}

function later(a: string, b: string): string {
  if (a > b) return a
  return b
}
