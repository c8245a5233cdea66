import { transferParams, transferStepBody } from '@/lib/contracts/requests'
import type { TransferView } from '@/lib/contracts/transfers'
import { addTransferStep } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWriteAt } from '@/lib/web/define-route'

/** Adds what the bank asks for. */
export const POST = defineWriteAt(transferParams, {
  name: 'transfers.step',
  body: transferStepBody,
  async handle({ body, params, request, session, server }) {
    const view: TransferView = await addTransferStep(server.flows, session, callerOf(server, request), {
      ...params,
      ...body,
    })
    return Response.json(view)
  },
})
