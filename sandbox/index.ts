import type { AddressInfo, Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createApiServer } from './api/server'
import type { Bank, BankSettings } from './bank'
import { type BankClock, createClock } from './clock'
import { createJournal, type Journal, noJournal } from './control/journal'
import { createScenarios, type Scenarios } from './control/scenarios'
import { createControlServer } from './control/server'
import { createApitrackIds } from './http/apitrack-ids'
import { createRequestIds } from './http/request-ids'
import { prepareSeal } from './http/seal'
import { type Kit, makeKit } from './kit'
import { createTickets } from './oauth/tickets'
import { operations } from './operations'
import type { OperationDefinition } from './operations/definition'
import { pagesUrlAt } from './pages/own-host'
import { createPagesServer } from './pages/server'
import type { SandboxKeys } from './pki/key-set'
import { loadRenewedKeys, watchProviders } from './pki/keys-file'
import { createRegister } from './register/register'
import { createBankState } from './state/bank-state'
import { createCustomers } from './state/customers'
import { claimDataDirectory } from './state/data-directory'
import type { EventLogError } from './state/event-log'
import { openState, resetState, type StateFile } from './state/state'
import { createTokens } from './state/tokens'

export type SandboxOptions = {
  dataDir: string
  /** 0 takes any free port. */
  apiPort: number
  pagesPort: number
  /** Null leaves control off: no journal is kept and no fault can be staged from outside. */
  controlPort: number | null
  /** Address of the provider's application, without a slash at the end. */
  appUrl: string
  reset?: boolean
  settings?: Partial<BankSettings>
  /** The operations that customers can have done; the bank transfer unless a test brings others. */
  operations?: readonly OperationDefinition[]
  /** The real time; a test may bring its own. */
  wall?: () => Date
}

export type RunningSandbox = {
  /** Of the first provider. */
  kit: Kit
  kitOf(organizationIdentifier: string): Kit
  apiUrl: string
  pagesUrl: string
  controlUrl: string | null
  journal: Journal
  scenarios: Scenarios
  clock: BankClock
  /** Resolves when the state file could not be written, if ever: the bank answers nothing but errors from then on. */
  failed: Promise<EventLogError>
  /** Stops listening, cuts open connections, closes the state file, gives the data directory back. */
  close(): Promise<void>
}

/** A port that the sandbox needs is taken; the message names it. */
export class PortTakenError extends Error {}

export const defaultSettings: BankSettings = {
  headerPrefix: 'SVC',
  basePath: '/psd2/v0',
  requestTargetCase: 'lower',
  certificateForm: 'base64',
  tokenForm: 'json',
  maxSkewSeconds: 300,
  maxBodyBytes: 64 * 1024,
  accessControl: false,
  codeSeconds: 60,
  accessTokenSeconds: 30 * 60,
  requestCertificateForm: 'base64',
  psuIpAddress: 'optional',
  callbackParameters: 'none',
  consentStatus: 'known',
  executionStatus: 'pending',
  authorizationSeconds: 5 * 60,
  resourceSeconds: 60 * 60,
  disposeAfterSeconds: 10 * 60,
  bookingDelaySeconds: 2 * 60,
  inquirySca: 'never',
  batchCounting: 'customer',
  twinFields: 'both',
  scaApproach: 'REDIRECT',
  movementsPerPage: 1000,
  movementDecimals: '3',
  unspecifiedDates: 'timestamp',
  stepPrice: 'same',
  stepFields: 'named',
  emptyAnswer: '200',
}

const host = '127.0.0.1'

