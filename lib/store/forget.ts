import type { Prisma } from '@/prisma/generated/client'
import type { StoreContext } from './context'

/** How many rows were erased, by table; zero of all when there was no such customer. */
export type ForgetReport = Record<ForgottenTable, number>

type ForgottenTable =
  | 'movements'
  | 'balances'
  | 'products'
  | 'consentEvents'
  | 'consents'
  | 'authorizations'
  | 'accounts'
  | 'connectAttempts'
  | 'sessions'
  | 'connections'
  | 'customers'

const eraseWithinMs = 60_000
/** Longer than a bank takes to answer: what was sent earlier is in its list, or never will be. */
const confirmingMs = 60_000

/**
 * Erases everything of a customer, in one transaction. Deleting the customer's row alone would do it by
 * cascade; table by table it can be counted.
 */
export async function forgetCustomer({ prisma }: StoreContext, customerId: string): Promise<ForgetReport> {
  return prisma.$transaction((tx) => erase(tx, customerId), { timeout: eraseWithinMs })
}

/**
 * The same, unless a consent has been confirmed since the bank's list was asked for, or a confirmation is perhaps still
 * on its way: the list may then be another by now. Null, and nothing is erased.
 */
export async function forgetUnlessConfirming(
  { prisma }: StoreContext,
  customerId: string,
  listAskedAt: Date,
): Promise<ForgetReport | null> {
  return prisma.$transaction(
    async (tx) => {
      await holdAlone(tx, customerId)
      // Locked, so that of this erasure and a claim to confirm at the same time one finds the other.
      await tx.$queryRaw`SELECT 1 FROM "authorization_run" WHERE "customer_id" = ${customerId}::uuid FOR UPDATE`
      const onItsWay = new Date(listAskedAt.getTime() - confirmingMs)
      const confirming = await tx.authorization.count({
        where: {
          customerId,
          kind: 'consent_grant',
          OR: [
            { confirmingAt: { gte: listAskedAt } },
            { confirmingAt: { gte: onItsWay }, state: { in: ['confirming', 'unknown'] } },
          ],
        },
      })
      return confirming > 0 ? null : erase(tx, customerId)
    },
    { timeout: eraseWithinMs },
  )
}

async function erase(tx: Prisma.TransactionClient, customerId: string): Promise<ForgetReport> {
  const where = { customerId }
  await holdAlone(tx, customerId)
  return {
    movements: (await tx.movement.deleteMany({ where })).count,
    balances: (await tx.balance.deleteMany({ where })).count,
    products: (await tx.product.deleteMany({ where })).count,
    consentEvents: (await tx.consentEvent.deleteMany({ where })).count,
    consents: (await tx.consent.deleteMany({ where })).count,
    authorizations: (await tx.authorization.deleteMany({ where })).count,
    accounts: (await tx.account.deleteMany({ where })).count,
    connectAttempts: (await tx.connectAttempt.deleteMany({ where })).count,
    sessions: (await tx.session.deleteMany({ where })).count,
    connections: (await tx.connection.deleteMany({ where })).count,
    customers: (await tx.customer.deleteMany({ where: { id: customerId } })).count,
  }
}

/** Whoever is writing something of the customer finishes first, whoever comes later finds nobody. */
async function holdAlone(tx: Prisma.TransactionClient, customerId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "customer" WHERE "id" = ${customerId}::uuid FOR UPDATE`
}
