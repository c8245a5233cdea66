import { addDays, bankDay, furthestBack } from '@/lib/domain/days/bank-day'
import { isShared, type KnownProduct, knownProduct } from '../accounts/product-facts'
import { AppError } from '../app-error'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import type { Reading } from '../with-product'
import { areDaysJustRead, hasDays } from './just-read'
import { NOTHING, operationOf, readList, usualDays, type WholeMovementList } from './list-reading'
import type { DayRange } from './movement-batches'
import { type AccountState, readAccountState } from './read-movements'
import { readingKey } from './reading-key'

/** Movements may still be booked on days that were read already. */
const OVERLAP_DAYS = 14

export type MovementsRefresh = {
  reading: Reading
  changes: { added: number; changed: number; removed: number } | null
}

/** `isAside`: read without the customer having asked for it, so that a refusal has been left alone. */
export type MovementsFlight = MovementsRefresh & { range: DayRange; isAside: boolean }

/**
 * Reads movements from the bank (endpoint 17) into the store: of the days asked for, else of those that may hold
 * something new. The first page is waited for; the others follow in the background, and are told by
 * `isReading`. Only a list that ended properly says what its days hold (`newestReadAt` in the store). One list of an account
 * is read at a time: requests for its days share the work, and others are answered from what is stored.
 *
 * @throws AppError not_found; bad_request for days that are all ahead
 */
export async function refreshMovements(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: { productId: string; from?: string; to?: string },
): Promise<AccountState & MovementsRefresh> {
  const { productId } = request
  const known = await knownDays(deps, customer.customerId, productId)
  const range = rangeOf(deps, known, request)
  const read = () => readInTurn(deps, customer, caller, { productId, range, known, isAside: false })
  const joined = await read()
  // One that nobody had asked for may have failed where this one begins an approval.
  const { reading, changes } = joined.isAside && joined.reading.kind === 'kept' ? await read() : joined
  return { ...(await readAccountState(deps, customer.customerId, productId)), reading, changes }
}

/** The same for what may be new of an account, without the customer having asked for it. @throws AppError not_found */
export async function refreshMovementsAside(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  productId: string,
): Promise<Reading> {
  const known = await knownDays(deps, customer.customerId, productId)
  const range = rangeOf(deps, known, {})
  return (await readInTurn(deps, customer, caller, { productId, range, known, isAside: true })).reading
}

/**
 * Reads what may be new of an account and waits for the last page, without the customer having asked for it. Callers that
 * come while one is read share it.
 * @param from a day that the list has to reach back to
 * @returns null for a list that is not whole, or that a later one has overtaken @throws AppError not_found
 */
export function readWholeMovementList(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  { productId, from }: { productId: string; from: string },
): Promise<WholeMovementList | null> {
  const key = `${readingKey(customer.customerId, productId)}/${from}`
  return deps.flights.wholeMovements(key, async () => {
    const usual = rangeOf(deps, await knownDays(deps, customer.customerId, productId), {})
    const range = { ...usual, from: usual.from < from ? usual.from : from }
    const request = { isAside: true, operation: 'movements of a transfer', returnTo: '/transfers' }
    let whole: WholeMovementList | null = null
    for await (const step of readList(deps, customer, caller, { productId, range, ...request })) {
      whole = step.whole
    }
    return whole
  })
}

type MovementsCall = { productId: string; range: DayRange; known: KnownDays; isAside: boolean }

/** One that reads other days is waited for once: whoever is late again, or finds later pages being read, leaves it at that. */
async function readInTurn(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  call: MovementsCall,
): Promise<MovementsFlight> {
  const { productId, range, known, isAside } = call
  const key = readingKey(customer.customerId, productId)
  if (areDaysJustRead(deps, key, known.product, range))
    return { reading: { kind: 'fresh' }, changes: NOTHING, range, isAside: false }
  for (let turn = 0; turn < 2 && !deps.background.isRunning(key); turn += 1) {
    const read = await deps.flights.movements(key, async () => {
      return { ...(await readFirst(deps, customer, caller, call)), range, isAside }
    })
    const isSame = read.range.from === range.from && read.range.to === range.to
    if (isSame || (read.reading.kind === 'fresh' && hasDays(read.range, range))) return read
  }
  return { reading: { kind: 'kept', problem: null }, changes: null, range, isAside: false }
}

type KnownDays = { product: KnownProduct; covered: DayRange | null; hasImpossible: boolean }

/** `hasImpossible`: a movement is stored on a day that no list was asked for, and belongs to one of the usual days. */
async function knownDays(deps: FlowDeps, customerId: string, productId: string): Promise<KnownDays> {
  const product = await knownProduct(deps, customerId, productId)
  const covered = isShared(product) ? (product.state?.movements ?? null) : null
  if (covered === null) return { product, covered, hasImpossible: false }
  const { movements } = deps.store
  const usual = usualDays(covered.to).from
  const [hasStray, ...counts] = await Promise.all([
    movements.hasStray(customerId, productId, usual),
    movements.count(customerId, productId, { from: addDays(covered.to, 1) }),
    movements.count(customerId, productId, { to: addDays(furthestBack(covered.to), -1) }),
  ])
  return { product, covered, hasImpossible: hasStray || counts.some((count) => count > 0) }
}

function rangeOf(
  deps: FlowDeps,
  { product, covered, hasImpossible }: KnownDays,
  asked: Partial<DayRange>,
): DayRange {
  const today = bankDay(deps.now())
  // Of days ahead nothing can be known, also not that they are empty.
  const to = asked.to === undefined || asked.to > today ? today : asked.to
  const usual = usualDays(to).from
  const from =
    asked.from ??
    (asked.to === undefined ? newestUnread(hasImpossible ? null : covered, product, usual) : usual)
  if (from > to) throw new AppError('bad_request')
  return { from, to }
}

/**
 * The usual days where a movement stands on an impossible one: it may be listed on any of them now, or on none. Of the usual
 * days at least those of which only a part of a list came.
 */
function newestUnread(covered: DayRange | null, { state }: KnownProduct, usual: string): string {
  if (covered === null) return usual
  const overlap = addDays(covered.to, -OVERLAP_DAYS)
  const since = state?.incomplete?.from
  const from = since !== undefined && since < overlap ? since : overlap
  return from > usual ? from : usual
}

/** Waits for the first page. The others follow in the background; they end early when the server closes. */
async function readFirst(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  { productId, range, isAside }: MovementsCall,
): Promise<MovementsRefresh> {
  const request = {
    ...{ productId, range, isAside },
    operation: operationOf(range),
    returnTo: `/accounts/${productId}`,
  }
  const steps = readList(deps, customer, caller, request)
  const first = await steps.next()
  if (first.done) throw new Error('a list was read without a step')
  const { reading, changes, isLast } = first.value
  if (!isLast) {
    deps.background.run(readingKey(customer.customerId, productId), async () => {
      for await (const _ of steps) if (deps.background.isStopping()) return
    })
  }
  return { reading, changes }
}
