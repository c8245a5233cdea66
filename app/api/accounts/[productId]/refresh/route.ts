import type { RefreshAnswer } from '@/lib/contracts/movements'
import { productParams, refreshBody } from '@/lib/contracts/requests'
import { refreshAccount } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWriteAt } from '@/lib/web/define-route'

/** Reads from the bank the balance and what may be new of the movements; or the movements of the days asked for. */
export const POST = defineWriteAt(productParams, {
  name: 'movements.refresh',
  body: refreshBody,
  async handle({ body, params, request, session, server }) {
    const asked = { ...params, ...body }
    const answer: RefreshAnswer = await refreshAccount(
      server.flows,
      session,
      callerOf(server, request),
      asked,
    )
    return Response.json(answer)
  },
})
