import type { IncomingMessage } from 'node:http'
import type { Log } from '@/lib/log'
import { apiMethodsAt } from '@/lib/web/api-methods'
import { problemOf, RequestError } from '@/lib/web/problem'
import { newReference } from '@/lib/web/reference'
import {
  answerTooLarge,
  headerBytes,
  type PlainAnswer,
  REQUEST_HEADERS_MAX_BYTES,
  URL_MAX_LENGTH,
} from './too-large'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
/** No page has this address, so Next renders the not-found page. */
const NO_SUCH_PAGE = '/no-such-page'
/** What the framework keeps for itself: it would answer some of these with pages of its own. Built files are for everybody. */
const OWN_OF_FRAMEWORK = /^\/(?:_(?!next\/static\/)|(?:404|500)\/?$)/
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i

/**
 * Answers requests that Next need not see, or would answer with an empty page. Other requests go on to Next, at the
 * address that `request.url` has then.
 */
export function gateOf({ appUrl, development, log }: { appUrl: string; development: boolean; log: Log }) {
  const { host: ownHost, protocol } = new URL(appUrl)

  /** A page made for another name could be kept, or linked to, under that name. Checks of the machine itself use its own. */
  const isKnown = (host: string) =>
    LOOPBACK.test(host) ||
    (/^[\w.:[\]-]+$/.test(host) &&
      URL.canParse(`${protocol}//${host}`) &&
      new URL(`${protocol}//${host}`).host === ownHost)

  return (request: IncomingMessage): PlainAnswer | undefined => {
    const { method = '' } = request
    if (hasTwoHosts(request)) return bare(400)
    takeHostOfTarget(request)
    const { url = '' } = request
    const isOfServer = url === '*' && method === 'OPTIONS'
    // Other forms of a target are for proxies; Next would log them whole.
    if (!url.startsWith('/') && !isOfServer) return bare(400)
    if (!isKnown(request.headers.host ?? '')) return unknownHost(log, method)
    if (url.length > URL_MAX_LENGTH || headerBytes(request.rawHeaders) > REQUEST_HEADERS_MAX_BYTES)
      return answerTooLarge(request, log)
    const [path = '', ...query] = url.split('?')
    const plain = path.replace(/[\\/]+/g, '/')
    const name = decoded(plain)
    if (name === '/api' || name?.startsWith('/api/') || plain.startsWith('/api/')) {
      // Next would redirect from other ways to write the path, and repeat a code that the query may carry.
      const address = plain.replace(/\/$/, '')
      const refusal = apiRefusal(name === undefined ? undefined : apiMethodsAt(address), method, log)
      if (refusal === undefined) request.url = [address, ...query].join('?')
      return refusal
    }
    const allow = [...METHODS].join(', ')
    if (method === 'OPTIONS') return bare(204, { allow })
    if (!METHODS.has(method)) return bare(405, { allow })
    if (name !== undefined) {
      if (!development && OWN_OF_FRAMEWORK.test(name)) request.url = [NO_SUCH_PAGE, ...query].join('?')
      return undefined
    }
    // The address itself may carry a code, so the log does not have it.
    log.info({ reference: newReference(), method, status: 404 }, 'the address of a request cannot be read')
    request.url = [NO_SUCH_PAGE, ...query].join('?')
    return undefined
  }
}

/** Node takes the first and forgets the others; a proxy on the way may have taken another one. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, place) => place % 2 === 0 && text.toLowerCase() === 'host').length > 1
}

/** RFC 9112, 3.2.2: a target may name the host, which then counts instead of the header. */
function takeHostOfTarget(request: IncomingMessage): void {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? '') ?? []
  if (host === undefined) return
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
}

/** @param methods of the address; undefined where there is none */
function apiRefusal(methods: readonly string[] | undefined, method: string, log: Log) {
  if (methods === undefined) return problem('not_found', method, log)
  const allow = [...methods].sort().join(', ')
  if (method === 'OPTIONS') return bare(204, { allow })
  return methods.includes(method) ? undefined : problem('method_not_allowed', method, log, { allow })
}

function problem(
  code: 'not_found' | 'method_not_allowed',
  method: string,
  log: Log,
  headers: Record<string, string> = {},
): PlainAnswer {
  const reference = newReference()
  const body = problemOf(new RequestError(code), reference)
  const { status } = body
  log.info({ reference, method, status, problem: code }, 'there is nothing at the address of a request')
  return {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json', 'cache-control': 'private, no-store' },
    body: JSON.stringify(body),
  }
}

function unknownHost(log: Log, method: string): PlainAnswer {
  log.info(
    { reference: newReference(), method, status: 421 },
    'a request names a host that is not that of APP_URL',
  )
  return {
    status: 421,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' },
    body: 'Sportello is not at this address. / Sportello non si trova a questo indirizzo.\n',
  }
}

/**
 * The path without its escapes; undefined where a percent sign begins none, or all escapes together are no text: Next answers
 * a bare 500 where the part of an address that holds an id is not. It takes a query as it comes.
 */
function decoded(path: string): string | undefined {
  try {
    const text = decodeURIComponent(path)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

const bare = (status: number, headers: Record<string, string> = {}): PlainAnswer => ({
  status,
  headers,
  body: '',
})
