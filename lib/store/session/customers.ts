import { randomUUID } from 'node:crypto'
import { lockCustomer, READING_CATEGORY, type SaveOutcome } from '../accounts/covered'
import { type Details, readDetails, storableDetails } from '../accounts/details'
import type { StoreContext } from '../context'
import { notAfter } from '../values/clock-set-back'

export function customersStore({ prisma, now }: StoreContext) {
  return {
    /**
     * Our customer for the bank's customer id, created at the first sign-in. Any number of first
     * sign-ins at once end with one row and the same answer.
     */
    async ensure(bankCustomerId: string): Promise<{ customerId: string }> {
      const known = await prisma.customer.findUnique({ where: { bankCustomerId }, select: { id: true } })
      if (known !== null) return { customerId: known.id }
      // Prisma's upsert can lose this race (P2002); ON CONFLICT DO NOTHING cannot.
      await prisma.customer.createMany({
        data: [{ id: randomUUID(), bankCustomerId, createdAt: now() }],
        skipDuplicates: true,
      })
      const row = await prisma.customer.findUniqueOrThrow({ where: { bankCustomerId }, select: { id: true } })
      return { customerId: row.id }
    },

    /**
     * Keeps what the bank says of the person, while a consent to read any product covers it. Of two
     * answers that cross the later read wins.
     */
    async saveDetails(customerId: string, details: Details, readAt: Date): Promise<SaveOutcome> {
      const data = { details: storableDetails(details), detailsReadAt: readAt }
      return prisma.$transaction(async (tx) => {
        if (!(await lockCustomer(tx, customerId))) return 'not_covered'
        const consents = await tx.consent.count({ where: { customerId, category: READING_CATEGORY } })
        if (consents === 0) return 'not_covered'
        const { count } = await tx.customer.updateMany({
          where: {
            id: customerId,
            OR: [
              { detailsReadAt: null },
              ...notAfter(readAt, now).map((detailsReadAt) => ({ detailsReadAt })),
            ],
          },
          data,
        })
        return count === 1 ? 'saved' : 'stale'
      })
    },

    async findDetails(customerId: string): Promise<{ details: Details; readAt: Date } | null> {
      const row = await prisma.customer.findUnique({
        where: { id: customerId },
        select: { details: true, detailsReadAt: true },
      })
      if (row === null || row.detailsReadAt === null) return null
      return { details: readDetails(row.details), readAt: row.detailsReadAt }
    },
  }
}
