import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStop, HARD_EXIT_AFTER_MS } from '@/lib/http/stop'
import { createLog } from '@/lib/log'

const GRACE_MS = 25_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function stopOf(steps: { drainMs?: number; stopServing?: () => Promise<void>; letGo?: () => Promise<void> }) {
  const order: string[] = []
  const lines: string[] = []
  const stop = createStop({
    graceMs: GRACE_MS,
    drainMs: steps.drainMs ?? 0,
    drain: async () => void order.push('not ready'),
    stopServing: async (graceMs) => {
      order.push(`requests within ${graceMs}`)
      await steps.stopServing?.()
    },
    letGo: async () => {
      order.push('bank and database')
      await steps.letGo?.()
    },
    exit: (code) => void order.push(`exit ${code}`),
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
  })
  return { stop, order, logged: () => lines.join('') }
}

const never = () => new Promise<void>(() => undefined)
const fails = () => Promise.reject(new Error('no'))

describe('the process ends', () => {
  it('once a balancer had the time to see that it is not ready any more', async () => {
    const { stop, order } = stopOf({ drainMs: 15_000 })
    void stop('SIGTERM')
    await vi.advanceTimersByTimeAsync(14_999)
    expect(order).toEqual(['not ready'])
    await vi.advanceTimersByTimeAsync(1)
    expect(order).toEqual(['not ready', `requests within ${GRACE_MS}`, 'bank and database', 'exit 0'])
  })

  it('after its requests, then bank and database, once, however often it is signalled', async () => {
    const { stop, order } = stopOf({})
    await Promise.all([stop('SIGTERM'), stop('SIGINT')])
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS)
    expect(order).toEqual([`requests within ${GRACE_MS}`, 'bank and database', 'exit 0'])
  })

  it.each([
    ['its requests', { stopServing: never }],
    ['bank or database', { letGo: never }],
  ])('a few seconds behind the grace where %s hang, and says so in the log', async (_what, steps) => {
    const { stop, order, logged } = stopOf(steps)
    void stop('SIGTERM')
    await vi.advanceTimersByTimeAsync(GRACE_MS + HARD_EXIT_AFTER_MS - 1)
    expect(order).not.toContain('exit 1')
    await vi.advanceTimersByTimeAsync(1)
    expect(order.at(-1)).toBe('exit 1')
    expect(logged()).toContain('the stop hangs')
  })

  it.each([
    ['its requests', { stopServing: fails }],
    ['bank or database', { letGo: fails }],
  ])('at once where to let go of %s fails, and says so in the log', async (_what, steps) => {
    const { stop, order, logged } = stopOf(steps)
    await stop('SIGTERM')
    expect(order.at(-1)).toBe('exit 1')
    expect(logged()).toContain('the stop failed')
  })
})
