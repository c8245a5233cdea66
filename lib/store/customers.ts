import { randomUUID } from 'node:crypto'
import type { StoreContext } from './context'

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
  }
}
