import { createHash } from 'node:crypto'
import { bankLimits } from '@/lib/domain/bank-limits'
import { bankDay } from '@/lib/domain/days/bank-day'
import { compareDecimals } from '@/lib/domain/money/decimal'
import { namesPayee } from '@/lib/domain/transfers/payee-named'
import {
  type AlikeMovement,
  firstDayCounted,
  type KnownBefore,
  MOST_KNOWN,
  mayBeCounted,
  type OtherTransferLike,
  provingMovement,
} from '@/lib/domain/transfers/transfer-evidence'
import type { OtherTransfer, StoredMovement, Transfer, TransferCheck } from '@/lib/store'
import { isShared, type KnownProduct, knownProducts } from '../accounts/product-facts'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { readWholeMovementList } from '../movements/refresh-movements'
import { doubtedSince, isMovementLookDue } from './next-look'

/*
 * Reads the movements that may prove an execute whose answer was lost. Which lists count, and what they prove, is decided
 * in lib/domain/transfers/transfer-evidence.ts.
 */

/** More movements with one sum than these are not told apart. */
const MOST_ALIKE = 1_000

/**
 * Looks at the movements of a transfer whose execute was not answered, if it is time and they are shared.
 * @returns whether it moved the transfer
 */
export async function findProof(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
  isCustomerThere: boolean,
): Promise<boolean> {
  const { customerId, transferId, state, check, knownBefore } = transfer
  const since = doubtedSince(transfer)
  if (since === null || !isMovementLookDue(transfer, deps.now(), isCustomerThere)) return false
  if (!(await deps.store.transfers.claimLook(transfer))) return false
  if (check === null || knownBefore === null) return false
  const now = await alikeNow(deps, customer, caller, check, { since, claimDay: knownBefore.day })
  if (now === null) return false
  // After the list: others that have made one of its movements are among them.
  const others = await othersLike(deps, transfer, check, [...now, ...knownBefore.movements])
  // So many are not told apart.
  if (others === null) return false
  const found = provingMovement(now, knownBefore, others)
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
 * The movements with the sum of this transfer just before it is executed. Null where no list shows them in time: then no
 * movement proves anything later.
 */
export async function lookBefore(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
): Promise<KnownBefore | null> {
  const { state, customerId, check } = transfer
  if (!('since' in state) || check === null) return null
  const looking = knownNow(deps, customer, caller, transfer, {
    since: state.since,
    claimDay: bankDay(deps.now()),
  })
  // Bank and store stay open for it, also after it was waited for long enough.
  deps.background.run(`movements before a transfer ${customerId}/${check.order.productId}`, async () => {
    await looking
  })
  // What goes wrong with it is reported there, and holds up no payment.
  return inTime(looking.catch(() => null))
}

type When = { since: Date; claimDay: string }

/** The stored movements when the approval starts; a later list may lack some of them for a while. */
export async function storedBefore(
  deps: FlowDeps,
  customerId: string,
  check: TransferCheck,
): Promise<KnownBefore | null> {
  const movements = await alikeMovements(deps, customerId, check)
  return movements === null ? null : known(bankDay(deps.now()), movements)
}

/** What the list has, and what was stored before it. */
async function knownNow(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
  when: When,
): Promise<KnownBefore | null> {
  const { check, knownBefore } = transfer
  if (check === null) return null
  const stored = await storedBefore(deps, customer.customerId, check)
  const listed = await alikeNow(deps, customer, caller, check, when)
  if (stored === null || listed === null) return null
  const all = [...(knownBefore?.movements ?? []), ...stored.movements, ...listed]
  const latest = new Map(all.map((movement) => [movement.movementId, movement]))
  return known(when.claimDay, [...latest.values()])
}

/** What cannot be kept whole proves nothing, and holds up no payment. */
const known = (day: string, movements: AlikeMovement[]): KnownBefore | null =>
  movements.length > MOST_KNOWN ? null : { day, movements }

async function inTime<T>(looking: Promise<T | null>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LONGEST_WAIT_MS)
  })
  try {
    return await Promise.race([looking, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads a list; the movements alike where it may be counted (`mayBeCounted`), else null. */
async function alikeNow(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  check: TransferCheck,
  { since, claimDay }: When,
): Promise<AlikeMovement[] | null> {
  const { customerId } = customer
  const known = await productOf(deps, customerId, check)
  if (known === undefined || !isShared(known)) return null
  const { productId } = check.order
  const firstDay = firstDayCounted(claimDay)
  const list = await readWholeMovementList(deps, customer, caller, { productId, from: firstDay })
  if (list === null) return null
  const alike = await alikeMovements(deps, customerId, check)
  const read = (await productOf(deps, customerId, check))?.state?.movements
  const [begunAt, ...stored] = [list.begunAt, read?.newestReadAt, read?.readAt].map((at) => at?.getTime())
  const isLatest = stored.every((at) => at === begunAt)
  return mayBeCounted({ ...list, isWhole: true, isLatest }, since, firstDay) ? alike : null
}

/** Other transfers with such a sum, or with the reference of one of these movements; null where there are too many. */
async function othersLike(
  deps: FlowDeps,
  { customerId, transferId }: Transfer,
  check: TransferCheck,
  movements: readonly AlikeMovement[],
): Promise<OtherTransferLike[] | null> {
  const references = [...new Set(movements.flatMap(({ reference }) => reference || []))]
  const others = await deps.store.transfers.others(customerId, transferId, {
    productId: check.order.productId,
    amounts: sumsOf(check).map(({ amount }) => amount),
    references,
  })
  if (others === null) return null
  return others
    .filter((other) => isAlike(other, check) || references.includes(other.cro ?? ''))
    .map(({ movementId, cro, order, knownBefore: before }) => ({
      movementId,
      reference: cro,
      isToSamePayee: order?.beneficiaryIban === check.order.beneficiaryIban,
      before,
    }))
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

/** Of any day, for a day may be corrected. Null where there are more than can be told apart. */
async function alikeMovements(
  deps: FlowDeps,
  customerId: string,
  check: TransferCheck,
): Promise<AlikeMovement[] | null> {
  const { order } = check
  const filters = sumsOf(check).flatMap(({ amount, currency }) =>
    (['out', 'in'] as const).map((direction) => ({
      minAmount: amount,
      maxAmount: amount,
      currency,
      direction,
    })),
  )
  const pages = await Promise.all(
    filters.map(async (filter) => ({
      isOut: filter.direction === 'out',
      ...(await deps.store.movements.page(customerId, order.productId, filter, null, MOST_ALIKE)),
    })),
  )
  if (pages.some(({ nextCursor }) => nextCursor !== null)) return null
  const holder = await textsOfHolder(deps, customerId)
  const payee = { name: order.beneficiaryName, iban: order.beneficiaryIban }
  const found = new Map(
    pages.flatMap(({ isOut, movements }) =>
      movements.map((movement) => [movement.movementId, { isOut, movement }] as const),
    ),
  )
  return [...found.values()].map(({ isOut, movement }) => ({
    movementId: movement.movementId,
    isOut,
    isPending: movement.status === 'pending',
    day: movement.day,
    namesPayee: namesPayee(textsOf(movement), payee, holder),
    reference: referenceOf(movement),
    content: contentOf(movement),
  }))
}

/** One that is too long to be kept is no reference that this app knows; `content` still tells it apart. */
function referenceOf({ moneyTransferId: id }: StoredMovement): string | null {
  return id !== null && id.length > bankLimits.cro ? null : id
}

/** A digest, because texts of the bank are kept in one place only. */
function contentOf({ movementId: _, index: __, ...said }: StoredMovement): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}

/** What the bank says in a movement, each text by itself; a field with its name, which may say whose name it has. */
function textsOf({
  shortDescription,
  extendedDescription,
  codeDescription,
  fields,
}: StoredMovement): string[] {
  const named = fields.map(({ path, value }) => `${path.replace(/([a-z])([A-Z])/g, '$1 $2')} ${value}`)
  return [shortDescription, extendedDescription, codeDescription, ...named].flatMap((text) => text ?? [])
}

/** What the bank said last of the person who holds the account. */
async function textsOfHolder(deps: FlowDeps, customerId: string): Promise<string[]> {
  const known = await deps.store.customers.findDetails(customerId)
  return (known?.details.fields ?? []).map(({ value }) => value)
}
