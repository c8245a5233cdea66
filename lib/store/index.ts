import { type Prisma, PrismaClient } from '@/prisma/generated/client'
import { accountsStore } from './accounts/accounts'
import { balancesStore } from './accounts/balances'
import { productsStore } from './accounts/products'
import { authorizationsStore } from './consents/authorizations'
import { consentsStore } from './consents/consents'
import type { Query, StoreContext } from './context'
import { createErasedBytes } from './database/erased-bytes'
import { latestMigration } from './database/latest-migration'
import { type DatabaseLimits, type GivenLimits, limitsWith } from './database/limits'
import { type AloneName, type Database, openDatabase } from './database/open'
import { createTurnstile } from './database/turnstile'
import { databaseErrorCode, StoreStartError, withStoreErrors } from './errors'
import { iterating, movementsStore } from './movements/movements'
import { applicationNameOf } from './secrets/key-names'
import { rotateTokenKeys } from './secrets/rotate-token-keys'
import { createTokenCipher } from './secrets/token-cipher'
import { connectAttemptsStore } from './session/connect-attempts'
import { connectionsStore } from './session/connections'
import { factsStore } from './session/customer-facts'
import { customersStore } from './session/customers'
import { forgetCustomer, forgetUnlessBusy } from './session/forget'
import { limitsStore } from './session/rate-limits'
import { sessionsStore } from './session/sessions'
import { transfersStore } from './transfers/transfers'

export { type Account, MAX_ACCOUNTS } from './accounts/accounts'
export type { Balance, BalanceAnswer, StoredAmounts, StoredBalance } from './accounts/balances'
export type { SaveOutcome } from './accounts/covered'
export type { DetailField, Details } from './accounts/details'
export type { IncompleteSince, ProductStanding, ProductState, UpTo } from './accounts/products'
export type { AuthorizationOutcome, AuthorizationRequest } from './consents/authorization-content'
export type { AuthorizationEnd, EndState } from './consents/authorization-moves'
export type { Authorization, Beginning, Return } from './consents/authorizations'
export type { ConsentGrant, ReplaceReason } from './consents/consent-events'
export type { Consent, ConsentEntry, ConsentReplacement } from './consents/consents'
export type { GivenLimits } from './database/limits'
export { StoreError, StoreStartError, type StoreStartReason } from './errors'
export type { MovementGroup } from './movements/movement-groups'
export type { ProductDayTotal, ProductMovement } from './movements/movement-overview'
export type { DayTotal, MovementFilter, MovementSum, StoredMovement } from './movements/movement-queries'
export { MAX_LISTED_MOVEMENTS, type MovementsReplacement } from './movements/movement-replace'
export type { BankMovement, BankMovements } from './movements/movement-rows'
export type { MovementsPage } from './movements/movements'
export type { RotationOutcome } from './secrets/rotate-token-keys'
export { TokenCipherError } from './secrets/token-cipher'
export type { ConnectAttempt, Consumption } from './session/connect-attempts'
export type { ConnectionTokens } from './session/connection-tokens'
export type { Connection, ConnectionStatus } from './session/connections'
export type { CustomerFacts } from './session/customer-facts'
export type { ForgetReport } from './session/forget'
export type { Session, SessionSummary } from './session/sessions'
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
} from './transfers/transfer-content'
export type {
  OtherTransfer,
  Payee,
  TransferEventEntry,
  TransferSummary,
} from './transfers/transfer-lists'
export type { Move, TransferActor, TransferChange, TransferNote } from './transfers/transfer-moves'
export type { TransferReceipt } from './transfers/transfer-papers'
export type { Transfer, TransferCheck } from './transfers/transfer-rows'
export type { TransferBeginning } from './transfers/transfers'
export type { DayRange } from './values/calendar-days'
export { latestPossibleReading } from './values/clock-set-back'
export type { Money } from './values/money'

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
  const query = queryOf(database, prisma)
  const erased = database.kind === 'pglite' ? createErasedBytes(settings.dataDir, query) : onServer
  const context = { prisma, query, cipher, now: settings.now, noteErasure: erased.note }
  return assembleStore(context, database, limitsWith(settings.limits), erased.maintain)
}

/** A server looks after itself. */
const onServer = { note: () => {}, maintain: async () => {} }

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

function assembleStore(
  context: StoreContext,
  database: Database,
  limits: DatabaseLimits,
  maintain: () => Promise<void>,
) {
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
     * was deleted and learns how much there is; a server has. After an erasure it also wipes what that left in the files.
     */
    maintain,
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
