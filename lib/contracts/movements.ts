import type { Account } from './accounts'
import type { AccountReading } from './overview'

/** One value of a payload whose shape is the bank's own; `path` is where it stood: `address.city`. */
export type DetailField = { path: string; kind: 'text' | 'number' | 'boolean'; value: string }

/** What the bank says of something, field by field. `isComplete` is false when something was cut. */
export type Details = { fields: readonly DetailField[]; isComplete: boolean }

export type Movement = {
  /** Ours; stays the same while the bank lists the movement. */
  movementId: string
  /** `pending` also for one that the bank booked on no day: it is in no total. */
  status: 'booked' | 'pending'
  /** The calendar date it is filed under: booking date, else value date; null exactly when pending. */
  day: string | null
  bookingDate: string | null
  valueDate: string | null
  /** Decimal with its sign, as the bank wrote it; null when missing or odd. */
  amount: string | null
  currency: string | null
  shortDescription: string | null
  extendedDescription: string | null
  codeDescription: string | null
  moneyTransferId: string | null
  index: string | null
  /** Every other field the bank sent. */
  fields: DetailField[]
  /** Names of fields that could not be made sense of: mark the movement. */
  odd: string[]
}

/** What the bank booked on one day in one currency, as far as the filter goes. */
export type DayTotal = {
  day: string
  currency: string | null
  total: string
  in: string
  out: string
  movements: number
  /** So many of them have no amount and are in no sum. */
  withoutAmount: number
}

/** What a filter finds in one currency, booked or pending; pending ones are in no total with booked ones. */
export type MovementSum = {
  status: 'booked' | 'pending'
  currency: string | null
  total: string
  movements: number
  /** So many of them have no amount and are in no sum. */
  withoutAmount: number
}

/** The stored facts of one account, without its movements. */
export type AccountState = {
  account: Account
  isShared: boolean
  closedAt: string | null
  /** Calendar dates, both inclusive, for which every movement is stored; null when never read. */
  covered: { from: string; to: string } | null
  movementsReadAt: string | null
  /** Older pages are being read at this moment: look again. */
  isReading: boolean
  /** What went wrong at the last read; null once one went well. */
  problem: { code: string; at: string } | null
}

export type MovementsPage = AccountState & {
  movements: Movement[]
  nextCursor: string | null
  /** How many movements the filter finds; with the first page only. */
  total: number | null
  /** What these are in sum, never across currencies; where they are counted. */
  sums: MovementSum[] | null
  /** For the days of this page. */
  dayTotals: DayTotal[]
}

export type RefreshAnswer = AccountState & {
  reading: AccountReading
  /** What became of asking for the balance; null where days were asked for, and no balance. */
  balance: AccountReading | null
  /** What the first page changed here. */
  changes: { added: number; changed: number; removed: number } | null
}

/** Fields as the bank gave them last, with their age, and what became of asking now. */
export type DetailsAnswer = { details: Details | null; readAt: string | null; reading: AccountReading }

export type AccountDetailsAnswer = DetailsAnswer & { account: Account }

/** Endpoint 14: the accounts under consent, each with every field the bank gives. */
export type ProductsAnswer = {
  products: (Account & { details: Details })[]
  /** Rows of the bank's list that name no account. */
  skippedRows: number
  reading: AccountReading
}
