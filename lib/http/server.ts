import {
  createServer,
  type Server as HttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import type { Log } from '@/lib/log'
import { SOCKET_ADDRESS_HEADER } from '@/lib/web/client-address'
import { dropUnreadableRouterState } from '@/lib/web/router-state'
import { baseHeaders } from '@/lib/web/security-headers'
import {
  newRequestMark,
  REQUEST_MARK_HEADER,
  takeUnavailable,
  UNAVAILABLE_SECONDS,
} from '@/lib/web/unavailable-page'
import { openConnections } from './connections'
import { gateOf } from './gate'
import { cutHeaders } from './header-lengths'
import { answerUnread, type PlainAnswer, REQUEST_HEADERS_READ_BYTES } from './too-large'

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export type AppHttpServer = {
  httpServer: HttpServer
  /**
   * Gets the requests to change the protocol that are meant for fast refresh, in development only. It is bound to no port:
   * Next listens on whatever server it is given, and would keep every such connection of the real one open for ever.
   */
  upgrades: HttpServer
  /** From now on `handle` gets the accepted requests; until then the answer is 503. */
  serve(handle: Handle): void
  /**
   * Takes no more requests and lets those under way end, for `graceMs` at most. A connection without a request under way
   * ends at once, whatever half of a request it holds.
   */
  stop(graceMs: number): Promise<void>
}

export type HttpServerSettings = {
  /** The one address under which customers know this server. */
  appUrl: string
  keepAliveSeconds: number
  secure: boolean
  development: boolean
  log: Log
}

/** Next trusts these for its own purposes; the public address comes from APP_URL alone. */
const UNTRUSTED_HEADERS =
  /^(?:x-forwarded-(?:host|proto|port)$|x-(?:middleware|nextjs|next|invoke|now|matched|vercel)-|next-)/
/** The router in the browser sends these. */
const ROUTER_HEADERS = new Set([
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-url',
])
/** With these the development server and its pages find each other. */
const DEVELOPMENT_HEADERS = /^(?:next-hmr-refresh|x-nextjs-(?:html-)?request-id)$/
/** Node takes such a request for one like any other, as long as nobody listens for it. So does everything behind us. */
const UPGRADE_HEADERS = ['upgrade', 'http2-settings']
/** Where a page of the development server hears that its code has changed. */
const FAST_REFRESH_PATH = '/_next/hmr'
/** How long a refused request may still be coming in, so that its sender reads the answer before the connection ends. */
const LINGER_MS = 2_000

/** The border to the network, in front of Next. */
export function createHttpServer(settings: HttpServerSettings): AppHttpServer {
  const { log, keepAliveSeconds } = settings
  const fixed = Object.entries(baseHeaders(settings.secure))
  const httpServer = createServer({
    maxHeaderSize: REQUEST_HEADERS_READ_BYTES,
    ...timeoutsOf(keepAliveSeconds),
  })
  const upgrades = createServer()
  if (settings.development) {
    httpServer.on('upgrade', (request, socket, head) => {
      if (request.url?.startsWith(FAST_REFRESH_PATH)) upgrades.emit('upgrade', request, socket, head)
      else socket.destroy()
    })
  }
  const gate = gateOf(settings)
  let handle: Handle | undefined
  const connections = openConnections(httpServer, (response) => {
    const { req: request } = response
    for (const [name, value] of fixed) response.setHeader(name, value)
    if (handle === undefined || connections.isStopping()) {
      response.writeHead(503, { 'retry-after': '2', 'cache-control': 'no-store', connection: 'close' }).end()
      return
    }
    cutHeaders(request.headers)
    const refusal = gate(request)
    if (refusal !== undefined) {
      answer(response, refusal)
      return
    }
    const mark = newRequestMark()
    request.headers[REQUEST_MARK_HEADER] = mark
    correctHead(response, mark)
    if (UPGRADE_HEADERS.some((header) => header in request.headers)) response.setHeader('connection', 'close')
    request.headers[SOCKET_ADDRESS_HEADER] = request.socket.remoteAddress
    for (const header of UPGRADE_HEADERS) delete request.headers[header]
    dropUntrusted(request.headers, settings.development)
    dropUnreadableRouterState(request.headers)
    void handle(request, response)
  })
  httpServer.on('clientError', (error, socket) => answerUnreadable(error, socket, fixed, log))
  return {
    httpServer,
    upgrades,
    serve: (given) => {
      handle = given
    },
    stop: connections.stop,
  }
}

function dropUntrusted(headers: IncomingHttpHeaders, development: boolean): void {
  for (const name of Object.keys(headers)) {
    const isWanted = ROUTER_HEADERS.has(name) || (development && DEVELOPMENT_HEADERS.test(name))
    if (UNTRUSTED_HEADERS.test(name) && !isWanted) delete headers[name]
  }
}

/**
 * A balancer in front keeps connections for a minute: one that we close first is a request of its that fails. So that no
 * other clock of Node ends an idle connection earlier, the others are longer.
 */
function timeoutsOf(keepAliveSeconds: number) {
  const keepAliveTimeout = keepAliveSeconds * 1000
  const headersTimeout = keepAliveTimeout + 5_000
  return { keepAliveTimeout, headersTimeout, requestTimeout: Math.max(300_000, headersTimeout) }
}

function answer(response: ServerResponse, { status, headers, body }: PlainAnswer): void {
  const length = status === 204 ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  response.writeHead(status, { ...headers, ...length, connection: 'close' }).end(body)
}

/**
 * Corrects what Next says. It redirects other spellings of an address and repeats the query, which no cache may keep. It answers
 * 500 for a page that only lacks the database at the moment.
 */
function correctHead(response: ServerResponse, mark: string): void {
  const writeHead = response.writeHead
  response.writeHead = (...given: [number]) => {
    const [status, ...rest] = given
    if (status > 300 && status < 400 && status !== 304 && !response.hasHeader('cache-control'))
      response.setHeader('cache-control', 'private, no-store')
    if (status !== 500 || !takeUnavailable(mark)) return writeHead.apply(response, given)
    response.setHeader('retry-after', String(UNAVAILABLE_SECONDS))
    return writeHead.apply(response, [503, ...rest])
  }
  response.once('close', () => takeUnavailable(mark))
}

/** Answers on the bare socket when Node could not read the request. */
function answerUnreadable(
  error: Error,
  socket: Duplex,
  fixed: [name: string, value: string][],
  log: Log,
): void {
  const code = 'code' in error ? String(error.code) : ''
  // Answered; what still comes in is read and forgotten.
  if (socket.writableEnded) return
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, headers, body } = unreadAnswer(code, log)
  const lines = Object.entries({
    ...Object.fromEntries(fixed),
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
  // Ending at once, with more of the request on its way, would take the answer away from its sender.
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function unreadAnswer(code: string, log: Log): PlainAnswer {
  if (code === 'HPE_HEADER_OVERFLOW') return answerUnread(log)
  return { status: code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400, headers: {}, body: '' }
}
