import { z } from 'zod'
import { Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { isUuid } from '../values/uuid'
import type { ListedDays } from './movement-days'
import { groupMovements, type MovementGroups } from './movement-groups'
import { movementOverview } from './movement-overview'
import {
  afterCursor,
  cursorAfter,
  type DayTotal,
  foundRows,
  type MovementFilter,
  type MovementRow,
  type MovementSum,
  movementColumns,
  movementOf,
  movementRows,
  type StoredMovement,
  whereOf,
} from './movement-queries'
import { type MovementsReplacement, replaceMovements } from './movement-replace'
import type { BankMovements } from './movement-rows'

export type MovementsPage = {
  movements: StoredMovement[]
  /** For the page after this one; null when this is the last. */
  nextCursor: string | null
}

const maxPageSize = 1_000
/** Ten years of days, in one currency. */
const maxDayTotals = 4_000

/** The movements of each product under an ACCOUNT_INFO consent, as the bank last listed them. */
export function movementsStore(context: StoreContext) {
  return {
    /** See `replaceMovements`. */
    replaceRange(
      customerId: string,
      productId: string,
      range: ListedDays,
      listed: BankMovements,
      readAt: Date,
    ): Promise<MovementsReplacement> {
      return replaceMovements(context, customerId, productId, range, listed, readAt)
    },
    /** What a filter finds, by currency and status; `stamp` tells whether it is still the same. @throws RangeError */
    groups(customerId: string, productId: string, filter: MovementFilter): Promise<MovementGroups> {
      return groupMovements(context, customerId, productId, filter)
    },
    ...reading(context),
    ...movementOverview(context),
  }
}

function reading({ prisma }: StoreContext) {
  return {
    /**
     * Movements of a filter, pending ones first, then from the newest to the oldest.
     *
     * @param cursor `nextCursor` of the page before; null for the first page
     * @param limit at most 1,000
     * @throws RangeError for a date or amount that is none
     */
    async page(
      customerId: string,
      productId: string,
      filter: MovementFilter,
      cursor: string | null,
      limit: number,
    ): Promise<MovementsPage> {
      const size = sizeOf(limit)
      const rows = movementRows.parse(
        await prisma.$queryRaw`
          SELECT ${movementColumns} FROM "movement"
          WHERE ${whereOf(customerId, productId, filter)} AND ${afterCursor(cursor)}
          ORDER BY ${newestFirst} LIMIT ${size + 1}`,
      )
      return pageOf(rows, size)
    },

    /** A page of a filter with how many movements it finds in all, and their sums. @throws RangeError */
    async search(
      customerId: string,
      productId: string,
      filter: MovementFilter,
      limit: number,
      cursor: string | null = null,
    ): Promise<MovementSearch> {
      const found = await searched(prisma, whereOf(customerId, productId, filter), sizeOf(limit), cursor)
      return found ?? { movements: [], nextCursor: null, total: 0, sums: [] }
    },

    async find(customerId: string, productId: string, movementId: string): Promise<StoredMovement | null> {
      if (!isUuid(movementId)) return null
      const rows = movementRows.parse(
        await prisma.$queryRaw`
          SELECT ${movementColumns} FROM "movement"
          WHERE "id" = ${movementId}::uuid AND ${whereOf(customerId, productId, {})}`,
      )
      const [row] = rows
      return row === undefined ? null : movementOf(row)
    },

    /** Whether the bank has listed a movement outside of what it was asked for that may belong to a day after `from`. */
    async hasStray(customerId: string, productId: string, from: string): Promise<boolean> {
      const found = await prisma.$queryRaw<unknown[]>`
        SELECT 1 FROM "movement"
        WHERE "customer_id" = ${customerId}::uuid AND "product_id" = ${productId} AND "asked_day" <> "day"
          AND "asked_day" > ${from} LIMIT 1`
      return found.length > 0
    },

    /** How many movements a filter finds. @throws RangeError */
    async count(customerId: string, productId: string, filter: MovementFilter): Promise<number> {
      const [row] = counted.parse(
        await prisma.$queryRaw`
          SELECT count(*)::int AS "count" FROM "movement" WHERE ${whereOf(customerId, productId, filter)}`,
      )
      return row?.count ?? 0
    },

    /**
     * What was booked on each day in each currency, of a filter; the newest day first, at most 4,000
     * rows. Days without a movement are left out. @throws RangeError
     */
    async dayTotals(customerId: string, productId: string, filter: MovementFilter): Promise<DayTotal[]> {
      return dayTotals.parse(
        await prisma.$queryRaw`
          SELECT "day", "currency", ${sumOf(Prisma.empty)} AS "total",
                 ${sumOf(Prisma.sql`FILTER (WHERE "amount"::numeric > 0)`)} AS "in",
                 ${sumOf(Prisma.sql`FILTER (WHERE "amount"::numeric < 0)`)} AS "out",
                 count(*)::int AS "movements", (count(*) - count("amount"))::int AS "withoutAmount"
          FROM "movement"
          WHERE ${whereOf(customerId, productId, filter)} AND "status" = 'booked'
          GROUP BY "day", "currency" ORDER BY "day" DESC, "currency" LIMIT ${maxDayTotals}`,
      )
    },
  }
}

export type MovementSearch = MovementsPage & { total: number; sums: MovementSum[] }

/** One pass over the movements where `page`, `count` and sums would make three; null when the page is empty. */
async function searched(
  prisma: StoreContext['prisma'],
  where: Prisma.Sql,
  size: number,
  cursor: string | null,
): Promise<MovementSearch | null> {
  const rows = foundRows.parse(
    await prisma.$queryRaw`
      WITH "found" AS MATERIALIZED (
        SELECT "id", "day", "position", "status"::text, "amount", "currency" FROM "movement" WHERE ${where}
      ), "shown" AS (
        SELECT "id" FROM "found" WHERE ${afterCursor(cursor)} ORDER BY ${newestFirst} LIMIT ${size + 1}
      ), "sums" AS (
        SELECT "status", "currency", ${sumOf(Prisma.empty)} AS "total", count(*)::int AS "movements",
               (count(*) - count("amount"))::int AS "withoutAmount"
        FROM "found" GROUP BY "status", "currency" ORDER BY count(*) DESC, "currency"
      )
      SELECT ${movementColumns}, (SELECT sum("movements")::int FROM "sums") AS "total",
             (SELECT json_agg("sums") FROM "sums") AS "sums"
      FROM "movement" WHERE "id" IN (SELECT "id" FROM "shown") ORDER BY ${newestFirst}`,
  )
  const [row] = rows
  return row === undefined ? null : { ...pageOf(rows, size), total: row.total, sums: row.sums }
}

const newestFirst = Prisma.sql`"day" DESC NULLS FIRST, "position" DESC, "id" DESC`

function sizeOf(limit: number): number {
  return Math.min(Math.max(1, limit), maxPageSize)
}

/** @param rows one more than the page has, when there are more */
function pageOf(rows: readonly MovementRow[], size: number): MovementsPage {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    movements: shown.map(movementOf),
    nextCursor: last === undefined || rows.length <= size ? null : cursorAfter(last),
  }
}

function sumOf(filter: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(sum("amount"::numeric) ${filter}, 0)::text`
}

const counted = z.array(z.object({ count: z.number() }))
const dayTotals: z.ZodType<DayTotal[]> = z.array(
  z.object({
    day: z.string(),
    currency: z.string().nullable(),
    total: z.string(),
    in: z.string(),
    out: z.string(),
    movements: z.number(),
    withoutAmount: z.number(),
  }),
)

/**
 * Every movement of a filter, in the order of pages and a page at a time, for an export of any length.
 * Each page is a query of its own: what a new list changes meanwhile may show in later pages.
 */
export function iterating({ page }: Pick<ReturnType<typeof movementsStore>, 'page'>) {
  return {
    async *iterate(
      customerId: string,
      productId: string,
      filter: MovementFilter,
    ): AsyncGenerator<StoredMovement, void, undefined> {
      let cursor: string | null = null
      do {
        const { movements, nextCursor }: MovementsPage = await page(
          customerId,
          productId,
          filter,
          cursor,
          maxPageSize,
        )
        yield* movements
        cursor = nextCursor
      } while (cursor !== null)
    },
  }
}
