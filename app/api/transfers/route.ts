import { beginTransferBody, transfersQuery } from '@/lib/contracts/requests'
import type { TransferList, TransferView } from '@/lib/contracts/transfers'
import { beginTransfer, listTransfers } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { checkedQuery, defineRead, defineWrite } from '@/lib/web/define-route'

/** The customer's transfers, the newest first. */
export const GET = defineRead({
  name: 'transfers.list',
  async handle({ request, session, server }) {
    const { after } = checkedQuery(request, transfersQuery)
    const list: TransferList = await listTransfers(server.flows, session, after)
    return Response.json(list)
  },
})

/** Begins one, as a draft; the same form sent again finds it. */
export const POST = defineWrite({
  name: 'transfers.begin',
  body: beginTransferBody,
  async handle({ body, request, session, server }) {
    const view: TransferView = await beginTransfer(server.flows, session, callerOf(server, request), body)
    return Response.json(view)
  },
})
