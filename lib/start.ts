import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { migrate } from '@/prisma/migrate'
import { type Config, isRunByNpm, loadConfig, readEnvFiles } from './config'
import { checkBank, endStaleTransfers } from './flows'
import { type AppHttpServer, createHttpServer } from './http/server'
import { createStop } from './http/stop'
import { keepHouse, startJobs } from './jobs'
import { consoleToLog, createLog, describeError, type Log } from './log'
import { checkBankSettings, closeServer, drainServer, getServer } from './server'

/*
 * `npm start` and `npm run dev`: checks the settings, brings the database up to date, then serves.
 * An own HTTP server under Next for one reason: only the socket knows the client's real address, and
 * behind it everything else is a header that anyone can send.
 */

/** Longer than the deadline of a bank call: what was asked of the bank is also written down. */
const SHUTDOWN_GRACE_MS = 25_000
/** Fast refresh keeps its connection open for ever. */
const SHUTDOWN_GRACE_DEVELOPMENT_MS = 1_000
const PARENT_LOOK_MS = 250

async function main(): Promise<void> {
  const development = process.argv.includes('--dev')
  readEnvFiles()
  const config = loadConfig()
  const log = createLog(config.LOG_LEVEL)
  if (!development) consoleToLog(log)
  if (config.BANK_ENVIRONMENT === 'production' && config.SECURITY_CONTACT === undefined)
    log.warn('SECURITY_CONTACT is not set: nobody can read where to report a weakness of this site')
  await checkBankSettings(config)
  const server = createHttpServer({
    appUrl: config.APP_URL,
    keepAliveSeconds: config.KEEP_ALIVE_SECONDS,
    secure: config.secureCookies,
    development,
    log,
  })
  // The port is taken first, so that a taken one is told at once; until Next is ready the answer is 503.
  server.httpServer.listen(config.PORT, config.HOST)
  await once(server.httpServer, 'listening')
  stopOnSignal(server, log, {
    graceMs: development ? SHUTDOWN_GRACE_DEVELOPMENT_MS : SHUTDOWN_GRACE_MS,
    drainMs: config.DRAIN_SECONDS * 1000,
  })
  if (!development && !existsSync('.next/BUILD_ID')) {
    throw new StartError('There is no build yet: run `npm run build` first.')
  }
  await migrate({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  await rotateTokenKeys(log)
  if (config.DATABASE_URL === undefined) await endInterrupted(log)
  await serveWithNext(server, config, development)
  log.info({ url: config.APP_URL, port: config.PORT, bank: new URL(config.BANK_BASE_URL).origin }, 'started')
  await attachJobs(log)
  keepHouse((await getServer()).flows, {
    done: (counts) => log.info(counts, 'purged'),
    failed: (step, error) => log.error({ step, err: error }, 'a step of housekeeping failed'),
  })
  void checkBankOnce(log)
}

/** Tells the operator at once whether certificates, signatures and trust fit this bank. Serves either way. */
async function checkBankOnce(log: Log): Promise<void> {
  const { flows } = await getServer()
  const check = await checkBank(flows)
  if (check.outcome === 'understood')
    log.info({ check }, 'the bank takes our certificates and its answer verifies')
  else {
    const clockAheadSeconds = flows.bank.clock()?.aheadSeconds
    log.warn(
      { check: check.outcome, clockAheadSeconds, err: check.cause },
      'the check call to the bank failed',
    )
  }
}

/**
 * The embedded database has this one server, so what was being asked of the bank about transfers is not any more. On a
 * database with several, each call is given up in its time.
 */
async function endInterrupted(log: Log): Promise<void> {
  const { flows } = await getServer()
  try {
    const ended = await endStaleTransfers(flows)
    if (ended > 0) log.info({ ended }, 'calls to the bank that a stop interrupted')
  } catch (error) {
    // Then each of them is given up in its time.
    log.error({ err: error }, 'calls to the bank that a stop interrupted were not all ended')
  }
}

/** What was begun is brought to its end from now on, page or no page. */
async function attachJobs(log: Log): Promise<void> {
  const server = await getServer()
  const report = (error: unknown) => log.error({ err: error }, 'a job failed')
  server.attachJobs(await startJobs(server.flows, server.store.executeSql, report))
}

/** Before anything is served: keys that do not fit stop the start, and what is stored moves to the first of them. */
async function rotateTokenKeys(log: Log): Promise<void> {
  const { store, config } = await getServer()
  const { reencrypted, unreadable, ended } = await store.rotateTokenKeys(config.LOST_TOKEN_KEYS)
  if (reencrypted > 0) log.info({ reencrypted }, 'stored values moved to the first of TOKEN_KEYS')
  if (unreadable > 0)
    log.warn({ unreadable }, 'stored values do not open although their key is in TOKEN_KEYS')
  if (ended > 0)
    log.warn({ ended }, 'connections under LOST_TOKEN_KEYS were ended; their customers must reconnect')
}

async function serveWithNext(server: AppHttpServer, config: Config, development: boolean): Promise<void> {
  Object.assign(process.env, { NODE_ENV: development ? 'development' : 'production' })
  const { default: next } = await import('next')
  const app = next({ dev: development, port: config.PORT, httpServer: server.upgrades })
  const handle = app.getRequestHandler()
  await app.prepare()
  server.serve(handle)
}

/** Takes no more requests, lets those under way end, then lets go of bank and database, in this order. */
function stopOnSignal(server: AppHttpServer, log: Log, times: { graceMs: number; drainMs: number }): void {
  const stop = createStop({
    ...times,
    drain: drainServer,
    stopServing: server.stop,
    letGo: closeServer,
    exit: process.exit,
    log,
  })
  process.on('SIGINT', (signal) => void stop(signal))
  process.on('SIGTERM', (signal) => void stop(signal))
  if (isRunByNpm()) onParentGone(() => void stop('npm stopped'))
}

/** npm runs a script through a shell that passes no signal on: when the shell is gone, that was the signal. */
function onParentGone(stop: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, PARENT_LOOK_MS).unref()
}

/** A reason of the starter's own not to start; its message is for the operator. */
class StartError extends Error {
  override readonly name = 'StartError'
}

/** What an operator reads when the start fails. A foreign error's message may quote a setting: only its kind is told. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'The start failed.'
  if (/^(Start|Config|BankConfig|StoreStart)Error$/.test(error.name)) return error.message
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'The port is taken by another program. Stop that program, or set PORT to a free one.'
  }
  if ('code' in error && /^(ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL|EINVAL)$/.test(String(error.code))) {
    return 'HOST: is no address of this machine that can be listened on.'
  }
  if ('code' in error && error.code === 'EACCES') {
    return 'Missing right to open the port (PORT) or to write to DATA_DIR.'
  }
  return `Unexpected: ${JSON.stringify(describeError(error), null, 2)}`
}

main().catch((error: unknown) => {
  process.stderr.write(`Sportello did not start.\n${explain(error)}\n`)
  process.exit(1)
})
