import type { Account } from './accounts'
import type { Movement } from './movements'
import type { Balance } from './overview'

export const exportFormats = ['csv-it', 'csv', 'camt053', 'ofx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What a filter finds in one currency and status; decimals as text. */
export type MovementGroup = {
  currency: string | null
  status: 'booked' | 'pending'
  movements: number
  /** So many of them have no amount and are in no sum. */
  withoutAmount: number
  /** The sum of the amounts above zero, and of those below. */
  in: string
  out: string
  movementsIn: number
  movementsOut: number
  /** The most decimal places that any amount needs, and the largest amount without its sign. */
  places: number
  largest: string
  /** The first and the last day; null for pending movements. */
  from: string | null
  to: string | null
}

/** What only CSV can hold: camt and OFX hold booked movements with an amount and a currency. */
export type LeftOut = { pending: number; withoutAmount: number; withoutCurrency: number }

type Counted = Pick<MovementGroup, 'status' | 'currency' | 'movements' | 'withoutAmount'>

export function leftOutOf(groups: readonly Counted[]): LeftOut {
  const left = { pending: 0, withoutAmount: 0, withoutCurrency: 0 }
  for (const { status, currency, movements, withoutAmount } of groups) {
    if (status === 'pending') left.pending += movements
    else {
      left.withoutAmount += withoutAmount
      if (!isCurrency(currency)) left.withoutCurrency += movements - withoutAmount
    }
  }
  return left
}

export function isCurrency(currency: string | null): currency is string {
  return currency !== null && /^[A-Z]{3}$/.test(currency)
}

/** The booked balance before the first and after the last day of a period, as far as it can be known. */
export type PeriodBalances = {
  currency: string
  /** At the start of the day. */
  opening: { amount: string; day: string }
  /** At the end of the day; null when that day is not over. */
  closing: { amount: string; day: string } | null
}

/** All that a file of movements is made of. */
export type ExportSource = {
  account: Account
  /** The days asked for, both inclusive. */
  asked: { from?: string; to?: string }
  /** Calendar dates, both inclusive, for which every movement is stored; null when never read. */
  covered: { from: string; to: string } | null
  /** ISO instants: of the bank's answer, and of this file. */
  movementsReadAt: string | null
  writtenAt: string
  /** The bank's last balance, independent of the filter. */
  balance: Balance | null
  periodBalances: PeriodBalances | null
  groups: readonly MovementGroup[]
  /** In the order of pages: pending ones, then from the newest on. */
  movements(part?: { currency?: string; status?: 'booked' }): AsyncIterable<Movement>
}
