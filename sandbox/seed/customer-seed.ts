import type { BankDay } from '../calendar/bank-day'
import type { Customer } from '../state/customers'
import type { productTypes } from './product-types'

/** What an account's movements tell. */
export type HistoryName =
  | 'household'
  | 'family'
  | 'condominium'
  | 'pension'
  | 'overdrawn'
  | 'ended'
  | 'unused'
  | 'savings'
  | 'deposit'
  | 'card'
  | 'foreign'
  | 'business'
  | 'payroll'
  | 'treasury'
  | 'export'
  | 'imports'
  | 'till'
  | 'marketplace'

export type AccountSeed = {
  type: keyof typeof productTypes
  nickname: string
  /** EUR unless given. */
  currency?: string
  openedOn: BankDay
  closed?: boolean
  history: HistoryName
}

/** A customer as written down; ids and IBANs of the accounts follow from the place in the list. */
export type CustomerSeed = Omit<Customer, 'accounts'> & { accounts: readonly AccountSeed[] }
