import { catchUpBody } from '@/lib/contracts/requests'
import { catchUpMovements } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineWrite } from '@/lib/web/define-route'

/** Reads from the bank the movements of every account on which something may be new. */
export const POST = defineWrite({
  name: 'movements.catch_up',
  body: catchUpBody,
  async handle({ request, session, server }) {
    return Response.json(await catchUpMovements(server.flows, session, callerOf(server, request)))
  },
})
