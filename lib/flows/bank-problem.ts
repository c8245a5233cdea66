import { BankApiError, BankProtocolError, BankUnreachableError, isClockOff } from '@/lib/bank'
import { AppError } from './app-error'

/** What can go wrong between us and the bank, as customers see it. */
export type BankProblem =
  | 'connection_expired'
  | 'bank_unreachable'
  | 'bank_answer_unverified'
  | 'bank_answer_not_understood'
  | 'bank_error'
  | 'bank_forbidden'
  | 'bank_limit_reached'
  | 'bank_sca_expired'
  | typeof LIST_INCOMPLETE
  | 'bank_clock'

/** The bank answered, but its list was incomplete, so stored data may be incomplete too. */
export const LIST_INCOMPLETE = 'bank_list_incomplete'

/** The one place where an error of the bank becomes a code of ours; null for any other error. */
export function bankProblemOf(error: unknown): BankProblem | null {
  if (error instanceof AppError) {
    return error.code === 'connection_expired' || error.code === 'bank_unreachable' ? error.code : null
  }
  if (error instanceof BankUnreachableError) return 'bank_unreachable'
  // An answer without a single signing header comes from a gateway: the bank itself is unreachable.
  if (error instanceof BankProtocolError && error.reason === 'unsigned') return 'bank_unreachable'
  if (error instanceof BankProtocolError) {
    return error.failedVerification ? 'bank_answer_unverified' : 'bank_answer_not_understood'
  }
  if (!(error instanceof BankApiError)) return null
  if (error.code === 'CUSTOMER_SCA_EXPIRED') return 'bank_sca_expired'
  if (error.status === 403) return 'bank_forbidden'
  if (error.status === 420) return 'bank_limit_reached'
  if (formal.includes(error.status) && isClockOff(error.clockAheadSeconds)) return 'bank_clock'
  return 'bank_error'
}

/** How a bank refuses the form of a request, its Date or signature among it. The spec has no code for a wrong clock. */
const formal = [400, 412, 417]

/** An account that is closed comes as a 500 (spec.md "Specific codes"), so the code decides. */
export const isClosedAccount = (error: unknown): boolean =>
  error instanceof BankApiError && error.code === 'ARC04'
