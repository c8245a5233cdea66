import type { Prisma, Product as ProductRow } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import type { DayRange } from '../values/calendar-days'
import { notAfter } from '../values/clock-set-back'
import { storable } from '../values/text'
import { holdConsent, READING_CATEGORY, type SaveOutcome } from './covered'
import { type Details, readDetails, storableDetails } from './details'

/** What is known of a product beyond the account list. */
export type ProductState = ProductStanding & { details: { details: Details; readAt: Date } | null }

export type ProductStanding = {
  productId: string
  /** When the bank first said that the account is closed (ARC04); null while it is open. */
  closedAt: Date | null
  /**
   * When the movements were last read, and the calendar dates (both inclusive) of which every day's
   * list is stored; null when they never were. `newestReadAt` is when the newest of these days was read; null when
   * a later list of it broke off.
   */
  movements: { readAt: Date; from: string; to: string; newestReadAt: Date | null } | null
  /** The code of what went wrong at the last read; null once one went well. */
  problem: { code: string; at: Date } | null
  /**
   * When a list was stored of which only a part came, and the days (both inclusive) that it was asked for; null once a
   * whole list of these days came.
   */
  incomplete: { at: Date; from: string; to: string } | null
}

export const maxListed = 1_000
const maxCodeLength = 100

/** Rows come and go with the consents: what is said of a product without any consent is not kept. */
export function productsStore(context: StoreContext) {
  const { prisma } = context
  return {
    async find(customerId: string, productId: string): Promise<ProductState | null> {
      const row = await prisma.product.findUnique({
        where: { customerId_productId: { customerId, productId } },
      })
      return row === null ? null : stateOf(row)
    },

    /** At most 1,000, by product id. */
    async list(customerId: string): Promise<ProductState[]> {
      const rows = await prisma.product.findMany({
        where: { customerId },
        orderBy: { productId: 'asc' },
        take: maxListed,
      })
      return rows.map(stateOf)
    },

    ...changing(context),
  }
}

