import { preparationQuery } from '@/lib/contracts/requests'
import type { PreparationAnswer } from '@/lib/contracts/transfers'
import { prepareTransferForm } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { checkedQuery, defineRead } from '@/lib/web/define-route'

/** What the bank says of transfers from an account; it is asked, and nothing changes there. */
export const GET = defineRead({
  name: 'transfers.preparation',
  async handle({ request, session, server }) {
    const { productId } = checkedQuery(request, preparationQuery)
    const caller = callerOf(server, request)
    const answer: PreparationAnswer = await prepareTransferForm(server.flows, session, caller, productId)
    return Response.json(answer)
  },
})
