import { addDays, type BankDay, instantOf } from '../calendar/bank-day'
import type { Category } from '../state/consents'
import { createCustomers } from '../state/customers'

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

/**
 * Consents of the seed, given to the first provider of the keys file: those of the one customer whose last SCA is so long
 * ago that a batch call is refused until it is renewed (spec, "Limits" 2).
 */
export function seedConsents(seedDay: BankDay, firstTpp: string): readonly SeedConsent[] {
  const customer = createCustomers().byUsername('ettore')
  if (!customer) return []
  const daysAgo = (days: number) => instantOf(addDays(seedDay, -days), '10:00:00').getTime()
  return [
    {
      customerId: customer.customerId,
      tpp: firstTpp,
      category: 'ACCOUNT_INFO',
      productIds: customer.accounts.map(({ productId }) => productId),
      grantedAt: daysAgo(120),
      lastScaAt: daysAgo(100),
    },
  ]
}
