import type { BankDay } from '../calendar/bank-day'
import type { Category } from '../state/consents'

/** A consent that a customer gave before anything happened, and when the customer last did SCA for the provider. */
export type SeedConsent = {
  customerId: string
  tpp: string
  category: Category
  productIds: readonly string[]
  /** Epoch milliseconds. */
  grantedAt: number
  lastScaAt: number
}

/** Consents of the seed, given to the first provider of the keys file. */
export function seedConsents(seedDay: BankDay, firstTpp: string): readonly SeedConsent[] {
  throw new Error(`not there yet: ${seedDay} ${firstTpp}`)
}
