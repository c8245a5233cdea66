import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { latestMigration } from '@/lib/store/database/latest-migration'
import { openDatabase } from '@/lib/store/database/open'
import { migrate, settleMigration } from '@/prisma/migrate'
import { migrationsDirectory, noFilter, readMigrations, readSchema } from '@/prisma/migration-files'
import { startSchemaEngine } from '@/prisma/schema-engine'
import {
  describeOnEachDatabase,
  newDatabase,
  newMigratedDatabase,
  type TestDatabase,
} from '@/tests/support/database'
import { runSql } from '@/tests/support/postgres-server'

const allMigrations = readMigrations().migrationDirectories.map(({ path }) => path)

describe('the newest migration', () => {
  it('is the one the store asks for', () => {
    expect(readMigrations().migrationDirectories.at(-1)?.path).toBe(latestMigration)
  })
})

describe('schema.prisma', () => {
  it('is what the migrations lead to, exactly', async () => {
    const database = await newMigratedDatabase('pglite')
    const opened = await openDatabase(database.settings, 'migrations')
    const engine = await startSchemaEngine(opened.adapterFactory, readSchema())
    const difference = await engine.diff({
      from: { tag: 'schemaDatasource', files: [readSchema()], configDir: migrationsDirectory },
      to: { tag: 'schemaDatamodel', files: [readSchema()] },
      script: true,
      exitCode: true,
      filters: noFilter,
    })
    engine.free()
    await opened.close()
    await database.remove()
    expect(difference.stdout?.trim()).toBe('-- This is an empty migration.')
    expect(difference.exitCode).toBe(0)
  })
})

describeOnEachDatabase('tables', (kind) => {
  // Prisma's adapter for PostgreSQL cannot read the catalogue for the engine's comparison ("char"
  // columns), so PostgreSQL is compared with the embedded database, which the engine has compared.
  it('are the same on every kind of database', async () => {
    const here = await newMigratedDatabase(kind)
    const embedded = await newMigratedDatabase('pglite')
    const catalogue = await describeTables(here)
    expect(catalogue).toEqual(await describeTables(embedded))
    expect(catalogue.columns.length).toBeGreaterThan(40)
    expect(catalogue.constraints.length).toBeGreaterThan(10)
    await here.remove()
    await embedded.remove()
  })
})

async function describeTables({ settings }: TestDatabase) {
  const columns = `
    SELECT table_name::text, column_name::text, ordinal_position::int, udt_name::text, datetime_precision::int,
           is_nullable::text, column_default::text
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 3`
  const indexes = `SELECT indexdef::text FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`
  const constraints = `
    SELECT conrelid::regclass::text, conname::text, pg_get_constraintdef(oid)::text
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype::text IN ('p', 'u', 'f', 'c')
    ORDER BY 1, 2`
  return {
    columns: await runSql(settings, columns),
    indexes: await runSql(settings, indexes),
    constraints: await runSql(settings, constraints),
  }
}

