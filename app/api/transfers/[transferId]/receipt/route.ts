import { transferParams } from '@/lib/contracts/requests'
import { readReceipt } from '@/lib/flows'
import { defineReadAt } from '@/lib/web/define-route'

/** What a browser may be told that it is; all else is bytes, for the bank does not sign what type they have. */
const PDF = /^application\/pdf\b/

/** The bank's document, as a file. */
export const GET = defineReadAt(transferParams, {
  name: 'transfers.receipt',
  async handle({ params, session, server }) {
    const { bytes, contentType, transfer } = await readReceipt(server.flows, session, params.transferId)
    const isPdf = PDF.test(contentType)
    const name = `sportello-${transfer.cro?.replace(/\W/g, '') || transfer.transferId}${isPdf ? '.pdf' : ''}`
    return new Response(Uint8Array.from(bytes), {
      headers: {
        'content-type': isPdf ? 'application/pdf' : 'application/octet-stream',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      },
    })
  },
})
