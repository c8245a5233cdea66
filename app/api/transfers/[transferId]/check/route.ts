import { checkTransferBody, transferParams } from '@/lib/contracts/requests'
import type { TransferView } from '@/lib/contracts/transfers'
import { checkTransfer } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWriteAt } from '@/lib/web/define-route'

/** Has the bank check what was typed; the answer is its verdict, or what was wrong. */
export const POST = defineWriteAt(transferParams, {
  name: 'transfers.check',
  body: checkTransferBody,
  async handle({ body, params, request, session, server }) {
    const view: TransferView = await checkTransfer(server.flows, session, callerOf(server, request), {
      ...params,
      ...body,
    })
    return Response.json(view)
  },
})
