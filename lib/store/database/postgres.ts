import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { databaseErrorCode, StoreStartError } from '../errors'
import { asAdapterError } from './adapter-error'
import type { DatabaseLimits } from './limits'
import { endMuteConnections } from './mute-connection'
import type { AloneName, Database } from './open'
import { scriptOf } from './script'

type PgAdapter = Awaited<ReturnType<PrismaPg['connect']>>

/** The queue of jobs has connections of its own, so that neither waits for the other: two, and one for each work done alone. */
const JOB_CONNECTIONS = 4
/** A statement of a migration may take as long as it needs. */
const forMigrations = { connections: 1, statementMs: 0 }

/** Any number: it only has to be the same in every process that migrates this schema. */
const migrationLockKey = 7_350_421
const migrationLockWaitSeconds = 120
const aloneLockClass = 7_350_422
const aloneLocks: Record<AloneName, number> = { sweep: 1, housekeeping: 2 }

/**
 * Connects to the PostgreSQL server of DATABASE_URL.
 *
 * @param purpose migrations may run long and use one connection at a time; serving keeps the limits
 * @throws StoreStartError `settings` or `unreachable`, without the address or the password
 */
export async function openPostgres(
  databaseUrl: string,
  purpose: 'serving' | 'migrations',
  limits: DatabaseLimits,
  applicationName = 'sportello',
): Promise<Database> {
  requireUrl(databaseUrl)
  const { adapterFactory, close } = postgresConnections(
    databaseUrl,
    purpose === 'serving' ? limits : { ...limits, ...forMigrations },
    applicationName,
  )
  const probe = await adapterFactory.connect()
  try {
    await probe.queryRaw({ sql: 'SELECT 1', args: [], argTypes: [] })
  } catch (error) {
    throw new StoreStartError(
      'unreachable',
      `The PostgreSQL server of DATABASE_URL does not answer (${databaseErrorCode(error)}). ` +
        'Check the address, the user, the password and that the server runs.',
    )
  } finally {
    await probe.dispose()
  }
  const jobs = jobConnections(databaseUrl, { ...limits, connections: JOB_CONNECTIONS }, applicationName)
  return {
    kind: 'postgres',
    adapterFactory,
    executeSql: jobs.executeSql,
    exclusively: (work) => withAdvisoryLock(adapterFactory, work),
    alone: jobs.alone,
    async close() {
      await jobs.close()
      await close()
    },
  }
}

/** Opened with the first statement. */
function jobConnections(databaseUrl: string, limits: DatabaseLimits, applicationName: string) {
  let opened: { adapter: Promise<PgAdapter>; close(): Promise<void> } | undefined
  const open = () => {
    const { connect, close } = postgresConnections(databaseUrl, limits, applicationName)
    return { adapter: connect(), close }
  }
  const driverOf = async () => {
    opened ??= open()
    return (await opened.adapter).underlyingDriver()
  }
  return {
    /** The lock ends with its transaction, so also when this process dies or its connection breaks. */
    async alone(name: AloneName, work: () => Promise<void>): Promise<boolean> {
      const client = await (await driverOf()).connect()
      let broken: Error | undefined
      const noteBroken = (error: Error) => {
        broken = error
      }
      client.on('error', noteBroken)
      try {
        await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '10min'")
        const answer: unknown = await client.query('SELECT 1 WHERE pg_try_advisory_xact_lock($1, $2)', [
          aloneLockClass,
          aloneLocks[name],
        ])
        if (rowsOf(answer).length === 0) return false
        await work()
        return true
      } finally {
        await client.query('ROLLBACK').catch(noteBroken)
        client.off('error', noteBroken)
        client.release(broken)
      }
    },
    async executeSql(text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
      const driver = await driverOf()
      if (values.length > 0) return driver.query(text, [...values])
      const answer: unknown = await driver.query(scriptOf(text))
      return { rows: rowsOf(answer) }
    },
    async close() {
      await opened?.close()
    },
  }
}

/** A script answers with one result for each of its statements. */
function rowsOf(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer.flatMap(rowsOf)
  const isResult = typeof answer === 'object' && answer !== null && 'rows' in answer
  return isResult && Array.isArray(answer.rows) ? answer.rows : []
}

function requireUrl(databaseUrl: string): void {
  if (!URL.canParse(databaseUrl) || !/^postgres(ql)?:$/.test(new URL(databaseUrl).protocol)) {
    throw new StoreStartError(
      'settings',
      'DATABASE_URL must be an address of the form postgresql://user:password@host/database.',
    )
  }
}

/** `close` ends every connection still open: the schema engine leaves its own, with a lock on it. */
function postgresConnections(
  databaseUrl: string,
  limits: DatabaseLimits,
  applicationName: string,
): {
  adapterFactory: SqlMigrationAwareDriverAdapterFactory
  connect(): Promise<PgAdapter>
  close(): Promise<void>
} {
  const { statementMs, silenceMs } = limits
  const plain = new PrismaPg({
    connectionString: databaseUrl,
    application_name: applicationName,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: limits.idleMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    statement_timeout: statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.keepAliveMs,
    // Prisma's adapters write and read timestamps without their zone: the session's zone must be UTC.
    options: '-c TimeZone=UTC',
  })
  const open = new Set<PgAdapter>()
  const track = (adapter: PgAdapter) => {
    if (statementMs > 0) endMuteConnections(adapter.underlyingDriver(), statementMs + silenceMs)
    const repaired = withWholeScripts(adapter)
    const { dispose } = repaired
    open.add(repaired)
    return Object.assign(repaired, {
      async dispose() {
        if (open.delete(repaired)) await dispose.call(repaired)
      },
    })
  }
  const connect = async () => track(await plain.connect())
  return {
    connect,
    adapterFactory: {
      provider: plain.provider,
      adapterName: plain.adapterName,
      connect,
      connectToShadowDb: async () => track(await plain.connectToShadowDb()),
    },
    async close() {
      await Promise.all([...open].map((adapter) => adapter.dispose()))
    },
  }
}

/**
 * The adapter splits a script at every semicolon, inside quotes too, and runs the pieces one by one.
 * Sent whole, PostgreSQL parses it itself and runs it in one transaction: a migration applies or does not.
 */
function withWholeScripts(adapter: PgAdapter): PgAdapter {
  return Object.assign(adapter, {
    async executeScript(script: string) {
      try {
        await adapter.underlyingDriver().query(script)
      } catch (error) {
        throw asAdapterError(error)
      }
    },
  })
}

/** Two processes that start together migrate one after the other. */
async function withAdvisoryLock<T>(
  adapterFactory: SqlMigrationAwareDriverAdapterFactory,
  work: () => Promise<T>,
): Promise<T> {
  // With one connection at most, the lock and its release are on the same session.
  const guard = await adapterFactory.connect()
  try {
    const waitMs = migrationLockWaitSeconds * 1000
    await guard.executeScript(`SET lock_timeout = ${waitMs}; SELECT pg_advisory_lock(${migrationLockKey})`)
    return await work()
  } finally {
    await guard.dispose()
  }
}
