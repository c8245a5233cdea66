import type { ProductsAnswer } from '@/lib/contracts/movements'
import { readProducts } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineRead } from '@/lib/web/define-route'

/** The accounts under consent, each with all that the bank says of it in one list. */
export const GET = defineRead({
  name: 'products.list',
  async handle({ request, session, server }) {
    const answer: ProductsAnswer = await readProducts(server.flows, session, callerOf(server, request))
    return Response.json(answer)
  },
})