/**
 * Starts the bank and resolves once it listens. Throws PortTakenError, DataDirectoryInUseError, KeysFileError or
 * EventLogError.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const release = await claimDataDirectory(options.dataDir)
  try {
    return await startInClaimed(options, release)
  } catch (error) {
    release()
    throw error
  }
}

async function startInClaimed(options: SandboxOptions, release: () => void): Promise<RunningSandbox> {
  const wall = options.wall ?? (() => new Date())
  const keys = await loadRenewedKeys(options.dataDir, wall())
  if (options.reset) await resetState(options.dataDir)
  const state = await openState(options.dataDir, wall())
  const addresses: Addresses = { api: '', pages: '', control: null }
  const bank = openBank(options, keys, state, addresses)
  const api = createApiServer(bank, keys.bank.tls, keys.trust.root.cert)
  const pages = createPagesServer(bank)
  const control = options.controlPort === null ? null : createControlServer(bank)
  const close = async () => {
    api.closeAllConnections()
    for (const app of [pages, control]) app?.server.closeAllConnections()
    await Promise.all([closeServer(api), pages.close(), control?.close()])
    await state.close()
    release()
  }
  try {
    addresses.api = `https://localhost:${await listenHttps(api, options.apiPort)}`
    addresses.pages = pagesUrlAt(await listenApp(pages, options.pagesPort, 'pages'))
    if (control)
      addresses.control = `http://localhost:${await listenApp(control, options.controlPort ?? 0, 'control')}`
  } catch (error) {
    await close()
    throw error
  }
  const kitOf = (number?: string) => {
    const { headerPrefix } = bank.settings
    const { pages: pagesUrl, control: controlUrl } = addresses
    const kitAddresses = { baseUrl: bank.baseUrl(), pagesUrl, controlUrl, headerPrefix }
    return makeKit(keys, options.appUrl, bank.customers, kitAddresses, number)
  }
  return {
    kit: kitOf(),
    kitOf,
    apiUrl: addresses.api,
    pagesUrl: addresses.pages,
    controlUrl: addresses.control,
    journal: bank.journal,
    scenarios: bank.scenarios,
    clock: bank.clock,
    failed: state.failed,
    close,
  }
}

/** Of the ports, as soon as they are open. */
type Addresses = { api: string; pages: string; control: string | null }

function openBank(
  options: SandboxOptions,
  keys: SandboxKeys,
  state: StateFile,
  addresses: Readonly<Addresses>,
): Bank {
  const settings = { ...defaultSettings, ...options.settings }
  const clock = createClock(options.wall, {
    offsetMs: state.clockOffsetMs,
    // whoever is answered after a move waits until it is on the disk
    onMove: (offsetMs) => void state.commit({ type: 'clock-moved', offsetMs }).catch(() => {}),
  })
  const customers = createCustomers()
  return {
    settings,
    clock,
    register: createRegister(keys.tpps, options.appUrl, watchProviders(options.dataDir)),
    customers,
    operations: options.operations ?? operations,
    ...createBankState(state, {
      customers,
      clock,
      lifetimes: settings,
      firstTpp: keys.tpps[0]?.organizationIdentifier ?? '',
    }),
    settled: state.settled,
    tokens: createTokens(state.tokenEvents, state.commit, clock, settings),
    tickets: createTickets(clock),
    requestIds: createRequestIds(
      () => clock.wall().getTime(),
      () => 2 * settings.maxSkewSeconds * 1000,
    ),
    apitrackIds: createApitrackIds(),
    seal: prepareSeal(keys.bank.seal),
    otherSeal: prepareSeal(keys.bank.otherSeal),
    journal: options.controlPort === null ? noJournal : createJournal(),
    scenarios: createScenarios(),
    baseUrl: () => `${addresses.api}${settings.basePath}`,
    pagesUrl: () => addresses.pages,
  }
}

function listenHttps(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainTaken(error, port, 'api')))
    server.listen(port, host, () => resolve(portOf(server.address())))
  })
}

async function listenApp(app: FastifyInstance, port: number, what: 'pages' | 'control'): Promise<number> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    throw explainTaken(error, port, what)
  }
  return portOf(app.server.address())
}

function explainTaken(error: unknown, port: number, what: 'api' | 'pages' | 'control'): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return error
  return new PortTakenError(
    `Port ${port} (sandbox ${what}) is taken by another program. Stop it, or choose another with --${what}-port.`,
  )
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
