import { Prisma } from '@/prisma/generated/client'
import { type ComparedColumns, columnsOf, type ListedMovement } from './movement-rows'

/*
 * Rows travel as one JSON parameter for each statement: quick on both kinds of database, and of bounded
 * size however many there are.
 */

/** A quarter of a megabyte: Prisma's debug history keeps the last hundred statements, arguments and all. */
const rowsInOneStatement = 250

const columns = Prisma.sql`"id", "status", "day", "asked_day", "position", "booking_date", "value_date", "amount", "currency",
  "short_description", "extended_description", "code_description", "money_transfer_id", "bank_index",
  "fields", "odd", "search_text", "digest"`

const newColumns = Prisma.sql`EXCLUDED."id", EXCLUDED."status", EXCLUDED."day", EXCLUDED."asked_day", EXCLUDED."position",
  EXCLUDED."booking_date", EXCLUDED."value_date", EXCLUDED."amount", EXCLUDED."currency",
  EXCLUDED."short_description", EXCLUDED."extended_description", EXCLUDED."code_description",
  EXCLUDED."money_transfer_id", EXCLUDED."bank_index", EXCLUDED."fields", EXCLUDED."odd",
  EXCLUDED."search_text", EXCLUDED."digest"`

const columnTypes = Prisma.sql`"id" uuid, "status" "movement_status", "day" text, "asked_day" text, "position" int,
  "booking_date" text, "value_date" text, "amount" text, "currency" text, "short_description" text,
  "extended_description" text, "code_description" text, "money_transfer_id" text, "bank_index" text,
  "fields" jsonb, "odd" text[], "search_text" text, "digest" text`

type Place = { customerId: string; productId: string }

/** New rows, and rows of this product under the ids they have; no row of another is touched. */
export async function writeMovements(
  tx: Prisma.TransactionClient,
  { customerId, productId }: Place,
  movements: readonly ListedMovement[],
): Promise<void> {
  for (const chunk of chunksOf(movements)) {
    await tx.$executeRaw`
      INSERT INTO "movement" ("customer_id", "product_id", ${columns})
      SELECT ${customerId}::uuid, ${productId}, ${columns}
      FROM json_to_recordset(${JSON.stringify(chunk.map(columnsOf))}::json) AS "given"(${columnTypes})
      ON CONFLICT ("id") DO UPDATE SET (${columns}) = ROW (${newColumns})
      WHERE "movement"."customer_id" = EXCLUDED."customer_id" AND "movement"."product_id" = EXCLUDED."product_id"`
  }
}

export async function deleteMovements(
  tx: Prisma.TransactionClient,
  { customerId, productId }: Place,
  movements: readonly ComparedColumns[],
): Promise<void> {
  for (const chunk of chunksOf(movements)) {
    await tx.movement.deleteMany({
      where: { customerId, productId, id: { in: chunk.map(({ id }) => id) } },
    })
  }
}

function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += rowsInOneStatement) {
    yield rows.slice(start, start + rowsInOneStatement)
  }
}
