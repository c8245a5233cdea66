import { describe, expect, it } from 'vitest'
import { advance } from '@/lib/domain/transfers/transfer-advance'
import {
  actionsOf,
  eventOfStop,
  mayReadStatus,
  moneyOf,
  type TransferAction,
} from '@/lib/domain/transfers/transfer-meaning'
import {
  isFinal,
  type TransferEvent,
  type TransferState,
  type TransferStateName,
  UNATTENDED_MINUTES,
} from '@/lib/domain/transfers/transfer-state'
import { events, minute, states } from '@/tests/support/transfer-events'

/**
 * The whole machine: from a state, by an event, to a state; `=` stays as it is. What is not in the table is refused.
 */
const table: Partial<Record<TransferStateName, Record<string, TransferStateName | '='>>> = {
  draft: { check_started: 'checking', abandoned: 'abandoned' },
  checking: {
    'answered: execute': 'checked',
    'answered: verify1': 'incomplete',
    'answered: unknown': 'unsupported',
    check_refused: 'draft',
    check_lost: 'draft',
  },
  incomplete: { step_started: 'checking', edited: 'draft', abandoned: 'abandoned' },
  checked: { approval_started: 'starting', edited: 'draft', abandoned: 'abandoned' },
  starting: {
    'approach: redirect': 'at_bank',
    'approach: decoupled': 'returned',
    'approach: unsupported': 'unsupported',
    approval_failed: 'checked',
    abandoned: 'abandoned',
  },
  at_bank: {
    came_back: 'returned',
    'waited in time': '=',
    'waited too long': 'not_returned',
    edited: 'draft',
    abandoned: 'abandoned',
  },
  returned: {
    came_back: '=',
    PENDING: '=',
    'PENDING, late': 'unanswered',
    'other status': '=',
    AUTHORIZED: 'authorized',
    'AUTHORIZED, late': 'authorized',
    NOT_AUTHORIZED: 'declined',
    EXPIRED: 'expired',
    gone: 'expired',
    'gone, late': 'expired',
    abandoned: 'abandoned',
  },
  authorized: {
    came_back: '=',
    PENDING: '=',
    'PENDING, late': '=',
    'other status': '=',
    AUTHORIZED: '=',
    'AUTHORIZED, late': '=',
    NOT_AUTHORIZED: 'declined',
    EXPIRED: 'expired',
    gone: 'expired',
    'gone, late': 'expired',
    'claimed by the system': 'executing',
    'claimed by the system, late': 'late',
    'claimed by the customer': 'late',
    abandoned: 'abandoned',
  },
  late: {
    came_back: '=',
    PENDING: '=',
    'PENDING, late': '=',
    'other status': '=',
    AUTHORIZED: '=',
    'AUTHORIZED, late': '=',
    NOT_AUTHORIZED: 'declined',
    EXPIRED: 'expired',
    gone: 'expired',
    'gone, late': 'expired',
    'claimed by the system': '=',
    'claimed by the system, late': '=',
    'claimed by the customer': 'executing',
    abandoned: 'abandoned',
  },
  executing: {
    came_back: '=',
    execute_accepted: 'accepted',
    execute_refused: 'refused',
    execute_not_sent: 'not_sent',
    execute_lost: 'unknown',
    movement_found: 'accepted',
  },
  unknown: {
    came_back: '=',
    PENDING: '=',
    'PENDING, late': '=',
    'other status': '=',
    AUTHORIZED: '=',
    'AUTHORIZED, late': '=',
    NOT_AUTHORIZED: 'declined',
    EXPIRED: 'expired',
    gone: '=',
    'gone, late': '=',
    execute_accepted: 'accepted',
    execute_refused: 'refused',
    execute_not_sent: 'not_sent',
    execute_lost: '=',
    movement_found: 'accepted',
  },
  // The bank's own list shows what its status denied.
  declined: { movement_found: 'accepted' },
  expired: { movement_found: 'accepted' },
}

function outcome(state: TransferState, event: TransferEvent): string {
  const advanced = advance(state, event)
  if (advanced.kind === 'moved') return advanced.state.name
  return advanced.kind === 'same' ? '=' : advanced.reason
}

const pairs = Object.values(states).flatMap((state) =>
  Object.entries(events).map(([title, event]) => ({ from: state.name, title, state, event })),
)

describe('every event in every state', () => {
  it.each(pairs)('$from, $title', ({ from, title, state, event }) => {
    const right = table[from]?.[title] ?? (isFinal(state) ? 'over' : 'not_now')
    expect(outcome(state, event)).toBe(right)
  })

  it.each(pairs)('$from, $title of another check moves nothing', ({ state, event }) => {
    for (const check of [event.check - 1, event.check + 1]) {
      expect(outcome(state, { ...event, check })).toBe(isFinal(state) ? 'over' : 'stale')
    }
  })
})

