import { fsyncSync } from 'node:fs'
import { chmod, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { StoreStartError } from '../errors'
import { openDataFolder } from './data-folder'
import { type DirectoryLock, lockDirectory } from './directory-lock'
import type { Database } from './open'
import { pgliteAdapterFactory } from './pglite-adapter'
import { plainStatements, preparedStatements } from './pglite-statements'
import { scriptOf } from './script'

/**
 * Opens the embedded database in `{dataDir}/database`, creating it when there is none.
 *
 * @param purpose migrations change tables, which statements that were prepared do not outlive
 * @throws StoreStartError `not_writable`, `locked` or `unreadable`
 */
export async function openPglite(dataDir: string, purpose: 'serving' | 'migrations'): Promise<Database> {
  await openDataFolder(dataDir)
  const directory = join(dataDir, 'database')
  const lock = await lockDirectory(directory)
  try {
    if (await isAbsent(directory)) await create(directory)
    const client = await start(directory)
    return database(client, lock, purpose)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** An empty database in memory, gone when closed. */
export function openScratchPglite(): Promise<PGlite> {
  return PGlite.create()
}

function database(client: PGlite, lock: DirectoryLock, purpose: 'serving' | 'migrations'): Database {
  const statements = purpose === 'serving' ? preparedStatements(client) : plainStatements(client)
  return {
    kind: 'pglite',
    adapterFactory: pgliteAdapterFactory(client, statements),
    query: async (text, values) => (await statements.query(text, values)).rows,
    executeSql: (text, values) => execute(client, text, values),
    // The directory lock already keeps every other process out.
    exclusively: (work) => work(),
    async alone(_name, work) {
      await work()
      return true
    },
    async close() {
      try {
        if (!client.closed) await client.close()
      } finally {
        lock.release()
      }
    },
  }
}

/** PGlite is one connection, and waits by itself until nobody is in a transaction on it. */
async function execute(client: PGlite, text: string, values: readonly unknown[] | undefined) {
  if (values !== undefined && values.length > 0)
    return client.query(
      text,
      values.map((value) => value ?? null),
    )
  const results = await client.transaction((tx) => tx.exec(scriptOf(text)))
  return { rows: results.flatMap(({ rows }) => rows) }
}

/**
 * Builds a new database beside its place and moves it there in one step, so that a start cut short
 * never leaves half a database behind.
 */
async function create(directory: string): Promise<void> {
  const unfinished = `${directory}.new`
  await rm(unfinished, { recursive: true, force: true })
  const client = await start(unfinished)
  await client.close()
  await chmod(unfinished, 0o700)
  await rename(unfinished, directory)
}

async function start(directory: string): Promise<PGlite> {
  let complaint = ''
  const options: PGliteOptions = {
    fs: new DurableNodeFS(directory),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      '-c',
      'wal_sync_method=fsync',
    ],
    relaxedDurability: false,
    onStderr: (line) => {
      complaint = / (?:FATAL|PANIC): {2}(.*)/.exec(line)?.[1] ?? complaint
      return false
    },
  }
  try {
    return await PGlite.create(options)
  } catch (error) {
    throw new StoreStartError(
      'unreadable',
      `The database in ${directory} cannot be opened: ${complaint || reasonOf(error)}. ` +
        'Restore it from a backup, or move it away to start with an empty one.',
    )
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== ''
    ? error.message
    : 'its files are damaged or incomplete'
}

/**
 * PGlite starts PostgreSQL with fsync off, and its file system on Node has no fsync to call. With this
 * one, and `wal_sync_method=fsync`, what was acknowledged is on the disk.
 */
class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync: NonNullable<typeof emscriptenOpts.preRun>[number] = (module) => {
      module.NODEFS.stream_ops.fsync = (stream: { nfd: number }) => {
        fsyncSync(stream.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}

/** @throws StoreStartError when something else than a database is in its place */
async function isAbsent(directory: string): Promise<boolean> {
  const found = await readdir(directory).catch((error: unknown) => codeOf(error))
  if (found === 'ENOENT' || found.length === 0) return true
  if (Array.isArray(found) && found.includes('PG_VERSION')) return false
  throw new StoreStartError(
    'unreadable',
    `${directory} is not a database, or only a part of one. Restore it from a backup, or move it away.`,
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
