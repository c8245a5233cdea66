import { MOST_STATUS_READS } from '@/lib/domain/transfers/status-schedule'
import type { TransferStateName } from '@/lib/domain/transfers/transfer-state'
import { Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { readTransfers, type Transfer } from './transfer-rows'

/** Since when something is looked for: a document, an unknown outcome, what became of an execute. */
type LookedFor = { receipt: Date; unknown: Date; execution: Date }

/** States in which something may still happen by itself, or has to be made certain. */
const liveStates: TransferStateName[] = [
  'checking',
  'starting',
  'at_bank',
  'returned',
  'authorized',
  'executing',
]

/** Transfers of which something is still to come, of any customer. */
export function transfersLive({ query }: StoreContext) {
  return {
    /** The ids of all, the longest untouched first, those that are accepted last. */
    async liveIds(since: LookedFor): Promise<string[]> {
      const rows = await query<{ id: string }>(liveStatement(since))
      return rows.map(({ id }) => id)
    },

    /** Those that still exist, in no particular order. */
    async ofIds(ids: readonly string[]): Promise<Transfer[]> {
      return readTransfers(query, Prisma.sql`"id" = ANY (${[...ids]}::uuid[])`)
    },
  }
}

/**
 * Nearly all transfers there are were accepted, so each part is written for an index of its own: a partial one is used
 * only where its condition stands in the statement, with its numbers (prisma/schema.prisma).
 */
export function liveStatement(since: LookedFor): Prisma.Sql {
  return Prisma.sql`
    SELECT "id"::text FROM (
      SELECT "id", "moved_at", 0 AS "rank" FROM "transfer" WHERE "state" = ANY (${liveStates}::"transfer_state"[])
      UNION
      SELECT "id", "moved_at", 0 FROM "transfer" WHERE "state" = 'unknown' AND "since" >= ${since.unknown}::timestamptz
      UNION
      SELECT "id", "moved_at", 0 FROM "transfer"
      WHERE "state" IN ('declined', 'expired') AND "known_before" IS NOT NULL AND "ended_at" >= ${since.unknown}::timestamptz
      UNION
      SELECT "id", "moved_at", 1 FROM "transfer"
      WHERE "state" = 'accepted' AND "receipt_gone_at" IS NULL AND "ended_at" >= ${since.receipt}::timestamptz
        AND NOT EXISTS (SELECT 1 FROM "transfer_receipt" WHERE "transfer_id" = "transfer"."id")
      UNION
      SELECT "id", "moved_at", 1 FROM "transfer"
      WHERE "state" = 'accepted' AND "status_reads" < ${Prisma.raw(String(MOST_STATUS_READS))}
        AND "ended_at" >= ${since.execution}::timestamptz
    ) AS "live" ORDER BY "rank", "moved_at"`
}
