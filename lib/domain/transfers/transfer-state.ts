/*
 * The one state machine of a transfer, as pure data. What each state means, and why the machine is as it is:
 * lib/domain/README.md.
 *
 * A `check` is what one successful verify began: its resource at the bank, what it returned (the snapshot the customer
 * is shown), its approval. Checks of a transfer are counted from 1, and each event says which one it is about, so that
 * what a second tab or a slow answer still says of an older one moves nothing.
 */

export type TransferState =
  /** Being written. `check` counts the checks so far. */
  | { name: 'draft'; check: number }
  /** verify (`step` 0) or `verify<N>` (`step` N) is being sent. */
  | { name: 'checking'; check: number; step: number }
  /** The bank asks for more: `verify<step>`. */
  | { name: 'incomplete'; check: number; step: number }
  /** The bank's verdict is there, for the customer to review. */
  | { name: 'checked'; check: number }
  /** The customer confirmed what was shown; the approval is being asked for. */
  | { name: 'starting'; check: number }
  /** The customer is at the bank; the status may not be read. */
  | { name: 'at_bank'; check: number; since: Date }
  /** The customer came back (or approves in the bank's own app): the status may be read. */
  | { name: 'returned'; check: number; since: Date }
  | { name: 'authorized'; check: number; since: Date }
  /** Authorized, and too late to be executed without asking. */
  | { name: 'late'; check: number; since: Date }
  /** The intent to execute is written: from here on the bank may have got it. */
  | { name: 'executing'; check: number; since: Date }
  /** No answer that can be believed. */
  | { name: 'unknown'; check: number; since: Date }
  | { [Name in FinalName]: { name: Name; check: number } }[FinalName]

/** Each is the end: no event moves it. */
export const finalNames = [
  'accepted',
  'refused',
  'not_sent',
  'declined',
  'expired',
  'unanswered',
  'not_returned',
  'unsupported',
  'abandoned',
] as const

export type FinalName = (typeof finalNames)[number]

export type TransferStateName = TransferState['name']

/** The customer by a button that says what it does, or the system: a page that polls, a job. */
export type Actor = 'customer' | 'system'

/** What happened, always with the check that it is about; `check_started` with the new one: one more than so far. */
export type TransferEvent = { check: number } & (
  | { kind: 'check_started' }
  | { kind: 'step_started' }
  | { kind: 'check_answered'; next: 'execute' | 'unknown' | { verify: number } }
  /** The bank's refusal of what was typed, or our failure to ask: nothing is at stake. */
  | { kind: 'check_refused' }
  /** No answer, or the server stopped: a resource may exist at the bank that nobody will approve. */
  | { kind: 'check_lost' }
  | { kind: 'edited' }
  /** The customer confirms the review of this check. */
  | { kind: 'approval_started' }
  | { kind: 'approval_answered'; approach: 'redirect' | 'decoupled' | 'unsupported'; at: Date }
  | { kind: 'approval_failed' }
  | { kind: 'came_back'; at: Date }
  /** Looked at while the customer is away; moves once the time is over. */
  | { kind: 'waited'; at: Date }
  | { kind: 'status_read'; status: AuthorizationStatus; at: Date }
  /** Whoever moves the transfer to `executing` by this sends execute, once. Moved to `late`, it is not to be sent. */
  | { kind: 'execute_claimed'; by: Actor; at: Date }
  | { kind: 'execute_accepted' }
  | { kind: 'execute_refused' }
  /** Surely no byte left this server. */
  | { kind: 'execute_not_sent' }
  | { kind: 'execute_lost' }
  /** A movement that carries the reference, or the amount and payee, of this transfer and of no other. */
  | { kind: 'movement_found' }
  | { kind: 'abandoned' }
)

/**
 * What a status read says of the authorization. `other`: a value the spec does not show. `gone`: the bank's verified
 * answer that there is no such resource. A read that failed is no event.
 */
export type AuthorizationStatus = 'PENDING' | 'AUTHORIZED' | 'NOT_AUTHORIZED' | 'EXPIRED' | 'other' | 'gone'

/** How long after the return what was approved is executed, or the status read, without asking (minutes). */
export const UNATTENDED_MINUTES = 15
/** How long a customer may be at the bank (minutes). */
export const AT_BANK_MINUTES = 30

export type EventOf<Kind extends TransferEvent['kind']> = Extract<TransferEvent, { kind: Kind }>
export type StateOf<Name extends TransferStateName> = Extract<TransferState, { name: Name }>

export function isFinal(state: TransferState): state is StateOf<FinalName> {
  return finalNames.some((name) => name === state.name)
}

/** Whether nothing has moved it in between: each check, return and execute has a number or a moment of its own. */
export function isSameState(one: TransferState, other: TransferState): boolean {
  const momentOf = (state: TransferState) => ('since' in state ? state.since.getTime() : null)
  const stepOf = (state: TransferState) => ('step' in state ? state.step : null)
  const isSameRow = one.name === other.name && one.check === other.check
  return isSameRow && stepOf(one) === stepOf(other) && momentOf(one) === momentOf(other)
}
