import { isLocale, type Locale } from '@/lib/domain/locale'
import type { TransferState } from '@/lib/domain/transfers/transfer-state'
import type { Move, Transfer } from '@/lib/store'
import { AppError } from '../app-error'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'

type Customer = Pick<SignedInCustomer, 'customerId'>

/** @throws AppError not_found: also for another customer's, which is not told from an unknown one */
export async function findTransfer(
  deps: FlowDeps,
  customer: Customer,
  transferId: string,
): Promise<Transfer> {
  const transfer = await deps.store.transfers.find(customer.customerId, transferId)
  if (transfer === null) throw new AppError('not_found')
  return transfer
}

/** @throws AppError not_found */
export function foundIn(move: Move): Exclude<Move, { kind: 'not_found' }> {
  if (move.kind === 'not_found') throw new AppError('not_found')
  return move
}

/** Longer than a call, with a renewal of the tokens before it, takes. */
const SETTLED_WAIT_MS = 25_000
const SETTLED_POLL_MS = 100

/** Waits while another request is asking the bank about it: who pressed twice sees what the first press came to. */
export async function whenSettled(deps: FlowDeps, transfer: Transfer): Promise<Transfer> {
  const deadline = deps.now().getTime() + SETTLED_WAIT_MS
  for (let current = transfer; ; current = await findTransfer(deps, transfer, transfer.transferId)) {
    if (!isAsking(current.state) || deps.now().getTime() > deadline) return current
    await new Promise((resolve) => setTimeout(resolve, SETTLED_POLL_MS))
  }
}

const isAsking = ({ name }: TransferState) =>
  name === 'checking' || name === 'starting' || name === 'executing'

/** Every call of one transfer has its transaction id (spec.md, "Request headers"; case PAY-1). */
export function callerFor(transfer: Transfer, caller: Caller): Caller {
  return { ...caller, transactionId: transfer.transactionId }
}

/** The language in which something was typed. */
export function languageOf({ acceptLanguage }: Pick<Caller, 'acceptLanguage'>): Locale {
  return isLocale(acceptLanguage) ? acceptLanguage : 'en'
}
