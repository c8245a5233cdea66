import type { AuthorizationView } from '@/lib/contracts/authorizations'
import { abandonBody, authorizationParams } from '@/lib/contracts/requests'
import { abandonAuthorization } from '@/lib/flows'
import { defineWriteAt } from '@/lib/web/define-route'

/** Abandons a run that is not being confirmed. A later approval at the bank has no effect. */
export const POST = defineWriteAt(authorizationParams, {
  name: 'authorizations.abandon',
  body: abandonBody,
  async handle({ params, session, server }) {
    const view: AuthorizationView = await abandonAuthorization(server.flows, session, params.authorizationId)
    return Response.json(view)
  },
})
