import { NextResponse } from 'next/server'
import { forgetBody } from '@/lib/contracts/requests'
import type { ForgetAnswer } from '@/lib/contracts/sharing'
import { forgetMe } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWrite } from '@/lib/web/define-route'
import { endedSessionCookie } from '@/lib/web/session'

/** Erases everything of the customer here and ends the session; the answer is the report. */
export const POST = defineWrite({
  name: 'forget',
  body: forgetBody,
  async handle({ body, request, session, server }) {
    const answer: ForgetAnswer = await forgetMe(server.flows, session, callerOf(server, request), body.mode)
    const response = NextResponse.json(answer)
    if (answer.kind === 'forgotten') response.cookies.set(endedSessionCookie(server))
    return response
  },
})
