import { BankProtocolError, type CallContext, type MovementsPage } from '@/lib/bank'
import { addDays, bankDay, daysBefore, furthestBack } from '@/lib/domain/days/bank-day'
import { type BankMovements, MAX_LISTED_MOVEMENTS } from '@/lib/store'
import { isShared, type KnownProduct, knownProduct } from '../accounts/product-facts'
import { AppError } from '../app-error'
import { bankProblemOf, LIST_INCOMPLETE } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { type Reading, readingOf, withProduct } from '../with-product'
import { areDaysJustRead, hasDays } from './just-read'
import { type DayRange, type MovementBatch, movementBatches } from './movement-batches'
import { type AccountState, readAccountState, readingKey } from './read-movements'

/** What the bank gives without asking for more (and, with some banks, without a fresh approval). */
const USUAL_DAYS = 90
/** Movements may still be booked on days that were read already. */
const OVERLAP_DAYS = 14
const MAX_PENDING = 1_000

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

/** A list that was read to a proper end and stored; `begunAt` is how the store knows it (`newestReadAt`). */
export type WholeMovementList = { begunAt: Date; from: string; hasPending: boolean; isCountable: boolean }

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
    let [hasPending, isCountable] = [false, true]
    const note = (page: MovementsPage) => {
      hasPending ||= page.listsPending === true
      isCountable &&= page.isCountable === true
    }
    const request = { productId, isAside: true, operation: 'movements of a transfer', returnTo: '/transfers' }
    const answer = await withProduct(deps, customer, caller, request, (context) =>
      firstBatch(deps, context, customer, productId, range, note),
    )
    if (answer.kind !== 'answered') return null
    const { batch, rest } = answer.value
    const store = (one: MovementBatch) => storeBatch(deps, customer.customerId, productId, one, answer.readAt)
    let [last, stored] = [batch, await store(batch)]
    try {
      while (!last.isLast && stored.kind === 'replaced') {
        const { value } = await rest.next()
        if (value === undefined) return null
        ;[last, stored] = [value, await store(value)]
      }
    } catch (error) {
      if (bankProblemOf(error) === null) throw error
      return null
    }
    const isWhole = stored.kind === 'replaced' && last.isLast && !stored.isIncomplete
    return isWhole ? { begunAt: answer.readAt, from: range.from, hasPending, isCountable } : null
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
  const usual = addDays(covered.to, 1 - USUAL_DAYS)
  const [hasStray, ...counts] = await Promise.all([
    movements.hasStray(customerId, productId, usual),
    movements.count(customerId, productId, { from: addDays(covered.to, 1) }),
    movements.count(customerId, productId, { to: addDays(furthestBack(covered.to), -1) }),
  ])
  return { product, covered, hasImpossible: hasStray || counts.some((count) => count > 0) }
}

function rangeOf(deps: FlowDeps, { covered, hasImpossible }: KnownDays, asked: Partial<DayRange>): DayRange {
  const today = bankDay(deps.now())
  // Of days ahead nothing can be known, also not that they are empty.
  const to = asked.to === undefined || asked.to > today ? today : asked.to
  const usual = daysBefore(to, USUAL_DAYS - 1)
  const from =
    asked.from ?? (asked.to === undefined ? newestUnread(hasImpossible ? null : covered, usual) : usual)
  if (from > to) throw new AppError('bad_request')
  return { from, to }
}

/** The usual days where a movement stands on an impossible one: it may be listed on any of them now, or on none. */
function newestUnread(covered: DayRange | null, usual: string): string {
  if (covered === null) return usual
  const overlap = addDays(covered.to, -OVERLAP_DAYS)
  return overlap > usual ? overlap : usual
}

async function readFirst(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  { productId, range, isAside }: MovementsCall,
): Promise<MovementsRefresh> {
  const request = {
    productId,
    isAside,
    operation: `movements ${range.from} ${range.to}`,
    returnTo: `/accounts/${productId}`,
  }
  const answer = await withProduct(deps, customer, caller, request, (context) =>
    firstBatch(deps, context, customer, productId, range),
  )
  if (answer.kind !== 'answered') return { reading: readingOf(answer), changes: null }
  const { batch, rest } = answer.value
  const stored = await storeBatch(deps, customer.customerId, productId, batch, answer.readAt)
  if (stored.kind === 'not_covered') return { reading: { kind: 'not_shared' }, changes: null }
  if (!batch.isLast && stored.kind === 'replaced') {
    deps.background.run(readingKey(customer.customerId, productId), () =>
      readRest(deps, customer.customerId, productId, rest, answer.readAt),
    )
  }
  const { added, changed, removed } = stored.kind === 'replaced' ? stored : NOTHING
  const reading: Reading = stored.isIncomplete
    ? { kind: 'kept', problem: LIST_INCOMPLETE }
    : readingOf(answer)
  return { reading, changes: { added, changed, removed } }
}

