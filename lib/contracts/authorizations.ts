/** A category, named as the bank does (ACCOUNT_INFO, FUNDS_AVAILABILITY, PAYMENTS), and products in it. */
export type Scope = { category: string; productIds: readonly string[] }

/** How a run through the bank's SCA stands, for its page `/authorizations/{authorizationId}`. */
export const authorizationStates = [
  /** The bank is being asked; look again in a moment. */
  'preparing',
  /** The customer is to approve at the bank: at `bankUrl`, or in the bank's app when `approach` is `decoupled`. */
  'at_bank',
  /** Came back; the bank has not said yet what was decided. */
  'returned',
  'confirming',
  'done',
  'refused',
  'expired',
  'failed',
  /** Confirmed, and the bank's answer was lost: its list will tell. Go on asking, more and more slowly. */
  'unknown',
] as const

export type AuthorizationState = (typeof authorizationStates)[number]

/** Why a run ended as it did; the words are in the message catalogue. Problem codes may stand here too. */
export const endReasons = [
  /** Everything asked for was so already. */
  'nothing_to_do',
  /** The bank had taken it back already. */
  'already_revoked',
  /** The customer dropped it here. */
  'abandoned',
  /** Another run, begun at the same moment, goes on in its place. */
  'superseded',
  /** The customer did not return from the bank in time. */
  'left_at_bank',
  /** The bank wanted an approval before it answered, and has answered without it since. */
  'no_longer_wanted',
  /** This server stopped while the bank was being asked; nothing was shared. */
  'interrupted',
  /** The bank accepts no category that was asked for. */
  'nothing_accepted',
  /** One of the accounts is closed (ARC04). */
  'account_closed',
  /** The bank offered a way to approve that we do not know. */
  'approach_unsupported',
  /** Back without having decided, and the bank, which tells no status, said so when asked to confirm. */
  'not_approved',
  /** The bank refused the confirmation each time. */
  'confirm_refused',
  /** The bank's list was read, and does not have the change. */
  'not_confirmed',
  /** The bank's answer to the confirmation was lost, or its list could not be read after it. */
  'list_unread',
  /** The bank's answer to the confirmation was lost, and its list does not have the change: it is sent again. */
  'not_listed_yet',
  /** The bank has taken the confirmation, and its list does not have the change yet: the list is read again. */
  'confirmed_not_listed',
  'bank_refused',
] as const

export type AuthorizationView = {
  authorizationId: string
  kind: 'consent_grant' | 'consent_revoke' | 'inquiry'
  state: AuthorizationState
  approach: 'redirect' | 'decoupled' | null
  /** What the customer asked to share, or to take back; empty for an inquiry. */
  asked: readonly Scope[]
  /** The bank's word on each category when it was asked. Nothing counts before `state` is `done`. */
  outcomes: readonly { category: string; isAccepted: boolean }[]
  /** The part of `asked` that is shared now, by the last read of the bank's list. */
  sharedNow: readonly Scope[]
  /** When that list was read; null when it never was. */
  sharedReadAt: string | null
  /** One of `endReasons`, a problem code, or null. */
  reason: string | null
  /** The code with which the bank last refused something of this run. */
  refusal: string | null
  /** The accounts that the bank calls closed, which is why it refused the whole; empty where that is not known. */
  closed: readonly string[]
  /** The account an inquiry is about. */
  productId: string | null
  /** The path to go on at. */
  returnTo: string | null
  /** The live address at the bank, for this customer's browser only; null unless `at_bank` by redirect. */
  bankUrl: string | null
  createdAt: string
  endedAt: string | null
}

/** `isAsked` false: the bank was not asked again, because it was asked a moment ago. */
export type ContinueAnswer = AuthorizationView & { isAsked: boolean }

export type BeginAnswer =
  /** The run of this form, new or found again: its `state` tells. */
  | { kind: 'authorization'; authorization: AuthorizationView }
  /** Nothing was begun: this other run is under way. Go on with it, or abandon it and send the form again. */
  | { kind: 'under_way'; authorization: AuthorizationView }
  /** The same form was sent before and asked for something else. */
  | { kind: 'conflict'; authorization: AuthorizationView }
