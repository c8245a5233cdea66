import { addDays } from '@/lib/domain/bank-day'
import { compareDecimals } from '@/lib/domain/decimal'
import {
  type Count,
  countLikely,
  firstDayCounted,
  mayBeCounted,
  proofAmong,
} from '@/lib/domain/transfer-evidence'
import type { OtherTransfer, StoredMovement, Transfer, TransferCheck, TransferOrder } from '@/lib/store'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { isShared, type KnownProduct, knownProducts } from '../product-facts'
import { readWholeMovementList } from '../refresh-movements'
import { isMovementLookDue } from './next-look'

/*
 * Reads the movements that may prove an execute whose answer was lost. Which lists count, and what they prove, is decided
 * in lib/domain/transfer-evidence.ts.
 */

const MOST_ALIKE = 200

/**
 * Looks at the movements of a transfer whose outcome is unknown, if it is time and they are shared.
 * @returns whether it moved the transfer
 */
export async function look(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
  isCustomerThere: boolean,
): Promise<boolean> {
  const { customerId, transferId, state, matchesBefore } = transfer
  if (state.name !== 'unknown' || !isMovementLookDue(transfer, deps.now(), isCustomerThere)) return false
  if (!(await deps.store.transfers.claimLook(transfer))) return false
  const count = await countNow(deps, customer, caller, transfer, {
    since: state.since,
    claimedAt: state.since,
  })
  const found = count === null ? undefined : proofAmong(matchesBefore, count)
  if (found === undefined) return false
  const event = { kind: 'movement_found', check: state.check } as const
  const cro = found.reference ?? undefined
  const change = { movementId: found.movementId, ...(cro === undefined ? {} : { cro }) }
  const moved = await deps.store.transfers.move(customerId, transferId, event, { actor: 'bank' }, change)
  return moved.kind === 'moved'
}

/** The execute that the customer waits for is not held up longer by a list that may never be needed. */
const LONGEST_WAIT_MS = 15_000

/**
 * How many movements would pass for this transfer's own now, just before it is executed. Null where no list says so in
 * time: then no movement proves anything later.
 */
export async function countBefore(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
): Promise<number | null> {
  const { state, customerId, check } = transfer
  if (!('since' in state) || check === null) return null
  const when = { since: state.since, claimedAt: deps.now() }
  const counting = countNow(deps, customer, caller, transfer, when).then((count) =>
    count === null ? null : count.movements.length,
  )
  // Bank and store stay open for it, also after it was waited for long enough.
  deps.background.run(`movements before a transfer ${customerId}/${check.order.productId}`, async () => {
    await counting
  })
  // What goes wrong with it is reported there, and holds up no payment.
  return inTime(counting.catch(() => null))
}

async function inTime(counting: Promise<number | null>): Promise<number | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LONGEST_WAIT_MS)
  })
  try {
    return await Promise.race([counting, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

type Likely = { movementId: string; reference: string | null }

/** Reads a list and counts; null where it may not be counted (`mayBeCounted`). */
async function countNow(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
  { since, claimedAt }: { since: Date; claimedAt: Date },
): Promise<Count<Likely> | null> {
  const { customerId, transferId, check } = transfer
  if (check === null) return null
  const known = await productOf(deps, customerId, check)
  if (known === undefined || !isShared(known)) return null
  const { productId } = check.order
  const firstDay = firstDayCounted(claimedAt)
  const list = await readWholeMovementList(deps, customer, caller, { productId, from: firstDay })
  if (list === null) return null
  const likely = await likelyMovements(deps, customerId, check, firstDay)
  const read = (await productOf(deps, customerId, check))?.state?.movements
  const [begunAt, ...stored] = [list.begunAt, read?.newestReadAt, read?.readAt].map((at) => at?.getTime())
  const isLatest = stored.every((at) => at === begunAt)
  if (likely === null || !mayBeCounted({ ...list, isWhole: true, isLatest }, since, firstDay)) return null
  // After the list: whoever has made one of its movements is among them.
  const start = { at: new Date(`${addDays(firstDay, -1)}T00:00:00Z`), day: firstDay }
  const others = await deps.store.transfers.others(customerId, transferId, start)
  return countLikely(
    likely,
    others
      .filter((other) => isAlike(other, check))
      .map(({ movementId, cro }) => ({ movementId, reference: cro })),
  )
}

async function productOf(
  deps: FlowDeps,
  customerId: string,
  { order: { productId } }: TransferCheck,
): Promise<KnownProduct | undefined> {
  const { products } = await knownProducts(deps, customerId, productId)
  return products.find(({ account }) => account.productId === productId)
}

/** By account and sum alone: its movement may name a payee as this one's does. */
function isAlike(other: OtherTransfer, check: TransferCheck): boolean {
  if (other.order?.productId !== check.order.productId) return false
  return other.sums.some((one) =>
    sumsOf(check).some(
      (sum) => one.currency === sum.currency && compareDecimals(one.amount, sum.amount) === 0,
    ),
  )
}

/** What leaves the account: the amount in its own currency, by some banks with the fee in one movement. */
function sumsOf({ order, verdict }: TransferCheck): { amount: string; currency: string }[] {
  const own = verdict?.equivalent ?? { amount: order.amount, currency: order.currency }
  return [own, ...(verdict?.total ? [verdict.total] : [])]
}

/** Null where there are more than can be told apart. */
async function likelyMovements(
  deps: FlowDeps,
  customerId: string,
  check: TransferCheck,
  firstDay: string,
): Promise<Likely[] | null> {
  const { order } = check
  const filters = sumsOf(check).flatMap(({ amount, currency }) => {
    const filter = { minAmount: amount, maxAmount: amount, currency, direction: 'out' } as const
    return [
      { ...filter, status: 'pending' } as const,
      { ...filter, status: 'booked', from: firstDay } as const,
    ]
  })
  const pages = await Promise.all(
    filters.map((filter) => deps.store.movements.page(customerId, order.productId, filter, null, MOST_ALIKE)),
  )
  if (pages.some(({ nextCursor }) => nextCursor !== null)) return null
  const found = new Map(
    pages.flatMap(({ movements }) => movements.map((one) => [one.movementId, one] as const)),
  )
  return [...found.values()]
    .filter((movement) => namesPayee(movement, order))
    .map(({ movementId, moneyTransferId }) => ({ movementId, reference: moneyTransferId }))
}

function namesPayee(movement: StoredMovement, { beneficiaryName, beneficiaryIban }: TransferOrder): boolean {
  const { shortDescription, extendedDescription, codeDescription, fields } = movement
  const text = plain(
    [shortDescription, extendedDescription, codeDescription, ...fields.map(({ value }) => value)].join(' '),
  )
  const name = plain(beneficiaryName)
  return (
    (name !== '' && ` ${text} `.includes(` ${name} `)) || text.replaceAll(' ', '').includes(beneficiaryIban)
  )
}

/** Banks write names in capitals and with other blanks. */
const plain = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
