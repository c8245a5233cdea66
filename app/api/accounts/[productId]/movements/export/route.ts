import { noFileAddress } from '@/lib/contracts/export-address'
import { exportQuery, productParams } from '@/lib/contracts/requests'
import { exportFile } from '@/lib/exports'
import { exportMovements } from '@/lib/flows'
import { checkedQuery, defineReadAt } from '@/lib/web/define-route'
import { downloadResponse } from '@/lib/web/download'

/** Movements as they are stored, filtered as on the page, as a file; asks nothing of the bank. */
export const GET = defineReadAt(productParams, {
  name: 'movements.export',
  leaveTo: ({ nextUrl }, { code }) => noFileAddress(nextUrl, code),
  async handle({ params: { productId }, request, session, server, reference }) {
    const { format, ...filter } = checkedQuery(request, exportQuery)
    const open = async () => {
      const { requireUnchanged, ...source } = await exportMovements(server.flows, session.customerId, {
        productId,
        filter,
      })
      return { ...exportFile(source, format), requireUnchanged }
    }
    return downloadResponse(open, { server, customerId: session.customerId, reference })
  },
})
