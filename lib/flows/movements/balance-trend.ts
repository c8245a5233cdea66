import { bankDay } from '@/lib/domain/days/bank-day'
import { type BalanceTrend, balanceTrend, isBehind, trendStart } from '@/lib/domain/money/balance-trend'
import type { ProductMovement, StoredAmounts } from '@/lib/store'
import {
  isShared,
  type KnownFacts,
  type KnownProduct,
  productIn,
  readKnownFacts,
} from '../accounts/product-facts'
import { LIST_INCOMPLETE } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { refreshMovementsAside } from './refresh-movements'

/** What was on one account at the end of each of so many days. Never calls the bank. @throws AppError not_found */
export async function readBalanceTrend(
  deps: FlowDeps,
  customerId: string,
  productId: string,
  days: number,
): Promise<BalanceTrend> {
  const { store, now } = deps
  const { known, balances } = await readKnownFacts(deps, customerId)
  const product = productIn(known, productId)
  const balance = balances.find((stored) => stored.productId === productId) ?? null
  const from = trendStart(balance ?? { bankDate: null, readAt: now() }, days)
  const totals = await store.movements.dayTotalsOf(customerId, [productId], from)
  return balanceTrend(balance, product.state?.movements ?? null, totals, days)
}

export type LatestFigures = {
  /** By product, of those whose movements are known. */
  trends: Map<string, BalanceTrend>
  /** The newest over all accounts, at most three. */
  movements: ProductMovement[]
  /** Accounts that may have movements which are not known here. */
  behind: string[]
}

const LATEST = 3

/**
 * The stored figures of all accounts' movements, for the page that lists the accounts. Never calls the bank.
 * @param facts what the caller has just looked up, for other questions too
 */
export async function readLatestFigures(
  deps: FlowDeps,
  customerId: string,
  days: number,
  facts?: KnownFacts,
): Promise<LatestFigures> {
  const { store, now } = deps
  const { known, balances } = facts ?? (await readKnownFacts(deps, customerId))
  const { products } = known
  const ids = products.map(({ account }) => account.productId)
  const from = balances.map((balance) => trendStart(balance, days)).sort()[0]
  const [totals, movements] = await Promise.all([
    from === undefined ? [] : store.movements.dayTotalsOf(customerId, ids, from),
    store.movements.latest(customerId, ids, bankDay(now()), LATEST),
  ])
  const balanceOf = new Map(balances.map((balance) => [balance.productId, balance]))
  const trends = products.flatMap(({ account: { productId }, state }): [string, BalanceTrend][] => {
    if (!state?.movements) return []
    const ofProduct = totals.filter((total) => total.productId === productId)
    return [[productId, balanceTrend(balanceOf.get(productId) ?? null, state.movements, ofProduct, days)]]
  })
  return { trends: new Map(trends), movements, behind: behindOf(products, balanceOf, now()) }
}

/** More are not read at once; the others follow with the next page view. */
const MAX_AT_ONCE = 12

/**
 * Reads from the bank what may be new on accounts whose balance has changed since their movements were read, or whose
 * movements never were: at the same time, and beside what the customer asked for, so that what goes wrong is left
 * alone. Requests at the same time share the calls.
 * @returns of how many accounts the bank has answered
 */
export async function catchUpMovements(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
): Promise<{ read: number }> {
  const { known, balances } = await readKnownFacts(deps, customer.customerId)
  const balanceOf = new Map(balances.map((balance) => [balance.productId, balance]))
  const behind = behindOf(known.products, balanceOf, deps.now())
  const readings = await Promise.all(
    behind.slice(0, MAX_AT_ONCE).map((productId) => refreshMovementsAside(deps, customer, caller, productId)),
  )
  return { read: readings.filter(({ kind }) => kind === 'fresh').length }
}

/** A list without end costs many calls, and the next page view would read it again. */
const INCOMPLETE_AGAIN_MS = 60 * 60_000

/**
 * Of an account whose balance the bank does not tell, or told with a problem, nothing more is asked. An incomplete list
 * is asked for again after an hour.
 */
function behindOf(
  products: readonly KnownProduct[],
  balanceOf: ReadonlyMap<string, StoredAmounts>,
  now: Date,
): string[] {
  return products.flatMap((product) => {
    const { state, account } = product
    const balance = balanceOf.get(account.productId)
    if (balance === undefined || !isShared(product) || state?.closedAt) return []
    const { problem = null } = state ?? {}
    const isDue = problem?.code === LIST_INCOMPLETE && +now - +problem.at >= INCOMPLETE_AGAIN_MS
    if (problem !== null && !isDue) return []
    return !state?.movements || isBehind(state.movements, balance) ? [account.productId] : []
  })
}
