import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Prisma } from '@/prisma/generated/client'
import type { Query } from '../context'

/** Says that something of a customer is being erased: called in the transaction that does it, before it commits. */
export type NoteErasure = () => void

/** Segments of the log that were used before and wait to be used again; there are few. */
const MOST_SEGMENTS_AHEAD = 100

/**
 * PostgreSQL leaves what was deleted in its files: in free space of pages, in statistics, in the write-ahead log. For the
 * embedded database this wipes it, as far as the files go; blocks that the file system freed are the disk's matter.
 *
 * A file in the database's folder says that nothing was erased since the last wipe. It goes before an erasure commits, so a
 * crash, or a database of an earlier version, leads to one wipe too many and never to one too few.
 */
export function createErasedBytes(dataDir: string, query: Query) {
  const mark = join(dataDir, 'database', 'no-erased-bytes')
  let erasures = 0
  // What a killed process sorted on disk; nothing is being sorted yet.
  rmSync(join(dataDir, 'database', 'base', 'pgsql_tmp'), { recursive: true, force: true })

  const note: NoteErasure = () => {
    erasures += 1
    rmSync(mark, { force: true })
  }
  return {
    note,
    /** Frees space and refreshes statistics; after an erasure also wipes what is left of it. */
    async maintain(): Promise<void> {
      await query(Prisma.sql`VACUUM (ANALYZE)`)
      if (existsSync(mark)) return
      const before = erasures
      await rewriteTables(query)
      await renewLog(query)
      // An erasure that came between needs a wipe of its own.
      if (erasures === before) writeFileSync(mark, '')
    },
  }
}

/** Each table into a new file, one statement each so that others get their turn; the statistics, which quote texts, at last. */
async function rewriteTables(query: Query): Promise<void> {
  const tables = await query<{ name: string }>(Prisma.sql`
    SELECT format('%I.%I', "schemaname", "tablename") AS "name" FROM "pg_tables" WHERE "schemaname" = current_schema()`)
  for (const { name } of tables) await query(Prisma.raw(`VACUUM (FULL, ANALYZE) ${name}`))
  await query(Prisma.raw('VACUUM (FULL) "pg_catalog"."pg_statistic"'))
}

/**
 * Goes on in a new segment of the log and removes the old ones. PostgreSQL would keep some of these for later use as they
 * are; those that it kept earlier are gone through first.
 */
async function renewLog(query: Query): Promise<void> {
  await query(Prisma.sql`SELECT set_config('wal_recycle', 'off', false)`)
  for (let segments = 0; segments < MOST_SEGMENTS_AHEAD; segments += 1) {
    const [ahead] = await query(Prisma.sql`
      SELECT 1 FROM pg_ls_dir('pg_wal') AS "name"
      WHERE "name" ~ '^[0-9A-F]{24}$' AND "name" > pg_walfile_name(pg_current_wal_insert_lsn()) LIMIT 1`)
    // A segment in which nothing was written is not left.
    await query(Prisma.sql`SELECT pg_logical_emit_message(true, 'sportello', '')`)
    await query(Prisma.sql`SELECT pg_switch_wal()`)
    if (ahead === undefined) break
  }
  await query(Prisma.raw('CHECKPOINT'))
}
