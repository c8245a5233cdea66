import { transferParams, transferPressBody } from '@/lib/contracts/requests'
import type { TransferView } from '@/lib/contracts/transfers'
import { approveTransfer } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWriteAt } from '@/lib/web/define-route'

/** The customer confirms what is shown; the answer says where they approve it. */
export const POST = defineWriteAt(transferParams, {
  name: 'transfers.approve',
  event: 'approved',
  body: transferPressBody,
  async handle({ body, params, request, session, server }) {
    const view: TransferView = await approveTransfer(server.flows, session, callerOf(server, request), {
      ...params,
      ...body,
    })
    return Response.json(view)
  },
})
