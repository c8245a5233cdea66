import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MigrationDirectory, MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg'

const here = dirname(fileURLToPath(import.meta.url))

export const migrationsDirectory = join(here, 'migrations')

/** Nothing in the database is managed outside these migrations. */
export const noFilter = { externalTables: [], externalEnums: [] }

export function readSchema(): { path: string; content: string } {
  return { path: 'schema.prisma', content: readFileSync(join(here, 'schema.prisma'), 'utf8') }
}

/** The migration folders in the form the schema engine takes them, oldest first. */
export function readMigrations(directory = migrationsDirectory): MigrationList {
  const lockfile = join(directory, 'migration_lock.toml')
  return {
    baseDir: directory,
    lockfile: {
      path: 'migration_lock.toml',
      content: existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : null,
    },
    shadowDbInitScript: '',
    migrationDirectories: readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort()
      .map((name) => migrationDirectory(directory, name)),
  }
}

function migrationDirectory(directory: string, name: string): MigrationDirectory {
  const content = readFileSync(join(directory, name, 'migration.sql'), 'utf8')
  return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: content } } }
}
