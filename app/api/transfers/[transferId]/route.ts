import { transferParams } from '@/lib/contracts/requests'
import type { TransferView } from '@/lib/contracts/transfers'
import { readTransfer } from '@/lib/flows'
import { defineReadAt } from '@/lib/web/define-route'

/** How a transfer stands; the bank is not asked. */
export const GET = defineReadAt(transferParams, {
  name: 'transfers.read',
  async handle({ params, session, server }) {
    const view: TransferView = await readTransfer(server.flows, session, params.transferId)
    return Response.json(view)
  },
})
