import { localeCookie } from '@/lib/domain/locale'
import type { Server } from '@/lib/server'

/** What reads cookies: a NextRequest's `cookies` and what `cookies()` of next/headers gives. */
export type CookieReader = { get(name: string): { value: string } | undefined }

export type CookieToSet = {
  name: string
  value: string
  httpOnly: true
  sameSite: 'lax'
  secure: boolean
  path: string
  /** Seconds. */
  maxAge: number
}

/**
 * Every cookie of ours. Over https its name begins with `__Host-` and its path is `/`: browsers then take it from this host
 * alone, so that no other host of the domain can plant one. They refuse that prefix over http, so on localhost a cookie has
 * its `plain` name and path. `former` is its https name of before, with the path of today's plain one.
 */
const COOKIES = {
  session: named('next-auth.session-token', '/'),
  browser: named('sportello-browser', '/api/bank'),
  forgotten: named('sportello-forgotten', '/forgotten'),
  seen: named('sportello-seen', '/'),
  another: named('sportello-another', '/accounts'),
  locale: { secure: localeCookie.secure, plain: localeCookie.plain, former: localeCookie.plain, path: '/' },
} as const

function named(plain: string, path: string) {
  return { secure: `__Host-${plain}`, plain, former: `__Secure-${plain}`, path }
}

export type CookieKind = keyof typeof COOKIES

export function cookieName(server: Pick<Server, 'config'>, kind: CookieKind): string {
  return server.config.secureCookies ? COOKIES[kind].secure : COOKIES[kind].plain
}

export function cookieValue(
  server: Pick<Server, 'config'>,
  jar: CookieReader,
  kind: CookieKind,
): string | undefined {
  return jar.get(cookieName(server, kind))?.value
}

/** @param maxAge in seconds; 0 clears it */
export function cookieToSet(
  server: Pick<Server, 'config'>,
  kind: CookieKind,
  value: string,
  maxAge: number,
): CookieToSet {
  const secure = server.config.secureCookies
  const path = secure ? '/' : COOKIES[kind].path
  return { name: cookieName(server, kind), value, httpOnly: true, sameSite: 'lax', secure, path, maxAge }
}

/** The cookies under former names that came with a request, as they are cleared. Over http the names did not change. */
export function formerCookies(server: Pick<Server, 'config'>, jar: CookieReader): CookieToSet[] {
  if (!server.config.secureCookies) return []
  return Object.values(COOKIES)
    .filter(({ former }) => jar.get(former) !== undefined)
    .map(({ former, path }) => ({
      name: former,
      value: '',
      httpOnly: true,
      sameSite: 'lax',
      secure: true,
      path,
      maxAge: 0,
    }))
}
