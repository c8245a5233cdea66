import type { MovementsPage } from '@/lib/contracts/movements'
import { movementsQuery, productParams } from '@/lib/contracts/requests'
import { readMovements } from '@/lib/flows'
import { checkedQuery, defineReadAt } from '@/lib/web/define-route'

/** Movements as they are stored, filtered and a page at a time; asks nothing of the bank. */
export const GET = defineReadAt(productParams, {
  name: 'movements.list',
  async handle({ params, request, session, server }) {
    const { cursor, limit, ...filter } = checkedQuery(request, movementsQuery)
    const asked = { ...params, filter, cursor, limit }
    const page: MovementsPage = await readMovements(server.flows, session.customerId, asked)
    return Response.json(page)
  },
})
