import { pathToFileURL } from 'node:url'
import { loadDatabaseConfig } from '@/lib/config'
import { type Database, type DatabaseSettings, openDatabase } from '@/lib/store/database/open'
import { StoreStartError } from '@/lib/store/errors'
import { migrationsDirectory, noFilter, readMigrations, readSchema } from './migration-files'
import { startSchemaEngine } from './schema-engine'

/**
 * Brings the database up to date with prisma/migrations: the embedded one, or PostgreSQL when there is
 * a `databaseUrl`. Does nothing when it is up to date. Processes that start together wait for each other.
 *
 * @returns the names of the migrations that were applied now
 * @throws StoreStartError; `migration_failed` says which migration and what the database said
 */
export async function migrate(
  settings: DatabaseSettings & { migrations?: string },
): Promise<{ applied: string[] }> {
  const database = await openDatabase(settings, 'migrations')
  try {
    return await database.exclusively(() => applyMigrations(database, settings.migrations))
  } finally {
    await database.close()
  }
}

async function applyMigrations(database: Database, directory = migrationsDirectory) {
  const engine = await startSchemaEngine(database.adapterFactory, readSchema())
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: readMigrations(directory),
      filters: noFilter,
    })
    return { applied: appliedMigrationNames }
  } catch (error) {
    throw new StoreStartError('migration_failed', explain(error))
  } finally {
    engine.free()
  }
}

function explain(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return (
    `The database could not be brought up to date.\n${said}\n` +
    'The failed migration changed nothing. prisma/README.md, "When a migration fails", says how to go on.'
  )
}

async function main(): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = loadDatabaseConfig()
  const { applied } = await migrate({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
  const done = applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`
  process.stdout.write(`${done}\n`)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : 'The migration failed.'}\n`)
    process.exitCode = 1
  })
}
