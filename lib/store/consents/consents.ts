import { bankLimits } from '@/lib/domain/bank-limits'
import { Prisma } from '@/prisma/generated/client'
import { READING_CATEGORY } from '../accounts/covered'
import type { Query, StoreContext } from '../context'
import { reachesDiskLater } from '../database/async-commit'
import { notAfter } from '../values/clock-set-back'
import { eraseUncovered } from './consent-erasure'
import {
  type ConsentGrant,
  type ConsentPair,
  grantsOf,
  pairsOf,
  type ReplaceReason,
  recordEvents,
} from './consent-events'

export type Consent = {
  /** As the bank names it. */
  category: string
  productId: string
  /** When we first saw it in the bank's list. */
  grantedAt: Date
  lastUsedAt: Date | null
}

export type ConsentReplacement =
  /** The stored list was read later, or the customer is gone; nothing changed. */
  | { kind: 'stale' }
  | {
      kind: 'replaced'
      appeared: ConsentGrant[]
      disappeared: ConsentGrant[]
      /** Products whose balances, movements and details were erased. */
      erasedProductIds: string[]
    }

export type ConsentEntry = {
  eventId: string
  at: Date
  what: 'granted' | 'revoked' | 'ended_at_bank'
  category: string
  productIds: string[]
  /** The run that brought it about; null = it was done at the bank. */
  authorizationId: string | null
}

export const maxConsents: number = bankLimits.consents
const touchEveryMs = 60_000
const maxEntries = 200

/** Our copy of the bank's list of what each customer allows, and its history. */
export function consentsStore(context: StoreContext) {
  return { replaceFromBank: replacing(context), ...reading(context) }
}

/**
 * Replaces our copy by what the bank listed at `readAt`, writes down what appeared and disappeared, and
 * erases what is held of every product that can no longer be read. Of two lists that cross the later
 * read wins.
 *
 * @param list `isWhole` false: rows of it could not be read, so that what is missing proves nothing
 * @param reason the run of ours that the list was read after; whatever else changed was done at the bank
 * @throws RangeError for more than 10,000 consents
 */
function replacing({ prisma, query, now, noteErasure }: StoreContext) {
  return async (
    customerId: string,
    list: { grants: readonly ConsentGrant[]; isWhole: boolean },
    readAt: Date,
    reason?: ReplaceReason,
  ): Promise<ConsentReplacement> => {
    const listed = pairsOf(list.grants)
    if (listed.size > maxConsents) throw new RangeError(`more than ${maxConsents} consents`)
    if (list.isWhole && (await isSameList(query, customerId, [...listed.values()], readAt))) {
      return { kind: 'replaced', appeared: [], disappeared: [], erasedProductIds: [] }
    }
    return prisma.$transaction(async (tx) => {
      // Also takes the customer's row lock, so that two replacements never interleave.
      const { count } = await tx.customer.updateMany({
        where: {
          id: customerId,
          OR: [
            { consentsReadAt: null },
            ...notAfter(readAt, now).map((consentsReadAt) => ({ consentsReadAt })),
          ],
        },
        data: { consentsReadAt: readAt },
      })
      if (count === 0) return { kind: 'stale' }
      const stored = pairsOf(
        (await tx.consent.findMany({ where: { customerId } })).map(({ category, productId }) => ({
          category,
          productIds: [productId],
        })),
      )
      const appeared = [...listed.values()].filter((pair) => !stored.has(pair.key))
      const disappeared = list.isWhole ? [...stored.values()].filter((pair) => !listed.has(pair.key)) : []

      await tx.consent.createMany({
        data: appeared.map(({ category, productId }) => ({
          customerId,
          category,
          productId,
          grantedAt: readAt,
        })),
      })
      for (const { category, productIds } of grantsOf(disappeared)) {
        await tx.consent.deleteMany({ where: { customerId, category, productId: { in: productIds } } })
      }
      await recordEvents(tx, customerId, { appeared, disappeared, readAt, reason })
      if (disappeared.length > 0) {
        noteErasure()
        await eraseUncovered(tx, customerId)
      }
      return {
        kind: 'replaced',
        appeared: grantsOf(appeared),
        disappeared: grantsOf(disappeared),
        erasedProductIds: disappeared.flatMap(({ category, productId }) =>
          category === READING_CATEGORY ? [productId] : [],
        ),
      }
    })
  }
}

