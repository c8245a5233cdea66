/** Why a sign-in did not end on the accounts page; the `reason` of /sign-in/problem. */
export const signInProblems = [
  'refused',
  'expired',
  'used',
  'unknown',
  'other_browser',
  'method',
  'rate_limited',
  'bank_unreachable',
  'bank_answer_unverified',
  'bank_answer_not_understood',
  'bank_error',
  'internal',
] as const

export type SignInProblem = (typeof signInProblems)[number]
