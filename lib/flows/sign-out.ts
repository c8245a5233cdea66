import type { FlowDeps } from './deps'

type InSession = { sessionId: string; customerId: string }

/** Ends this session, or every session of the customer. Returns how many ended. */
export async function signOut(
  deps: FlowDeps,
  customer: InSession,
  args: { everywhere: boolean },
): Promise<{ signedOut: number }> {
  if (args.everywhere) return { signedOut: await deps.store.sessions.revokeAll(customer.customerId) }
  const ended = await deps.store.sessions.revoke(customer.sessionId, customer.customerId)
  return { signedOut: ended ? 1 : 0 }
}

/** Where the customer is signed in, this place first, then by last use. */
export async function listSignedInPlaces(
  deps: FlowDeps,
  customer: InSession,
): Promise<{ current: boolean; label: string | null; lastSeenAt: string }[]> {
  const sessions = await deps.store.sessions.list(customer.customerId)
  return sessions
    .map((session) => ({
      current: session.sessionId === customer.sessionId,
      label: session.label,
      lastSeenAt: session.lastSeenAt.toISOString(),
    }))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt))
}
