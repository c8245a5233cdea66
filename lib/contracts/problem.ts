/** Why the figures shown are old or incomplete. */
export const readingProblems = [
  'connection_expired',
  'bank_unreachable',
  'bank_answer_unverified',
  'bank_answer_not_understood',
  'bank_error',
  'bank_forbidden',
  'bank_limit_reached',
  'bank_sca_expired',
  'bank_list_incomplete',
  'bank_clock',
] as const

export type ReadingProblem = (typeof readingProblems)[number]

/**
 * The body of every error our own /api answers with: problem+json (RFC 9457) plus a stable `code`
 * that the screens have words for and a `reference` the customer can quote to support.
 */
export const problemCodes = [
  'not_signed_in',
  ...readingProblems,
  'bad_request',
  'cross_origin',
  'rate_limited',
  'download_under_way',
  'too_many_cookies',
  'headers_too_large',
  'address_too_long',
  'request_too_large',
  'method_not_allowed',
  'not_found',
  'not_shared',
  'changed_meanwhile',
  'out_of_date',
  'form_conflict',
  'too_many_drafts',
  'payment_under_way',
  'sign_in_needed',
  'unavailable',
  'internal',
] as const

export type ProblemCode = (typeof problemCodes)[number]

export type Problem = {
  type: string
  title: string
  status: number
  code: ProblemCode
  reference: string
  retryAfterSeconds?: number
}

/** No 0/O, 1/I/L: a customer reads it to support over the telephone. */
export const REFERENCE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const referenceForm = new RegExp(`^[${REFERENCE_LETTERS}]{4}-[${REFERENCE_LETTERS}]{4}$`)

/** Whether it has the exact form of a reference of ours; what anybody may have written is shown only then. */
export function isReference(value: unknown): value is string {
  return typeof value === 'string' && referenceForm.test(value)
}
