import type { BeginAnswer } from '@/lib/contracts/authorizations'
import { grantBody } from '@/lib/contracts/requests'
import { beginConsent } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWrite } from '@/lib/web/define-route'

/** Begins to share accounts; the answer says where the customer approves it. */
export const POST = defineWrite({
  name: 'consents.grant',
  event: 'approved',
  body: grantBody,
  async handle({ body, request, session, server }) {
    const form = { ...body, direction: 'grant' } as const
    const begun: BeginAnswer = await beginConsent(server.flows, session, callerOf(server, request), form)
    return Response.json(begun)
  },
})
