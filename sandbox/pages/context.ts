import type { Bank } from '../bank'
import type { Attempts } from './attempts'
import type { FormGuard } from './guard'
import type { Sessions } from './sessions'

/** What the pages share. Made once, with their server. */
export type Pages = {
  bank: Bank
  guard: FormGuard
  sessions: Sessions
  /** By username, of the customers there are. */
  wrongPasswords: Attempts
  /** By resource, at SCA: apart, so that neither pushes the other out. */
  wrongScaPasswords: Attempts
  /** Of consents that are taken back here; a transaction resource counts its own. */
  wrongCodes: Attempts
}
