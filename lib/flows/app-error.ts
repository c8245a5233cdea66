import { isErrorNamed } from '@/lib/domain/named-error'
import { StoreError } from '@/lib/store'

/** A refusal of our own, as opposed to one of the bank. `code` is stable; the words are in the message catalogue. */
export class AppError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return isErrorNamed(value, 'AppError')
  }

  readonly code:
    | 'connection_expired'
    | 'bank_unreachable'
    | 'not_found'
    | 'bad_request'
    | 'not_shared'
    | 'changed_meanwhile'
    /** The action concerns something that no longer exists, after another tab or a slow answer. */
    | 'out_of_date'
    /** The form was sent before with something else in it. */
    | 'form_conflict'
    /** There are as many drafts of transfers as one customer may have. */
    | 'too_many_drafts'
    /** The customer signed in at the bank too long ago for what they ask. */
    | 'sign_in_needed'
    /** A payment is being sent at this moment. */
    | 'payment_under_way'
    /** What we keep cannot be read now; it can be a moment later. */
    | 'unavailable'

  constructor(code: AppError['code'], options?: { cause?: unknown }) {
    super(code, options)
    this.name = 'AppError'
    this.code = code
  }
}

/** The database could not be had, or not in time: the same may go right a moment later. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof StoreError && error.isUnavailable
