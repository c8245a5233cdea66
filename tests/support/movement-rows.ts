import type { TestDatabase } from './database'
import { runSql } from './postgres-server'

/** Writes so many movements past the store: to compare and write a bank's list of this length takes it half a minute. */
export async function insertMovements(
  settings: TestDatabase['settings'],
  { customerId, productId, rows }: { customerId: string; productId: string; rows: number },
): Promise<void> {
  await runSql(
    settings,
    `INSERT INTO "movement" ("id", "customer_id", "product_id", "status", "day", "position", "booking_date",
       "value_date", "amount", "currency", "short_description", "extended_description", "code_description",
       "money_transfer_id", "bank_index", "fields", "odd", "search_text", "digest")
     SELECT gen_random_uuid(), '${customerId}', '${productId}', 'booked', "day", "place", "day", "day",
       CASE WHEN "n" % 3 = 0 THEN '' ELSE '-' END || "n" % 900 || '.50', 'EUR', 'PAGAMENTO POS ' || "n",
       "text", 'Pagamento con carta di debito', 'MT' || "n", "n"::text, '[]', '{}', lower("text"), md5("n"::text)
     FROM (SELECT "n", ("n" / 28)::int AS "place", to_char(date '2016-01-01' + ("n" % 3650), 'YYYY-MM-DD') AS "day",
             'Pagamento con carta presso Caffè dell’Università, operazione ' || "n" || repeat(' 0123456789', 12) AS "text"
           FROM generate_series(0, ${rows - 1}) AS "n") AS "rows"`,
  )
}
