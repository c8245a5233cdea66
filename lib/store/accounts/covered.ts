import type { Prisma } from '@/prisma/generated/client'

/** The category that lets us read balances, movements and details. */
export const READING_CATEGORY = 'ACCOUNT_INFO'

/**
 * What became of something the bank answered: `stale` when a later answer is already there,
 * `not_covered` when no consent in our copy of the bank's list covers the product (any more).
 */
export type SaveOutcome = 'saved' | 'stale' | 'not_covered'

/**
 * Whether a consent covers the product, and if so for how long this transaction lasts: an answer that was
 * under way while its consent ended must not be stored after the erasure. The locks are those of a
 * foreign key, customer before consent, so that they wait for an erasure and never for each other.
 *
 * @param category any category when not given
 */
export async function holdConsent(
  tx: Prisma.TransactionClient,
  customerId: string,
  productId: string,
  category?: string,
): Promise<boolean> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "customer" JOIN "consent" ON "consent"."customer_id" = "customer"."id"
    WHERE "customer"."id" = ${customerId}::uuid AND "consent"."product_id" = ${productId}
      AND (${category ?? null}::text IS NULL OR "consent"."category" = ${category ?? null}::text)
    FOR KEY SHARE`
  return held.length > 0
}

/**
 * Takes the customer's row lock for this transaction; consents are only replaced by who has it.
 * False when there is no such customer.
 */
export async function lockCustomer(tx: Prisma.TransactionClient, customerId: string): Promise<boolean> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "customer" WHERE "id" = ${customerId}::uuid FOR NO KEY UPDATE`
  return locked.length > 0
}
