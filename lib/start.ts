import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { migrate } from '@/prisma/migrate'
import { ConfigError, loadConfig } from './config'
import { checkBank } from './flows'
import { createLog, type Log } from './log'
import { checkBankSettings, closeServer, getServer } from './server'
import { SOCKET_ADDRESS_HEADER } from './web/client-address'

/*
 * `npm start` and `npm run dev`: checks the settings, brings the database up to date, then serves.
 * An own HTTP server under Next for one reason: only the socket knows the client's real address, and
 * behind it everything else is a header that anyone can send.
 */

const UNTRUSTED_HEADERS = [
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-middleware-subrequest',
]
const SHUTDOWN_GRACE_MS = 8_000
const HOUSEKEEPING_INTERVAL_MS = 60 * 60 * 1000

async function main(): Promise<void> {
  const development = process.argv.includes('--dev')
  for (const file of ['.env.local', '.env']) if (existsSync(file)) process.loadEnvFile(file)
  const config = loadConfig()
  const log = createLog(config.LOG_LEVEL)
  await checkBankSettings(config)
  const httpServer = createServer(answerNotYet)
  await listen(httpServer, config.PORT)
  stopOnSignal(httpServer, log)
  await migrate({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  await rotateTokenKeys(log)
  await serveWithNext(httpServer, config.PORT, development)
  log.info({ url: config.APP_URL, port: config.PORT, bank: new URL(config.BANK_BASE_URL).origin }, 'started')
  keepHouse(log)
  void checkBankOnce(log)
}

/** Tells the operator at once whether certificates, signatures and trust fit this bank. Serves either way. */
async function checkBankOnce(log: Log): Promise<void> {
  const { flows } = await getServer()
  const check = await checkBank(flows)
  if (check.outcome === 'understood')
    log.info({ check }, 'the bank takes our certificates and its answer verifies')
  else log.warn({ check: check.outcome, err: check.cause }, 'the check call to the bank failed')
}

/** Deletes sign-in attempts and sessions whose time is long over, now and every hour. */
function keepHouse(log: Log): void {
  const purge = async () => {
    const { store } = await getServer()
    const [attempts, sessions] = await Promise.all([store.connectAttempts.purge(), store.sessions.purge()])
    if (attempts + sessions > 0) log.info({ attempts, sessions }, 'purged')
  }
  const run = () => purge().catch((error: unknown) => log.error({ err: error }, 'purge failed'))
  void run()
  setInterval(run, HOUSEKEEPING_INTERVAL_MS).unref()
}

/** After a new key was put first in TOKEN_KEYS, everything stored moves to it; then the old key may go. */
async function rotateTokenKeys(log: Log): Promise<void> {
  const { store } = await getServer()
  const { reencrypted, unreadable } = await store.rotateTokenKeys()
  if (reencrypted > 0) log.info({ reencrypted }, 'stored tokens moved to the first of TOKEN_KEYS')
  if (unreadable > 0)
    log.warn({ unreadable }, 'stored tokens open with none of TOKEN_KEYS; their customers must reconnect')
}

/** The port is taken first, so that a taken one is told at once; until Next is ready the answer is 503. */
function answerNotYet(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'retry-after': '2', 'cache-control': 'no-store' }).end()
}

async function listen(httpServer: HttpServer, port: number): Promise<void> {
  httpServer.listen(port)
  await once(httpServer, 'listening')
}

async function serveWithNext(httpServer: HttpServer, port: number, development: boolean): Promise<void> {
  Object.assign(process.env, { NODE_ENV: development ? 'development' : 'production' })
  const { default: next } = await import('next')
  const app = next({ dev: development, port, httpServer })
  const handle = app.getRequestHandler()
  await app.prepare()
  httpServer.removeListener('request', answerNotYet)
  httpServer.on('request', (request, response) => {
    request.headers[SOCKET_ADDRESS_HEADER] = request.socket.remoteAddress
    // Next trusts these for its own purposes; the public address comes from APP_URL alone.
    for (const header of UNTRUSTED_HEADERS) delete request.headers[header]
    void handle(request, response)
  })
}

function stopOnSignal(httpServer: HttpServer, log: Log): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(0), SHUTDOWN_GRACE_MS).unref()
    httpServer.close()
    httpServer.closeIdleConnections()
    await closeServer()
    process.exit(0)
  }
  process.on('SIGINT', (signal) => void stop(signal))
  process.on('SIGTERM', (signal) => void stop(signal))
}

/** What an operator reads when the start fails: one plain sentence, never a setting's value. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'The start failed.'
  if (error instanceof ConfigError) return error.message
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'The port is taken by another program. Stop that program, or set PORT to a free one.'
  }
  if ('code' in error && error.code === 'EACCES') {
    return 'Missing right to open the port or to write to DATA_DIR.'
  }
  return error.message
}

main().catch((error: unknown) => {
  process.stderr.write(`Sportello did not start.\n${explain(error)}\n`)
  process.exit(1)
})
