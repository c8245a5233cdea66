import type { Server } from '@/lib/server'
import type { CookieReader, CookieToSet } from './cookies'

/** Longer than a sign-in attempt lives, so that a late return is told "expired" and not "another browser". */
const BROWSER_ID_MAX_AGE_SECONDS = 60 * 60

const cookieName = (secure: boolean) => (secure ? '__Secure-sportello-browser' : 'sportello-browser')

/**
 * The random id that ties a sign-in to the browser it started in, so that nobody can be signed in with
 * somebody else's return address. One per browser, shared by its tabs; each attempt has its own state.
 */
export function browserIdOf(server: Server, jar: CookieReader): string | null {
  const value = jar.get(cookieName(server.config.secureCookies))?.value
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null
}

export function browserIdCookie(server: Server, browserId: string): CookieToSet {
  const { secureCookies } = server.config
  return {
    name: cookieName(secureCookies),
    value: browserId,
    httpOnly: true,
    sameSite: 'lax',
    secure: secureCookies,
    path: '/api/bank',
    maxAge: BROWSER_ID_MAX_AGE_SECONDS,
  }
}
