import { bankDay } from '@/lib/domain/bank-day'
import type { StoredMovement, Transfer, TransferOrder } from '@/lib/store'
import { bankProblemOf } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { isShared, type KnownProduct, knownProducts } from '../product-facts'
import { refreshMovementsAside } from '../refresh-movements'
import { isMovementLookDue } from './next-look'

/*
 * Whether the movements of the account show that a transfer was executed whose answer was lost. A movement may pass for
 * the transfer's own when amount and payee are those of the order and it is pending, or of the claim's day or later.
 * There may have been such ones before, and other transfers alike: only one more than those explain is a proof.
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
  const { customerId, transferId, state, check } = transfer
  if (check === null || !isMovementLookDue(transfer, deps.now(), isCustomerThere)) return false
  if (!(await deps.store.transfers.claimLook(transfer))) return false
  const product = await productOf(deps, transfer)
  if (product === undefined || !isShared(product)) return false
  try {
    await refreshMovementsAside(deps, customer, caller, check.order.productId)
  } catch (error) {
    if (bankProblemOf(error) === null) throw error
    return false
  }
  const found = await proofIn(deps, transfer)
  if (found === undefined) return false
  const event = { kind: 'movement_found', check: state.check } as const
  const cro = found.moneyTransferId ?? undefined
  const change = { movementId: found.movementId, ...(cro === undefined ? {} : { cro }) }
  const moved = await deps.store.transfers.move(customerId, transferId, event, { actor: 'bank' }, change)
  return moved.kind === 'moved'
}

/**
 * How many movements would pass for this transfer's own now, before it is executed. Null where that is not known: they
 * are not shared, or were not read since the bank checked the order.
 */
export async function countMatches(deps: FlowDeps, transfer: Transfer): Promise<number | null> {
  const { check } = transfer
  const product = await productOf(deps, transfer)
  const readAt = product?.state?.movements?.newestReadAt ?? null
  if (check === null || product === undefined || !isShared(product)) return null
  if (readAt === null || readAt < check.createdAt) return null
  return (await unclaimedMatches(deps, transfer, deps.now())).movements.length
}

async function productOf(deps: FlowDeps, { customerId, check }: Transfer): Promise<KnownProduct | undefined> {
  const productId = check?.order.productId
  if (productId === undefined) return undefined
  const { products } = await knownProducts(deps, customerId, productId)
  return products.find(({ account }) => account.productId === productId)
}

async function proofIn(deps: FlowDeps, transfer: Transfer): Promise<StoredMovement | undefined> {
  const { state, matchesBefore } = transfer
  if (!('since' in state) || matchesBefore === null) return undefined
  const { movements, alike } = await unclaimedMatches(deps, transfer, state.since)
  // Of others alike, each may have made one of them.
  return movements.length > matchesBefore + alike ? movements[0] : undefined
}

/** `alike`: other transfers with the same order, of which no movement is known. */
async function unclaimedMatches(
  deps: FlowDeps,
  transfer: Transfer,
  from: Date,
): Promise<{ movements: StoredMovement[]; alike: number }> {
  const { customerId, transferId, check } = transfer
  if (check === null) return { movements: [], alike: 0 }
  const [found, others] = await Promise.all([
    matches(deps, transfer, bankDay(from)),
    deps.store.transfers.others(customerId, transferId, check.createdAt),
  ])
  const listed = new Set(found.flatMap(({ moneyTransferId }) => moneyTransferId ?? []))
  const movements = found.filter(
    ({ movementId, moneyTransferId }) =>
      !others.some((other) => other.movementId === movementId) &&
      !others.some(({ cro }) => cro !== null && cro === moneyTransferId),
  )
  const alike = others.filter(
    ({ order, cro, movementId, isRecent }) =>
      isRecent &&
      order !== null &&
      isAlike(order, check.order) &&
      movementId === null &&
      !(cro !== null && listed.has(cro)),
  )
  return { movements, alike: alike.length }
}

const isAlike = (one: TransferOrder, other: TransferOrder) =>
  one.productId === other.productId &&
  one.beneficiaryIban === other.beneficiaryIban &&
  one.amount === other.amount &&
  one.currency === other.currency

async function matches(deps: FlowDeps, transfer: Transfer, day: string): Promise<StoredMovement[]> {
  const { customerId, check } = transfer
  if (check === null) return []
  const { order, verdict } = check
  // What leaves the account: the amount in its own currency, by some banks with the fee in one movement.
  const own = verdict?.equivalent ?? { amount: order.amount, currency: order.currency }
  const sums = [own, ...(verdict?.total ? [verdict.total] : [])]
  const filters = sums.flatMap(({ amount, currency }) => {
    const filter = { minAmount: amount, maxAmount: amount, currency, direction: 'out' } as const
    return [{ ...filter, status: 'pending' } as const, { ...filter, status: 'booked', from: day } as const]
  })
  const pages = await Promise.all(
    filters.map((filter) => deps.store.movements.page(customerId, order.productId, filter, null, MOST_ALIKE)),
  )
  const found = new Map(
    pages.flatMap(({ movements }) => movements.map((one) => [one.movementId, one] as const)),
  )
  return [...found.values()].filter((movement) => namesPayee(movement, order))
}

function namesPayee(movement: StoredMovement, { beneficiaryName, beneficiaryIban }: TransferOrder): boolean {
  const { shortDescription, extendedDescription, codeDescription, fields } = movement
  const text = plain(
    [shortDescription, extendedDescription, codeDescription, ...fields.map(({ value }) => value)].join(' '),
  )
  return text.includes(plain(beneficiaryName)) || text.replaceAll(' ', '').includes(beneficiaryIban)
}

/** Banks write names in capitals and with other blanks. */
const plain = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
