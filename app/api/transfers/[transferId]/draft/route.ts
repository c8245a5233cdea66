import { keepDraftBody, transferParams } from '@/lib/contracts/requests'
import type { TransferView } from '@/lib/contracts/transfers'
import { keepDraft, keepTransferStep } from '@/lib/flows'
import { defineWriteAt } from '@/lib/web/define-route'

/** Keeps what was typed; the bank is not asked. */
export const POST = defineWriteAt(transferParams, {
  name: 'transfers.draft',
  body: keepDraftBody,
  async handle({ body, params, session, server }) {
    const view: TransferView =
      'draft' in body
        ? await keepDraft(server.flows, session, { ...params, ...body })
        : await keepTransferStep(server.flows, session, { ...params, ...body })
    return Response.json(view)
  },
})