/** The usual case, in one statement; see the same of accounts. */
async function isSameList(
  query: Query,
  customerId: string,
  pairs: readonly ConsentPair[],
  readAt: Date,
): Promise<boolean> {
  const listed = JSON.stringify(pairs.map(({ category, productId }) => [category, productId]))
  const aged = await query(Prisma.sql`
    UPDATE "customer" SET "consents_read_at" = ${readAt}::timestamptz
    WHERE ${reachesDiskLater} AND "id" = ${customerId}::uuid AND "consents_read_at" <= ${readAt}::timestamptz
      AND "consents_read_at" = (SELECT "consents_read_at" FROM "customer" WHERE "id" = ${customerId}::uuid)
      AND (SELECT COALESCE(jsonb_agg("pair" ORDER BY "pair"), '[]') FROM jsonb_array_elements(${listed}::jsonb) AS "given"("pair"))
        = (SELECT COALESCE(jsonb_agg("pair" ORDER BY "pair"), '[]')
           FROM (SELECT jsonb_build_array("category", "product_id") AS "pair" FROM "consent"
                 WHERE "customer_id" = ${customerId}::uuid) AS "stored")
    RETURNING 1`)
  return aged.length === 1
}

function reading({ prisma }: StoreContext) {
  return {
    /** By category and product. `readAt` is null when the bank's list was never read. */
    async list(customerId: string): Promise<{ consents: Consent[]; readAt: Date | null }> {
      const customer = await prisma.customer.findUnique({
        where: { id: customerId },
        select: {
          consentsReadAt: true,
          consents: { orderBy: [{ category: 'asc' }, { productId: 'asc' }], take: maxConsents },
        },
      })
      if (customer === null) return { consents: [], readAt: null }
      const consents = customer.consents.map(({ category, productId, grantedAt, lastUsedAt }) => ({
        category,
        productId,
        grantedAt,
        lastUsedAt,
      }))
      return { consents, readAt: customer.consentsReadAt }
    },

    /** Whether our copy of the bank's list has it. */
    async covers(customerId: string, category: string, productId: string): Promise<boolean> {
      const consent = await prisma.consent.findUnique({
        where: { customerId_category_productId: { customerId, category, productId } },
        select: { productId: true },
      })
      return consent !== null
    },

    /** Notes that the consent for these products was used, at most once a minute. */
    async touch(
      customerId: string,
      category: string,
      productIds: string | readonly string[],
      at: Date,
    ): Promise<void> {
      const staleBefore = new Date(at.getTime() - touchEveryMs)
      await prisma.consent.updateMany({
        where: {
          customerId,
          category,
          productId: { in: [productIds].flat() },
          OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: staleBefore } }],
        },
        data: { lastUsedAt: at },
      })
    },

    /**
     * What became of consents, the newest first.
     *
     * @param limit at most 200
     * @param beforeEventId goes on after the last entry of an earlier answer
     */
    async history(customerId: string, limit: number, beforeEventId?: string): Promise<ConsentEntry[]> {
      const rows = await prisma.consentEvent.findMany({
        where: { customerId, ...(beforeEventId === undefined ? {} : { id: { lt: BigInt(beforeEventId) } }) },
        orderBy: { id: 'desc' },
        take: Math.min(limit, maxEntries),
      })
      return rows.map(({ id, at, what, category, productIds, authorizationId }) => ({
        eventId: String(id),
        at,
        what,
        category,
        productIds,
        authorizationId,
      }))
    },
  }
}
