import { type ClockDifference, secondsAhead } from '../clock'
import {
  ApiFault,
  BankApiError,
  BankProtocolError,
  BankUnreachableError,
  ProtocolFault,
  UnreachableFault,
} from '../errors'
import type { BrokenPaging } from '../reading/paging'
import type { BankSettings } from '../settings'
import type { SealTrust } from '../trust/seal-trust'
import { type RunStep, stepRecorder, verifyResponse } from '../trust/verify-response'
import type { BankApplication, BankExchange } from '../types'
import { APITRACK_ID, prepareHeaders, type RequestContext, signedHeaders, UUID } from './headers'
import { type Trail, toExchange } from './observation'
import { signRsaSha256 } from './signature'
import type { RawResponse, Transport } from './transport'

export type ExchangeRequest = {
  /** Name for logs and errors, for example `listAccounts`. */
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  origin: string
  /** The request target as it goes on the wire and into the signing string. */
  path: string
  contentType: string
  /** Serialised once by the caller: the same bytes are hashed and sent. */
  body?: Buffer
  application: BankApplication
  context: RequestContext
  /** TPP-Redirect-URI, where the endpoint takes one. */
  redirectUri?: string
  /** The largest body that is read of the answer; `limits.responseBodyBytes` unless given. */
  maxBodyBytes?: number
  hidesQuery: boolean
  /**
   * Never tried again, and sent on a connection of its own: of one that stood idle nobody can say whether the bank, which
   * may have just closed it, got what was written.
   */
  isOnce?: boolean
}

/** What observers learn of an answer. */
export type Note = {
  bankRequestId(id: string | undefined): void
  /** Our names of fields that the bank gave and that were dropped; never their values. */
  odd(names: readonly string[]): void
  /** The list, of which the answer is the last page that is read, does not end properly. */
  brokenPaging(paging: BrokenPaging): void
}

/** Reads an answer that was verified, or a 204 without any signing header, inside the observed attempt. */
export type Interpret<T> = (response: RawResponse, step: RunStep, note: Note) => T

/** @throws BankApiError, BankProtocolError, BankUnreachableError */
export type Exchange = <T>(request: ExchangeRequest, interpret: Interpret<T>) => Promise<T>

export type ExchangeDeps = {
  settings: BankSettings
  transport: Transport
  sealTrust: SealTrust
  now: () => Date
  newId: () => string
  observe: ((exchange: BankExchange) => void) | undefined
  /** Given with each answer that was verified. */
  noteClock?: (difference: ClockDifference) => void
}

/**
 * Signs, sends, verifies and interprets; the only way out of this client. A GET whose connection failed is
 * tried once more, with a new TPP-Request-ID, Date and signature; no other method is ever repeated, nor a GET that begins
 * something.
 */
export function createExchange(deps: ExchangeDeps): Exchange {
  return async (request, interpret) => {
    const deadline = performance.now() + deps.settings.limits.deadlineMilliseconds
    try {
      return await attemptOnce(deps, request, interpret, 1, deadline)
    } catch (error) {
      if (!mayRetry(request, error) || performance.now() >= deadline) throw error
      return await attemptOnce(deps, request, interpret, 2, deadline)
    }
  }
}

function mayRetry(request: ExchangeRequest, error: unknown): boolean {
  if (request.isOnce || request.method !== 'GET' || !(error instanceof BankUnreachableError)) return false
  return error.reason === 'closed' || error.reason === 'connect'
}

async function attemptOnce<T>(
  deps: ExchangeDeps,
  request: ExchangeRequest,
  interpret: Interpret<T>,
  attempt: number,
  deadline: number,
): Promise<T> {
  const trail = startTrail(deps, request, attempt)
  try {
    const response = await signAndSend(deps, request, trail, deadline)
    const step = stepRecorder(trail.steps)
    const verified = verify(deps, response, trail, step)
    if (verified) noteApitrackId(deps.settings, response, request.context)
    return interpret(response, step, {
      bankRequestId: (id) => {
        trail.ids.bankRequestId = id
      },
      odd: (names) => void trail.odd.push(...names),
      brokenPaging: ({ reason, pages }) => {
        trail.brokenPaging = { reason, pages }
      },
    })
  } catch (error) {
    const thrown = toBankError(error, trail)
    trail.error = describeError(thrown)
    throw thrown
  } finally {
    report(deps, trail)
  }
}

