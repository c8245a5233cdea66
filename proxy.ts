import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { type Config, loadConfig } from '@/lib/config'
import { formerCookies } from '@/lib/web/cookies'
import { PATH_HEADER } from '@/lib/web/path-header'
import { securityHeaders } from '@/lib/web/security-headers'

let settings: Config | undefined

/** Gives every request its nonce and every answer its security headers. Authorisation is not here (case OA-9). */
export function proxy(request: NextRequest): NextResponse {
  settings ??= loadConfig()
  const nonce = randomBytes(16).toString('base64')
  const headers = securityHeaders({
    nonce,
    secure: settings.secureCookies,
    development: settings.development,
    reportUrl: settings.CSP_REPORT_URL,
  })
  const former = formerCookies({ config: settings }, request.cookies)
  for (const { name } of former) request.cookies.delete(name)
  const forwarded = new Headers(request.headers)
  forwarded.set('x-nonce', nonce)
  forwarded.set(PATH_HEADER, pathOf(request.nextUrl))
  forwarded.set('content-security-policy', headers['content-security-policy'] ?? '')
  const response = NextResponse.next({ request: { headers: forwarded } })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  for (const cookie of former) response.cookies.set(cookie)
  // Pages and API answers belong to one customer and one moment: no cache keeps them, and Back loads them again.
  response.headers.set('cache-control', 'private, no-store')
  return response
}

/** Path and query as they stand in the address line. */
function pathOf({ pathname, searchParams }: NextRequest['nextUrl']): string {
  const query = new URLSearchParams(searchParams)
  // The framework's own, of a page asked for from another.
  query.delete('_rsc')
  return query.size === 0 ? pathname : `${pathname}?${query}`
}

// Everything but the built files, which have hashes for names and may be cached for ever.
export const config = { matcher: ['/((?!_next/static/).*)'] }
