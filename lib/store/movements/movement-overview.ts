import { z } from 'zod'
import { Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { requireDay } from '../values/calendar-days'
import { movementColumns, movementOf, movementRow, type StoredMovement } from './movement-queries'

/** A movement and whose account it is on. */
export type ProductMovement = StoredMovement & { productId: string }

/** What was booked on a day of one product in one currency; see `DayTotal`. */
export type ProductDayTotal = {
  productId: string
  day: string
  currency: string | null
  total: string
  withoutAmount: number
}

/** Questions about many products at once, each one query. */
export function movementOverview({ prisma }: StoreContext) {
  return {
    /**
     * What was booked on each day since `from`, of each of these products, oldest first; days without a movement
     * are left out. @throws RangeError for a day that is none
     */
    async dayTotalsOf(
      customerId: string,
      productIds: readonly string[],
      from: string,
    ): Promise<ProductDayTotal[]> {
      if (productIds.length === 0) return []
      return productDayTotals.parse(
        await prisma.$queryRaw`
          SELECT "product_id" AS "productId", "day", "currency", coalesce(sum("amount"::numeric), 0)::text AS "total",
                 (count(*) - count("amount"))::int AS "withoutAmount"
          FROM "movement"
          WHERE "customer_id" = ${customerId}::uuid AND "product_id" IN (${Prisma.join([...productIds])})
            AND "day" >= ${requireDay(from)}
          GROUP BY "product_id", "day", "currency" ORDER BY "product_id", "day", "currency"`,
      )
    },

    /**
     * The newest over these products, pending ones by the value date the bank gives them and, like all that is
     * dated ahead, not before those of `today`.
     */
    async latest(
      customerId: string,
      productIds: readonly string[],
      today: string,
      limit: number,
    ): Promise<ProductMovement[]> {
      if (productIds.length === 0) return []
      // Of each product a few, by the index; the newest of those are the newest of all.
      const some = Prisma.sql`
        SELECT * FROM "movement" WHERE "customer_id" = ${customerId}::uuid AND "product_id" = "asked_id"`
      const date = Prisma.sql`coalesce("day", "value_date")`
      const rows = productRows.parse(
        await prisma.$queryRaw`
          SELECT "product_id" AS "productId", ${movementColumns}
          FROM json_array_elements_text(${JSON.stringify(productIds)}::json) AS "asked"("asked_id")
          CROSS JOIN LATERAL (
            (${some} AND "day" IS NOT NULL ORDER BY "day" DESC, "position" DESC LIMIT ${limit})
            UNION ALL
            (${some} AND "day" IS NULL ORDER BY "value_date" DESC NULLS LAST, "position" DESC LIMIT ${limit})
          ) AS "newest"
          ORDER BY CASE WHEN ${date} > ${requireDay(today)} THEN ${today} ELSE ${date} END DESC NULLS LAST,
                   "status", "position" DESC, "id"
          LIMIT ${limit}`,
      )
      return rows.map(({ productId, ...row }) => ({ productId, ...movementOf(row) }))
    },
  }
}

const productRows = z.array(movementRow.extend({ productId: z.string() }))
const productDayTotals: z.ZodType<ProductDayTotal[]> = z.array(
  z.object({
    productId: z.string(),
    day: z.string(),
    currency: z.string().nullable(),
    total: z.string(),
    withoutAmount: z.number(),
  }),
)
