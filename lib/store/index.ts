import { type Prisma, PrismaClient } from '@/prisma/generated/client'
import { accountsStore } from './accounts'
import { authorizationsStore } from './authorizations'
import { balancesStore } from './balances'
import { connectAttemptsStore } from './connect-attempts'
import { connectionsStore } from './connections'
import { consentsStore } from './consents'
import type { Query, StoreContext } from './context'
import { factsStore } from './customer-facts'
import { customersStore } from './customers'
import { type DatabaseLimits, type GivenLimits, limitsWith } from './database/limits'
import { type AloneName, type Database, openDatabase } from './database/open'
import { databaseErrorCode, StoreStartError, withStoreErrors } from './errors'
import { forgetCustomer, forgetUnlessBusy } from './forget'
import { applicationNameOf } from './key-names'
import { latestMigration } from './latest-migration'
import { limitsStore } from './limits'
import { iterating, movementsStore } from './movements'
import { productsStore } from './products'
import { rotateTokenKeys } from './rotate-token-keys'
import { sessionsStore } from './sessions'
import { createTokenCipher } from './token-cipher'
import { transfersStore } from './transfers'
import { createTurnstile } from './turnstile'

export { type Account, MAX_ACCOUNTS } from './accounts'
export type { AuthorizationOutcome, AuthorizationRequest } from './authorization-content'
export type { AuthorizationEnd, EndState } from './authorization-moves'
export type { Authorization, Beginning, Return } from './authorizations'
export type { Balance, BalanceAnswer, StoredAmounts, StoredBalance } from './balances'
export type { DayRange } from './calendar-days'
export type { ConnectAttempt, Consumption } from './connect-attempts'
export type { ConnectionTokens } from './connection-tokens'
export type { Connection, ConnectionStatus } from './connections'
export type { ConsentGrant, ReplaceReason } from './consent-events'
export type { Consent, ConsentEntry, ConsentReplacement } from './consents'
export type { SaveOutcome } from './covered'
export type { CustomerFacts } from './customer-facts'
export type { GivenLimits } from './database/limits'
export type { DetailField, Details } from './details'
export { StoreError, StoreStartError, type StoreStartReason } from './errors'
export type { ForgetReport } from './forget'
export type { Money } from './money'
export type { MovementGroup } from './movement-groups'
export type { ProductDayTotal, ProductMovement } from './movement-overview'
export type { DayTotal, MovementFilter, MovementSum, StoredMovement } from './movement-queries'
export { MAX_LISTED_MOVEMENTS, type MovementsReplacement } from './movement-replace'
export type { BankMovement, BankMovements } from './movement-rows'
export type { MovementsPage } from './movements'
export type { ProductStanding, ProductState } from './products'
export type { RotationOutcome } from './rotate-token-keys'
export type { Session, SessionSummary } from './sessions'
export { TokenCipherError } from './token-cipher'
export type {
  TransferDraft,
  TransferExecution,
  TransferFault,
  TransferMessage,
  TransferNext,
  TransferOrder,
  TransferPreparation,
  TransferProblem,
  TransferStepDraft,
  TransferVerdict,
} from './transfer-content'
export type {
  OtherTransfer,
  Payee,
  TransferEventEntry,
  TransferSummary,
} from './transfer-lists'
export type { Move, TransferActor, TransferChange, TransferNote } from './transfer-moves'
export type { TransferReceipt } from './transfer-papers'
export type { Transfer, TransferCheck } from './transfer-rows'
export type { TransferBeginning } from './transfers'

export type StoreSettings = {
  /** PostgreSQL when given; otherwise the embedded database in `{dataDir}/database`. */
  databaseUrl?: string
  dataDir: string
  /** `keyId:base64 of 32 bytes`, comma separated; the first encrypts, all of them decrypt. */
  tokenKeys: string
  now: () => Date
  /** Of the connections to PostgreSQL. */
  limits?: GivenLimits
}

/** The embedded database has one transaction at a time, and a very long list of movements takes it seconds. */
const waitForTransactionMs = 30_000

export type Store = Awaited<ReturnType<typeof createStore>>

/**
 * Opens the database, which must be migrated (prisma/migrate.ts), and returns everything that can be
 * asked of it. Operations throw StoreError, and TokenCipherError where they say so.
 *
 * @throws StoreStartError
 */
export async function createStore(settings: StoreSettings) {
  const cipher = createTokenCipher(settings.tokenKeys)
  const applicationName = applicationNameOf(cipher.fingerprints)
  const database = await openDatabase({ ...settings, applicationName }, 'serving')
  const prisma = new PrismaClient({
    adapter: database.adapterFactory,
    errorFormat: 'minimal',
    log: [],
    transactionOptions: { maxWait: waitForTransactionMs },
  })
  try {
    await requireMigrated(prisma)
  } catch (error) {
    await closeAll(prisma, database)
    throw error
  }
  const context = { prisma, query: queryOf(database, prisma), cipher, now: settings.now }
  return assembleStore(context, database, limitsWith(settings.limits))
}

