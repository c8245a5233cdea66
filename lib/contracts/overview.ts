import type { Account } from './accounts'
import type { ReadingProblem } from './problem'

/** A decimal as text with `.` and perhaps a sign, never a float; and its currency. */
export type Money = { amount: string; currency: string }

/** What became of asking the bank about one account. */
export type AccountReading =
  /** The bank has just answered. */
  | { kind: 'fresh' }
  /** Holds what is stored; `problem` says why it is not newer, null when the bank was not asked. */
  | { kind: 'kept'; problem: ReadingProblem | null }
  /** The bank says that the account is closed. */
  | { kind: 'closed'; closedAt: string }
  /** The customer does not share it. */
  | { kind: 'not_shared' }
  /** The bank wants the customer's approval first: `/authorizations/{authorizationId}`. */
  | { kind: 'sca_required'; authorizationId: string }

/** A balance the bank did not give is null, which is not zero. */
export type Balance = {
  accounting: Money | null
  available: Money | null
  /** Calendar date that the bank names, `YYYY-MM-DD`. */
  bankDate: string | null
  readAt: string
}

export type OverviewAccount = Account & {
  /** Categories in force for it, named as the bank does. */
  shared: string[]
  balance: Balance | null
  reading: AccountReading
}

/** A sum over accounts of one currency; `accounts` is how many are in it. */
export type PartialTotal = { amount: string; accounts: number }

export type CurrencyTotal = {
  currency: string
  accounting: PartialTotal | null
  available: PartialTotal | null
}

export type Overview = {
  customer: string
  /** In the bank's order, then shared ones that the bank's list of accounts no longer has. */
  accounts: OverviewAccount[]
  /** Never across currencies. Closed accounts are not in it. */
  totals: CurrencyTotal[]
  /** Shared accounts without any figure, which are in no total. */
  withoutFigures: number
  /** When the lists of accounts and of consents were read; null when never. */
  listReadAt: string | null
  sharedReadAt: string | null
  /** Why the lists themselves are not newer. */
  listProblem: ReadingProblem | null
  connection: 'live' | 'expired'
}

/** As GET /api/overview gives it: problems are told inside, so it carries what an error would. */
export type OverviewAnswer = Overview & { reference: string }

const notNews = new Set(['readAt', 'reading', 'bankDate', 'type'])

/** The facts of an account list whose change is announced: accounts, names, sharing, figures. */
export function figuresOf(accounts: unknown): string {
  return JSON.stringify(accounts, (key, value: unknown) => (notNews.has(key) ? undefined : value))
}
