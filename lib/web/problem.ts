import type { Problem, ProblemCode } from '@/lib/contracts/problem'
import { isErrorNamed } from '@/lib/domain/named-error'
import { AppError, bankProblemOf, isStoreUnavailable } from '@/lib/flows'
import { UNAVAILABLE_SECONDS } from './unavailable-page'

/** A refusal of the HTTP border itself: nothing was asked of a flow. */
export class RequestError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is RequestError {
    return isErrorNamed(value, 'RequestError')
  }

  readonly code: ProblemCode
  readonly retryAfterSeconds?: number

  constructor(code: ProblemCode, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(code, { cause: options.cause })
    this.name = 'RequestError'
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

const statusOf: Record<ProblemCode, number> = {
  not_signed_in: 401,
  connection_expired: 409,
  bank_unreachable: 503,
  bank_answer_unverified: 502,
  bank_answer_not_understood: 502,
  bank_error: 502,
  bank_forbidden: 403,
  bank_limit_reached: 429,
  bank_sca_expired: 403,
  bank_list_incomplete: 502,
  bank_clock: 503,
  bad_request: 400,
  cross_origin: 403,
  rate_limited: 429,
  download_under_way: 429,
  too_many_cookies: 431,
  headers_too_large: 431,
  address_too_long: 414,
  request_too_large: 431,
  method_not_allowed: 405,
  not_found: 404,
  not_shared: 409,
  changed_meanwhile: 503,
  out_of_date: 409,
  form_conflict: 409,
  too_many_drafts: 409,
  payment_under_way: 409,
  sign_in_needed: 403,
  unavailable: 503,
  internal: 500,
}

/** Fixed titles: nothing of the error itself travels to the browser. */
const titleOf: Record<ProblemCode, string> = {
  not_signed_in: 'Not signed in',
  connection_expired: 'The connection with the bank has ended',
  bank_unreachable: 'The bank does not answer',
  bank_answer_unverified: "The bank's answer could not be verified",
  bank_answer_not_understood: "The bank's answer could not be understood",
  bank_error: 'The bank reported an error',
  bank_forbidden: 'The bank does not allow this',
  bank_limit_reached: "The bank's limit of calls is reached",
  bank_sca_expired: 'The bank asks for a fresh approval by the customer',
  bank_list_incomplete: "The bank's list is not complete",
  bank_clock: "Our clock differs from the bank's",
  bad_request: 'Bad request',
  cross_origin: 'Requests from other sites are refused',
  rate_limited: 'Too many requests',
  download_under_way: 'Another file is still being downloaded',
  too_many_cookies: 'The cookies of the request are too large',
  headers_too_large: 'The headers of the request are too large',
  address_too_long: 'The address of the request is too long',
  request_too_large: 'The request is too large',
  method_not_allowed: 'Not allowed at this address',
  not_found: 'Not found',
  not_shared: 'The account is not shared',
  changed_meanwhile: 'The movements changed while they were read',
  out_of_date: 'This has changed meanwhile',
  form_conflict: 'The form was sent before with something else in it',
  too_many_drafts: 'There are too many drafts',
  payment_under_way: 'A payment is being sent',
  sign_in_needed: 'A recent sign-in at the bank is needed',
  unavailable: 'Not available at the moment',
  internal: 'Internal error',
}

/** The one place where an error becomes a code of ours. */
export function problemCodeOf(error: unknown): ProblemCode {
  if (error instanceof RequestError || error instanceof AppError) return error.code
  if (isStoreUnavailable(error)) return 'unavailable'
  return bankProblemOf(error) ?? 'internal'
}

export function problemOf(error: unknown, reference: string): Problem {
  const code = problemCodeOf(error)
  const retryAfterSeconds = retryAfter(code, error)
  return {
    type: 'about:blank',
    title: titleOf[code],
    status: statusOf[code],
    code,
    reference,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
}

function retryAfter(code: ProblemCode, error: unknown): number | undefined {
  if (error instanceof RequestError) return error.retryAfterSeconds
  return code === 'unavailable' ? UNAVAILABLE_SECONDS : undefined
}

export function problemResponse(problem: Problem): Response {
  const headers = new Headers({
    'content-type': 'application/problem+json',
    'cache-control': 'private, no-store',
  })
  if (problem.retryAfterSeconds !== undefined) headers.set('retry-after', String(problem.retryAfterSeconds))
  return new Response(JSON.stringify(problem), { status: problem.status, headers })
}
