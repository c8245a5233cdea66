import type { BankProblem } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { areMovementsJustRead, isBalanceJustRead } from '../movements/just-read'
import { type AccountState, readAccountState } from '../movements/read-movements'
import { type MovementsRefresh, refreshMovements } from '../movements/refresh-movements'
import type { Reading } from '../with-product'
import { productIn, readKnownFacts } from './product-facts'
import { readBalances } from './read-balance'

export type AccountRefresh = AccountState & MovementsRefresh & { balance: Reading | null }

/**
 * Brings one account up to date: its balance and what may be new of its movements, at the same time. What was read a moment
 * ago, by whichever process, is not asked of the bank again, and requests at the same time share the work. Where days are
 * asked for it is about these, and the balance stays as it is.
 *
 * @throws AppError not_found; bad_request for days that are all ahead
 */
export async function refreshAccount(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: { productId: string; from?: string; to?: string },
): Promise<AccountRefresh> {
  const { productId, from, to } = request
  if (from !== undefined || to !== undefined) {
    return { ...(await refreshMovements(deps, customer, caller, request)), balance: null }
  }
  const key = `${customer.customerId}/${productId}`
  return deps.flights.refresh(key, () => bringUpToDate(deps, customer, caller, productId))
}

async function bringUpToDate(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  productId: string,
): Promise<AccountRefresh> {
  const { customerId } = customer
  const facts = await readKnownFacts(deps, customerId, productId)
  const known = productIn(facts.known, productId)
  const [{ reading, changes }, balance] = await Promise.all([
    areMovementsJustRead(deps, known) ? JUST_READ : refreshMovements(deps, customer, caller, { productId }),
    isBalanceJustRead(deps, known, facts.balances[0]?.readAt)
      ? JUST_READ.reading
      : readBalances(deps, customer, caller, [known]).then((read) => read.get(productId) ?? null),
  ])
  // An account has one problem noted: the success of one reading must not have ended that of the other.
  const problem = problemIn(reading) ?? problemIn(balance)
  if (problem !== null) await deps.store.products.setProblem(customerId, productId, problem, deps.now())
  return { ...(await readAccountState(deps, customerId, productId)), reading, changes, balance }
}

const JUST_READ: MovementsRefresh = {
  reading: { kind: 'fresh' },
  changes: { added: 0, changed: 0, removed: 0 },
}

function problemIn(reading: Reading | null): BankProblem | null {
  return reading?.kind === 'kept' ? reading.problem : null
}
