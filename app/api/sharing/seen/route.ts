import { NextResponse } from 'next/server'
import { seenBody } from '@/lib/contracts/requests'
import { defineWrite } from '@/lib/web/define-route'
import { seenEventCookie } from '@/lib/web/seen-events'

/** The customer has read what ended at the bank, up to this event: in this browser it is not told again. */
export const POST = defineWrite({
  name: 'sharing.seen',
  body: seenBody,
  async handle({ body, session, server }) {
    const response = NextResponse.json({ eventId: body.eventId })
    response.cookies.set(seenEventCookie(server, session.customerId, body.eventId))
    return response
  },
})
