import type { RecentPayee } from '@/lib/contracts/transfers'
import { recentPayees } from '@/lib/flows'
import { defineRead } from '@/lib/web/define-route'

/** Whom the customer paid last. */
export const GET = defineRead({
  name: 'transfers.payees',
  async handle({ session, server }) {
    const payees: RecentPayee[] = await recentPayees(server.flows, session)
    return Response.json({ payees })
  },
})
