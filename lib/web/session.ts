import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { ownPath } from '@/lib/contracts/requests'
import { getServer, SESSION_MAX_AGE_SECONDS, type Server } from '@/lib/server'
import { type CookieReader, type CookieToSet, cookieToSet, cookieValue } from './cookies'
import { PATH_HEADER } from './path-header'
import { seal, unseal } from './sealed'

/*
 * next-auth carries the session: its encrypted JWT is the cookie's form. The token inside is only an id;
 * the row it names in the database decides, so a sign-out is real. The bank's own OAuth flow is not
 * next-auth's: that needs mutual TLS, signed calls and one state per tab (lib/web/README.md, "Sign-in").
 */

export type SignedIn = {
  sessionId: string
  customerId: string
  bankCustomerId: string
  apitrackId?: string
  /** When the customer signed in at the bank. */
  signedInAt: Date
}

/** Our cookies have under 400 bytes; a longer one is not ours. */
const SESSION_COOKIE_MAX_LENGTH = 1024

/** The session that these cookies name, or null. The cookie is opened, then its row is read. */
export async function sessionOf(server: Server, jar: CookieReader): Promise<SignedIn | null> {
  const cookie = cookieValue(server, jar, 'session')
  if (cookie === undefined || cookie.length > SESSION_COOKIE_MAX_LENGTH) return null
  const token = (await unseal(server.keys.sessionCookie, cookie))?.sub
  if (token === undefined) return null
  const session = await server.store.sessions.find(token)
  if (session === null) return null
  return {
    sessionId: session.sessionId,
    customerId: session.customerId,
    bankCustomerId: session.bankCustomerId,
    apitrackId: session.apitrackId ?? undefined,
    signedInAt: session.createdAt,
  }
}

/** For screens: the session, read once per request. */
export const currentSession = cache(
  async (): Promise<SignedIn | null> => sessionOf(await getServer(), await cookies()),
)

/** For signed-in pages. Without a session it redirects to the first page, which leads back to a transfer after the sign-in. */
export async function requireSession(): Promise<SignedIn> {
  const session = await currentSession()
  if (session !== null) return session
  const back = transferPage((await headers()).get(PATH_HEADER))
  redirect(back === undefined ? '/' : `/?${new URLSearchParams({ back })}`)
}

/** The page of a transfer to return to after the sign-in. Only addresses of our own pass. */
export function transferPage(path: unknown): `/${string}` | undefined {
  const own = ownPath.safeParse(path)
  return own.success && own.data.startsWith('/transfers/') ? `/${own.data.slice(1)}` : undefined
}

/** The cookie for a new session: an id under 400 bytes, nothing of the bank (case OA-3). */
export async function sessionCookie(server: Server, sessionToken: string): Promise<CookieToSet> {
  const value = await seal(server.keys.sessionCookie, { sub: sessionToken }, SESSION_MAX_AGE_SECONDS)
  return cookieToSet(server, 'session', value, SESSION_MAX_AGE_SECONDS)
}

/**
 * What the browser keeps for a site beside its cookies: what was typed. Cookies stay, because one of them is the language;
 * nothing of ours is in a cache.
 */
export const CLEAR_KEPT = ['clear-site-data', '"storage"'] as const

export function endedSessionCookie(server: Server): CookieToSet {
  return cookieToSet(server, 'session', '', 0)
}
