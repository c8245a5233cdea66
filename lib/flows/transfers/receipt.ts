import { BankApiError, type CallContext } from '@/lib/bank'
import type { Transfer } from '@/lib/store'
import { bankProblemOf } from '../bank-problem'
import type { FlowDeps, SignedInCustomer } from '../deps'
import { codesOfError, requestIdsOf } from './bank-refusals'
import { isSeenTwice } from './sightings'

/** The bank disposes of a resource some time after its operation; so long is its document asked for. */
export const RECEIPT_MINUTES = 20
/** Seconds between tries; then the last of them again and again. */
const PAUSES = [0, 3, 10, 30, 60]
const LONGEST_PAUSE = 120

export function receiptOf(transfer: Transfer, now: Date): 'none' | 'pending' | 'stored' | 'missing' {
  const { state, receipt, endedAt } = transfer
  if (state.name !== 'accepted' || endedAt === null) return 'none'
  if (receipt.isStored) return 'stored'
  const isOver = now.getTime() - endedAt.getTime() > RECEIPT_MINUTES * 60_000
  return receipt.goneAt !== null || isOver ? 'missing' : 'pending'
}

export function nextReceiptTry({ receipt, endedAt, movedAt }: Transfer): Date {
  const pause = PAUSES[receipt.tries] ?? LONGEST_PAUSE
  return new Date((receipt.triedAt ?? endedAt ?? movedAt).getTime() + pause * 1_000)
}

/**
 * Fetches the bank's document of an accepted transfer and keeps it (design: at once, for the bank disposes of it). What
 * goes wrong changes nothing about the transfer, and is tried again as long as the bank may have it.
 * @throws BankApiError 401, for `withConnection`
 */
export async function fetchReceipt(
  deps: FlowDeps,
  context: CallContext,
  { bankCustomerId }: Pick<SignedInCustomer, 'bankCustomerId'>,
  transfer: Transfer,
): Promise<void> {
  const { customerId, transferId, check, execution } = transfer
  if (check === null || check.resourceId === null) return
  if (!(await deps.store.transfers.claimReceiptTry(transfer))) return
  const { resourceId, order } = check
  const documentPath = execution?.documentPath ?? null
  const request =
    documentPath === null
      ? { customerId: bankCustomerId, productId: order.productId, resourceId }
      : { documentPath }
  try {
    const { bytes, contentType } = await deps.bank.getDocument(context, request)
    await deps.store.transfers.saveReceipt(customerId, transferId, { bytes, contentType })
  } catch (error) {
    if (error instanceof BankApiError && error.status === 401) throw error
    if (isGone(error)) {
      const note = {
        actor: 'bank',
        bankCodes: codesOfError(error),
        bankRequestIds: requestIdsOf(error),
      } as const
      const isOver = await isSeenTwice(deps, transfer, 'status_gone', note)
      if (isOver) await deps.store.transfers.receiptGone(customerId, transferId)
    } else if (bankProblemOf(error) === null) throw error
  }
}

/** The bank's verified word that there is no such resource (any more). */
const isGone = (error: unknown): boolean =>
  error instanceof BankApiError &&
  (error.status === 404 || error.status === 412) &&
  error.code !== 'TPP_SIGN_VFY'
