import type { DetailsAnswer } from '@/lib/contracts/movements'
import { refreshCustomerDetails } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineRead } from '@/lib/web/define-route'

/** What the bank says of the customer. */
export const GET = defineRead({
  name: 'customer.read',
  async handle({ request, session, server }) {
    const answer: DetailsAnswer = await refreshCustomerDetails(
      server.flows,
      session,
      callerOf(server, request),
    )
    return Response.json(answer)
  },
})
