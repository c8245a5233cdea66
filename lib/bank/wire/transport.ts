import { type Dispatcher, Pool } from 'undici'
import { ProtocolFault, UnreachableFault, type UnreachableReason } from '../errors'
import type { BankSettings } from '../settings'
import type { HeaderList } from './headers'

export type RawRequest = {
  origin: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The request target, sent byte for byte as given. */
  path: string
  headers: HeaderList
  body: Buffer | undefined
  /** Uses a fresh connection. */
  isOnOwnConnection?: boolean
  /** The largest body that is read of the answer. */
  maxBodyBytes: number
  /** Until the last byte of the body. */
  timeoutMilliseconds: number
  signal: AbortSignal | undefined
}

export type RawResponse = {
  status: number
  /** Lower-case names; an array when the header came on several lines. */
  headers: ResponseHeaders
  body: Buffer
  /** `performance.now()` when the headers had come. */
  headersAt: number
}

export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

export type Transport = {
  /** @throws UnreachableFault, ProtocolFault (headers_too_large, body_too_large, http_malformed) */
  send(request: RawRequest): Promise<RawResponse>
  close(): Promise<void>
}

/**
 * Mutual TLS to the configured origins and to no other: one pool each, the QWAC with its whole chain on every
 * connection. Redirects are not followed, bodies are not decoded, nothing is sent twice.
 */
export function createTransport(settings: BankSettings): Transport {
  const { limits } = settings
  const origins = new Set([settings.base.origin, settings.token.origin])
  if (settings.authorize.mode === 'signed') origins.add(settings.authorize.url.origin)
  const lanes = new Map<string, { pool: Pool; inFlight: number }>()
  for (const origin of origins) lanes.set(origin, { pool: openPool(origin, settings), inFlight: 0 })

  return {
    async send(request) {
      const lane = lanes.get(request.origin)
      if (!lane) throw new ProtocolFault('link_refused', 'not an origin of the bank')
      if (lane.inFlight >= limits.callsInFlight) throw new UnreachableFault('busy', false, 'callsInFlight')
      lane.inFlight += 1
      try {
        return await (request.isOnOwnConnection
          ? onOwnConnection(request, settings)
          : new PendingCall(request).on(lane.pool))
      } finally {
        lane.inFlight -= 1
      }
    },
    async close() {
      await Promise.all([...lanes.values()].map(({ pool }) => pool.close()))
    },
  }
}

async function onOwnConnection(request: RawRequest, settings: BankSettings): Promise<RawResponse> {
  const pool = openPool(request.origin, settings)
  try {
    return await new PendingCall(request).on(pool)
  } finally {
    await pool.destroy()
  }
}

function openPool(origin: string, { limits, tlsContext }: BankSettings): Pool {
  return new Pool(origin, {
    connections: limits.connections,
    pipelining: 1,
    // undici refuses at the limit itself.
    maxHeaderSize: limits.responseHeaderBytes + 1,
    // The call's own deadline covers connecting, headers and body together.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      secureContext: tlsContext,
      // Said here, because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would switch it off otherwise.
      rejectUnauthorized: true,
      timeout: limits.deadlineMilliseconds,
    },
  })
}

/**
 * One request on the pool, at the level where it is known whether it was started: `onRequestStart` comes right
 * before the first byte is written, so a failure without it has surely sent nothing.
 */
class PendingCall implements Dispatcher.DispatchHandler {
  readonly #request: RawRequest
  readonly #chunks: Buffer[] = []
  #bodyBytes = 0
  #controller: Dispatcher.DispatchController | undefined
  #stopped: UnreachableFault | ProtocolFault | undefined
  #head: { status: number; headers: ResponseHeaders; headersAt: number } | undefined
  #timer: NodeJS.Timeout | undefined
  #resolve: (response: RawResponse) => void = () => {}
  #reject: (fault: UnreachableFault | ProtocolFault) => void = () => {}

  constructor(request: RawRequest) {
    this.#request = request
  }

  on(pool: Pool): Promise<RawResponse> {
    const { method, path, headers, body = null, signal, timeoutMilliseconds } = this.#request
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      if (signal?.aborted) return this.#stop('aborted')
      signal?.addEventListener('abort', this)
      this.#timer = setTimeout(stopLate, Math.max(0, timeoutMilliseconds), this)
      pool.dispatch({ method, path, headers, body }, this)
    })
  }

  /** The caller's signal. */
  handleEvent(): void {
    this.#stop('aborted')
  }

  late(): void {
    this.#stop('deadline')
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Stopped while it waited for a connection: ends here, before its first byte.
    if (this.#stopped) controller.abort(this.#stopped)
    else this.#controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    if (status < 200) return
    this.#head = { status, headers, headersAt: performance.now() }
    const announced = headers['content-length']
    if (typeof announced === 'string' && Number(announced) > this.#request.maxBodyBytes) this.#refuseBody()
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyBytes += chunk.length
    if (this.#bodyBytes > this.#request.maxBodyBytes) this.#refuseBody()
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#settle()
    const [only] = this.#chunks
    const body = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks)
    if (this.#head) this.#resolve({ ...this.#head, body })
    else this.#reject(new ProtocolFault('http_malformed', 'no status'))
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle()
    this.#reject(this.#stopped ?? faultOf(error, this.#controller !== undefined))
  }

  #stop(reason: 'deadline' | 'aborted'): void {
    this.#end(new UnreachableFault(reason, this.#controller !== undefined, reason))
  }

  /** Before more of it is read than may be kept. */
  #refuseBody(): void {
    this.#end(new ProtocolFault('body_too_large'))
  }

  #end(fault: UnreachableFault | ProtocolFault): void {
    this.#stopped ??= fault
    this.#settle()
    this.#reject(this.#stopped)
    this.#controller?.abort(this.#stopped)
  }

  #settle(): void {
    clearTimeout(this.#timer)
    this.#request.signal?.removeEventListener('abort', this)
  }
}

function stopLate(call: PendingCall): void {
  call.late()
}

function faultOf(error: Error, sent: boolean): UnreachableFault | ProtocolFault {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new ProtocolFault('headers_too_large')
  if (code.startsWith('HPE_') || code === 'HTTPParserError') return new ProtocolFault('http_malformed', code)
  return new UnreachableFault(reasonOf(code, sent), sent, code)
}

function reasonOf(code: string, sent: boolean): UnreachableReason {
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_|EPROTO)/.test(code)) return 'tls'
  return sent ? 'closed' : 'connect'
}
