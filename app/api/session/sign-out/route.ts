import { NextResponse } from 'next/server'
import { signOutBody } from '@/lib/contracts/requests'
import { signOut } from '@/lib/flows'
import { defineWrite } from '@/lib/web/define-route'
import { CLEAR_KEPT, endedSessionCookie } from '@/lib/web/session'

/** Ends this session, all of the customer's, or the one of another place. */
export const POST = defineWrite({
  name: 'session.sign-out',
  event: 'signedOut',
  body: signOutBody,
  async handle({ body, session, server }) {
    const response = NextResponse.json(await signOut(server.flows, session, body))
    if ('placeId' in body && body.placeId !== session.sessionId) return response
    response.cookies.set(endedSessionCookie(server))
    response.headers.set(...CLEAR_KEPT)
    return response
  },
})