const NOTHING = { added: 0, changed: 0, removed: 0 }

type Rest = AsyncGenerator<MovementBatch, void, undefined>

async function firstBatch(
  deps: FlowDeps,
  context: CallContext,
  { customerId, bankCustomerId }: SignedInCustomer,
  productId: string,
  range: DayRange,
  note: (page: MovementsPage) => void = () => {},
): Promise<{ batch: MovementBatch; rest: Rest }> {
  const pages = deps.bank.listTransactions(context, {
    customerId: bankCustomerId,
    productId,
    dateFrom: range.from,
    dateTo: range.to,
  })
  const isNothingKnown = async () => (await deps.store.movements.count(customerId, productId, range)) === 0
  const all = noted(withEmptyAnswer(pages, isNothingKnown), note)
  const rest = movementBatches(all, range, MAX_LISTED_MOVEMENTS)
  const first = await rest.next()
  const nothing = { range: { ...range, isWhole: false }, booked: [], pending: [], isLast: true }
  return { batch: first.done ? nothing : first.value, rest }
}

async function* noted(
  pages: AsyncGenerator<MovementsPage, void, undefined>,
  note: (page: MovementsPage) => void,
): AsyncGenerator<MovementsPage, void, undefined> {
  for await (const page of pages) {
    note(page)
    yield page
  }
}

/**
 * A 204 is how some banks say that there is nothing. It may be unsigned, so it removes nothing: the days are
 * only taken for empty where nothing is known of them. After a page that promised another it ends nothing properly.
 */
async function* withEmptyAnswer(
  pages: AsyncGenerator<MovementsPage, void, undefined>,
  isNothingKnown: () => Promise<boolean>,
): AsyncGenerator<MovementsPage, void, undefined> {
  let isFirst = true
  try {
    for await (const page of pages) {
      yield page
      isFirst = false
    }
  } catch (error) {
    if (!(error instanceof BankProtocolError) || error.status !== 204) throw error
    const isEmpty = isFirst && (await isNothingKnown())
    yield { booked: [], pending: [], more: isEmpty ? 'no' : 'unknown', odd: [] }
  }
}

/**
 * Stores a batch, and notes beside the account whether its list is incomplete: until a list of today came whole,
 * whatever else the bank answers in between.
 */
async function storeBatch(
  deps: FlowDeps,
  customerId: string,
  productId: string,
  { range, booked, pending, isLast }: MovementBatch,
  readAt: Date,
) {
  const { movements, products } = deps.store
  // A list of days that are over has no pending movements, which must not end those that are known.
  const isUpToToday = range.to >= bankDay(readAt)
  const kept = isUpToToday ? pending : await knownPending(deps, customerId, productId, pending)
  // What is booked stays booked: a list without one movement, where some are known, has lost them on the way.
  const known = { from: range.from, to: range.to, status: 'booked' } as const
  const isLost =
    range.isWhole && booked.length === 0 && (await movements.count(customerId, productId, known)) > 0
  const days = { ...range, isWhole: range.isWhole && !isLost }
  const stored = await movements.replaceRange(customerId, productId, days, { booked, pending: kept }, readAt)
  const isIncomplete = stored.kind === 'replaced' && isLast && !days.isWhole
  if (isIncomplete) await products.setProblem(customerId, productId, LIST_INCOMPLETE, deps.now())
  if (stored.kind === 'replaced' && days.isWhole)
    deps.daysRead.note(readingKey(customerId, productId), { from: range.from, to: range.to })
  if (stored.kind === 'replaced' && days.isWhole && isUpToToday) {
    await products.clearProblem(customerId, productId, deps.now(), { only: LIST_INCOMPLETE })
  }
  return { ...stored, isIncomplete }
}

async function knownPending(
  deps: FlowDeps,
  customerId: string,
  productId: string,
  listed: MovementBatch['pending'],
): Promise<BankMovements['pending']> {
  if (listed.length > 0) return listed
  const { movements } = await deps.store.movements.page(
    customerId,
    productId,
    { status: 'pending' },
    null,
    MAX_PENDING,
  )
  // The store gives the newest first, and takes them so.
  return movements
}

/**
 * A list that another one has overtaken is not read to its end; nor is any when the server closes. Where a later page
 * cannot be read the list stays incomplete, whatever the bank refused it for.
 */
async function readRest(
  deps: FlowDeps,
  customerId: string,
  productId: string,
  rest: Rest,
  readAt: Date,
): Promise<void> {
  try {
    for await (const batch of rest) {
      const stored = await storeBatch(deps, customerId, productId, batch, readAt)
      if (stored.kind !== 'replaced' || deps.background.isStopping()) return
    }
  } catch (error) {
    if (bankProblemOf(error) === null) throw error
    await deps.store.products.setProblem(customerId, productId, LIST_INCOMPLETE, deps.now())
  }
}
