import type { TransferEvent, TransferState, TransferStateName } from './transfer-state'

/*
 * What a state means to the customer, to the poller, and to a server that starts again. Tests hold each table against
 * the machine (transfer-advance.ts), so that no button leads nowhere.
 */

/**
 * `accepted` is never `paid`: the bank says no more than that it took the order (spec.md, operation status). `taken_back`:
 * it took the order, and said later that it does not carry it out.
 */
export type MoneyMeaning = 'not_paid' | 'maybe' | 'accepted' | 'taken_back'

const MONEY: Record<TransferStateName, MoneyMeaning> = {
  draft: 'not_paid',
  checking: 'not_paid',
  incomplete: 'not_paid',
  checked: 'not_paid',
  starting: 'not_paid',
  at_bank: 'not_paid',
  returned: 'not_paid',
  authorized: 'not_paid',
  late: 'not_paid',
  executing: 'maybe',
  unknown: 'maybe',
  accepted: 'accepted',
  refused: 'not_paid',
  not_sent: 'not_paid',
  declined: 'not_paid',
  expired: 'not_paid',
  unanswered: 'not_paid',
  not_returned: 'not_paid',
  unsupported: 'not_paid',
  abandoned: 'not_paid',
}

/** What may be said of the money. @param executionStatus as the bank gave it last */
export function moneyOf(
  { name }: Pick<TransferState, 'name'>,
  executionStatus: string | null = null,
): MoneyMeaning {
  const isTakenBack = name === 'accepted' && takenBack(executionStatus) !== null
  return isTakenBack ? 'taken_back' : MONEY[name]
}

/** The values of `executionStatus` by which a bank takes back that it accepted a transfer. */
const TAKEN_BACK = { REJECTED: 'rejected', CANCELLED: 'cancelled' } as const

export type TakenBack = (typeof TAKEN_BACK)[keyof typeof TAKEN_BACK]

/** The same two, as banks may spell them; the short ones are of ISO 20022. */
const SPELLINGS: ReadonlyMap<string, TakenBack> = new Map([
  ...Object.entries(TAKEN_BACK),
  ['RJCT', TAKEN_BACK.REJECTED],
  ['CANCELED', TAKEN_BACK.CANCELLED],
  ['CANC', TAKEN_BACK.CANCELLED],
])

/** In capitals: a database compares without case. */
export const TAKEN_BACK_SPELLINGS: readonly string[] = [...SPELLINGS.keys()]

/** In any case. Null for every other value, which is shown as the bank gave it and has no meaning for us. */
export function takenBack(executionStatus: string | null): TakenBack | null {
  return SPELLINGS.get((executionStatus ?? '').trim().toUpperCase()) ?? null
}

/** `go_to_bank` opens the address that the approval gave; `repeat` makes a new transfer with everything filled in. */
export type TransferAction =
  | 'check'
  | 'add_data'
  | 'approve'
  | 'edit'
  | 'go_to_bank'
  | 'pay_now'
  | 'abandon'
  | 'repeat'

const ACTIONS: Record<TransferStateName, readonly TransferAction[]> = {
  draft: ['check', 'abandon'],
  checking: [],
  incomplete: ['add_data', 'edit', 'abandon'],
  checked: ['approve', 'edit', 'abandon'],
  starting: ['abandon'],
  at_bank: ['go_to_bank', 'edit', 'abandon'],
  returned: ['abandon'],
  authorized: ['abandon'],
  late: ['pay_now', 'abandon'],
  executing: [],
  // Not even `repeat`: a customer who pays again may pay twice.
  unknown: [],
  accepted: ['repeat'],
  refused: ['repeat'],
  not_sent: ['repeat'],
  declined: ['repeat'],
  expired: ['repeat'],
  unanswered: ['repeat'],
  not_returned: ['repeat'],
  unsupported: ['repeat'],
  abandoned: ['repeat'],
}

/** What the customer may be offered; the server asks the machine again. */
export function actionsOf({ name }: Pick<TransferState, 'name'>): readonly TransferAction[] {
  return ACTIONS[name]
}

/**
 * What a customer who has it out of sight should see again, what matters most first: money that may have moved, an
 * approval that leads nowhere by itself, an order that is not finished. Drafts are listed elsewhere.
 */
export const WAITING_FOR_CUSTOMER: readonly TransferStateName[] = [
  'unknown',
  'late',
  'at_bank',
  'checked',
  'incomplete',
]

/** Never before the customer came back, and never when nothing can follow (spec.md, "States and transitions"). */
export function mayReadStatus({ name }: Pick<TransferState, 'name'>): boolean {
  return name === 'returned' || name === 'authorized' || name === 'late' || name === 'unknown'
}

/**
 * What it means for this transfer that the server which moved it is gone: a call whose intent is written and whose
 * answer is not, is lost. Undefined where nothing was under way. Safe too when that server lives after all: the machine
 * takes its late answer, or refuses what is of no use any more.
 */
export function eventOfStop(state: TransferState): TransferEvent | undefined {
  const { check } = state
  switch (state.name) {
    case 'checking':
      return { kind: 'check_lost', check }
    case 'starting':
      return { kind: 'approval_failed', check }
    case 'executing':
      return { kind: 'execute_lost', check }
    default:
      return undefined
  }
}
