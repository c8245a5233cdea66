import { NextResponse } from 'next/server'
import { z } from 'zod'
import { ownPath } from '@/lib/contracts/requests'
import { startConnect } from '@/lib/flows'
import { browserIdCookie, browserIdOf } from '@/lib/web/browser-id'
import { callerOf } from '@/lib/web/caller'
import { definePublicWrite } from '@/lib/web/define-route'

/** Starts a sign-in and answers with the bank's address for the customer's browser. */
export const POST = definePublicWrite({
  name: 'bank.connect',
  limit: 'signIn',
  body: z.strictObject({ returnTo: ownPath.optional() }),
  async handle({ body, request, server }) {
    const browserId = browserIdOf(server, request.cookies) ?? server.flows.newSecret()
    const { browserUrl } = await startConnect(server.flows, {
      browserId,
      returnTo: body.returnTo,
      caller: callerOf(server, request),
    })
    const response = NextResponse.json({ browserUrl })
    response.cookies.set(browserIdCookie(server, browserId))
    return response
  },
})
