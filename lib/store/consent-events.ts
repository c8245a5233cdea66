import type { ConsentChange, Prisma } from '@/prisma/generated/client'
import { storable } from './text'

/** A category, named as the bank does, and the products it is granted for. */
export type ConsentGrant = { category: string; productIds: readonly string[] }

/** A run of ours that was confirmed, and what it asked for. */
export type ReplaceReason = {
  authorizationId: string
  change: 'granted' | 'revoked'
  scopes: readonly ConsentGrant[]
}

/** One product in one category. */
export type ConsentPair = { key: string; category: string; productId: string }

/** Each pair once, in the order given. */
export function pairsOf(grants: readonly ConsentGrant[]): Map<string, ConsentPair> {
  const pairs = new Map<string, ConsentPair>()
  for (const grant of grants) {
    const category = storable(grant.category)
    for (const id of grant.productIds) {
      const productId = storable(id)
      const key = JSON.stringify([category, productId])
      pairs.set(key, { key, category, productId })
    }
  }
  return pairs
}

/** By category, in the order given. */
export function grantsOf(pairs: readonly ConsentPair[]): { category: string; productIds: string[] }[] {
  const byCategory = new Map<string, string[]>()
  for (const { category, productId } of pairs) {
    const productIds = byCategory.get(category)
    if (productIds === undefined) byCategory.set(category, [productId])
    else productIds.push(productId)
  }
  return [...byCategory].map(([category, productIds]) => ({ category, productIds }))
}

/**
 * Adds to the history. What the run of `reason` asked for is put down to it; all else to the customer's
 * own doing at the bank, also when it shows in the same list.
 */
export async function recordEvents(
  tx: Prisma.TransactionClient,
  customerId: string,
  change: {
    appeared: readonly ConsentPair[]
    disappeared: readonly ConsentPair[]
    readAt: Date
    reason?: ReplaceReason
  },
): Promise<void> {
  const { reason, readAt: at } = change
  const askedFor = pairsOf(reason?.scopes ?? [])
  const authorizationId = await ownAuthorization(tx, customerId, reason)
  const rows = (pairs: readonly ConsentPair[], ours: ConsentChange, theirs: ConsentChange) => {
    const isOurs = (pair: ConsentPair) => reason?.change === ours && askedFor.has(pair.key)
    return [
      ...grantsOf(pairs.filter(isOurs)).map((grant) => ({ ...grant, what: ours, authorizationId })),
      ...grantsOf(pairs.filter((pair) => !isOurs(pair))).map((grant) => ({
        ...grant,
        what: theirs,
        authorizationId: null,
      })),
    ]
  }
  await tx.consentEvent.createMany({
    data: [
      ...rows(change.disappeared, 'revoked', 'ended_at_bank'),
      ...rows(change.appeared, 'granted', 'granted'),
    ].map((row) => ({ customerId, at, ...row })),
  })
}

async function ownAuthorization(
  tx: Prisma.TransactionClient,
  customerId: string,
  reason: ReplaceReason | undefined,
): Promise<string | null> {
  if (reason === undefined) return null
  const run = await tx.authorization.findFirst({
    where: { id: reason.authorizationId, customerId },
    select: { id: true },
  })
  return run?.id ?? null
}