function queryOf(database: Database, prisma: PrismaClient): Query {
  if (database.kind === 'postgres') return (statement) => prisma.$queryRaw(statement)
  return async <Row>({ text, values }: Prisma.Sql) =>
    // As Prisma does: the statement says itself what its rows are.
    (await database.query(text, values)) as Row[]
}

/**
 * On a server a third of the connections for each group of operations: two tables may be locked, and the rest goes on. The
 * embedded database does one thing at a time; there the movements, whose exports and searches are long, get one turn among
 * all others.
 */
function turnstileFor(group: string, { kind }: Database, { connections, connectMs }: DatabaseLimits) {
  if (kind === 'postgres') return createTurnstile(Math.ceil(connections / 3), connectMs)
  return group === 'movements' ? createTurnstile(1, waitForTransactionMs) : undefined
}

function assembleStore(context: StoreContext, database: Database, limits: DatabaseLimits) {
  const whole = withStoreErrors('store', {
    /** Answers when the database does. */
    async ping(): Promise<void> {
      await context.prisma.$queryRaw`SELECT 1`
    },
    /**
     * At the start, before anything is served: refuses keys that do not fit what is stored or what other processes use,
     * then re-encrypts under the first of TOKEN_KEYS what is under a later one.
     *
     * @param lost ids of keys that nobody has any more
     * @throws StoreStartError `settings`
     */
    rotateTokenKeys: (lost: readonly string[] = []) => rotateTokenKeys(context, lost),
    alone: (name: AloneName, work: () => Promise<void>) => database.alone(name, work),
    /**
     * Housekeeping, every now and then. The embedded database has no process of its own that clears what
     * was deleted and learns how much there is; a server has.
     */
    async maintain(): Promise<void> {
      if (database.kind === 'pglite') await context.prisma.$executeRaw`VACUUM (ANALYZE)`
    },
    /** Erases everything of a customer, in one transaction. @returns how many rows of each table */
    forget: (customerId: string) => forgetCustomer(context, customerId),
    /** The same, unless a payment is being sent or a consent may have come into force since the bank's list was asked for. */
    forgetUnlessBusy: (customerId: string, listAskedAt: Date | null) =>
      forgetUnlessBusy(context, customerId, listAskedAt),
  })
  const guarded = <T extends Parameters<typeof withStoreErrors>[1]>(group: string, operations: T): T =>
    withStoreErrors(group, operations, turnstileFor(group, database, limits))
  const movements = guarded('movements', movementsStore(context))
  return {
    customers: guarded('customers', customersStore(context)),
    connections: guarded('connections', connectionsStore(context)),
    sessions: guarded('sessions', sessionsStore(context)),
    connectAttempts: guarded('connectAttempts', connectAttemptsStore(context)),
    accounts: guarded('accounts', accountsStore(context)),
    authorizations: guarded('authorizations', authorizationsStore(context)),
    consents: guarded('consents', consentsStore(context)),
    limits: guarded('limits', limitsStore(context)),
    facts: guarded('facts', factsStore(context)),
    balances: guarded('balances', balancesStore(context)),
    products: guarded('products', productsStore(context)),
    transfers: guarded('transfers', transfersStore(context)),
    movements: { ...movements, ...iterating(movements) },
    ...whole,
    alone: aloneOnce(whole.alone),
    /** Statements of the queue of jobs, which keeps tables of its own in a schema of its own. */
    executeSql: database.executeSql,
    /** Ends the connections and lets go of the embedded database. Safe to call twice. */
    close: () => closeAll(context.prisma, database),
  }
}

/**
 * Runs `work` unless it is being done under this name already, here or in another process. What `work` throws goes
 * through as it is. @returns whether it ran
 */
function aloneOnce(alone: Database['alone']): Database['alone'] {
  const running = new Set<AloneName>()
  return async (name, work) => {
    if (running.has(name)) return false
    running.add(name)
    let failed: { error: unknown } | undefined
    try {
      const ran = await alone(name, async () => {
        await work().catch((error: unknown) => {
          failed = { error }
        })
      })
      if (failed !== undefined) throw failed.error
      return ran
    } finally {
      running.delete(name)
    }
  }
}

async function closeAll(prisma: PrismaClient, database: Database): Promise<void> {
  await prisma.$disconnect()
  await database.close()
}

async function requireMigrated(prisma: PrismaClient): Promise<void> {
  if (await isMigrated(prisma)) return
  throw new StoreStartError('not_migrated', 'The database is not up to date. Run `npm run db:migrate` first.')
}

async function isMigrated(prisma: PrismaClient): Promise<boolean> {
  try {
    const tables = await prisma.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_tables WHERE tablename = '_prisma_migrations' AND schemaname = current_schema()
    `
    if (tables.length === 0) return false
    const applied = await prisma.$queryRaw<unknown[]>`
      SELECT 1 FROM _prisma_migrations
      WHERE migration_name = ${latestMigration} AND finished_at IS NOT NULL AND rolled_back_at IS NULL
    `
    return applied.length > 0
  } catch (error) {
    throw new StoreStartError('unreachable', `The database does not answer (${databaseErrorCode(error)}).`)
  }
}
