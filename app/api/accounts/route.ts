import type { AccountList } from '@/lib/contracts/accounts'
import { listAccounts } from '@/lib/flows'
import { callerOf } from '@/lib/web/caller'
import { defineRead } from '@/lib/web/define-route'

/** The customer's accounts, fresh from the bank. */
export const GET = defineRead({
  name: 'accounts.list',
  async handle({ request, session, server }) {
    const list: AccountList = await listAccounts(server.flows, session, callerOf(server, request))
    return Response.json(list)
  },
})
