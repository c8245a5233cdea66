import type { DayTotal, MovementFilter, MovementSum, StoredMovement } from '@/lib/store'
import type { ListedAccount } from '../accounts/list-accounts'
import { isShared, knownProduct } from '../accounts/product-facts'
import type { FlowDeps } from '../deps'
import { readingKey } from './reading-key'

const PAGE_SIZE = 50

/** Beside the movements themselves. */
export type AccountState = {
  account: ListedAccount
  isShared: boolean
  closedAt: string | null
  covered: { from: string; to: string } | null
  movementsReadAt: string | null
  isReading: boolean
  problem: { code: string; at: string } | null
}

export type MovementsRead = AccountState & {
  movements: StoredMovement[]
  nextCursor: string | null
  total: number | null
  sums: MovementSum[] | null
  dayTotals: DayTotal[]
}

export type MovementsRequest = {
  productId: string
  filter: MovementFilter
  cursor?: string
  limit?: number
  /** Whether all that the filter finds is counted and summed; with the first page unless said. */
  isCounted?: boolean
}

/** @throws AppError not_found for an account that is not the customer's */
export async function readAccountState(
  deps: FlowDeps,
  customerId: string,
  productId: string,
): Promise<AccountState> {
  const product = await knownProduct(deps, customerId, productId)
  const { state } = product
  const movements = state?.movements ?? null
  return {
    account: product.account,
    isShared: isShared(product),
    closedAt: state?.closedAt?.toISOString() ?? null,
    covered: movements === null ? null : { from: movements.from, to: movements.to },
    movementsReadAt: movements?.readAt.toISOString() ?? null,
    isReading: deps.background.isRunning(readingKey(customerId, productId)),
    problem: state?.problem ? { code: state.problem.code, at: state.problem.at.toISOString() } : null,
  }
}

/**
 * Movements as they are stored, pending ones first and then from the newest on, with the totals of their days as far
 * as the filter goes. Never calls the bank.
 * @throws AppError not_found for an account that is not the customer's
 */
export async function readMovements(
  deps: FlowDeps,
  customerId: string,
  request: MovementsRequest,
): Promise<MovementsRead> {
  const { productId, filter, cursor, limit = PAGE_SIZE } = request
  const { isCounted = cursor === undefined } = request
  const state = await readAccountState(deps, customerId, productId)
  const find = (after: string | null) =>
    isCounted
      ? deps.store.movements.search(customerId, productId, filter, limit, after)
      : uncounted(deps.store.movements.page(customerId, productId, filter, after, limit))
  const asked = await find(cursor ?? null)
  // An address may be older than the list: where nothing comes after its place, it begins at the beginning.
  const page = asked.movements.length === 0 && cursor !== undefined ? await find(null) : asked
  const days = page.movements.flatMap(({ day }) => day ?? [])
  const [newest, oldest] = [days[0], days.at(-1)]
  const dayTotals =
    newest === undefined || oldest === undefined
      ? []
      : await deps.store.movements.dayTotals(customerId, productId, { ...filter, from: oldest, to: newest })
  return { ...state, ...page, dayTotals }
}

async function uncounted<Page>(page: Promise<Page>): Promise<Page & { total: null; sums: null }> {
  return { ...(await page), total: null, sums: null }
}

/**
 * One movement as it is stored; null when it is not, or no longer. Never calls the bank.
 * @throws AppError not_found for an account that is not the customer's
 */
export async function readMovement(
  deps: FlowDeps,
  customerId: string,
  request: { productId: string; movementId: string },
): Promise<StoredMovement | null> {
  const { account } = await knownProduct(deps, customerId, request.productId)
  return deps.store.movements.find(customerId, account.productId, request.movementId)
}
