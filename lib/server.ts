import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { type BankExchange, createBankClient, isClockOff, readPemSetting } from '@/lib/bank'
import { createStore, type GivenLimits } from '@/lib/store'
import { type Config, loadConfig } from './config'
import { createAttendance } from './flows/attendance'
import type { FlowDeps } from './flows/deps'
import { createBackground, createFlight, createRecent } from './flows/shared-work'
import { createLog, type Log } from './log'
import { MOST_DRAFTS } from './web/customer-limits'
import { createDownloadSlots, type DownloadSlots } from './web/download-slots'
import { deriveKeys, type KeyRing, type Keys } from './web/keys'
import { createRateLimits, type RateLimits } from './web/rate-limit'

export type Server = {
  config: Config
  /** Derived from NEXTAUTH_SECRET, one ring for each use. */
  keys: Keys
  log: Log
  store: FlowDeps['store']
  flows: FlowDeps
  limits: RateLimits
  downloads: DownloadSlots
  /** Runs `work` so that the bank calls inside it are logged under the request's reference. */
  withReference: <T>(reference: string, work: () => Promise<T>) => Promise<T>
  /** From now on these finish transfers, and end with the server. */
  attachJobs: (jobs: Jobs) => void
  /** From now on readiness says no, so that a balancer sends nothing new; everything is still served. */
  drain: () => void
  isDraining: () => boolean
  close: () => Promise<void>
}

type Jobs = { wake(transferId: string): void; close(): Promise<void> }

export const SESSION_MAX_AGE_SECONDS = 12 * 60 * 60

/**
 * Builds everything once: the only place where config, bank and store meet.
 * @throws ConfigError, BankConfigError, StoreStartError: the process must not start
 */
export async function createServer(
  config: Config,
  { log = createLog(config.LOG_LEVEL), now = () => new Date() }: { log?: Log; now?: () => Date } = {},
): Promise<Server> {
  const keys = deriveKeys(config.NEXTAUTH_SECRET)
  const references = new AsyncLocalStorage<string>()
  const watchClock = createClockWatch(log)
  const bank = createBankClient(bankConfigOf(config), {
    now,
    newId: randomUUID,
    observe: (exchange) => {
      logExchange(log, exchange, references.getStore())
      watchClock(exchange)
    },
  })
  const store = await createStore({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    tokenKeys: config.TOKEN_KEYS,
    limits: databaseLimitsOf(config),
    now,
  })
  let jobs: Jobs | undefined
  let isDraining = false
  const refreshIntervalMs = config.REFRESH_INTERVAL_SECONDS * 1_000
  const background = createBackground((error) => log.error({ err: error }, 'work in the background failed'))
  return {
    config,
    keys,
    log,
    store,
    limits: rateLimitsOf(config, keys.limits, store, log),
    downloads: createDownloadSlots(now),
    withReference: (reference, work) => references.run(reference, work),
    flows: {
      bank,
      store,
      now,
      newId: randomUUID,
      newSecret: () => randomBytes(32).toString('base64url'),
      sessionTokensOf: (attemptId) => tokensOf(keys.sessionToken, attemptId),
      callbackUrl: `${config.APP_URL}/api/bank/callback`,
      scaReturnUrl: `${config.APP_URL}/api/sca/callback`,
      sessionMaxAgeSeconds: SESSION_MAX_AGE_SECONDS,
      refreshIntervalMs,
      draftDays: config.DRAFT_DAYS,
      mostDrafts: MOST_DRAFTS * config.CUSTOMER_LIMITS_FACTOR,
      flights: {
        connection: createFlight(),
        accounts: createFlight(),
        consents: createFlight(),
        balance: createFlight(),
        movements: createFlight(),
        wholeMovements: createFlight(),
        refresh: createFlight(),
        account: createFlight(),
        customer: createFlight(),
        products: createFlight(),
      },
      daysRead: createRecent(refreshIntervalMs, now),
      background,
      attendance: createAttendance(now),
      wake: (transferId) => jobs?.wake(transferId),
    },
    attachJobs: (attached) => {
      jobs = attached
    },
    drain: () => {
      isDraining = true
    },
    isDraining: () => isDraining,
    close: async () => {
      await jobs?.close()
      await background.stop()
      await bank.close()
      await store.close()
    },
  }
}

function tokensOf([current, ...earlier]: KeyRing, attemptId: string): [string, ...string[]] {
  const tokenOf = (key: Buffer) =>
    createHmac('sha256', key).update(`session of ${attemptId}`).digest('base64url')
  return [tokenOf(current), ...earlier.map(tokenOf)]
}

function rateLimitsOf(config: Config, [key]: KeyRing, store: FlowDeps['store'], log: Log): RateLimits {
  return createRateLimits({
    signInsPerMinute: config.SIGN_IN_ATTEMPTS_PER_MINUTE,
    factor: config.CUSTOMER_LIMITS_FACTOR,
    // The embedded database has one process, so its memory does.
    countIn: config.DATABASE_URL === undefined ? undefined : store.limits.execute,
    pseudonym: (text) => createHmac('sha256', key).update(text).digest('base64url'),
    onUnknownAddress: () =>
      log.warn(
        { settings: ['TRUSTED_PROXIES', 'FORWARDED_HEADER'] },
        'the address of a customer is not known, so their sign-ins are not limited: do these settings fit the proxies?',
      ),
  })
}

