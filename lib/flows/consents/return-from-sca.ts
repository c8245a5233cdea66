import type { Visitor } from '../attendance'
import type { FlowDeps } from '../deps'

/** What the customer was at the bank for. */
export type ScaReturn =
  | { kind: 'authorization'; id: string }
  /** `isOutdated`: the customer changed the transfer in between, so the decision at the bank has no effect. */
  | { kind: 'transfer'; id: string; isOutdated: boolean }

/**
 * Somebody came to the return address of a run, or of a transfer. It proves nothing, and needs no session: the customer
 * may come back in another browser. The first return is noted, so that the bank may be asked: by the page that waits,
 * and, of a transfer, page or no page.
 *
 * @param visitor the signed-in customer of this browser, if any
 * @returns the run or transfer when it is the visitor's, else null, which does not reveal whether it exists
 */
export async function returnFromSca(
  deps: FlowDeps,
  returnId: string,
  visitor: Visitor | null,
): Promise<ScaReturn | null> {
  const customerId = visitor?.customer.customerId ?? null
  const back = await deps.store.authorizations.returned(returnId)
  if (back.kind !== 'unknown') {
    const { authorizationId, customerId: owner } = back.authorization
    return owner === customerId ? { kind: 'authorization', id: authorizationId } : null
  }
  const found = await deps.store.transfers.findByReturnId(returnId)
  if (found === null) return null
  const { transferId, customerId: owner } = found.transfer
  const event = { kind: 'came_back', check: found.check, at: deps.now() } as const
  const move = await deps.store.transfers.move(owner, transferId, event, { actor: 'customer' })
  if (visitor !== null && owner === customerId) deps.attendance.note(transferId, visitor)
  if (move.kind === 'moved') deps.wake(transferId)
  const now = move.kind === 'not_found' ? null : move.transfer.state
  const isOutdated = now !== null && (now.name === 'draft' || now.check !== found.check)
  return owner === customerId ? { kind: 'transfer', id: transferId, isOutdated } : null
}