describe('a check', () => {
  it('follows verify<N> forward only', () => {
    const atStep2: TransferState = { name: 'checking', check: 1, step: 2 }
    const answer = (verify: number) =>
      outcome(atStep2, { kind: 'check_answered', check: 1, next: { verify } })
    expect([1, 2, 3, 7].map(answer)).toEqual(['unsupported', 'unsupported', 'incomplete', 'incomplete'])
    expect(advance(atStep2, { kind: 'check_refused', check: 1 })).toEqual({
      kind: 'moved',
      state: { name: 'incomplete', check: 1, step: 2 },
    })
  })

  it('is a new one after an edit, and what still comes for the old one moves nothing', () => {
    const edited = run({ name: 'draft', check: 0 }, [
      { kind: 'check_started', check: 1 },
      { kind: 'check_answered', check: 1, next: 'execute' },
      { kind: 'approval_started', check: 1 },
      { kind: 'approval_answered', check: 1, approach: 'redirect', at: minute(0) },
      { kind: 'edited', check: 1 },
      { kind: 'check_started', check: 2 },
      { kind: 'check_answered', check: 2, next: 'execute' },
    ])
    expect(edited).toEqual({ name: 'checked', check: 2 })
    expect(outcome(edited, { kind: 'approval_started', check: 1 })).toBe('stale')
    expect(outcome(edited, { kind: 'came_back', check: 1, at: minute(1) })).toBe('stale')
  })
})

describe('fifteen minutes', () => {
  it('start at the return, include the last moment, and do not restart', () => {
    const back = run(states.at_bank, [
      { kind: 'came_back', check: 1, at: minute(0) },
      { kind: 'came_back', check: 1, at: minute(10) },
      { kind: 'status_read', check: 1, status: 'AUTHORIZED', at: minute(14) },
    ])
    const claim = (at: Date) => outcome(back, { kind: 'execute_claimed', check: 1, by: 'system', at })
    expect(claim(minute(UNATTENDED_MINUTES))).toBe('executing')
    expect(claim(new Date(minute(UNATTENDED_MINUTES).getTime() + 1))).toBe('late')
    expect(claim(minute(-5))).toBe('executing')
  })
})

describe('what a state means', () => {
  it('is not paid, may be, or accepted by the bank, and says may be from the claim on', () => {
    const named = (meaning: string) => Object.values(states).filter((state) => moneyOf(state) === meaning)
    expect(named('maybe').map(({ name }) => name)).toEqual(['executing', 'unknown'])
    expect(named('accepted').map(({ name }) => name)).toEqual(['accepted'])
  })

  it('lets the status be read where that may move something, and nowhere else', () => {
    for (const state of Object.values(states)) {
      const isTaken =
        outcome(state, { kind: 'status_read', check: 1, status: 'EXPIRED', at: minute(1) }) === 'expired'
      expect([state.name, mayReadStatus(state)]).toEqual([state.name, isTaken])
    }
  })

  it('offers what the machine takes, and all of it', () => {
    const eventOf: Partial<Record<TransferAction, string>> = {
      check: 'check_started',
      add_data: 'step_started',
      approve: 'approval_started',
      edit: 'edited',
      abandon: 'abandoned',
      pay_now: 'claimed by the customer',
    }
    for (const state of Object.values(states)) {
      for (const [action, title] of Object.entries(eventOf)) {
        const reached = outcome(state, events[title] ?? neverEvent())
        const isTaken =
          action === 'pay_now' ? reached === 'executing' : !['over', 'not_now'].includes(reached)
        const isOffered = actionsOf(state).some((offered) => offered === action)
        expect([state.name, action, isOffered]).toEqual([state.name, action, isTaken])
      }
      const mayRepeat = actionsOf(state).includes('repeat')
      expect([state.name, mayRepeat]).toEqual([state.name, isFinal(state)])
      expect(actionsOf(state).includes('go_to_bank')).toBe(state.name === 'at_bank')
    }
  })

  it('of a call that was under way when the server stopped is that it is lost', () => {
    const resumed = Object.values(states).map((state) => {
      const event = eventOfStop(state)
      return event === undefined ? [] : [`${state.name} -> ${outcome(state, event)}`]
    })
    expect(resumed.flat()).toEqual(['checking -> draft', 'starting -> checked', 'executing -> unknown'])
  })
})

function run(from: TransferState, trail: TransferEvent[]): TransferState {
  let state = from
  for (const event of trail) {
    const advanced = advance(state, event)
    if (advanced.kind === 'refused') throw new Error(`${event.kind} refused in ${state.name}`)
    if (advanced.kind === 'moved') state = advanced.state
  }
  return state
}

function neverEvent(): never {
  throw new Error('no such event in the table')
}

it.each([
  ['REJECTED', 'taken_back'],
  ['rejected', 'taken_back'],
  [' Cancelled ', 'taken_back'],
  ['CANCELED', 'taken_back'],
  ['RJCT', 'taken_back'],
  ['CANC', 'taken_back'],
  ['SUCCESS', 'accepted'],
  ['FAILED', 'accepted'],
  ['', 'accepted'],
])('an accepted transfer whose executionStatus is "%s" is %s', (executionStatus, money) => {
  expect(moneyOf({ name: 'accepted' }, executionStatus)).toBe(money)
})
