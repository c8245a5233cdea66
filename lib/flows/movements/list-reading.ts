import { BankProtocolError, type CallContext, type MovementsPage } from '@/lib/bank'
import { bankDay, daysBefore } from '@/lib/domain/days/bank-day'
import { type BankMovements, MAX_LISTED_MOVEMENTS, type MovementsReplacement } from '@/lib/store'
import { bankProblemOf, LIST_INCOMPLETE } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { type ProductCall, type Reading, readingOf, withProduct } from '../with-product'
import { type IncompleteMark, incompleteMark } from './incomplete-mark'
import { hasDays } from './just-read'
import { type DayRange, type MovementBatch, movementBatches } from './movement-batches'
import { readingKey } from './reading-key'

const MAX_PENDING = 1_000

export type ListRequest = Pick<ProductCall, 'productId' | 'operation' | 'returnTo' | 'isAside'> & {
  range: DayRange
}

/** A list that was read to a proper end and stored; `begunAt` is how the store knows it (`newestReadAt`). */
export type WholeMovementList = { begunAt: Date; from: string; hasPending: boolean; isCountable: boolean }

/** A page that was stored, or what came instead of the first one. */
export type ListStep = {
  reading: Reading
  changes: Changes | null
  /** Whether no page is read after it. */
  isLast: boolean
  /** The list that ended properly with this page. */
  whole: WholeMovementList | null
}

type Changes = { added: number; changed: number; removed: number }
export const NOTHING: Changes = { added: 0, changed: 0, removed: 0 }

/**
 * Reads a list of movements (endpoint 17) and stores it page by page. However the reading ends, a list of which only a part
 * is stored is noted as incomplete: also when the caller stops, or when the database fails.
 *
 * A list of a few days may be undecided, because the bank may have corrected a booking day across their edge. Then the
 * list of the usual days is read too, once.
 *
 * A list that another one has overtaken is not read to its end. Nothing is thrown for what goes wrong at the bank.
 * @throws AppError not_found; errors of the store
 */
export async function* readList(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: ListRequest,
): AsyncGenerator<ListStep, void, undefined> {
  const usual = usualDays(bankDay(deps.now()))
  const undecided = yield* readPages(deps, customer, caller, request, usual)
  if (undecided === null) return
  const { list, batch } = undecided
  await list.mark.set()
  let part: Promise<StoredBatch> | null = null
  /** What is known of the few days stays, and what the list has more is added. */
  const storePart = () => {
    part ??= storeBatch(list, { ...batch, range: { ...batch.range, isWhole: false } })
    return part
  }
  let isWhole = false
  try {
    // As text, which is the order of the days.
    const [from = usual.from] = [usual.from, request.range.from].sort()
    const range = { from, to: usual.to }
    const wider = { ...request, range, operation: operationOf(range) }
    for await (const step of readPages(deps, customer, caller, wider, usual)) {
      isWhole = step.whole !== null
      yield isWhole || !step.isLast ? step : withPart(step, stepOf(await storePart()))
    }
  } finally {
    if (!isWhole) await storePart()
  }
}

/** What the bank gives without asking for more (and, with some banks, without a fresh approval). */
const USUAL_DAYS = 90

export function usualDays(to: string): DayRange {
  return { from: daysBefore(to, USUAL_DAYS - 1), to }
}

export function operationOf({ from, to }: DayRange): string {
  return `movements ${from} ${to}`
}

/** The bank gave the few days and refused the usual ones. */
function withPart(refused: ListStep, part: Pick<ListStep, 'reading' | 'changes'>): ListStep {
  const { kind } = refused.reading
  const reading = kind === 'kept' || kind === 'fresh' ? part.reading : refused.reading
  return { ...refused, reading, changes: refused.changes ?? part.changes }
}

type Undecided = { list: List; batch: MovementBatch }

/** @returns a list that is undecided, of which nothing is stored as from a whole one */
async function* readPages(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: ListRequest,
  usual: DayRange,
): AsyncGenerator<ListStep, Undecided | null, undefined> {
  const answer = await withProduct(deps, customer, caller, request, (context) =>
    firstBatch(deps, context, customer, request),
  )
  if (answer.kind !== 'answered') {
    yield { reading: readingOf(answer), changes: null, isLast: true, whole: null }
    return null
  }
  const { rest, says } = answer.value
  const { customerId } = customer
  const { productId, range } = request
  const { readAt } = answer
  const mark = incompleteMark(deps, customerId, productId, { range, readAt })
  const list: List = { deps, customerId, productId, range, usual, readAt, mark }
  let { batch } = answer.value
  try {
    for (;;) {
      const stored = await storeBatch(list, batch)
      const isOver = batch.isLast || stored.kind !== 'replaced'
      if (stored.kind === 'undecided') return { list, batch }
      yield { ...stepOf(stored), isLast: isOver, whole: stored.isWhole ? wholeOf(list, says) : null }
      const next = isOver ? null : await rest.next()
      if (next === null || next.done) return null
      batch = next.value
    }
  } catch (error) {
    if (bankProblemOf(error) === null) throw error
    return null
  }
}

