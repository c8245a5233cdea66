import type { AuthorizationView } from '@/lib/contracts/authorizations'
import { abandonBody, authorizationParams } from '@/lib/contracts/requests'
import { abandonAuthorization } from '@/lib/flows'
import { defineWriteAt } from '@/lib/web/define-route'

/** Drops a run that is not being confirmed; what may still be approved at the bank then counts for nothing. */
export const POST = defineWriteAt(authorizationParams, {
  name: 'authorizations.abandon',
  body: abandonBody,
  async handle({ params, session, server }) {
    const view: AuthorizationView = await abandonAuthorization(server.flows, session, params.authorizationId)
    return Response.json(view)
  },
})
