import type { ExchangeIds } from '../errors'
import type { BrokenPaging } from '../reading/paging'
import type { BankExchange, VerificationStep } from '../types'
import type { HeaderList, UnsignedRequest } from './headers'

/** Shown as they are. Every other header is a secret, personal, or could become one: it is only said to be set. */
const SHOWN = new Set([
  'tpp-transaction-id',
  'tpp-request-id',
  'date',
  'digest',
  'content-type',
  'accept',
  'accept-encoding',
  'accept-language',
])

/** What one attempt gathers while it runs; times are `performance.now()`. */
export type Trail = {
  operation: string
  method: string
  origin: string
  path: string
  /** OAuth addresses carry codes, state and verifiers in their query. */
  hidesQuery: boolean
  attempt: number
  startedAt: Date
  ids: ExchangeIds
  unsigned?: UnsignedRequest
  requestHeaders: HeaderList
  requestBytes: number
  status: number | undefined
  responseBytes: number
  steps: VerificationStep[]
  odd: string[]
  brokenPaging?: BrokenPaging
  start: number
  signedAt?: number
  headersAt?: number
  receivedAt?: number
  clockAheadSeconds?: number
  isClockVerified?: boolean
  error: BankExchange['error']
}

/** Turns a trail into what observers get: an allow-list, so that a header added later is hidden until listed. */
export function toExchange(trail: Trail, end: number): BankExchange {
  const signedAt = trail.signedAt ?? end
  const headersAt = trail.headersAt ?? end
  const receivedAt = trail.receivedAt ?? end
  return {
    operation: trail.operation,
    method: trail.method,
    url: withoutIds(hide(trail.origin + trail.path, trail.hidesQuery)),
    attempt: trail.attempt,
    startedAt: trail.startedAt,
    ids: trail.ids,
    requestHeaders: redactHeaders(trail.requestHeaders),
    signingString: withoutIds(hide(trail.unsigned?.signingString ?? '', trail.hidesQuery)),
    requestBytes: trail.requestBytes,
    status: trail.status,
    responseBytes: trail.responseBytes,
    steps: trail.steps,
    odd: trail.odd,
    brokenPaging: trail.brokenPaging,
    clockAheadSeconds: trail.clockAheadSeconds,
    timings: {
      signMilliseconds: signedAt - trail.start,
      waitMilliseconds: headersAt - signedAt,
      bodyMilliseconds: receivedAt - headersAt,
      verifyMilliseconds: end - receivedAt,
      totalMilliseconds: end - trail.start,
    },
    error: trail.error,
  }
}

function redactHeaders(headers: HeaderList): Record<string, string> {
  const shown: Record<string, string> = {}
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    shown[name] = redactHeader(name, headers[index + 1] ?? '')
  }
  return shown
}

function redactHeader(name: string, value: string): string {
  if (SHOWN.has(name)) return value
  if (name !== 'signature') return '[redacted]'
  const readable = Buffer.from(value, 'latin1').toString('utf8')
  return readable.replace(/,signature="[^"]*"$/, ',signature="[redacted]"')
}

function hide(text: string, hidesQuery: boolean): string {
  return hidesQuery ? text.replace(/\?[^\n]*/, '?[redacted]') : text
}

/** By the bank's numbers of customer and account everybody with its list could tell whose pseudonym stands beside them. */
function withoutIds(text: string): string {
  return text
    .replace(/\/customers\/[^/?\s]+/gi, '/customers/{customerId}')
    .replace(/\/products\/[^/?\s]+/gi, '/products/{productId}')
}
