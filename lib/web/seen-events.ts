import type { Server } from '@/lib/server'
import { type CookieReader, type CookieToSet, cookieToSet, cookieValue } from './cookies'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/** The last event that this customer acknowledged in this browser; null for another customer's cookie too. */
export function seenEventOf(server: Server, jar: CookieReader, customerId: string): string | null {
  const value = cookieValue(server, jar, 'seen') ?? ''
  const [, owner, eventId] = /^([0-9a-f-]{36})\.(\d{1,18})$/.exec(value) ?? []
  return owner === customerId && eventId !== undefined ? eventId : null
}

export function seenEventCookie(server: Server, customerId: string, eventId: string): CookieToSet {
  return cookieToSet(server, 'seen', `${customerId}.${eventId}`, ONE_YEAR_SECONDS)
}

/** For "Forget me": the customer's id must not stay in the browser. */
export function endedSeenEventCookie(server: Server): CookieToSet {
  return cookieToSet(server, 'seen', '', 0)
}
