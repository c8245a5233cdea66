import { NextRequest } from 'next/server'
import { z } from 'zod'
import { GET as callback } from '@/app/api/bank/callback/route'
import { POST as connect } from '@/app/api/bank/connect/route'
import { loadConfig } from '@/lib/config'
import { bankDay } from '@/lib/domain/days/bank-day'
import { startJobs } from '@/lib/jobs'
import { createLog } from '@/lib/log'
import { closeServer, createServer, installServer, type Server } from '@/lib/server'
import { SOCKET_ADDRESS_HEADER } from '@/lib/web/client-address'
import type { Kit } from '@/sandbox/kit'
import { createBrowser, decide, logInAs } from '@/tests/integration/sandbox/journey'
import { type DatabaseKind, newMigratedDatabase, usualKind } from './database'
import { startTestSandbox, type TestSandbox, type TestSandboxOptions } from './sandbox'
import { startMoment } from './start-moment'

export const APP_URL = 'http://localhost:3000'

export type TestApp = {
  server: Server
  sandbox: TestSandbox
  /** Every line logged so far. */
  logLines(): string
  /** The clock of app and bank. It starts at `startMoment` and goes on. */
  now(): Date
  /** The bank's day by that clock. */
  today(): string
  moveClock(seconds: number): void
  /** Takes back every `moveClock`. */
  resetClock(): void
  /** Stops that clock until the returned function is called: nothing becomes due while a busy machine takes its time. */
  holdClock(): () => void
  stop(): Promise<void>
}

type Handler = (request: NextRequest) => Promise<Response>

/** The app's settings for a sandbox, as an operator would write them. */
export function settingsFor(kit: Kit, more: Record<string, string> = {}): Record<string, string> {
  const online = kit.applications.authorization_code
  return {
    APP_URL,
    NEXTAUTH_SECRET: 'a secret of the tests with 32 characters and more',
    TOKEN_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    LOG_LEVEL: 'trace',
    SIGN_IN_ATTEMPTS_PER_MINUTE: '10000',
    CUSTOMER_LIMITS_FACTOR: '1000',
    REFRESH_INTERVAL_SECONDS: '0',
    BANK_NAME: 'Test bank',
    BANK_ENVIRONMENT: 'sandbox',
    BANK_BASE_URL: kit.baseUrl,
    BANK_AUTHORIZE_URL: kit.authorizeUrl,
    BANK_TOKEN_URL: kit.tokenUrl,
    BANK_HEADER_PREFIX: kit.headerPrefix,
    BANK_TLS_CA: kit.tlsCa,
    BANK_SEAL_CA: kit.sealCa,
    BANK_SEAL_SUBJECT: kit.sealSubject,
    TPP_QWAC_CERT: kit.qwac.cert,
    TPP_QWAC_KEY: kit.qwac.key,
    TPP_QSEAL_CERT: kit.qseal.cert,
    TPP_QSEAL_KEY: kit.qseal.key,
    TPP_APP_NAME: online.name,
    TPP_CLIENT_ID: online.clientId,
    TPP_CLIENT_SECRET: online.clientSecret,
    ...more,
  }
}

/** The app's server side beside a sandbox bank: real mutual TLS, real database, the real route handlers. */
export async function startTestApp(
  options: {
    sandbox?: TestSandboxOptions
    database?: DatabaseKind
    settings?: (kit: Kit) => Record<string, string>
    /** Whether transfers are finished without their page too. */
    jobs?: boolean
    /** How far the bank's clock is behind ours. */
    bankBehindMs?: () => number
  } = {},
): Promise<TestApp> {
  const startShiftMs = startMoment().getTime() - Date.now()
  let shiftMs = startShiftMs
  let heldAt: number | undefined
  const now = () => new Date((heldAt ?? Date.now()) + shiftMs)
  const wall = () => new Date(now().getTime() - (options.bankBehindMs?.() ?? 0))
  const sandbox = await startTestSandbox({ wall, ...options.sandbox })
  const database = await newMigratedDatabase(options.database ?? usualKind())
  const lines: string[] = []
  const config = loadConfig(
    settingsFor(sandbox.kit, {
      DATA_DIR: database.settings.dataDir,
      DATABASE_URL: database.settings.databaseUrl ?? '',
      ...options.settings?.(sandbox.kit),
    }),
  )
  const server = await createServer(config, {
    log: createLog('trace', { write: (line: string) => void lines.push(line) }),
    now,
  })
  installServer(server)
  if (options.jobs) await attachJobs(server)
  return {
    server,
    sandbox,
    logLines: () => lines.join(''),
    now,
    today: () => bankDay(now()),
    moveClock: (seconds) => {
      shiftMs += seconds * 1000
    },
    resetClock: () => {
      shiftMs = startShiftMs
    },
    holdClock: () => {
      heldAt = Date.now()
      return () => {
        heldAt = undefined
      }
    },
    stop: async () => {
      await closeServer()
      await sandbox.stop()
      await database.remove()
    },
  }
}

export async function attachJobs(server: Server): Promise<void> {
  const report = (error: unknown) => server.log.error({ err: error }, 'a job failed')
  server.attachJobs(await startJobs(server.flows, server.store.executeSql, report))
}

/** A browser as our route handlers see it: it keeps cookies by path and says where its requests come from. */
export function createCustomerBrowser(appUrl = APP_URL) {
  const jar = new Map<string, { value: string; path: string }>()

  async function send(handler: Handler, path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, appUrl)
    const headers = new Headers(init.headers)
    const cookies = [...jar].filter(([, { path: scope }]) => url.pathname.startsWith(scope))
    headers.set('cookie', cookies.map(([name, { value }]) => `${name}=${value}`).join('; '))
    headers.set(SOCKET_ADDRESS_HEADER, '127.0.0.1')
    const { signal: _signal, ...rest } = init
    const response = await handler(new NextRequest(url, { ...rest, headers }))
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }

  function keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const path = /;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/'
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, { value, path })
  }

  return {
    jar,
    get: (handler: Handler, path: string, headers: Record<string, string> = {}) =>
      send(handler, path, { headers }),
    post: (handler: Handler, path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(handler, path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { origin: appUrl, 'content-type': 'application/json', ...headers },
      }),
    clearCookies: () => jar.clear(),
  }
}

export type CustomerBrowser = ReturnType<typeof createCustomerBrowser>

/** The customer at the bank's own pages: logs in and decides. Returns the address the bank sends them back to. */
export async function atTheBank(
  browserUrl: string,
  username: string,
  decision: 'allow' | 'refuse' = 'allow',
): Promise<string> {
  const browser = createBrowser()
  const back = await decide(browser, await logInAs(browser, browserUrl, username), decision)
  return `${back.pathname}${back.search}`
}

/** Presses "Continue with your bank"; returns where the app sends the browser. */
export async function startSignIn(
  browser: CustomerBrowser,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await browser.post(connect, '/api/bank/connect', {}, headers)
  return z.object({ browserUrl: z.url() }).parse(await response.json()).browserUrl
}

/** A browser in which this customer of the sandbox has signed in. */
export async function signInAs(username: string): Promise<CustomerBrowser> {
  const browser = createCustomerBrowser()
  const back = await atTheBank(await startSignIn(browser), username)
  const response = await browser.get(callback, back)
  const landing = response.headers.get('location')
  if (landing !== `${APP_URL}/accounts`) throw new Error(`the sign-in ended at ${landing}`)
  return browser
}
