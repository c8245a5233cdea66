import { type NextRequest, NextResponse } from 'next/server'
import { returnFromSca, type ScaReturn } from '@/lib/flows'
import { getServer } from '@/lib/server'
import { callerOf } from './caller'
import { isLookingAhead } from './fetch-metadata'
import { problemCodeOf } from './problem'
import { newReference } from './reference'
import { logSecurityEvent } from './security-events'
import { sessionOf } from './session'

/** Says only that the customer may go back to where they were. Needs no session. */
const NEUTRAL_PAGE = '/authorizations/returned'

function pageOf(back: ScaReturn): string {
  if (back.kind === 'authorization') return `/authorizations/${back.id}`
  return `/transfers/${back.id}${back.isOutdated ? '?decided=earlier' : ''}`
}

/**
 * Handles `{APP_URL}/api/sca/callback/{returnId}`. Only the id in the path counts: what a bank, or anybody, puts into the
 * query is not read, and what was decided is asked of the bank later (cases SCA-1, SCA-2). Ends in a redirect to the
 * page of the run, or transfer, when it is the signed-in customer's, else to a page that is the same for everybody.
 */
export async function finishScaReturn(
  request: NextRequest,
  address: { params: Promise<{ returnId: string }> },
): Promise<NextResponse> {
  // It must not use up the customer's one return (case OA-8).
  if (isLookingAhead(request.headers)) return new NextResponse(null, { status: 204 })
  const server = await getServer()
  const reference = newReference()
  try {
    const session = await sessionOf(server, request.cookies)
    if (session !== null) await server.limits.customer('sca.callback', session.customerId)
    const { returnId } = await address.params
    const visitor = session && { customer: session, caller: callerOf(server, request) }
    const back = await returnFromSca(server.flows, returnId, visitor)
    server.log.info({ route: 'sca.callback', reference, isOwn: back !== null }, 'came back from the bank')
    if (back === null && session !== null)
      logSecurityEvent(server, 'notTheirs', session, { route: 'sca.callback', reference })
    return redirectTo(server.config.APP_URL, back === null ? NEUTRAL_PAGE : pageOf(back))
  } catch (error) {
    const level = problemCodeOf(error) === 'rate_limited' ? 'info' : 'error'
    server.log[level]({ route: 'sca.callback', reference, err: error }, 'the return could not be noted')
    return redirectTo(server.config.APP_URL, NEUTRAL_PAGE)
  }
}

export async function refuseScaMethod(): Promise<NextResponse> {
  return new NextResponse(null, { status: 405, headers: { allow: 'GET' } })
}

function redirectTo(appUrl: string, path: string): NextResponse {
  return new NextResponse(null, {
    status: 303,
    headers: { location: new URL(path, appUrl).href, 'cache-control': 'private, no-store' },
  })
}
