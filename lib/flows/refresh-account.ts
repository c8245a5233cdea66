import type { BankProblem } from './bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from './deps'
import { knownProduct } from './product-facts'
import { readBalances } from './read-balance'
import { type AccountState, readAccountState } from './read-movements'
import { type MovementsRefresh, refreshMovements } from './refresh-movements'
import type { Reading } from './with-product'

/**
 * Brings one account up to date: its balance and what may be new of its movements, at the same time. Where days are
 * asked for it is about these, and the balance stays as it is.
 *
 * @throws AppError not_found; bad_request for days that are all ahead
 */
export async function refreshAccount(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: { productId: string; from?: string; to?: string },
): Promise<AccountState & MovementsRefresh & { balance: Reading | null }> {
  const { productId, from, to } = request
  if (from !== undefined || to !== undefined) {
    return { ...(await refreshMovements(deps, customer, caller, request)), balance: null }
  }
  const { customerId } = customer
  const known = await knownProduct(deps, customerId, productId)
  const [{ reading, changes }, balances] = await Promise.all([
    refreshMovements(deps, customer, caller, request),
    readBalances(deps, customer, caller, [known]),
  ])
  const balance = balances.get(productId) ?? null
  // An account has one problem noted: the success of one reading must not have ended that of the other.
  const problem = problemIn(reading) ?? problemIn(balance)
  if (problem !== null) await deps.store.products.setProblem(customerId, productId, problem, deps.now())
  return { ...(await readAccountState(deps, customerId, productId)), reading, changes, balance }
}

function problemIn(reading: Reading | null): BankProblem | null {
  return reading?.kind === 'kept' ? reading.problem : null
}
