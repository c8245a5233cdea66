import type { Account } from './accounts'
import type { AuthorizationView, BeginAnswer } from './authorizations'

/** What became of consents. `authorizationId` is the run that brought it about; null = done at the bank. */
export type SharingEvent = {
  eventId: string
  at: string
  what: 'granted' | 'revoked' | 'ended_at_bank'
  category: string
  productIds: string[]
  authorizationId: string | null
}

export type SharingAccount = Account & {
  /** False when the bank's list of accounts no longer has it. */
  isListed: boolean
  closedAt: string | null
  /** When the bank last refused to share it because it is closed, though its list may have it; null once shared. */
  refusedAsClosedAt: string | null
  consents: { category: string; grantedAt: string; lastUsedAt: string | null }[]
}

/** Account by category: what the customer shares, by the bank's list. */
export type Sharing = {
  customer: string
  /** What may be asked for, by our PSD2 roles. */
  offered: string[]
  accounts: SharingAccount[]
  /** When the bank's list was read; null when it never was. */
  readAt: string | null
  /** False when rows of the last list could not be read: there may be more. True for a list from the store. */
  isWhole: boolean
  /** Newest first, at most 100. */
  history: SharingEvent[]
  /** What ended at the bank and was not acknowledged in this browser; its data is erased here. */
  notices: SharingEvent[]
  /** Runs that have not ended. */
  open: AuthorizationView[]
  connection: 'live' | 'expired'
}

/** To take back everything: as BeginAnswer, or there is nothing in force. */
export type RevokeEverythingAnswer = BeginAnswer | { kind: 'nothing_shared' }

export type ForgetAnswer =
  /** Nothing was erased: the bank's list still has these, or could not be read (`scopes` is then null). */
  | { kind: 'still_shared'; scopes: { category: string; productIds: readonly string[] }[] | null }
  | ({ kind: 'forgotten' } & Omit<ForgetReport, 'at'>)

export type ForgetReport = {
  /** How many rows of each kind were erased. */
  erased: Record<string, number>
  /** What the bank's list was seen to be just before. */
  bankList: 'empty' | 'not_empty' | 'not_read'
  /** ISO instant. */
  at: string
}
