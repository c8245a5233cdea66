import { NextResponse } from 'next/server'
import { forgetBody } from '@/lib/contracts/requests'
import type { ForgetAnswer } from '@/lib/contracts/sharing'
import { forgetMe } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWrite } from '@/lib/web/define-route'
import { forgetReportCookie } from '@/lib/web/forget-report'
import { logSecurityEvent } from '@/lib/web/security-events'
import { endedSeenEventCookie } from '@/lib/web/seen-events'
import { CLEAR_KEPT, endedSessionCookie } from '@/lib/web/session'

/** Erases everything of the customer here and ends the session; the answer is the report, also for `/forgotten`. */
export const POST = defineWrite({
  name: 'forget',
  body: forgetBody,
  async handle({ body, request, session, server, reference }) {
    const answer: ForgetAnswer = await forgetMe(server.flows, session, callerOf(server, request), body.mode)
    const response = NextResponse.json(answer)
    if (answer.kind !== 'forgotten') return response
    const { erased, bankList } = answer
    logSecurityEvent(server, 'forgotten', session, { route: 'forget', reference })
    response.cookies.set(endedSessionCookie(server))
    response.headers.set(...CLEAR_KEPT)
    response.cookies.set(endedSeenEventCookie(server))
    // Of two requests at once only one erases something; the other's report would be one of nothing.
    if (erased.customers) {
      const at = server.flows.now().toISOString()
      response.cookies.set(await forgetReportCookie(server, { erased, bankList, at }))
    }
    return response
  },
})
