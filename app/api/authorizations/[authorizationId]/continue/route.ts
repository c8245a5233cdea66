import type { ContinueAnswer } from '@/lib/contracts/authorizations'
import { authorizationParams, continueBody } from '@/lib/contracts/requests'
import { continueAuthorization } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWriteAt } from '@/lib/web/define-route'

/** Takes a run a step further, by what the bank says of it now. */
export const POST = defineWriteAt(authorizationParams, {
  name: 'authorizations.continue',
  body: continueBody,
  async handle({ body, params, request, session, server }) {
    const press = body.saysApproved ? 'says_approved' : body.askNow ? 'ask_now' : 'none'
    const view: ContinueAnswer = await continueAuthorization(
      server.flows,
      session,
      callerOf(server, request),
      { ...params, press },
    )
    return Response.json(view)
  },
})