function startTrail(deps: ExchangeDeps, request: ExchangeRequest, attempt: number): Trail {
  return {
    operation: request.operation,
    method: request.method,
    origin: request.origin,
    path: request.path,
    hidesQuery: request.hidesQuery,
    attempt,
    startedAt: deps.now(),
    ids: { tppRequestId: deps.newId(), transactionId: request.context.transactionId },
    requestHeaders: [],
    requestBytes: request.body?.length ?? 0,
    status: undefined,
    responseBytes: 0,
    steps: [],
    odd: [],
    start: performance.now(),
    error: undefined,
  }
}

async function signAndSend(
  deps: ExchangeDeps,
  request: ExchangeRequest,
  trail: Trail,
  deadline: number,
): Promise<RawResponse> {
  const { settings, transport } = deps
  const { tppRequestId } = trail.ids
  const unsigned = prepareHeaders(
    {
      method: request.method,
      path: request.path,
      body: request.body,
      contentType: request.contentType,
      context: request.context,
      redirectUri: request.redirectUri,
      tppRequestId,
      at: trail.startedAt,
    },
    settings,
  )
  trail.unsigned = unsigned
  const signature = await signRsaSha256(settings.qseal.key, unsigned.signingString)
  const headers = signedHeaders(unsigned, request.application, signature)
  trail.requestHeaders = headers
  trail.signedAt = performance.now()
  try {
    const response = await transport.send({
      origin: request.origin,
      method: request.method,
      path: request.path,
      headers,
      body: request.body,
      isOnOwnConnection: request.isOnce,
      maxBodyBytes: request.maxBodyBytes ?? settings.limits.responseBodyBytes,
      timeoutMilliseconds: deadline - trail.signedAt,
      signal: request.context.signal,
    })
    trail.receivedAt = performance.now()
    trail.headersAt = response.headersAt
    trail.status = response.status
    trail.responseBytes = response.body.length
    trail.steps.push({ name: 'size', outcome: 'passed' })
    return response
  } catch (error) {
    if (error instanceof ProtocolFault) trail.steps.push({ name: 'size', outcome: 'failed' })
    throw error
  }
}

function verify(deps: ExchangeDeps, response: RawResponse, trail: Trail, step: RunStep): boolean {
  const { settings, sealTrust } = deps
  const responseId = response.headers[settings.headerNames.responseId]
  // Not verified yet, so it is kept only as far as it can be nothing but an id.
  if (typeof responseId === 'string' && UUID.test(responseId)) trail.ids.bankResponseId = responseId
  const at = deps.now()
  const verification = {
    headerNames: settings.headerNames,
    target: trail.unsigned?.target ?? '',
    sealTrust,
    now: at.getTime(),
  }
  // Also of a Date that is refused next: the log says by how much.
  trail.clockAheadSeconds = secondsAhead(verification.now, response.headers.date)
  const verified = verifyResponse(response, verification, step)
  if (verified && trail.clockAheadSeconds !== undefined) {
    trail.isClockVerified = true
    deps.noteClock?.({ aheadSeconds: trail.clockAheadSeconds, at })
  }
  if (!verified) {
    for (const name of ['date', 'digest', 'certificate', 'signature'] as const) {
      trail.steps.push({ name, outcome: 'skipped' })
    }
  }
  return verified
}

/** Only from a verified answer, whatever it says: the id travels with every later call of the session. */
function noteApitrackId(settings: BankSettings, response: RawResponse, context: RequestContext): void {
  const id = response.headers[settings.headerNames.apitrackId]
  if (typeof id !== 'string' || !APITRACK_ID.test(id) || id === context.session?.apitrackId) return
  context.session?.onApitrackId(id)
}

/** Anything but the three faults is a mistake of ours and passes through as it is. */
function toBankError(error: unknown, trail: Trail): unknown {
  const { operation, ids } = trail
  if (error instanceof ApiFault) {
    const clockAheadSeconds = trail.isClockVerified ? trail.clockAheadSeconds : undefined
    return new BankApiError(operation, ids, error, clockAheadSeconds)
  }
  if (error instanceof ProtocolFault) return new BankProtocolError(operation, ids, error, trail.status)
  if (error instanceof UnreachableFault) return new BankUnreachableError(operation, ids, error)
  return error
}

function describeError(error: unknown): { name: string; reason: string } {
  if (error instanceof BankApiError) return { name: error.name, reason: `${error.status} ${error.code}` }
  if (error instanceof BankProtocolError) return { name: error.name, reason: error.reason }
  if (error instanceof BankUnreachableError) return { name: error.name, reason: error.reason }
  return { name: error instanceof Error ? error.name : 'unknown', reason: 'unexpected' }
}

function report(deps: ExchangeDeps, trail: Trail): void {
  if (!deps.observe) return
  try {
    deps.observe(toExchange(trail, performance.now()))
  } catch {
    // A log that fails must not turn an answered call, perhaps a payment, into a failed one.
  }
}
