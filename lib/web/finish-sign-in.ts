import { type NextRequest, NextResponse } from 'next/server'
import type { SignInProblem } from '@/lib/contracts/sign-in'
import { completeConnect, endReplacedSession } from '@/lib/flows'
import { getServer, type Server } from '@/lib/server'
import { anotherCustomerCookie } from './another-customer'
import { browserIdOf } from './browser-id'
import { callerOf, deviceLabel } from './caller'
import { addressOf } from './define-route'
import { isLookingAhead } from './fetch-metadata'
import { RequestError } from './problem'
import { newReference } from './reference'
import { logSecurityEvent } from './security-events'
import { sessionCookie, sessionOf } from './session'

const ROUTE = 'bank.callback'

type Answer = { state: string; answer: { kind: 'code'; code: string } | { kind: 'error'; error: string } }

/**
 * Handles `{APP_URL}/api/bank/callback`. Always ends in a redirect to a page of ours: the accounts, or
 * the page that says what happened and what to do. Where to is never taken from the request.
 */
export async function finishSignIn(request: NextRequest): Promise<NextResponse> {
  const server = await getServer()
  const reference = newReference()
  // It must not use up the customer's one return (case OA-8).
  if (isLookingAhead(request.headers)) return new NextResponse(null, { status: 204 })
  try {
    await server.limits.signIn(addressOf(server, request))
    const answer = parseAnswer(request.nextUrl.searchParams)
    if (answer === null) return leave(server, reference, 'unknown')
    return await server.withReference(reference, () => complete(server, reference, request, answer))
  } catch (error) {
    const limited = error instanceof RequestError && error.code === 'rate_limited'
    if (!limited) server.log.error({ route: ROUTE, reference, err: error }, 'sign-in failed')
    return leave(server, reference, limited ? 'rate_limited' : 'internal')
  }
}

/** For methods that are not the customer's return: a page that explains, and nothing consumed. */
export async function refuseMethod(request: NextRequest): Promise<NextResponse> {
  const server = await getServer()
  if (request.method === 'HEAD') return new NextResponse(null, { status: 405, headers: { allow: 'GET' } })
  return leave(server, newReference(), 'method')
}

async function complete(
  server: Server,
  reference: string,
  request: NextRequest,
  answer: Answer,
): Promise<NextResponse> {
  const earlier = await sessionOf(server, request.cookies)
  const result = await completeConnect(server.flows, {
    ...answer,
    browserId: browserIdOf(server, request.cookies),
    earlierCustomerId: earlier?.customerId,
    label: deviceLabel(request.headers.get('user-agent')),
    caller: callerOf(server, request),
  })
  if (result.kind === 'problem') {
    // A signed-in customer opened or reloaded an old return address.
    if (earlier !== null && ['used', 'expired', 'unknown', 'other_browser'].includes(result.reason)) {
      return redirectTo(server, '/accounts')
    }
    if (result.cause !== undefined) {
      server.log.error({ route: ROUTE, reference, err: result.cause }, 'sign-in failed')
    }
    return leave(server, reference, result.reason)
  }
  // One browser, one session.
  if (earlier !== null && earlier.sessionId !== result.sessionId) {
    await endReplacedSession(server.flows, earlier, result)
    logSecurityEvent(server, 'signedOut', earlier, { route: ROUTE, reference, reason: 'replaced' })
  }
  logSecurityEvent(server, 'signedIn', result, { route: ROUTE, reference })
  // Reconnecting as somebody else is allowed, but never in silence.
  const another = result.anotherCustomer
  const response = redirectTo(server, another ? '/accounts' : (result.returnTo ?? '/accounts'))
  if (another) response.cookies.set(anotherCustomerCookie(server))
  response.cookies.set(await sessionCookie(server, result.sessionToken))
  return response
}

function leave(server: Server, reference: string, reason: SignInProblem): NextResponse {
  const event = reason === 'rate_limited' ? 'limitHit' : 'signInRefused'
  logSecurityEvent(server, event, null, { route: ROUTE, reference, reason })
  return redirectTo(server, `/sign-in/problem?${new URLSearchParams({ reason, reference })}`)
}

function redirectTo(server: Server, path: string): NextResponse {
  return new NextResponse(null, {
    status: 303,
    headers: { location: new URL(path, server.config.APP_URL).href, 'cache-control': 'private, no-store' },
  })
}

/** Each parameter once, bounded, of the form it must have; anything else is not an answer of the bank's. */
function parseAnswer(query: URLSearchParams): Answer | null {
  const [state, ...moreStates] = query.getAll('state')
  const [code, ...moreCodes] = query.getAll('code')
  const [error, ...moreErrors] = query.getAll('error')
  if (state === undefined || !/^[A-Za-z0-9_-]{43}$/.test(state)) return null
  if (moreStates.length + moreCodes.length + moreErrors.length > 0) return null
  if (code !== undefined && error === undefined && /^[\x21-\x7e]{1,512}$/.test(code)) {
    return { state, answer: { kind: 'code', code } }
  }
  if (error !== undefined && code === undefined && /^[\x20-\x7e]{1,100}$/.test(error)) {
    return { state, answer: { kind: 'error', error } }
  }
  return null
}