function logExchange(log: Log, exchange: BankExchange, reference: string | undefined): void {
  log.info({ reference, exchange }, 'bank exchange')
  const { operation, ids, odd, brokenPaging } = exchange
  const which = { reference, operation, tppRequestId: ids.tppRequestId }
  if (odd.length > 0) log.warn({ ...which, dropped: odd }, 'fields of an answer were dropped')
  if (brokenPaging) log.warn({ ...which, ...brokenPaging }, 'a list of the bank does not end properly')
}

/** Warns once each time our clock is found to differ from the bank's, by Dates that were signed. */
function createClockWatch(log: Log): (exchange: BankExchange) => void {
  let wasOff = false
  return ({ clockAheadSeconds, steps }) => {
    if (!steps.some(({ name, outcome }) => name === 'signature' && outcome === 'passed')) return
    const isOff = isClockOff(clockAheadSeconds)
    if (isOff && !wasOff)
      log.warn(
        { clockAheadSeconds },
        "our clock differs from the bank's, which may refuse what we send for it",
      )
    wasOff = isOff
  }
}

/**
 * Reads the certificates and keys of the settings, and nothing else: a wrong one is told before the
 * database is touched.
 * @throws BankConfigError naming the setting
 */
export async function checkBankSettings(config: Config): Promise<void> {
  await createBankClient(bankConfigOf(config), { now: () => new Date(), newId: randomUUID }).close()
}

function databaseLimitsOf(config: Config): GivenLimits {
  const ms = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)
  return {
    connections: config.DATABASE_CONNECTIONS,
    connectMs: ms(config.DATABASE_CONNECT_SECONDS),
    statementMs: ms(config.DATABASE_STATEMENT_SECONDS),
    silenceMs: ms(config.DATABASE_SILENCE_SECONDS),
    idleMs: ms(config.DATABASE_IDLE_SECONDS),
    idleInTransactionMs: ms(config.DATABASE_IDLE_TRANSACTION_SECONDS),
    keepAliveMs: ms(config.DATABASE_KEEP_ALIVE_SECONDS),
  }
}

function bankConfigOf(config: Config): Parameters<typeof createBankClient>[0] {
  const pem = (setting: keyof Config & `${'TPP' | 'BANK'}_${string}`) =>
    readPemSetting(String(config[setting]), setting)
  return {
    baseUrl: config.BANK_BASE_URL,
    authorizeUrl: config.BANK_AUTHORIZE_URL,
    tokenUrl: config.BANK_TOKEN_URL,
    authorizeMode: config.BANK_AUTHORIZE_MODE,
    browserOrigins: config.BANK_BROWSER_ORIGIN,
    environment: config.BANK_ENVIRONMENT,
    headerPrefix: config.BANK_HEADER_PREFIX,
    requestTargetCase: config.BANK_REQUEST_TARGET_CASE,
    tlsCa: config.BANK_TLS_CA === undefined ? undefined : pem('BANK_TLS_CA'),
    sealCa: pem('BANK_SEAL_CA'),
    sealSubject: config.BANK_SEAL_SUBJECT,
    qwac: { certificate: pem('TPP_QWAC_CERT'), key: pem('TPP_QWAC_KEY') },
    qseal: { certificate: pem('TPP_QSEAL_CERT'), key: pem('TPP_QSEAL_KEY') },
    application: {
      name: config.TPP_APP_NAME,
      clientId: config.TPP_CLIENT_ID,
      clientSecret: config.TPP_CLIENT_SECRET,
    },
    batchApplication: batchApplicationOf(config),
  }
}

function batchApplicationOf(config: Config) {
  const { TPP_BATCH_APP_NAME, TPP_BATCH_CLIENT_ID, TPP_BATCH_CLIENT_SECRET } = config
  if (!TPP_BATCH_APP_NAME || !TPP_BATCH_CLIENT_ID || !TPP_BATCH_CLIENT_SECRET) return undefined
  return {
    name: TPP_BATCH_APP_NAME,
    clientId: TPP_BATCH_CLIENT_ID,
    clientSecret: TPP_BATCH_CLIENT_SECRET,
  }
}

// Next bundles pages and route handlers apart and reloads modules in development: what must exist once
// per process (connections, the embedded database) hangs on globalThis.
const holder: typeof globalThis & { sportelloServer?: Promise<Server> } = globalThis

/** The one server of this process. A failed start is not kept: the next request tries again. */
export function getServer(): Promise<Server> {
  holder.sportelloServer ??= createServer(loadConfig()).catch((error: unknown) => {
    holder.sportelloServer = undefined
    throw error
  })
  return holder.sportelloServer
}

/** Puts a server built elsewhere, with its own log or clock, in the place of this process's. */
export function installServer(server: Server): void {
  holder.sportelloServer = Promise.resolve(server)
}

/** Makes `/api/ready` answer that this process is about to stop, if a server was started. */
export async function drainServer(): Promise<void> {
  const server = await holder.sportelloServer
  server?.drain()
}

/** Ends the server of this process, when one was started. */
export async function closeServer(): Promise<void> {
  const server = holder.sportelloServer
  holder.sportelloServer = undefined
  await (await server)?.close()
}
