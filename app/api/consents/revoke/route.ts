import { revokeBody } from '@/lib/contracts/requests'
import type { RevokeEverythingAnswer } from '@/lib/contracts/sharing'
import { beginConsent, beginRevokingEverything } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWrite } from '@/lib/web/define-route'

/** Begins to take back what is shared, or all of it; the answer says where the customer approves it. */
export const POST = defineWrite({
  name: 'consents.revoke',
  event: 'approved',
  body: revokeBody,
  async handle({ body, request, session, server }) {
    const caller = callerOf(server, request)
    const begun: RevokeEverythingAnswer =
      'everything' in body
        ? ((await beginRevokingEverything(server.flows, session, caller, body)) ?? { kind: 'nothing_shared' })
        : await beginConsent(server.flows, session, caller, { ...body, direction: 'revoke' })
    return Response.json(begun)
  },
})
