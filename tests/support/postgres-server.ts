import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@/lib/store/database/open'

/*
 * PostgreSQL for tests: the server of TEST_DATABASE_URL (its user must be allowed to create databases), or a temporary one
 * where PostgreSQL is installed.
 */

/** Why there is no PostgreSQL to test on, or undefined when there is. */
export function postgresMissing(): string | undefined {
  if (process.env.TEST_DATABASE_URL || serverBinaries() !== undefined) return undefined
  return 'no TEST_DATABASE_URL, and no postgres and initdb found here'
}

export type PostgresServer = { url: string; stop(): Promise<void> }

/** One statement on a database that nothing else has open (PGlite takes one opener). Returns the rows. */
export async function runSql(
  settings: { databaseUrl?: string; dataDir: string },
  sql: string,
): Promise<unknown[][]> {
  const database = await openDatabase(settings, 'migrations')
  const connection = await database.adapterFactory.connect()
  try {
    return (await connection.queryRaw({ sql, args: [], argTypes: [] })).rows
  } finally {
    await connection.dispose()
    await database.close()
  }
}

/** A server of our own on a socket in a temporary directory: no port to collide on. */
export async function startOwnServer(): Promise<PostgresServer> {
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
    [
      '-D',
      cluster,
      '-k',
      root,
      '-c',
      'listen_addresses=',
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=400',
    ],
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

function serverBinaries(): string | undefined {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const candidates = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return candidates.find((path) => existsSync(join(path, 'postgres')) && existsSync(join(path, 'initdb')))
}
