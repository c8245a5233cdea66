import type { Transfer, TransferNote } from '@/lib/store'
import type { FlowDeps } from '../deps'

/*
 * An answer of the bank that would end something for good counts when the bank gives it twice, a minute apart, and says
 * nothing else in between. The first answer is kept as an event.
 */

const AGAIN_MS = 60_000

/** `status_gone` is also said by the bank's document store: both speak of the same resource. */
export type Sighting = 'status_gone' | 'status_refused' | 'status_expired'

const sightings: readonly string[] = ['status_gone', 'status_refused', 'status_expired'] satisfies Sighting[]
/** After these an earlier sighting no longer counts. */
const beginnings = ['check_started', 'execute_claimed', 'status_back']

/** Notes the first answer of this kind. @returns whether this one is the second, a minute after it */
export async function isSeenTwice(
  deps: FlowDeps,
  transfer: Transfer,
  sighting: Sighting,
  note: TransferNote,
): Promise<boolean> {
  const { customerId, transferId } = transfer
  const last = await lastOf(deps, transfer)
  if (last?.what === sighting) return deps.now().getTime() - last.at.getTime() >= AGAIN_MS
  await deps.store.transfers.note(customerId, transferId, sighting, note)
  return false
}

/** The bank says something else again. */
export async function takeBack(deps: FlowDeps, transfer: Transfer, note: TransferNote): Promise<void> {
  const last = await lastOf(deps, transfer)
  if (last === undefined || !sightings.includes(last.what)) return
  await deps.store.transfers.note(transfer.customerId, transfer.transferId, 'status_back', note)
}

async function lastOf(deps: FlowDeps, { customerId, transferId }: Transfer) {
  const events = await deps.store.transfers.events(customerId, transferId)
  return events.filter(({ what }) => sightings.includes(what) || beginnings.includes(what)).at(-1)
}
