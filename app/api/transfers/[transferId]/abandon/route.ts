import { transferParams, transferPressBody } from '@/lib/contracts/requests'
import type { TransferView } from '@/lib/contracts/transfers'
import { abandonTransfer } from '@/lib/flows'
import { defineWriteAt } from '@/lib/web/define-route'

/** The customer gives it up. */
export const POST = defineWriteAt(transferParams, {
  name: 'transfers.abandon',
  body: transferPressBody,
  async handle({ body, params, session, server }) {
    const view: TransferView = await abandonTransfer(server.flows, session, { ...params, ...body })
    return Response.json(view)
  },
})
