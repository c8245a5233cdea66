import type { BankDay } from '../calendar/bank-day'

/** API categories (spec, "Consent request body and response"). */
export const categories = ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY', 'PAYMENTS'] as const

export type Category = (typeof categories)[number]

export type CategoryProducts = { name: Category; products: readonly string[] }

export type ConsentRecord = { tpp: string; category: Category; productId: string; grantedAt: number }

/**
 * Who may read or pay what: per customer, provider, category and product. Additive, without expiry. A consent given to a
 * provider opens to all its applications and to no other provider's.
 */
export type Consents = {
  isGranted(customerId: string, tpp: string, category: Category, productId: string): boolean
  /** Of one provider, in the order given. */
  of(customerId: string, tpp: string): readonly ConsentRecord[]
  /** Of all providers: for the bank's own page. */
  ofCustomer(customerId: string): readonly ConsentRecord[]
  /**
   * In the bank's own page: takes back these categories and products of one provider, at once, with every earlier approval
   * of one of them that is not confirmed yet.
   */
  revokeAtBank(customerId: string, tpp: string, selection: readonly CategoryProducts[]): Promise<void>
}

/** Batch accesses (spec, "Limits" 1). */
export type BatchAccesses = {
  /** Counts one access of the day and says whether it was still allowed; a refused one is not counted. */
  take(key: { customerId: string; tpp: string; productId: string | null }, day: BankDay): Promise<boolean>
}
