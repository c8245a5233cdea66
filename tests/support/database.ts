import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe } from 'vitest'
import { createStore, type Store } from '@/lib/store'
import { openDatabase } from '@/lib/store/database/open'
import { migrate } from '@/prisma/migrate'
import { readMigrations } from '@/prisma/migration-files'

/*
 * Databases for tests. Each test file gets its own, migrated and empty, of both kinds: PGlite in a
 * temporary directory, and PostgreSQL when there is a server: the one of TEST_DATABASE_URL (its user
 * must be allowed to create databases), or a temporary one when PostgreSQL is installed here.
 */

export type TestDatabase = {
  /** What createStore and migrate take. */
  settings: { databaseUrl?: string; dataDir: string }
  remove(): Promise<void>
}

export type DatabaseKind = 'pglite' | 'postgres'

/** A database without a table. */
export function newDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'pglite' ? copyOf('empty') : newPostgresDatabase()
}

/** A database ready for createStore. */
export async function newMigratedDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  if (kind === 'pglite') return copyOf('migrated')
  const database = await newPostgresDatabase()
  await migrate(database.settings)
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
async function newPostgresDatabase(): Promise<TestDatabase> {
  server ??= startServer()
  const { url: serverUrl } = await server
  const name = `sportello_test_${randomBytes(6).toString('hex')}`
  const dataDir = mkdtempSync(join(tmpdir(), 'sportello-data-'))
  await runSql({ databaseUrl: serverUrl, dataDir }, `CREATE DATABASE ${name}`)
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

/** Why there is no PostgreSQL to test on, or undefined when there is. */
export function postgresMissing(): string | undefined {
  if (process.env.TEST_DATABASE_URL || serverBinaries() !== undefined) return undefined
  return 'no TEST_DATABASE_URL, and no postgres and initdb found here'
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

export function newClock(): TestClock {
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

/** One statement on a database that nothing else has open (PGlite takes one opener). Returns the rows. */
export async function runSql(settings: TestDatabase['settings'], sql: string): Promise<unknown[][]> {
  const database = await openDatabase(settings, 'migrations')
  const connection = await database.adapterFactory.connect()
  try {
    return (await connection.queryRaw({ sql, args: [], argTypes: [] })).rows
  } finally {
    await connection.dispose()
    await database.close()
  }
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

function serverBinaries(): string | undefined {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const candidates = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return candidates.find((path) => existsSync(join(path, 'postgres')) && existsSync(join(path, 'initdb')))
}

type Server = { url: string; stop(): Promise<void> }

/** The server of this test file: started by the first database, stopped after the last test. */
let server: Promise<Server> | undefined

export async function stopServer(): Promise<void> {
  const running = server
  server = undefined
  await (await running)?.stop()
}

async function startServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL
  return given === undefined || given === '' ? startOwnServer() : { url: given, stop: async () => {} }
}

/** A server of our own on a socket in a temporary directory: no port to collide on. */
async function startOwnServer(): Promise<Server> {
  const binaries = serverBinaries()
  if (binaries === undefined) throw new Error(postgresMissing())
  const root = mkdtempSync(join(tmpdir(), 'sportello-postgres-'))
  const owner = unprivilegedOwner()
  if (owner !== undefined) chownSync(root, owner.uid, owner.gid)
  const cluster = join(root, 'cluster')
  execFileSync(join(binaries, 'initdb'), ['-D', cluster, '-U', 'sportello', '-A', 'trust', '-N'], {
    ...owner,
    cwd: root,
    stdio: 'ignore',
  })
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', cluster, '-k', root, '-c', 'listen_addresses=', '-c', 'fsync=off'],
    { ...owner, cwd: root, stdio: 'ignore' },
  )
  process.once('exit', () => child.kill('SIGINT'))
  const url = `postgresql://sportello@localhost/postgres?host=${encodeURIComponent(root)}`
  await untilItAnswers(child, url, root)
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
      rmSync(root, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(child: ChildProcess, url: string, root: string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const answered = await runSql({ databaseUrl: url, dataDir: root }, 'SELECT 1').catch((error: unknown) => {
      if (child.exitCode !== null || Date.now() > deadline) throw error
      return undefined
    })
    if (answered !== undefined) return
    await delay(50)
  }
}

/** PostgreSQL refuses to run as root: then its own system user runs it, or nobody. */
function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const passwd = readFileSync('/etc/passwd', 'utf8')
  for (const user of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${user}:[^:]*:(\\d+):(\\d+):`, 'm').exec(passwd) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('running as root, and there is no other user to run PostgreSQL as')
}
