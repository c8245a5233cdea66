import type { Overview, OverviewAnswer } from '@/lib/contracts/overview'
import { refreshOverview } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineRead } from '@/lib/web/define-route'

/** Accounts with fresh balances; each account says for itself what became of asking. */
export const GET = defineRead({
  name: 'overview.read',
  async handle({ request, session, server, reference }) {
    const overview: Overview = await refreshOverview(server.flows, session, callerOf(server, request))
    const answer: OverviewAnswer = { ...overview, reference }
    return Response.json(answer)
  },
})
