import { z } from 'zod'
import { Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { type MovementFilter, whereOf } from './movement-queries'

/** What a filter finds in one currency and status. Decimals as text. */
export type MovementGroup = {
  currency: string | null
  status: 'booked' | 'pending'
  movements: number
  /** So many of them have no amount and are in no sum. */
  withoutAmount: number
  /** The sum of what is above zero, and of what is below. */
  in: string
  out: string
  movementsIn: number
  movementsOut: number
  /** The most decimal places that any amount needs, and the largest amount without its sign. */
  places: number
  largest: string
  /** The first and the last day; null for what is pending. */
  from: string | null
  to: string | null
}

/** `stamp` is the same exactly as long as nothing that the filter finds has changed. */
export type MovementGroups = { groups: MovementGroup[]; stamp: string }

const rows = z.array(
  z.object({
    currency: z.string().nullable(),
    status: z.enum(['booked', 'pending']),
    movements: z.number(),
    withoutAmount: z.number(),
    in: z.string(),
    out: z.string(),
    movementsIn: z.number(),
    movementsOut: z.number(),
    places: z.number(),
    largest: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    stamp: z.string(),
  }),
)

const isIn = Prisma.sql`FILTER (WHERE "value" > 0)`
const isOut = Prisma.sql`FILTER (WHERE "value" < 0)`

/** One pass over what a filter finds, for what must be said before the first movement. @throws RangeError */
export async function groupMovements(
  { prisma }: StoreContext,
  customerId: string,
  productId: string,
  filter: MovementFilter,
): Promise<MovementGroups> {
  const found = rows.parse(
    await prisma.$queryRaw`
      SELECT "currency", "status", count(*)::int AS "movements",
             (count(*) - count("value"))::int AS "withoutAmount",
             coalesce(sum("value") ${isIn}, 0)::text AS "in", coalesce(sum("value") ${isOut}, 0)::text AS "out",
             (count(*) ${isIn})::int AS "movementsIn", (count(*) ${isOut})::int AS "movementsOut",
             coalesce(max(scale(trim_scale("value"))), 0)::int AS "places",
             coalesce(max(abs("value")), 0)::text AS "largest",
             min("day") AS "from", max("day") AS "to", sum("content"::numeric)::text AS "stamp"
      FROM (
        SELECT "currency", "status"::text, "day", "amount"::numeric AS "value",
               hashtextextended(concat_ws('|', "id", "digest", "position", "money_transfer_id", "bank_index"), 0)
                 AS "content"
        FROM "movement" WHERE ${whereOf(customerId, productId, filter)}
      ) AS "found"
      GROUP BY "currency", "status" ORDER BY "currency" NULLS LAST, "status"`,
  )
  const stamp = found.map((group) => [group.currency, group.status, group.movements, group.stamp].join(' '))
  return { groups: found.map(({ stamp: _stamp, ...group }) => group), stamp: stamp.join('\n') }
}
