import type { ApiCall } from '../api-call'
import { nextPage } from '../hal'
import { underBase } from '../path'
import { accountItem, accountsData } from '../schemas/specified'
import type { AccountsAnswer, BankAccount, CallContext } from '../types'

const PATH = '/private/customers/{customerId}/accounts'

/** Row 2: the customer's accounts. Follows `next` while it names a further page of the same list. */
export async function listAccounts(
  call: ApiCall,
  context: CallContext,
  request: { customerId: string },
): Promise<AccountsAnswer> {
  const first = underBase(call.base, PATH, request)
  const visited = new Set([first])
  const readPage = (path: string) =>
    call(
      context,
      { operation: 'listAccounts', method: 'GET', path, data: accountsData },
      ({ data, links }) => ({ rows: data.accounts, next: nextPage(links, path, call.base, visited) }),
    )
  let page = await readPage(first)
  const rows = [...page.rows]
  while (page.next !== undefined) {
    page = await readPage(page.next)
    rows.push(...page.rows)
  }
  return readAccounts(rows)
}

function readAccounts(rows: readonly unknown[]): AccountsAnswer {
  const accounts = new Map<string, BankAccount>()
  for (const row of rows) {
    const account = readAccount(row)
    if (account && !accounts.has(account.productId)) accounts.set(account.productId, account)
  }
  return { accounts: [...accounts.values()], skippedRows: rows.length - accounts.size }
}

function readAccount(row: unknown): BankAccount | undefined {
  const parsed = accountItem.safeParse(row)
  if (!parsed.success) return undefined
  const { accountId, product, currency, iban, name } = parsed.data
  return {
    productId: accountId,
    type: product,
    currency,
    iban,
    nickname: name || product.description || accountId,
  }
}
