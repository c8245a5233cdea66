import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openScratchPglite } from '@/lib/store/database/pglite'
import { pgliteAdapterFactory } from '@/lib/store/database/pglite-adapter'
import { migrationsDirectory, noFilter, readMigrations, readSchema } from './migration-files'
import { startSchemaEngine } from './schema-engine'

/**
 * `npm run db:author NAME`: writes the migration that leads from the existing ones to schema.prisma.
 * Works on a database in memory; read what it wrote before you commit it (prisma/README.md).
 */
async function author(name: string | undefined): Promise<string> {
  if (name === undefined || !/^[a-z0-9_]{3,60}$/.test(name)) {
    throw new Error('Give the migration a name of lower-case letters, digits and underscores.')
  }
  const { exitCode, stdout } = await differences()
  if (exitCode === 0 || stdout === null) return 'schema.prisma and the migrations agree: nothing to write.'
  const folder = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`
  mkdirSync(join(migrationsDirectory, folder))
  writeFileSync(join(migrationsDirectory, folder, 'migration.sql'), stdout)
  return `Wrote prisma/migrations/${folder}. Now set latestMigration in lib/store/database/latest-migration.ts to '${folder}'.`
}

async function differences() {
  const scratch = await openScratchPglite()
  const engine = await startSchemaEngine(pgliteAdapterFactory(scratch), readSchema())
  try {
    return await engine.diff({
      from: { tag: 'migrations', ...readMigrations() },
      to: { tag: 'schemaDatamodel', files: [readSchema()] },
      script: true,
      exitCode: true,
      filters: noFilter,
    })
  } finally {
    engine.free()
    await scratch.close()
  }
}

author(process.argv[2]).then(
  (said) => process.stdout.write(`${said}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : 'No migration was written.'}\n`)
    process.exitCode = 1
  },
)
