import type { AuthorizationView } from '@/lib/contracts/authorizations'
import { authorizationParams } from '@/lib/contracts/requests'
import { readAuthorization } from '@/lib/flows'
import { defineReadAt } from '@/lib/web/define-route'

/** How a run stands, as far as we know; asks nothing of the bank. */
export const GET = defineReadAt(authorizationParams, {
  name: 'authorizations.read',
  async handle({ params, session, server }) {
    const view: AuthorizationView = await readAuthorization(server.flows, session, params.authorizationId)
    return Response.json(view)
  },
})
