import type { ExchangeIds } from './errors'
import type { UnsignedRequest } from './headers'
import type { BankExchange, VerificationStep } from './types'

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
  requestHeaders: [name: string, value: string][]
  requestBytes: number
  status: number | undefined
  responseBytes: number
  steps: VerificationStep[]
  start: number
  signedAt?: number
  headersAt?: number
  receivedAt?: number
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
    url: hide(trail.origin + trail.path, trail.hidesQuery),
    attempt: trail.attempt,
    startedAt: trail.startedAt,
    ids: trail.ids,
    requestHeaders: redactHeaders(trail.requestHeaders),
    signingString: hide(trail.unsigned?.signingString ?? '', trail.hidesQuery),
    requestBytes: trail.requestBytes,
    status: trail.status,
    responseBytes: trail.responseBytes,
    steps: trail.steps,
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

function redactHeaders(headers: readonly [name: string, value: string][]): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    if (SHOWN.has(lower)) shown[lower] = value
    else if (lower === 'signature')
      shown[lower] = value.replace(/signature="[^"]*"/, 'signature="[redacted]"')
    else shown[lower] = '[redacted]'
  }
  return shown
}

function hide(text: string, hidesQuery: boolean): string {
  return hidesQuery ? text.replace(/\?[^\n]*/, '?[redacted]') : text
}
