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

/**
 * Erases everything of a customer, in one transaction. Deleting the customer's row alone would do it by
 * cascade; table by table it can be counted.
 */
export async function forgetCustomer({ prisma }: StoreContext, customerId: string): Promise<ForgetReport> {
  const where = { customerId }
  return prisma.$transaction(
    async (tx) => {
      // Whoever is writing something of the customer finishes first, whoever comes later finds nobody.
      await tx.$queryRaw`SELECT 1 FROM "customer" WHERE "id" = ${customerId}::uuid FOR UPDATE`
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
    },
    { timeout: eraseWithinMs },
  )
}
