import { type Problem, problemCodes } from '@/lib/contracts/problem'

/** What our server says went wrong, and the two faults that only the browser can see. */
export type ClientProblemCode = Problem['code'] | 'offline' | 'timeout'

/** A request that did not end well. `reference` is what the customer may quote to support. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly code: ClientProblemCode
  readonly reference: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ClientProblemCode, details: { reference?: string; retryAfterSeconds?: number } = {}) {
    super(code)
    this.code = code
    this.reference = details.reference
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** Reads a problem+json body (RFC 9457). A body that is not one of ours becomes `internal`. */
export function problemFrom(body: unknown): ProblemError {
  if (typeof body !== 'object' || body === null) return new ProblemError('internal')
  const stated = 'code' in body ? body.code : undefined
  const code = problemCodes.find((known) => known === stated) ?? 'internal'
  const reference = 'reference' in body && typeof body.reference === 'string' ? body.reference : undefined
  const retryAfterSeconds =
    'retryAfterSeconds' in body && typeof body.retryAfterSeconds === 'number'
      ? body.retryAfterSeconds
      : undefined
  return new ProblemError(code, { reference, retryAfterSeconds })
}

/** How long to wait before the same is asked again by itself: as long as our server says, if that is longer. */
export function pauseAfter({ retryAfterSeconds = 0 }: ProblemError, pauseMs: number): number {
  return Math.max(pauseMs, retryAfterSeconds * 1_000)
}
