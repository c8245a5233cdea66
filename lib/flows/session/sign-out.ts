import { AppError } from '../app-error'
import type { FlowDeps } from '../deps'

type InSession = { sessionId: string; customerId: string }

/**
 * Ends this session, every session of the customer, or the one of another place. Returns how many ended.
 * @throws AppError not_found for a place that is not theirs, or has ended
 */
export async function signOut(
  deps: FlowDeps,
  customer: InSession,
  args: { everywhere: boolean } | { placeId: string },
): Promise<{ signedOut: number }> {
  if ('placeId' in args) {
    if (!(await deps.store.sessions.revoke(args.placeId, customer.customerId)))
      throw new AppError('not_found')
    return { signedOut: 1 }
  }
  if (args.everywhere) return { signedOut: await deps.store.sessions.revokeAll(customer.customerId) }
  const ended = await deps.store.sessions.revoke(customer.sessionId, customer.customerId)
  return { signedOut: ended ? 1 : 0 }
}

/** For what the browser's other tabs have on its way with the cookie of before. */
const REPLACED_SESSION_LASTS_MS = 15_000

/**
 * Ends the session in whose place this browser has got another. That of the same customer goes on for a moment, so that
 * a request of another tab which is on its way does not find itself signed out; that of somebody else ends at once.
 */
export async function endReplacedSession(
  deps: FlowDeps,
  replaced: InSession,
  { customerId }: { customerId: string },
): Promise<void> {
  const { sessions } = deps.store
  if (replaced.customerId === customerId) {
    const until = new Date(deps.now().getTime() + REPLACED_SESSION_LASTS_MS)
    await sessions.endBy(replaced.sessionId, customerId, until)
  } else await sessions.revoke(replaced.sessionId, replaced.customerId)
}

export type SignedInPlace = { placeId: string; current: boolean; label: string | null; lastSeenAt: string }

/** Where the customer is signed in, this place first, then by last use. */
export async function listSignedInPlaces(deps: FlowDeps, customer: InSession): Promise<SignedInPlace[]> {
  const sessions = await deps.store.sessions.list(customer.customerId)
  return sessions
    .map((session) => ({
      placeId: session.sessionId,
      current: session.sessionId === customer.sessionId,
      label: session.label,
      lastSeenAt: session.lastSeenAt.toISOString(),
    }))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt))
}
