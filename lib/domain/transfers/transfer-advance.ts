import {
  AT_BANK_MINUTES,
  type EventOf,
  type FinalName,
  isFinal,
  type StateOf,
  type TransferEvent,
  type TransferState,
  UNATTENDED_MINUTES,
} from './transfer-state'

export type Advance =
  | { kind: 'moved'; state: TransferState }
  /** Nothing new; the event was fine. */
  | { kind: 'same' }
  /** `stale`: about another check. `over`: the state is final. `not_now`: not in this state. */
  | { kind: 'refused'; reason: 'stale' | 'over' | 'not_now' }

/** Null: not in this state. The same object: nothing new. */
type Next = TransferState | null

/** The only way from one state to another. What it refuses must be written nowhere and sent nowhere. */
export function advance(state: TransferState, event: TransferEvent): Advance {
  if (isFinal(state)) {
    return isCorrected(state, event)
      ? { kind: 'moved', state: ended('accepted', state) }
      : { kind: 'refused', reason: 'over' }
  }
  const expected = event.kind === 'check_started' ? state.check + 1 : state.check
  if (event.check !== expected) return { kind: 'refused', reason: 'stale' }
  const next = nextOf(state, event)
  if (next === null) return { kind: 'refused', reason: 'not_now' }
  return next === state ? { kind: 'same' } : { kind: 'moved', state: next }
}

/** The bank said that the approval no longer stands, and its own list shows later that it had paid all the same. */
function isCorrected({ name, check }: StateOf<FinalName>, event: TransferEvent): boolean {
  return (
    (name === 'declined' || name === 'expired') && event.kind === 'movement_found' && event.check === check
  )
}

function nextOf(state: TransferState, event: TransferEvent): Next {
  switch (state.name) {
    case 'draft':
      return fromDraft(state, event)
    case 'checking':
      return fromChecking(state, event)
    case 'incomplete':
      return fromIncomplete(state, event)
    case 'checked':
      return fromChecked(state, event)
    case 'starting':
      return fromStarting(state, event)
    case 'at_bank':
      return fromAtBank(state, event)
    case 'returned':
      return fromReturned(state, event)
    case 'authorized':
    case 'late':
      return fromAuthorized(state, event)
    case 'executing':
    case 'unknown':
      return fromExecuting(state, event)
    default:
      return null
  }
}

const ended = (name: FinalName, { check }: TransferState): TransferState => ({ name, check })

function fromDraft(state: StateOf<'draft'>, event: TransferEvent): Next {
  if (event.kind === 'check_started') return { name: 'checking', check: event.check, step: 0 }
  return event.kind === 'abandoned' ? ended('abandoned', state) : null
}

function fromChecking(state: StateOf<'checking'>, event: TransferEvent): Next {
  const { check, step } = state
  switch (event.kind) {
    case 'check_answered':
      return answered(state, event.next)
    case 'check_refused':
      return step === 0 ? { name: 'draft', check } : { name: 'incomplete', check, step }
    case 'check_lost':
      return { name: 'draft', check }
    default:
      return null
  }
}

/** A step that does not lead forward is as good as an unknown one: none is ever left out. */
function answered(state: StateOf<'checking'>, next: EventOf<'check_answered'>['next']): TransferState {
  const { check } = state
  if (next === 'execute') return { name: 'checked', check }
  if (next === 'unknown' || next.verify <= state.step) return ended('unsupported', state)
  return { name: 'incomplete', check, step: next.verify }
}

function fromIncomplete(state: StateOf<'incomplete'>, event: TransferEvent): Next {
  const { check, step } = state
  switch (event.kind) {
    case 'step_started':
      return { name: 'checking', check, step }
    case 'edited':
      return { name: 'draft', check }
    case 'abandoned':
      return ended('abandoned', state)
    default:
      return null
  }
}

function fromChecked(state: StateOf<'checked'>, event: TransferEvent): Next {
  const { check } = state
  switch (event.kind) {
    case 'approval_started':
      return { name: 'starting', check }
    case 'edited':
      return { name: 'draft', check }
    case 'abandoned':
      return ended('abandoned', state)
    default:
      return null
  }
}

