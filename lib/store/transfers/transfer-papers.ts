import { Prisma } from '@/prisma/generated/client'
import { lockCustomer, type SaveOutcome } from '../accounts/covered'
import type { StoreContext } from '../context'
import { notAfter } from '../values/clock-set-back'
import { isUuid } from '../values/uuid'
import { type TransferPreparation, transferContent } from './transfer-content'

export type TransferReceipt = { bytes: Uint8Array; contentType: string; fetchedAt: Date }

export const PAYMENTS_CATEGORY = 'PAYMENTS'

const maxReceiptBytes = 10 * 1024 * 1024

/** Documents of the bank, and what its prepare said. */
export function transferPapers({ prisma, query, now }: StoreContext) {
  return {
    /** Keeps the document of a transfer, once, with an entry in what became of it. */
    async saveReceipt(
      customerId: string,
      transferId: string,
      { bytes, contentType }: { bytes: Uint8Array; contentType: string },
    ): Promise<boolean> {
      if (bytes.length > maxReceiptBytes) throw new RangeError('the document is too large')
      const fetchedAt = now()
      return prisma.$transaction(async (tx) => {
        const row = await tx.transfer.findFirst({ where: { id: transferId, customerId } })
        if (row === null) return false
        const { count } = await tx.transferReceipt.createMany({
          data: [{ transferId, customerId, bytes: Uint8Array.from(bytes), contentType, fetchedAt }],
          skipDuplicates: true,
        })
        if (count === 0) return false
        await tx.transferEvent.create({
          data: {
            ...{ customerId, transferId, at: fetchedAt, what: 'receipt_stored' },
            ...{ checkNumber: row.checkNumber, actor: 'system', bankCodes: [], bankRequestIds: [] },
          },
        })
        return true
      })
    },

    async receipt(customerId: string, transferId: string): Promise<TransferReceipt | null> {
      if (!isUuid(transferId)) return null
      const row = await prisma.transferReceipt.findFirst({ where: { transferId, customerId } })
      if (row === null) return null
      const { bytes, contentType, fetchedAt } = row
      return { bytes, contentType, fetchedAt }
    },

    /** The bank has no document of it (any more). */
    async receiptGone(customerId: string, transferId: string): Promise<void> {
      await prisma.transfer.updateMany({
        where: { id: transferId, customerId, receiptGoneAt: null },
        data: { receiptGoneAt: now() },
      })
    },

    /** Keeps what prepare said of a product, while a PAYMENTS consent covers it. Of two that cross the later wins. */
    async savePreparation(
      customerId: string,
      productId: string,
      given: TransferPreparation,
      readAt: Date,
    ): Promise<SaveOutcome> {
      const answer = transferContent.preparation(given)
      return prisma.$transaction(async (tx) => {
        if (!(await lockCustomer(tx, customerId))) return 'not_covered'
        const consents = await tx.consent.count({
          where: { customerId, productId, category: PAYMENTS_CATEGORY },
        })
        if (consents === 0) return 'not_covered'
        const where = { customerId, productId }
        const { count } = await tx.transferPreparation.updateMany({
          where: {
            ...where,
            OR: [...notAfter(readAt, now).map((readAt) => ({ readAt }))],
          },
          data: { answer, readAt },
        })
        if (count === 1) return 'saved'
        const added = await tx.transferPreparation.createMany({
          data: [{ ...where, answer, readAt }],
          skipDuplicates: true,
        })
        return added.count === 1 ? 'saved' : 'stale'
      })
    },

    async preparation(
      customerId: string,
      productId: string,
    ): Promise<{ preparation: TransferPreparation; readAt: Date } | null> {
      const [row] = await query<{ answer: unknown; readAt: Date }>(Prisma.sql`
        SELECT "answer", "read_at" AS "readAt" FROM "transfer_preparation"
        WHERE "customer_id" = ${customerId}::uuid AND "product_id" = ${productId}`)
      if (row === undefined) return null
      return { preparation: transferContent.preparation(row.answer), readAt: row.readAt }
    },
  }
}
