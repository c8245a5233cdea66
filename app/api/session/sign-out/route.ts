import { NextResponse } from 'next/server'
import { z } from 'zod'
import { signOut } from '@/lib/flows'
import { defineWrite } from '@/lib/web/define-route'
import { CLEAR_KEPT, endedSessionCookie } from '@/lib/web/session'

/** Ends this session, or all of the customer's. */
export const POST = defineWrite({
  name: 'session.sign-out',
  event: 'signedOut',
  body: z.strictObject({ everywhere: z.boolean() }),
  async handle({ body, session, server }) {
    const response = NextResponse.json(await signOut(server.flows, session, body))
    response.cookies.set(endedSessionCookie(server))
    response.headers.set(...CLEAR_KEPT)
    return response
  },
})
