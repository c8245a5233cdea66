import type { Sharing } from '@/lib/contracts/sharing'
import { refreshSharing } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineRead } from '@/lib/web/define-route'
import { seenEventOf } from '@/lib/web/seen-events'

/** What the customer shares, by the bank's list of now. */
export const GET = defineRead({
  name: 'sharing.read',
  async handle({ request, session, server }) {
    const seen = seenEventOf(server, request.cookies, session.customerId)
    const sharing: Sharing = await refreshSharing(server.flows, session, callerOf(server, request), seen)
    return Response.json(sharing)
  },
})
