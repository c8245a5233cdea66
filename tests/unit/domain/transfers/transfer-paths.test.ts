import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Advance, advance } from '@/lib/domain/transfers/transfer-advance'
import {
  finalNames,
  isFinal,
  type TransferEvent,
  type TransferState,
} from '@/lib/domain/transfers/transfer-state'
import { events, minute, states } from '@/tests/support/transfer-events'

/** Everything that can be reached from an empty draft with two checks. */
function reachable(): { state: TransferState; moves: { event: TransferEvent; state: TransferState }[] }[] {
  const keyOf = (state: TransferState) => JSON.stringify(state)
  const found = new Map<
    string,
    { state: TransferState; moves: { event: TransferEvent; state: TransferState }[] }
  >()
  const open: TransferState[] = [{ name: 'draft', check: 0 }]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (found.has(keyOf(state))) continue
    const moves = [1, 2].flatMap((check) =>
      Object.values(events).flatMap((event) => {
        const advanced = advance(state, { ...event, check })
        return advanced.kind === 'moved' ? [{ event: { ...event, check }, state: advanced.state }] : []
      }),
    )
    found.set(keyOf(state), { state, moves })
    open.push(...moves.map((move) => move.state))
  }
  return [...found.values()]
}

describe('every path', () => {
  const graph = reachable()
  const movesFrom = new Map(graph.map(({ state, moves }) => [JSON.stringify(state), moves]))
  const hasClaim = (state: TransferState) => state.name === 'executing'

  /** All states behind this one, itself left out. */
  function behind(state: TransferState): TransferState[] {
    const seen = new Map<string, TransferState>()
    const open = [state]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const move of movesFrom.get(JSON.stringify(next)) ?? []) {
        const key = JSON.stringify(move.state)
        if (seen.has(key)) continue
        seen.set(key, move.state)
        open.push(move.state)
      }
    }
    return [...seen.values()]
  }

  it('meets every state there is', () => {
    expect(new Set(graph.map(({ state }) => state.name))).toEqual(new Set(Object.keys(states)))
  })

  it('has one execute at most: after the claim there is no way to another', () => {
    const claimed = graph.filter(({ state }) => hasClaim(state))
    expect(claimed.length).toBeGreaterThan(0)
    for (const { state } of claimed) expect(behind(state).filter(hasClaim)).toEqual([])
  })

  it('leads from unknown to an end, and never to executing or to anything that can be approved again', () => {
    for (const { state } of graph.filter(({ state }) => state.name === 'unknown')) {
      expect(behind(state).every(isFinal)).toBe(true)
    }
  })

  it('stops at a final state, but for a movement that shows what a status denied', () => {
    for (const { state, moves } of graph) {
      const isDenied = state.name === 'declined' || state.name === 'expired'
      const led = moves.map(({ event, state: { name } }) => [event.kind, name])
      if (isFinal(state)) expect(led).toEqual(isDenied ? [['movement_found', 'accepted']] : [])
    }
    expect(new Set(graph.flatMap(({ state }) => (isFinal(state) ? [state.name] : [])))).toEqual(
      new Set(finalNames),
    )
  })

  it('can come to an end from everywhere', () => {
    for (const { state } of graph) {
      if (!isFinal(state)) expect(behind(state).some(isFinal)).toBe(true)
    }
  })

  it('comes to accepted from executing and unknown alone, or by a movement, and from there never to abandoned', () => {
    for (const { state, moves } of graph) {
      const isUnderWay = state.name === 'executing' || state.name === 'unknown'
      for (const move of moves) {
        if (move.state.name === 'accepted')
          expect(isUnderWay || move.event.kind === 'movement_found').toBe(true)
        if (isUnderWay) expect(['draft', 'abandoned', 'unanswered', 'late']).not.toContain(move.state.name)
      }
    }
  })
})

describe('whatever happens in whatever order', () => {
  const anyEvent = fc
    .tuple(
      fc.constantFrom(...Object.values(events)),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 50 }),
    )
    .map(([event, check, minutes]): TransferEvent => {
      return 'at' in event ? { ...event, check, at: minute(minutes) } : { ...event, check }
    })
  /** `on`: what comes next when nothing goes wrong, so that the far states are met too. */
  const anyStep = fc.oneof(anyEvent, { arbitrary: fc.constant('on' as const), weight: 3 })
  const before = ['check_answered', 'approval_started', 'approval_answered', 'status_read', 'execute_claimed']

  it('executes once at most, and only what was checked, then confirmed, then authorized', () => {
    let executed = 0
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        let state: TransferState = { name: 'draft', check: 0 }
        const taken: TransferEvent[] = []
        let claims = 0
        for (const step of steps) {
          const event: TransferEvent | undefined = step === 'on' ? onwards(state) : step
          if (event === undefined) continue
          const advanced: Advance = advance(state, event)
          if (advanced.kind !== 'moved') continue
          taken.push(event)
          state = advanced.state
          if (state.name !== 'executing') continue
          claims += 1
          const kinds: string[] = taken.filter((one) => one.check === event.check).map(({ kind }) => kind)
          const last = before.map((kind) => kinds.lastIndexOf(kind))
          expect(last).toEqual([...last].sort((a, b) => a - b))
          expect(last).not.toContain(-1)
        }
        executed += claims
        expect(claims).toBeLessThanOrEqual(1)
      }),
      { numRuns: 2_000 },
    )
    expect(executed).toBeGreaterThan(50)
  })
})

/** The event that a transfer without trouble has next. */
function onwards(state: TransferState): TransferEvent | undefined {
  const { check } = state
  switch (state.name) {
    case 'draft':
      return { kind: 'check_started', check: check + 1 }
    case 'checking':
      return { kind: 'check_answered', check, next: 'execute' }
    case 'incomplete':
      return { kind: 'step_started', check }
    case 'checked':
      return { kind: 'approval_started', check }
    case 'starting':
      return { kind: 'approval_answered', check, approach: 'redirect', at: minute(0) }
    case 'at_bank':
      return { kind: 'came_back', check, at: minute(1) }
    case 'returned':
      return { kind: 'status_read', check, status: 'AUTHORIZED', at: minute(2) }
    case 'authorized':
      return { kind: 'execute_claimed', check, by: 'system', at: minute(2) }
    default:
      return undefined
  }
}