describeOnEachDatabase('migrations', (kind) => {
  let database: TestDatabase
  let migrations = ''
  beforeEach(async () => {
    database = await newDatabase(kind)
    migrations = mkdtempSync(join(tmpdir(), 'sportello-migrations-'))
    cpSync(migrationsDirectory, migrations, { recursive: true })
  })
  afterEach(async () => {
    rmSync(migrations, { recursive: true })
    await database.remove()
  })

  function addMigration(name: string, sql: string): void {
    mkdirSync(join(migrations, name), { recursive: true })
    writeFileSync(join(migrations, name, 'migration.sql'), sql)
  }
  const tables = async () => {
    const sql = `SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'`
    return (await runSql(database.settings, sql)).flat()
  }
  const run = () => migrate({ ...database.settings, migrations })

  it('are applied once, and written down as Prisma writes them down', async () => {
    expect(await run()).toEqual({ applied: allMigrations })
    expect(await run()).toEqual({ applied: [] })
    const columns = 'migration_name, finished_at IS NOT NULL, rolled_back_at IS NULL, applied_steps_count'
    const written = await runSql(
      database.settings,
      `SELECT ${columns} FROM _prisma_migrations ORDER BY migration_name`,
    )
    expect(written).toEqual(allMigrations.map((name) => [name, true, true, 1]))
  })

  it('go on from where the database is', async () => {
    await run()
    addMigration('20990101000000_next', 'CREATE TABLE "next" ("id" TEXT); -- with; semicolons\n')
    expect(await run()).toEqual({ applied: ['20990101000000_next'] })
    expect(await tables()).toContain('next')
  })

  it('keep a semicolon inside quotes', async () => {
    addMigration('20990101000000_quotes', `CREATE TABLE "t" ("c" TEXT NOT NULL DEFAULT 'a;b', "d" TEXT);`)
    await run()
    await runSql(database.settings, `INSERT INTO t (d) VALUES ('x')`)
    expect(await runSql(database.settings, 'SELECT c FROM t')).toEqual([['a;b']])
  })

  it('that fail change nothing, say which one and why without quoting rows, and can be corrected', async () => {
    await run()
    const bad = '20990101000000_bad'
    const row = (id: number) =>
      `INSERT INTO "customer" VALUES ('00000000-0000-4000-8000-00000000000${id}', 'canary', now(), NULL);\n`
    addMigration(bad, `CREATE TABLE "half" ("id" TEXT);\n${row(1)}${row(2)}`)
    for (const attempt of ['first', 'second']) {
      const failed = await run().catch((error: unknown) => error)
      expect(failed, attempt).toMatchObject({ name: 'StoreStartError', reason: 'migration_failed' })
      expect(String(failed)).toContain(bad)
      expect(String(failed)).toMatch(/bank_customer_id/)
      expect(String(failed)).not.toContain('canary')
      expect(await tables()).not.toContain('half')
      expect(await runSql(database.settings, 'SELECT count(*)::int FROM customer')).toEqual([[0]])
    }
    addMigration(bad, `CREATE TABLE "half" ("id" TEXT);\n${row(1)}`)
    expect(await run()).toEqual({ applied: [bad] })
  })

  it('cut short by a crash stop the next start until someone has looked', async () => {
    await run()
    await runSql(
      database.settings,
      `UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0
       WHERE migration_name = '${latestMigration}'`,
    )
    await expect(run()).rejects.toMatchObject({
      reason: 'migration_failed',
      message: expect.stringMatching(`cut short inside the migration ${latestMigration}.*-- --applied NAME`),
    })
    await settleMigration(database.settings, latestMigration, 'applied')
    expect(await run()).toEqual({ applied: [] })
  })

  it('cut short before they took effect are applied again when they are settled as rolled back', async () => {
    addMigration('20990101000000_next', 'CREATE TABLE "next" ("id" TEXT);')
    await run()
    await runSql(database.settings, 'DROP TABLE next')
    await runSql(
      database.settings,
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_next'`,
    )
    await settleMigration({ ...database.settings, migrations }, '20990101000000_next', 'rolled_back')
    expect(await run()).toEqual({ applied: ['20990101000000_next'] })
  })
})

describeOnEachDatabase('migrations of three that start together', (kind) => {
  it('happen once; on PostgreSQL the others wait, the embedded database may refuse them', async () => {
    const database = await newDatabase(kind)
    const starts = await Promise.allSettled([1, 2, 3].map(() => migrate(database.settings)))
    const applied = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value.applied] : []))
    const refused = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []))
    expect(applied.flat()).toEqual(allMigrations)
    if (kind === 'postgres') expect(refused).toEqual([])
    for (const reason of refused) expect(reason).toMatchObject({ reason: 'locked' })
    await database.remove()
  })
})

describe('the migration files', () => {
  it('do not end a transaction themselves: a failed one must leave nothing behind', () => {
    for (const { path } of readMigrations().migrationDirectories) {
      const sql = readFileSync(join(migrationsDirectory, path, 'migration.sql'), 'utf8')
      expect(sql, path).not.toMatch(/^\s*(COMMIT|BEGIN|ROLLBACK)\b/im)
    }
  })
})
