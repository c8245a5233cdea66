import type { BankDay } from '../calendar/bank-day'
import type { Cents } from '../money/amount'
import type { Account } from '../state/customers'

/** A movement that was there before anything happened. */
export type SeedMovement = {
  cents: Cents
  /** Epoch milliseconds from which it is booked. Later than the seed day: pending at first. */
  bookedFrom: number
  valueDay: BankDay
  description: { short: string; extended: string; code: string }
  reference: string | null
}

/**
 * The movements of an account, oldest first by `bookedFrom`: the same for the same account and seed day on every machine,
 * and relative to the seed day. The first is the opening balance.
 */
export function seedMovements(_account: Account, _seedDay: BankDay): readonly SeedMovement[] {
  return []
}
