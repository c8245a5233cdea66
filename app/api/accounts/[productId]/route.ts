import type { AccountDetailsAnswer } from '@/lib/contracts/movements'
import { productParams } from '@/lib/contracts/requests'
import { refreshDetails } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineReadAt } from '@/lib/web/define-route'

/** What the bank says of an account. */
export const GET = defineReadAt(productParams, {
  name: 'accounts.read',
  async handle({ params, request, session, server }) {
    const caller = callerOf(server, request)
    const answer: AccountDetailsAnswer = await refreshDetails(server.flows, session, caller, params.productId)
    return Response.json(answer)
  },
})
