import { eventOfStop } from '@/lib/domain/transfers/transfer-meaning'
import type { Transfer } from '@/lib/store'
import { bankProblemOf } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { withConnection } from '../with-connection'
import { execute } from './execute'
import { callerFor, findTransfer } from './find'
import { findProof } from './find-proof'
import { nextLook, nextReceiptLook } from './next-look'
import { fetchReceipt } from './receipt'
import { readStatus } from './status'

/** Returned, authorized, executed, its document: more steps than these there are not in one go. */
const MOST_STEPS = 6

/**
 * Takes a transfer as far as it goes at this moment without a press of the customer: what follows the return from the
 * bank, and what is to be made certain. Pages and jobs call it, as often as they like and in any number of processes:
 * what is to be done once is claimed in the store first, and reads of the bank keep to their schedule.
 *
 * @param isCustomerThere a page waits for it
 * @throws AppError not_found; connection_expired where only the customer can help: the transfer stays as it is
 */
export async function advanceTransfer(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  { transferId, isCustomerThere }: { transferId: string; isCustomerThere: boolean },
): Promise<Transfer> {
  for (let step = 1; ; step += 1) {
    const transfer = await findTransfer(deps, customer, transferId)
    if (step > MOST_STEPS) return transfer
    if (isCustomerThere) deps.attendance.note(transferId, { customer, caller })
    const isMoved = await goOn(deps, customer, callerFor(transfer, caller), transfer, isCustomerThere)
    if (!isMoved) return findTransfer(deps, customer, transferId)
  }
}

/** @returns whether there may be more to do at once */
async function goOn(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
  isCustomerThere: boolean,
): Promise<boolean> {
  switch (transfer.state.name) {
    case 'checking':
    case 'starting':
    case 'executing':
      return endLost(deps, transfer)
    case 'at_bank':
      return waited(deps, transfer)
    case 'returned':
      return readStatus(deps, customer, caller, transfer)
    case 'authorized':
      return execute(deps, customer, caller, transfer, 'system')
    case 'unknown':
      if (await readStatus(deps, customer, caller, transfer)) return true
      return findProof(deps, customer, caller, transfer, isCustomerThere)
    case 'declined':
    case 'expired':
      return findProof(deps, customer, caller, transfer, isCustomerThere)
    case 'accepted':
      await seeToReceipt(deps, customer, caller, transfer)
      return seeToExecution(deps, customer, caller, transfer)
    default:
      return false
  }
}

/** A call announced so long ago that its process must be gone. */
async function endLost(deps: FlowDeps, transfer: Transfer): Promise<boolean> {
  const due = nextLook(transfer, deps.now())
  return due !== null && due <= deps.now() && endStopped(deps, transfer)
}

/** What it means that the server which was asking the bank about it is gone. */
export async function endStopped(deps: FlowDeps, transfer: Transfer): Promise<boolean> {
  const event = eventOfStop(transfer.state)
  if (event === undefined) return false
  const problem = { code: 'interrupted', bankWords: [], reference: null }
  const change = event.kind === 'execute_lost' ? {} : { problem }
  const { customerId, transferId } = transfer
  const moved = await deps.store.transfers.move(customerId, transferId, event, { actor: 'system' }, change)
  return moved.kind === 'moved'
}

async function waited(deps: FlowDeps, { customerId, transferId, state }: Transfer): Promise<boolean> {
  const event = { kind: 'waited', check: state.check, at: deps.now() } as const
  return (
    (await deps.store.transfers.move(customerId, transferId, event, { actor: 'system' })).kind === 'moved'
  )
}

async function seeToReceipt(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
): Promise<void> {
  const due = nextReceiptLook(transfer, deps.now())
  if (due === null || due > deps.now()) return
  try {
    await withConnection(deps, customer, caller, (context) => fetchReceipt(deps, context, customer, transfer))
  } catch (error) {
    if (bankProblemOf(error) === null) throw error
  }
}

/** Reads the status. An ended connection is ignored: the customer need not sign in again only for this. */
async function seeToExecution(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
): Promise<boolean> {
  try {
    return await readStatus(deps, customer, caller, transfer)
  } catch (error) {
    if (bankProblemOf(error) === null) throw error
    return false
  }
}
