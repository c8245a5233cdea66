import { BankApiError } from '@/lib/bank'
import type { Scope } from '@/lib/domain/consent/consent'
import { rereadAccounts } from '../accounts/list-accounts'
import { bankProblemOf, isClosedAccount } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'

/** More are not asked for one by one. */
const MOST_ASKED_ALONE = 20

/**
 * Which accounts of a request are closed, after the bank has refused the whole with ARC04, which names none. An account
 * alone is the one; else those that the bank's list no longer has; else the bank is asked for each by itself. What it
 * begins for the others is never approved.
 *
 * @param askAlone sends the request for these scopes only
 * @throws the bank's errors, when its list cannot be read
 */
export async function closedAmong(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  asked: readonly Scope[],
  askAlone: (scopes: readonly Scope[]) => Promise<unknown>,
): Promise<string[]> {
  const { isWhole } = await rereadAccounts(deps, customer, caller)
  const productIds = [...new Set(asked.flatMap((scope) => scope.productIds))]
  if (productIds.length === 1) return productIds
  const { accounts } = await deps.store.accounts.list(customer.customerId)
  const listed = new Set(accounts.map(({ productId }) => productId))
  const gone = productIds.filter((productId) => !listed.has(productId))
  if (isWhole && gone.length > 0) return gone
  const closed: string[] = []
  for (const productId of productIds.slice(0, MOST_ASKED_ALONE)) {
    const alone = asked.flatMap(({ category, productIds: ids }) =>
      ids.includes(productId) ? [{ category, productIds: [productId] }] : [],
    )
    try {
      await askAlone(alone)
    } catch (error) {
      if (isClosedAccount(error)) closed.push(productId)
      else if (bankProblemOf(error) === null) throw error
      else if (!(error instanceof BankApiError)) break
    }
  }
  return closed
}