function fromStarting(state: StateOf<'starting'>, event: TransferEvent): Next {
  const { check } = state
  switch (event.kind) {
    case 'approval_answered':
      if (event.approach === 'unsupported') return ended('unsupported', state)
      return { name: event.approach === 'redirect' ? 'at_bank' : 'returned', check, since: event.at }
    case 'approval_failed':
      return { name: 'checked', check }
    case 'abandoned':
      return ended('abandoned', state)
    default:
      return null
  }
}

function fromAtBank(state: StateOf<'at_bank'>, event: TransferEvent): Next {
  const { check, since } = state
  switch (event.kind) {
    case 'came_back':
      return { name: 'returned', check, since: event.at }
    case 'waited':
      return isWithin(AT_BANK_MINUTES, since, event.at) ? state : ended('not_returned', state)
    case 'edited':
      return { name: 'draft', check }
    case 'abandoned':
      return ended('abandoned', state)
    default:
      return null
  }
}

function fromReturned(state: StateOf<'returned'>, event: TransferEvent): Next {
  const { check, since } = state
  switch (event.kind) {
    case 'came_back':
      return state
    case 'status_read':
      if (event.status === 'AUTHORIZED') return { name: 'authorized', check, since }
      return withoutAuthorization(state, event)
    case 'abandoned':
      return ended('abandoned', state)
    default:
      return null
  }
}

/** Before execute a resource that is gone was never paid: it lapsed. */
function withoutAuthorization(state: StateOf<'returned'>, event: EventOf<'status_read'>): TransferState {
  switch (event.status) {
    case 'NOT_AUTHORIZED':
      return ended('declined', state)
    case 'EXPIRED':
    case 'gone':
      return ended('expired', state)
    default:
      return isWithin(UNATTENDED_MINUTES, state.since, event.at) ? state : ended('unanswered', state)
  }
}

function fromAuthorized(state: StateOf<'authorized' | 'late'>, event: TransferEvent): Next {
  switch (event.kind) {
    case 'came_back':
      return state
    case 'execute_claimed':
      return claimed(state, event)
    case 'status_read':
      if (event.status === 'NOT_AUTHORIZED') return ended('declined', state)
      return event.status === 'EXPIRED' || event.status === 'gone' ? ended('expired', state) : state
    case 'abandoned':
      return ended('abandoned', state)
    default:
      return null
  }
}

/** The press of a customer counts once the question was asked, which is what `late` does. */
function claimed(
  state: StateOf<'authorized' | 'late'>,
  { by, at }: EventOf<'execute_claimed'>,
): TransferState {
  const { check, since } = state
  const isAllowed = state.name === 'late' ? by === 'customer' : isWithin(UNATTENDED_MINUTES, since, at)
  if (isAllowed) return { name: 'executing', check, since: at }
  return state.name === 'late' ? state : { name: 'late', check, since }
}

/**
 * One was claimed, so there is no way back to another claim. `unknown` still takes what the one that was claimed says
 * when it comes late: it is the truth.
 */
function fromExecuting(state: StateOf<'executing' | 'unknown'>, event: TransferEvent): Next {
  switch (event.kind) {
    case 'execute_accepted':
    case 'movement_found':
      return ended('accepted', state)
    case 'execute_refused':
      return ended('refused', state)
    case 'execute_not_sent':
      return ended('not_sent', state)
    case 'execute_lost':
      return state.name === 'unknown' ? state : { name: 'unknown', check: state.check, since: state.since }
    case 'status_read':
      return state.name === 'unknown' ? provenBy(state, event) : null
    case 'came_back':
      return state
    default:
      return null
  }
}

/**
 * AUTHORIZED and PENDING look the same before and after an execute. A bank that says the authorization lapsed or was
 * refused has not executed. A resource that is gone finished or lapsed, and the specification does not say how long one lives.
 */
function provenBy(state: StateOf<'unknown'>, { status }: EventOf<'status_read'>): TransferState {
  switch (status) {
    case 'NOT_AUTHORIZED':
      return ended('declined', state)
    case 'EXPIRED':
      return ended('expired', state)
    default:
      return state
  }
}

/** The last moment is within; a clock that was set back does not make a thing late. */
function isWithin(minutes: number, since: Date, at: Date): boolean {
  return at.getTime() - since.getTime() <= minutes * 60_000
}
