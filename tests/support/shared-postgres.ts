import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@/prisma/migrate'
import { postgresMissing, runSql, startOwnServer } from './postgres-server'

/**
 * One PostgreSQL server for all files of a run, with a migrated database to copy: a server and a migration for each file
 * took three seconds each. A given TEST_DATABASE_URL is left as it is, and its files migrate by themselves.
 */
export default async function startSharedPostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL || postgresMissing() !== undefined) return undefined
  const server = await startOwnServer()
  const dataDir = mkdtempSync(join(tmpdir(), 'sportello-data-'))
  const template = 'sportello_template'
  await runSql({ databaseUrl: server.url, dataDir }, `CREATE DATABASE ${template}`)
  const url = new URL(server.url)
  url.pathname = `/${template}`
  await migrate({ databaseUrl: url.href, dataDir })
  rmSync(dataDir, { recursive: true, force: true })
  process.env.TEST_DATABASE_URL = server.url
  process.env.TEST_DATABASE_TEMPLATE = template
  return () => server.stop()
}