function changing({ prisma, now }: StoreContext) {
  return {
    /** Keeps an answer about the product itself. Of two that cross the later read wins. */
    async saveDetails(
      customerId: string,
      productId: string,
      details: Details,
      readAt: Date,
    ): Promise<SaveOutcome> {
      const data = { details: storableDetails(details), detailsReadAt: readAt }
      return prisma.$transaction(async (tx) => {
        if (!(await holdConsent(tx, customerId, productId, READING_CATEGORY))) return 'not_covered'
        await ensureProduct(tx, customerId, productId)
        const { count } = await tx.product.updateMany({
          where: {
            customerId,
            productId,
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

    /** The bank says the account is closed. True for the first to say so. */
    async markClosed(customerId: string, productId: string, at: Date): Promise<boolean> {
      return prisma.$transaction(async (tx) => {
        if (!(await holdConsent(tx, customerId, productId))) return false
        await ensureProduct(tx, customerId, productId)
        const { count } = await tx.product.updateMany({
          where: { customerId, productId, closedAt: null },
          data: { closedAt: at },
        })
        return count === 1
      })
    },

    /**
     * The bank answers for the account again. True when it was closed.
     * @param readAt when the bank was asked: what it said later stays
     */
    async markOpen(customerId: string, productId: string, readAt?: Date): Promise<boolean> {
      const { count } = await prisma.product.updateMany({
        where: {
          ...{ customerId, productId },
          OR: (readAt === undefined ? [{ not: null }] : notAfter(readAt, now)).map((closedAt) => ({
            closedAt,
          })),
        },
        data: { closedAt: null },
      })
      return count === 1
    },

    /** Notes what went wrong at a read; what was read before stays. */
    async setProblem(customerId: string, productId: string, code: string, at: Date): Promise<void> {
      const problem = storable(code).slice(0, maxCodeLength)
      await prisma.$transaction(async (tx) => {
        if (!(await holdConsent(tx, customerId, productId))) return
        await ensureProduct(tx, customerId, productId)
        await tx.product.updateMany({
          where: {
            ...{ customerId, productId },
            OR: [{ problemAt: null }, ...notAfter(at, now).map((problemAt) => ({ problemAt }))],
          },
          data: { problem, problemAt: at },
        })
      })
    },

    /** A read that began at `at` went well: problems from before it are over. */
    async clearProblem(customerId: string, productId: string, at: Date): Promise<void> {
      await prisma.product.updateMany({
        where: { customerId, productId, OR: notAfter(at, now).map((problemAt) => ({ problemAt })) },
        data: { problem: null, problemAt: null },
      })
    },

    ...markingIncomplete(prisma, now),
  }
}

/** All days up to one where `from` is left out. */
export type UpTo = { from?: string; to: string }

/** The mark of this moment, which no other reading has. */
export type IncompleteSince = { at: Date; isFirst: boolean }

function markingIncomplete(prisma: StoreContext['prisma'], now: StoreContext['now']) {
  const nothing = { incompleteAt: null, incompleteFrom: null, incompleteTo: null }
  return {
    /**
     * Notes that only a part of a list may be stored for these days, and for those of earlier notes.
     * @returns null without a consent for the product
     */
    async setIncomplete(
      customerId: string,
      productId: string,
      { from, to }: DayRange,
      at: Date,
    ): Promise<IncompleteSince | null> {
      return prisma.$transaction(async (tx) => {
        if (!(await holdConsent(tx, customerId, productId))) return null
        await ensureProduct(tx, customerId, productId)
        const [marked] = await tx.$queryRaw<IncompleteSince[]>`
          WITH "before" AS (
            SELECT "incomplete_at" IS NULL AS "isFirst" FROM "product"
            WHERE "customer_id" = ${customerId}::uuid AND "product_id" = ${productId} FOR UPDATE
          )
          UPDATE "product" SET
            "incomplete_at" = GREATEST(${at}::timestamptz(3), "incomplete_at" + interval '1 millisecond'),
            "incomplete_from" = LEAST(${from}::text, "incomplete_from"),
            "incomplete_to" = GREATEST(${to}::text, "incomplete_to")
          FROM "before"
          WHERE "customer_id" = ${customerId}::uuid AND "product_id" = ${productId}
          RETURNING "incomplete_at" AS "at", "before"."isFirst"`
        return marked ?? null
      })
    },

    /** A whole list of these days, read at `readAt`, is stored. It ends every mark from before, and its own. */
    async endIncomplete(
      customerId: string,
      productId: string,
      { from, to }: UpTo,
      readAt: Date,
      own: Date | null,
    ): Promise<void> {
      const ended = [...notAfter(readAt, now), ...(own === null ? [] : [{ equals: own }])]
      await prisma.product.updateMany({
        where: {
          ...{ customerId, productId },
          ...(from === undefined ? {} : { incompleteFrom: { gte: from } }),
          incompleteTo: { lte: to },
          OR: ended.map((incompleteAt) => ({ incompleteAt })),
        },
        data: nothing,
      })
    },

    /** Nothing was stored under this mark. One that another reading has set since stays. */
    async takeBackIncomplete(customerId: string, productId: string, { at }: IncompleteSince): Promise<void> {
      await prisma.product.updateMany({ where: { customerId, productId, incompleteAt: at }, data: nothing })
    },
  }
}

/** The row that others then update, each under its own condition. */
export async function ensureProduct(
  tx: Prisma.TransactionClient,
  customerId: string,
  productId: string,
): Promise<void> {
  await tx.product.createMany({ data: [{ customerId, productId }], skipDuplicates: true })
}

function stateOf(row: ProductRow): ProductState {
  const { detailsReadAt } = row
  return {
    ...standingOf(row),
    details: detailsReadAt === null ? null : { details: readDetails(row.details), readAt: detailsReadAt },
  }
}

export function standingOf(
  row: Omit<ProductRow, 'customerId' | 'details' | 'detailsReadAt'>,
): ProductStanding {
  const { productId, closedAt, movementsReadAt, movementsFrom, movementsTo, newestReadAt } = row
  const { incompleteAt, incompleteFrom, incompleteTo } = row
  return {
    productId,
    closedAt,
    movements:
      movementsReadAt === null || movementsFrom === null || movementsTo === null
        ? null
        : { readAt: movementsReadAt, from: movementsFrom, to: movementsTo, newestReadAt },
    problem: row.problem === null || row.problemAt === null ? null : { code: row.problem, at: row.problemAt },
    incomplete:
      incompleteAt === null || incompleteFrom === null || incompleteTo === null
        ? null
        : { at: incompleteAt, from: incompleteFrom, to: incompleteTo },
  }
}
