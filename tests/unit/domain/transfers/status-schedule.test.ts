import { describe, expect, it } from 'vitest'
import { MOST_STATUS_READS, nextExecutionRead, nextStatusRead } from '@/lib/domain/transfers/status-schedule'
import { advance } from '@/lib/domain/transfers/transfer-advance'
import type { TransferState } from '@/lib/domain/transfers/transfer-state'

const since = new Date('2026-11-28T10:00:00Z')

/** Seconds after the return of each read of a transfer that stays PENDING. */
function readsOf(delay: number): { seconds: number[]; state: TransferState } {
  let state: TransferState = { name: 'returned', check: 1, since }
  const seconds: number[] = []
  let last = since
  while (state.name === 'returned') {
    const next: Date | undefined = nextStatusRead(seconds.length, since, last)
    if (next === undefined) break
    last = new Date(next.getTime() + delay)
    seconds.push((last.getTime() - since.getTime()) / 1_000)
    const advanced = advance(state, { kind: 'status_read', check: 1, status: 'PENDING', at: last })
    if (advanced.kind === 'moved') state = advanced.state
  }
  return { seconds, state }
}

describe('PAY-2: a status that stays PENDING', () => {
  it('is read at once, more and more slowly, at most 40 times, and a last time after the fifteen minutes', () => {
    const { seconds, state } = readsOf(0)
    expect(seconds.slice(0, 6)).toEqual([0, 1, 2, 4, 7, 12])
    const pauses = seconds.slice(1, -1).map((second, index) => second - (seconds[index] ?? 0))
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    expect(seconds.length).toBeLessThanOrEqual(40)
    expect(seconds.at(-1)).toBe(15 * 60 + 1)
    expect(state.name).toBe('unanswered')
    expect(nextStatusRead(seconds.length, since, new Date(since.getTime() + 901_000))).toBeUndefined()
  })

  it.each([250, 8_000, 120_000, 3_600_000])('ends too when each read comes %i ms late', (delay) => {
    const { seconds, state } = readsOf(delay)
    expect(seconds.length).toBeLessThanOrEqual(40)
    expect(state.name).toBe('unanswered')
  })
})

describe('PAY-2: what becomes of an accepted transfer', () => {
  it('is read more and more slowly for a day, and once for all that was missed', () => {
    const hours: number[] = []
    let last: Date | null = null
    for (;;) {
      const next = nextExecutionRead(hours.length, since, last)
      if (next === undefined) break
      last = next
      hours.push((next.getTime() - since.getTime()) / 3_600_000)
    }
    expect(hours.length).toBe(14)
    expect(hours.at(-2)).toBe(24)
    // A rejection counts when the bank says it twice, a minute apart.
    expect((hours.at(-1) ?? 0) * 60 - 24 * 60).toBeCloseTo(2)
    const night = new Date(since.getTime() + 9 * 3_600_000)
    expect(nextExecutionRead(3, since, night)?.getTime()).toBe(since.getTime() + 16 * 3_600_000)
  })

  it('is not read beyond the reads that a transfer has', () => {
    expect(nextExecutionRead(MOST_STATUS_READS, since, null)).toBeUndefined()
    expect(nextExecutionRead(MOST_STATUS_READS - 1, since, null)).toBeDefined()
  })
})
