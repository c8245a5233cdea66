import type { TransferEvent, TransferStateName } from '@/lib/domain/transfers/transfer-state'
import { AppError } from '../app-error'
import type { FlowDeps, SignedInCustomer } from '../deps'
import { findTransfer, foundIn } from './find'
import { showTransfer, type TransferShown } from './transfer-view'

type Customer = Pick<SignedInCustomer, 'customerId'>
type Press = { transferId: string; check: number }

/**
 * Back to the form, with everything as it was typed. What was approved, or still is, of the check that was shown finds
 * nothing any more. The bank is not asked: its resource lapses.
 * @throws AppError not_found, out_of_date
 */
export function editTransfer(deps: FlowDeps, customer: Customer, press: Press): Promise<TransferShown> {
  return pressed(deps, customer, press, { kind: 'edited', check: press.check }, 'draft')
}

/** The customer gives it up. @throws AppError not_found; out_of_date, also when it is too late for that */
export function abandonTransfer(deps: FlowDeps, customer: Customer, press: Press): Promise<TransferShown> {
  return pressed(deps, customer, press, { kind: 'abandoned', check: press.check }, 'abandoned')
}

/** Pressed twice, the second press finds what the first has done. */
async function pressed(
  deps: FlowDeps,
  { customerId }: Customer,
  { transferId, check }: Press,
  event: TransferEvent,
  done: TransferStateName,
): Promise<TransferShown> {
  const change = { problem: null, faults: [] }
  const move = foundIn(
    await deps.store.transfers.move(customerId, transferId, event, { actor: 'customer' }, change),
  )
  const { state } = move.transfer
  if (move.kind === 'not_moved' && !(state.name === done && state.check === check)) {
    throw new AppError('out_of_date')
  }
  return showTransfer(deps, await findTransfer(deps, { customerId }, transferId))
}
