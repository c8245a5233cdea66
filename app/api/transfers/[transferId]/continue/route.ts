import { continueTransferBody, transferParams } from '@/lib/contracts/requests'
import type { TransferView } from '@/lib/contracts/transfers'
import { continueTransfer } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWriteAt } from '@/lib/web/define-route'

/** Takes a transfer as far as it goes now; the pace is kept here. */
export const POST = defineWriteAt(transferParams, {
  name: 'transfers.continue',
  body: continueTransferBody,
  async handle({ params, request, session, server }) {
    const view: TransferView = await continueTransfer(
      server.flows,
      session,
      callerOf(server, request),
      params.transferId,
    )
    return Response.json(view)
  },
})
