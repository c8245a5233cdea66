import type { Server } from '@/lib/server'
import type { CookieReader, CookieToSet } from './cookies'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

const cookieName = (secure: boolean) => (secure ? '__Secure-sportello-seen' : 'sportello-seen')

/** The last event that this customer acknowledged in this browser; null for another customer's cookie too. */
export function seenEventOf(server: Server, jar: CookieReader, customerId: string): string | null {
  const value = jar.get(cookieName(server.config.secureCookies))?.value ?? ''
  const [, owner, eventId] = /^([0-9a-f-]{36})\.(\d{1,18})$/.exec(value) ?? []
  return owner === customerId && eventId !== undefined ? eventId : null
}

export function seenEventCookie(server: Server, customerId: string, eventId: string): CookieToSet {
  return cookieOf(server, `${customerId}.${eventId}`, ONE_YEAR_SECONDS)
}

/** For a customer who is forgotten: their id must not stay in the browser. */
export function endedSeenEventCookie(server: Server): CookieToSet {
  return cookieOf(server, '', 0)
}

function cookieOf(server: Server, value: string, maxAge: number): CookieToSet {
  const { secureCookies } = server.config
  return {
    name: cookieName(secureCookies),
    value,
    httpOnly: true,
    sameSite: 'lax',
    secure: secureCookies,
    path: '/',
    maxAge,
  }
}
