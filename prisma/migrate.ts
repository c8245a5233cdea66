import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { loadDatabaseConfig, readEnvFiles } from '@/lib/config'
import { type DatabaseSettings, openDatabase } from '@/lib/store/database/open'
import { StoreStartError } from '@/lib/store/errors'
import { migrationsDirectory, noFilter, readMigrations, readSchema } from './migration-files'
import { startSchemaEngine } from './schema-engine'

export type MigrateSettings = DatabaseSettings & {
  /** Where the migrations are; prisma/migrations unless a test has its own. */
  migrations?: string
}

/**
 * Brings the database up to date with prisma/migrations: the embedded one, or PostgreSQL when there is
 * a `databaseUrl`. Does nothing when it is up to date. Processes that start together wait for each other.
 *
 * @returns the names of the migrations that were applied now
 * @throws StoreStartError; `migration_failed` says which migration, why, and how to go on
 */
export function migrate(settings: MigrateSettings): Promise<{ applied: string[] }> {
  return withEngine(settings, async (engine, directory) => {
    const [cutShort] = await failedMigrations(engine, directory)
    if (cutShort !== undefined) throw cutShortEarlier(cutShort)
    try {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: readMigrations(directory),
        filters: noFilter,
      })
      return { applied: appliedMigrationNames }
    } catch (error) {
      const failed = await failedMigrations(engine, directory)
      // Each script runs in one transaction: what failed took no effect and may be tried again.
      for (const migrationName of failed) await engine.markMigrationRolledBack({ migrationName })
      throw didNotApply(failed, error)
    }
  })
}

/**
 * Settles a migration that was cut short, once a person has looked whether it took effect.
 *
 * @throws StoreStartError `migration_failed` when there is no such migration to settle
 */
export function settleMigration(
  settings: MigrateSettings,
  migrationName: string,
  as: 'applied' | 'rolled_back',
): Promise<void> {
  return withEngine(settings, async (engine, directory) => {
    try {
      if (as === 'rolled_back') await engine.markMigrationRolledBack({ migrationName })
      else await engine.markMigrationApplied({ migrationName, migrationsList: readMigrations(directory) })
    } catch (error) {
      throw new StoreStartError('migration_failed', reasonOf(error))
    }
  })
}

async function withEngine<T>(
  settings: MigrateSettings,
  work: (engine: SchemaEngine, directory: string) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(settings, 'migrations')
  try {
    return await database.exclusively(async () => {
      const engine = await startSchemaEngine(database.adapterFactory, readSchema())
      try {
        return await work(engine, settings.migrations ?? migrationsDirectory)
      } finally {
        engine.free()
      }
    })
  } finally {
    await database.close()
  }
}

async function failedMigrations(engine: SchemaEngine, directory: string): Promise<string[]> {
  const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
    migrationsList: readMigrations(directory),
    optInToShadowDatabase: false,
    filters: noFilter,
  })
  return failedMigrationNames
}

function didNotApply(failed: string[], error: unknown): StoreStartError {
  return new StoreStartError(
    'migration_failed',
    `The database could not be brought up to date: ${failed.join(', ') || 'the migrations'} failed. ` +
      `${reasonOf(error)}. The database is as it was before; correct the cause and start again.`,
  )
}

function cutShortEarlier(migrationName: string): StoreStartError {
  return new StoreStartError(
    'migration_failed',
    `An earlier start was cut short inside the migration ${migrationName}, and only a look at the tables ` +
      'tells whether it took effect. Then run `npm run db:migrate -- --applied NAME` when it did, or ' +
      '`npm run db:migrate -- --rolled-back NAME` when it did not.',
  )
}

/** What the engine says, without the trace it appends and without the rows PostgreSQL quotes in DETAIL. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  const [beforeTrace = ''] = said.split(/\n\s+0: /)
  return beforeTrace
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== 'external connector error' && !line.startsWith('DETAIL'))
    .join(' ')
}

async function main(): Promise<string> {
  readEnvFiles()
  const { DATABASE_URL, DATA_DIR } = loadDatabaseConfig()
  const settings = { databaseUrl: DATABASE_URL, dataDir: DATA_DIR }
  const { values } = parseArgs({
    options: { applied: { type: 'string' }, 'rolled-back': { type: 'string' } },
  })
  if (values.applied !== undefined) await settleMigration(settings, values.applied, 'applied')
  if (values['rolled-back'] !== undefined) {
    await settleMigration(settings, values['rolled-back'], 'rolled_back')
  }
  const { applied } = await migrate(settings)
  return applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().then(
    (said) => process.stdout.write(`${said}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : 'The migration failed.'}\n`)
      process.exitCode = 1
    },
  )
}
