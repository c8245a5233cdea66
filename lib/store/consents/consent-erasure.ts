import { Prisma } from '@/prisma/generated/client'
import { READING_CATEGORY } from '../accounts/covered'
import { PAYMENTS_CATEGORY } from '../transfers/transfer-papers'

/**
 * Erases what is held of products that no consent lets us read (any more): balances, movements, details;
 * the details of the person with the last of them; and of what no consent lets us pay from, what prepare said. That an account is closed stays known while any
 * consent names it.
 */
export async function eraseUncovered(tx: Prisma.TransactionClient, customerId: string): Promise<void> {
  const consents = await tx.consent.findMany({
    where: { customerId },
    select: { category: true, productId: true },
  })
  const readable = consents.filter(({ category }) => category === READING_CATEGORY)
  const uncovered = { customerId, productId: { notIn: productIdsOf(readable) } }
  await tx.movement.deleteMany({ where: uncovered })
  await tx.balance.deleteMany({ where: uncovered })
  const payable = consents.filter(({ category }) => category === PAYMENTS_CATEGORY)
  await tx.transferPreparation.deleteMany({
    where: { customerId, productId: { notIn: productIdsOf(payable) } },
  })
  await tx.product.deleteMany({ where: { customerId, productId: { notIn: productIdsOf(consents) } } })
  await tx.product.updateMany({
    where: uncovered,
    data: {
      details: Prisma.DbNull,
      detailsReadAt: null,
      movementsReadAt: null,
      movementsFrom: null,
      movementsTo: null,
      newestReadAt: null,
      problem: null,
      problemAt: null,
      incompleteAt: null,
      incompleteFrom: null,
      incompleteTo: null,
    },
  })
  if (readable.length > 0) return
  await tx.customer.updateMany({
    where: { id: customerId },
    data: { details: Prisma.DbNull, detailsReadAt: null },
  })
}

function productIdsOf(consents: readonly { productId: string }[]): string[] {
  return [...new Set(consents.map(({ productId }) => productId))]
}
