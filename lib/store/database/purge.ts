import type { Prisma } from '@/prisma/generated/client'
import { Prisma as Sql } from '@/prisma/generated/client'

/** So many rows in one statement stay far below the time that a statement may take, with all that hangs on them. */
const BATCH = 1_000

/**
 * Deletes some of the rows of a table that are over: call it until it has deleted none.
 * @param isOver a condition that an index answers. It is asked twice: a row that somebody changes at the same moment is
 *   judged as it is after the change
 * @returns how many
 */
export function deleteBatch(
  prisma: Prisma.TransactionClient,
  table: 'session' | 'connect_attempt' | 'authorization_run' | 'transfer',
  isOver: Prisma.Sql,
): Promise<number> {
  const name = Sql.raw(`"${table}"`)
  return prisma.$executeRaw`
    DELETE FROM ${name} WHERE "id" IN (SELECT "id" FROM ${name} WHERE ${isOver} LIMIT ${BATCH}::int) AND ${isOver}`
}
