import type { BankDay } from '../calendar/bank-day'
import type { Cents } from '../money/amount'

/** One line of an account. */
export type Movement = {
  /** Place among the booked movements of the account, 1 is the oldest; null while pending. Stays as time goes on. */
  sequence: number | null
  cents: Cents
  /** Null while pending. */
  bookingDay: BankDay | null
  valueDay: BankDay
  description: { short: string; extended: string; code: string }
  /** CRO of the transfer that it belongs to. */
  reference: string | null
}

export type Balances = {
  currency: string
  /** Sum of what is booked. */
  accountingCents: Cents
  /** Less what is pending: what may be spent. */
  availableCents: Cents
}

export type MovementRange = {
  /** Booking days, both included. */
  from: BankDay
  to: BankDay
  /** Only movements older than this place. */
  beforeSequence: number | null
  limit: number
}

/** The accounts' money. What an account has now follows from the seed, the operations carried out, and the clock. */
export type Ledger = {
  balances(productId: string): Balances
  /** Newest first. */
  pending(productId: string): readonly Movement[]
  /** Newest first. `more`: older ones are in the range. */
  booked(productId: string, range: MovementRange): { movements: readonly Movement[]; more: boolean }
  /** Per currency: what is on customers' accounts, what is on the bank's own, and what is under way. */
  audit(): Readonly<Record<string, { customers: Cents; bank: Cents; underWay: Cents }>>
}
