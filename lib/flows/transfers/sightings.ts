import type { Transfer, TransferNote } from '@/lib/store'
import type { FlowDeps } from '../deps'

/*
 * An answer of the bank that would end something for good counts when the bank gives it twice, a minute apart, and says
 * nothing else in between. The first answer is kept as an event.
 *
 * The minute is measured by the signed `Date` of the answers. Our own clock may be set ahead by an hour within a second, and a
 * gateway may give the same answer once more.
 */

/** A minute, less what two times in whole seconds may be off. */
const AGAIN_MS = 58_000

/** `status_gone` is also said by the bank's document store: both speak of the same resource. */
export type Sighting = 'status_gone' | 'status_refused' | 'status_expired' | 'status_taken_back'

const sightings: readonly string[] = [
  'status_gone',
  'status_refused',
  'status_expired',
  'status_taken_back',
] satisfies Sighting[]
/** After these an earlier sighting no longer counts. */
const beginnings = ['check_started', 'execute_claimed', 'execute_accepted', 'movement_found', 'status_back']

/** Notes the first answer of this kind. @returns whether this one is the second, a minute after it */
export async function isSeenTwice(
  deps: FlowDeps,
  transfer: Transfer,
  sighting: Sighting,
  note: TransferNote,
): Promise<boolean> {
  const { customerId, transferId } = transfer
  const at = bankTime(deps)
  const last = await lastOf(deps, transfer)
  const sinceMs = last?.what === sighting ? at.getTime() - last.at.getTime() : null
  // Before the first one: a clock was set back, and the minute begins again.
  if (sinceMs !== null && sinceMs > -AGAIN_MS) return sinceMs >= AGAIN_MS
  await deps.store.transfers.note(customerId, transferId, sighting, note, at)
  return false
}

/** When the bank gave the answer that was read just now, by its own clock. */
function bankTime({ bank, now }: Pick<FlowDeps, 'bank' | 'now'>): Date {
  return new Date(now().getTime() - (bank.clock()?.aheadSeconds ?? 0) * 1_000)
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