type List = {
  deps: FlowDeps
  customerId: string
  productId: string
  range: DayRange
  usual: DayRange
  readAt: Date
  mark: IncompleteMark
}

type Said = Pick<WholeMovementList, 'hasPending' | 'isCountable'>

function wholeOf({ readAt, range }: List, said: Said): WholeMovementList {
  return { begunAt: readAt, from: range.from, ...said }
}

function stepOf(stored: StoredBatch): Pick<ListStep, 'reading' | 'changes'> {
  if (stored.kind === 'not_covered') return { reading: { kind: 'not_shared' }, changes: null }
  const { added, changed, removed } = stored.kind === 'replaced' ? stored : NOTHING
  const reading: Reading = stored.isIncomplete
    ? { kind: 'kept', problem: LIST_INCOMPLETE }
    : { kind: 'fresh' }
  return { reading, changes: { added, changed, removed } }
}

type Rest = AsyncGenerator<MovementBatch, void, undefined>

/** `says` is what the pages that were read so far say. */
async function firstBatch(
  deps: FlowDeps,
  context: CallContext,
  { customerId, bankCustomerId }: SignedInCustomer,
  { productId, range }: ListRequest,
): Promise<{ batch: MovementBatch; rest: Rest; says: Said }> {
  const pages = deps.bank.listTransactions(context, {
    customerId: bankCustomerId,
    productId,
    dateFrom: range.from,
    dateTo: range.to,
  })
  const isNothingKnown = async () => (await deps.store.movements.count(customerId, productId, range)) === 0
  const says: Said = { hasPending: false, isCountable: true }
  const all = noted(withEmptyAnswer(pages, isNothingKnown), says)
  const rest = movementBatches(all, range, MAX_LISTED_MOVEMENTS)
  const first = await rest.next()
  const nothing = { range: { ...range, isWhole: false }, booked: [], pending: [], isLast: true }
  return { batch: first.done ? nothing : first.value, rest, says }
}

async function* noted(
  pages: AsyncGenerator<MovementsPage, void, undefined>,
  says: Said,
): AsyncGenerator<MovementsPage, void, undefined> {
  for await (const page of pages) {
    says.hasPending ||= page.listsPending === true
    says.isCountable &&= page.isCountable === true
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

type StoredBatch = MovementsReplacement & {
  /** The list ended with this batch, and not properly. */
  isIncomplete: boolean
  isWhole: boolean
}

/** Stores a batch. Before a part is stored, its list is noted as incomplete; a whole one ends that. */
async function storeBatch(
  { deps, customerId, productId, usual, mark, readAt }: List,
  { range, booked, pending, isLast }: MovementBatch,
): Promise<StoredBatch> {
  const { movements } = deps.store
  // A list of days that are over has no pending movements, which must not end those that are known.
  const isUpToToday = range.to >= bankDay(readAt)
  const kept = isUpToToday ? pending : await knownPending(deps, customerId, productId)
  // What is booked stays booked: a list without one movement, where some are known, has lost them on the way. Of a few
  // days it is undecided, for they may have been corrected to other days.
  const known = { from: range.from, to: range.to, status: 'booked' } as const
  const mayBeLost = range.isWhole && booked.length === 0 && hasDays(range, usual)
  const isLost = mayBeLost && (await movements.count(customerId, productId, known)) > 0
  const days = { ...range, isWhole: range.isWhole && !isLost, usual }
  if (!days.isWhole) await mark.set()
  const stored = await movements.replaceRange(customerId, productId, days, { booked, pending: kept }, readAt)
  const isStored = stored.kind === 'replaced'
  if (isStored && days.isWhole) {
    deps.daysRead.note(readingKey(customerId, productId), { from: range.from, to: range.to })
    // The usual list is all that the bank gives without being asked for more: it also ends what is noted of earlier days.
    const isUsual = isUpToToday && hasDays(range, usual)
    await mark.end(isUsual ? { to: range.to } : range)
  }
  if (stored.kind === 'stale' || stored.kind === 'not_covered') await mark.takeBack()
  return { ...stored, isIncomplete: isStored && isLast && !days.isWhole, isWhole: isStored && days.isWhole }
}

async function knownPending(
  deps: FlowDeps,
  customerId: string,
  productId: string,
): Promise<BankMovements['pending']> {
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
