import type { AccountsAnswer, BankAccount } from '../reading/answers'
import { accountsData } from '../reading/schemas/specified'
import { readAccount } from '../reading/schemas/unspecified'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'
import { readAllPages } from './pages'

const PATH = '/private/customers/{customerId}/accounts'

/** Row 2: the customer's accounts, all pages. */
export async function listAccounts(
  call: ApiCall,
  context: CallContext,
  request: { customerId: string },
): Promise<AccountsAnswer> {
  const path = underBase(call.base, PATH, request)
  const { pages, isWhole } = await readAllPages(call, context, {
    operation: 'listAccounts',
    path,
    data: accountsData,
    name: 'accounts',
    rowsOf: ({ accounts }) => accounts,
    keyOf: (row) => readAccount(row)?.productId,
  })
  const rows = pages.flatMap(({ accounts }) => accounts)
  const accounts = byProduct(rows, readAccount)
  return { accounts, skippedRows: rows.length - accounts.length, isWhole }
}

/** Each account once; rows that name none, or one that came before, are left out. */
export function byProduct<T extends BankAccount>(
  rows: readonly unknown[],
  read: (row: unknown) => T | undefined,
): T[] {
  const accounts = new Map<string, T>()
  for (const row of rows) {
    const account = read(row)
    if (account && !accounts.has(account.productId)) accounts.set(account.productId, account)
  }
  return [...accounts.values()]
}
