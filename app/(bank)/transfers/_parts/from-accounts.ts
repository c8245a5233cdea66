import type { OverviewAccount } from '@/lib/contracts/overview'
import type { TransferDraft } from '@/lib/contracts/transfers'

/** Those from which the customer lets us prepare payments. */
export function payingAccounts(accounts: readonly OverviewAccount[]): OverviewAccount[] {
  return accounts.filter(({ shared, reading }) => shared.includes('PAYMENTS') && reading.kind !== 'closed')
}

/** Why the account of a transfer is none to pay from; undefined where it is, or none was chosen. */
export function faultOfAccount(
  account: OverviewAccount | undefined,
  productId: string,
): 'closed' | 'not_shared' | undefined {
  if (productId === '') return undefined
  if (account?.reading.kind === 'closed') return 'closed'
  return account?.shared.includes('PAYMENTS') ? undefined : 'not_shared'
}

export const nothingTyped: TransferDraft = {
  productId: '',
  payeeName: '',
  iban: '',
  amount: '',
  currency: '',
  date: '',
  isUrgent: false,
  note: '',
}

/** Nothing is chosen for the customer but what they came from, or what leaves no choice. */
export function accountAtFirst(wished: string | undefined, accounts: readonly OverviewAccount[]): string {
  if (wished !== undefined && accounts.some(({ productId }) => productId === wished)) return wished
  const [only, ...others] = accounts
  return only !== undefined && others.length === 0 ? only.productId : ''
}
