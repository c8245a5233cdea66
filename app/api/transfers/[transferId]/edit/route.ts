import { transferParams, transferPressBody } from '@/lib/contracts/requests'
import type { TransferView } from '@/lib/contracts/transfers'
import { editTransfer } from '@/lib/flows'
import { defineWriteAt } from '@/lib/web/define-route'

/** Back to the form. */
export const POST = defineWriteAt(transferParams, {
  name: 'transfers.edit',
  body: transferPressBody,
  async handle({ body, params, session, server }) {
    const view: TransferView = await editTransfer(server.flows, session, { ...params, ...body })
    return Response.json(view)
  },
})
