import { createHash, randomBytes, randomInt } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { createStore, type Store } from '@/lib/store'
import { openDatabase } from '@/lib/store/database/open'
import { migrate } from '@/prisma/migrate'
import { readMigrations } from '@/prisma/migration-files'
import { type PostgresServer, postgresMissing, runSql, startOwnServer } from './postgres-server'

/*
 * Databases for tests. Each test file gets its own, migrated and empty, of both kinds: PGlite in a
 * temporary directory, and PostgreSQL when there is a server (postgres-server.ts, shared-postgres.ts).
 */

export type TestDatabase = {
  /** What createStore and migrate take. */
  settings: { databaseUrl?: string; dataDir: string }
  remove(): Promise<void>
}

export type DatabaseKind = 'pglite' | 'postgres'

/**
 * For tests that are not about the database: the PostgreSQL server that all files of a run share, where there is one. The
 * tests of the store run on both kinds, and those of the browser on the embedded database.
 */
export function usualKind(): DatabaseKind {
  return process.env.TEST_DATABASE_TEMPLATE === undefined ? 'pglite' : 'postgres'
}

/** A database without a table. */
export function newDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'pglite' ? copyOf('empty') : newPostgresDatabase()
}

/** A database ready for createStore. */
export async function newMigratedDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  if (kind === 'pglite') return copyOf('migrated')
  const template = process.env.TEST_DATABASE_TEMPLATE
  const database = await newPostgresDatabase(template)
  if (template === undefined) await migrate(database.settings)
  return database
}

async function copyOf(template: 'empty' | 'migrated'): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sportello-pglite-'))
  cpSync(await templateDirectory(template), dataDir, { recursive: true })
  return { settings: { dataDir }, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

/**
 * Making an embedded database takes seconds, copying one does not: the first test that needs one makes
 * it, under a name that stands for everything it is made from.
 */
async function templateDirectory(template: 'empty' | 'migrated'): Promise<string> {
  const ingredients = createHash('sha256')
  for (const path of ['lib/store/database/pglite.ts', 'node_modules/@electric-sql/pglite/package.json']) {
    ingredients.update(readFileSync(path))
  }
  ingredients.update(JSON.stringify(readMigrations().migrationDirectories))
  const cache = resolve('node_modules/.cache/sportello-tests')
  const directory = join(cache, `${template}-${ingredients.digest('hex').slice(0, 16)}`)
  if (existsSync(directory)) return directory

  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'new-'))
  if (template === 'migrated') await migrate({ dataDir: unfinished })
  else await (await openDatabase({ dataDir: unfinished }, 'migrations')).close()
  try {
    renameSync(unfinished, directory)
  } catch {
    // Another test file was faster; its template is the same.
    rmSync(unfinished, { recursive: true, force: true })
  }
  return directory
}

/** Only inside {@link describeOnEachDatabase}, which knows whether there is a server and stops it. */
async function newPostgresDatabase(template = 'template1'): Promise<TestDatabase> {
  server ??= startServer()
  const { url: serverUrl } = await server
  const name = `sportello_test_${randomBytes(6).toString('hex')}`
  const dataDir = mkdtempSync(join(tmpdir(), 'sportello-data-'))
  await runSql({ databaseUrl: serverUrl, dataDir }, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    settings: { databaseUrl: url.href, dataDir },
    async remove() {
      await runSql({ databaseUrl: serverUrl, dataDir }, `DROP DATABASE ${name} WITH (FORCE)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Tests of what only a server does; left out where there is none. */
export function describeOnServer(name: string, body: () => void): void {
  const missing = postgresMissing()
  if (missing !== undefined) process.stdout.write(`Skipped: ${name}: ${missing}\n`)
  describe.skipIf(missing !== undefined)(`${name} (PostgreSQL)`, () => {
    afterAll(stopServer)
    body()
  })
}

/** The same tests on each kind of database there is. */
export function describeOnEachDatabase(name: string, body: (kind: DatabaseKind) => void): void {
  describe(`${name} (PGlite)`, () => body('pglite'))
  describeOnServer(name, () => body('postgres'))
}

/** A clock that stands still until a test moves it. */
export type TestClock = { now(): Date; advance(seconds: number): void }

function newClock(): TestClock {
  let at = Date.parse('2026-11-27T09:00:00.123Z')
  return {
    now: () => new Date(at),
    advance(seconds) {
      at += seconds * 1000
    },
  }
}

export function newTokenKey(keyId: string): string {
  return `${keyId}:${randomBytes(32).toString('base64')}`
}

/** A customer id of the bank that no other test uses. */
export function newBankCustomerId(): string {
  return String(randomInt(10 ** 9, 10 ** 12))
}

type StoreFixture = { store: Store; clock: TestClock; newCustomer(): Promise<string> }

/** Tests of the store on each kind of database: one store for the block, a new customer for each test. */
export function describeStore(name: string, body: (fixture: StoreFixture) => void): void {
  describeOnEachDatabase(name, (kind) => {
    const clock = newClock()
    let opened: { database: TestDatabase; store: Store } | undefined
    const store = () => {
      if (opened === undefined) throw new Error('the store is open only inside tests')
      return opened.store
    }
    beforeAll(async () => {
      const database = await newMigratedDatabase(kind)
      const tokenKeys = newTokenKey('test')
      opened = { database, store: await createStore({ ...database.settings, tokenKeys, now: clock.now }) }
    })
    afterAll(async () => {
      await opened?.store.close()
      await opened?.database.remove()
    })
    body({
      get store() {
        return store()
      },
      clock,
      newCustomer: async () => (await store().customers.ensure(newBankCustomerId())).customerId,
    })
  })
}

/** Nobody else reads or writes this table until it is released. On a server only: PGlite takes one opener. */
export async function lockTable(settings: TestDatabase['settings'], table: string) {
  const database = await openDatabase(settings, 'migrations')
  const connection = await database.adapterFactory.connect()
  const transaction = await connection.startTransaction()
  const sql = `LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`
  await transaction.executeRaw({ sql, args: [], argTypes: [] })
  return {
    async release() {
      await transaction.executeRaw({ sql: 'ROLLBACK', args: [], argTypes: [] })
      await transaction.rollback()
      await connection.dispose()
      await database.close()
    },
  }
}

/** The server of this test file: started by the first database, stopped after the last test. */
let server: Promise<PostgresServer> | undefined

export async function stopServer(): Promise<void> {
  const running = server
  server = undefined
  await (await running)?.stop()
}

async function startServer(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL
  return given === undefined || given === '' ? startOwnServer() : { url: given, stop: async () => {} }
}
