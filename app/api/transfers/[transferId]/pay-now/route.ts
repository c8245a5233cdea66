import { transferParams, transferPressBody } from '@/lib/contracts/requests'
import type { TransferView } from '@/lib/contracts/transfers'
import { payNow } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWriteAt } from '@/lib/web/define-route'

/** Pays what was approved too long ago to be paid without asking. */
export const POST = defineWriteAt(transferParams, {
  name: 'transfers.payNow',
  event: 'approved',
  body: transferPressBody,
  async handle({ body, params, request, session, server }) {
    const view: TransferView = await payNow(server.flows, session, callerOf(server, request), {
      ...params,
      ...body,
    })
    return Response.json(view)
  },
})
