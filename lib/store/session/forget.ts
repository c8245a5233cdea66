import type { Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'

/** How many rows were erased, by table; zero of all when there was no such customer. */
export type ForgetReport = Record<ForgottenTable, number>

type ForgottenTable =
  | 'transferReceipts'
  | 'transferEvents'
  | 'transferChecks'
  | 'transfers'
  | 'transferPreparations'
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
export async function forgetCustomer(context: StoreContext, customerId: string): Promise<ForgetReport> {
  return context.prisma.$transaction((tx) => erase(context, tx, customerId), { timeout: eraseWithinMs })
}

/**
 * The same, and nothing is erased while
 * - a payment is being sent (`paying`): what becomes of it would be told to nobody;
 * - a consent has been confirmed since the bank's list was asked for, or a confirmation is perhaps still on its way
 *   (`confirming`): the list may then be another by now. Not asked without `listAskedAt`.
 */
export async function forgetUnlessBusy(
  context: StoreContext,
  customerId: string,
  listAskedAt: Date | null,
): Promise<ForgetReport | 'paying' | 'confirming'> {
  return context.prisma.$transaction(
    async (tx) => {
      await holdAlone(tx, customerId)
      // Locked, so that of this erasure and a claim at the same time one finds the other.
      await tx.$queryRaw`SELECT 1 FROM "authorization_run" WHERE "customer_id" = ${customerId}::uuid FOR UPDATE`
      await tx.$queryRaw`SELECT 1 FROM "transfer" WHERE "customer_id" = ${customerId}::uuid FOR UPDATE`
      if ((await tx.transfer.count({ where: { customerId, state: 'executing' } })) > 0) return 'paying'
      if (listAskedAt === null) return erase(context, tx, customerId)
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
      return confirming > 0 ? 'confirming' : erase(context, tx, customerId)
    },
    { timeout: eraseWithinMs },
  )
}

async function erase(
  { noteErasure }: StoreContext,
  tx: Prisma.TransactionClient,
  customerId: string,
): Promise<ForgetReport> {
  const where = { customerId }
  await holdAlone(tx, customerId)
  noteErasure()
  return {
    transferReceipts: (await tx.transferReceipt.deleteMany({ where })).count,
    transferEvents: (await tx.transferEvent.deleteMany({ where })).count,
    transferChecks: (await tx.transferCheck.deleteMany({ where })).count,
    transfers: (await tx.transfer.deleteMany({ where })).count,
    transferPreparations: (await tx.transferPreparation.deleteMany({ where })).count,
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
