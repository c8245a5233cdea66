import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { type GivenLimits, limitsWith } from './limits'
import { openPglite } from './pglite'
import { openPostgres } from './postgres'

/** Work that one process at a time does for all. */
export type AloneName = 'sweep' | 'housekeeping'

/** A database that answers, of either kind. */
export type Database = {
  adapterFactory: SqlMigrationAwareDriverAdapterFactory
  /**
   * A statement with values, or a script without, whole or not at all; never within a transaction of anybody else.
   * BEGIN and COMMIT around a script are left out, for it is one transaction anyway.
   */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>
  /** Runs `work` while no other process runs its own. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Runs `work` unless a process is at work under this name. @returns whether it ran */
  alone(name: AloneName, work: () => Promise<void>): Promise<boolean>
  close(): Promise<void>
} & (
  | { kind: 'postgres' }
  /** `query`: rows of a statement that is a transaction of its own. */
  | { kind: 'pglite'; query(text: string, values: readonly unknown[]): Promise<unknown[]> }
)

export type DatabaseSettings = {
  /** PostgreSQL when given. */
  databaseUrl?: string
  /** Otherwise the embedded database lives in `{dataDir}/database`. */
  dataDir: string
  /** What the connections to a server are called there. */
  applicationName?: string
  /** Of the connections to a server. */
  limits?: GivenLimits
}

/** @throws StoreStartError */
export function openDatabase(
  settings: DatabaseSettings,
  purpose: 'serving' | 'migrations',
): Promise<Database> {
  return settings.databaseUrl === undefined
    ? openPglite(settings.dataDir, purpose)
    : openPostgres(settings.databaseUrl, purpose, limitsWith(settings.limits), settings.applicationName)
}
