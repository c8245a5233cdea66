import type { RefreshAnswer } from '@/lib/contracts/movements'
import { productParams, refreshBody } from '@/lib/contracts/requests'
import { refreshMovements } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWriteAt } from '@/lib/web/define-route'

/** Reads movements from the bank: what may be new, or the days asked for. */
export const POST = defineWriteAt(productParams, {
  name: 'movements.refresh',
  body: refreshBody,
  async handle({ body, params, request, session, server }) {
    const asked = { ...params, ...body }
    const answer: RefreshAnswer = await refreshMovements(
      server.flows,
      session,
      callerOf(server, request),
      asked,
    )
    return Response.json(answer)
  },
})
