import { MAX_ACCOUNTS } from '@/lib/store'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { withConnection } from '../with-connection'

export type ListedAccount = {
  productId: string
  type: { code: string; description: string }
  nickname: string
  currency: string
  iban: string
}

export type ListedAccounts = {
  customer: string
  accounts: ListedAccount[]
  readAt: string | null
  connection: 'live' | 'expired'
}

/** `isWhole` false: the paging broke, or there are too many; accounts that were known before are kept. */
export type ListRead = { isWhole: boolean }

/** The list as last read from the bank, with its age. Never calls the bank. */
export async function readKnownAccounts(deps: FlowDeps, customerId: string): Promise<ListedAccounts> {
  const { accounts, accountsReadAt, connection } = await deps.store.facts.of(customerId)
  return {
    customer: customerId,
    accounts,
    readAt: accountsReadAt?.toISOString() ?? null,
    connection: connection === 'live' ? 'live' : 'expired',
  }
}

/** The same from the bank; of two answers that cross, the later one. @throws as `rereadAccounts` */
export async function listAccounts(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
): Promise<ListedAccounts> {
  await rereadAccounts(deps, customer, caller)
  return readKnownAccounts(deps, customer.customerId)
}

/**
 * Reads the list from the bank (endpoint 2) and keeps it for the next page view. Requests at the same time
 * share one call.
 * @throws AppError connection_expired; the bank's errors. What was known before stays as it was.
 */
export function rereadAccounts(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
): Promise<ListRead> {
  return deps.flights.accounts(customer.customerId, () => readAndStore(deps, customer, caller))
}

async function readAndStore(deps: FlowDeps, customer: SignedInCustomer, caller: Caller): Promise<ListRead> {
  const readAt = deps.now()
  const list = await withConnection(deps, customer, caller, (context) =>
    deps.bank.listAccounts(context, { customerId: customer.bankCustomerId }),
  )
  const accounts = list.accounts.slice(0, MAX_ACCOUNTS)
  const isWhole = list.isWhole && accounts.length === list.accounts.length
  await deps.store.accounts.replace(customer.customerId, accounts, readAt, { isWhole })
  return { isWhole }
}
