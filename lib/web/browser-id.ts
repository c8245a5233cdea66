import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Server } from '@/lib/server'
import { type CookieReader, type CookieToSet, cookieToSet, cookieValue } from './cookies'

/** Longer than a sign-in attempt lives, so that a late return is told "expired" and not "another browser". */
const BROWSER_ID_MAX_AGE_SECONDS = 60 * 60

/**
 * The random id that ties a sign-in to the browser it started in, so that nobody can be signed in with somebody else's
 * return address. One per browser, shared by its tabs; each attempt has its own state. We sign it: null for an id that we
 * did not make, which gets the browser a new one.
 */
export function browserIdOf(server: Server, jar: CookieReader): string | null {
  const value = cookieValue(server, jar, 'browser') ?? ''
  const [, id, signature] = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/.exec(value) ?? []
  if (id === undefined || signature === undefined) return null
  const given = Buffer.from(signature, 'base64url')
  const isOurs = server.keys.browserId.some((key) => timingSafeEqual(signatureOf(key, id), given))
  return isOurs ? id : null
}

export function browserIdCookie(server: Server, browserId: string): CookieToSet {
  const signature = signatureOf(server.keys.browserId[0], browserId).toString('base64url')
  return cookieToSet(server, 'browser', `${browserId}.${signature}`, BROWSER_ID_MAX_AGE_SECONDS)
}

function signatureOf(key: Buffer, browserId: string): Buffer {
  return createHmac('sha256', key).update(browserId).digest()
}
