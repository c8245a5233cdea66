import { createHmac } from 'node:crypto'
import type { Server } from '@/lib/server'

/** Every security event, by its name in the log (README, "Security events"). */
export const SECURITY_EVENTS = {
  signedIn: 'sign_in',
  signInRefused: 'sign_in_refused',
  signedOut: 'sign_out',
  forgotten: 'forget',
  approved: 'approve',
  notSignedIn: 'not_signed_in',
  /** An id of another customer or an unknown one. The answer does not distinguish them. */
  notTheirs: 'unknown_id',
  limitHit: 'limit_hit',
} as const

export type SecurityEvent = keyof typeof SECURITY_EVENTS

type Who = { sessionId: string; customerId: string }
type Facts = { route: string; reference: string; reason?: string }

/** 72 bits: enough that no two customers share one. */
const PSEUDONYM_LENGTH = 12

/** The log's stable pseudonyms of a customer and a session. Without our key they cannot be traced to a customer. */
export function pseudonymsOf(server: Pick<Server, 'keys'>, who: Who | null | undefined) {
  if (!who) return {}
  const [key] = server.keys.pseudonym
  const pseudonym = (kind: string, id: string) =>
    createHmac('sha256', key).update(`${kind} ${id}`).digest('base64url').slice(0, PSEUDONYM_LENGTH)
  return { customer: pseudonym('customer', who.customerId), session: pseudonym('session', who.sessionId) }
}

/** What a customer or a visitor did that matters to the safety of an account. */
export function logSecurityEvent(
  server: Pick<Server, 'keys' | 'log'>,
  event: SecurityEvent,
  who: Who | null | undefined,
  facts: Facts,
): void {
  server.log.info({ event: SECURITY_EVENTS[event], ...facts, ...pseudonymsOf(server, who) }, 'security')
}

/** The event that a refusal with this status is, if it is one. */
export function eventOfRefusal(status: number): SecurityEvent | undefined {
  const events: Record<number, SecurityEvent> = { 401: 'notSignedIn', 404: 'notTheirs', 429: 'limitHit' }
  return events[status]
}
