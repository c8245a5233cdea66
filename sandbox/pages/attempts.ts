import type { BankClock } from '../clock'

/** Counts what somebody got wrong lately, so that guessing has an end. In memory only. */
export type Attempts = {
  /** How many more may be wrong; with none left, nothing is tried any more. */
  left(key: string): number
  /** Counts a wrong one; gives how many are left. */
  countWrong(key: string): number
  /** It was right at last: the count begins anew. */
  forget(key: string): void
}

const windowSeconds = 600
const maxKeys = 10_000

/**
 * After `max` wrong ones nothing more is tried for ten minutes since the last of them; of real time, so that moving the
 * bank's clock is no way around.
 */
export function createAttempts(clock: BankClock, max: number): Attempts {
  const wrong = new Map<string, { count: number; at: number }>()
  const now = () => clock.wall().getTime()
  const countOf = (key: string) => {
    const known = wrong.get(key)
    return known && now() - known.at < windowSeconds * 1000 ? known.count : 0
  }
  const left = (key: string) => Math.max(0, max - countOf(key))
  return {
    left,
    countWrong(key) {
      const count = countOf(key) + 1
      wrong.delete(key)
      wrong.set(key, { count, at: now() })
      const [oldest] = wrong.keys()
      if (wrong.size > maxKeys && oldest !== undefined) wrong.delete(oldest)
      return left(key)
    },
    forget: (key) => {
      wrong.delete(key)
    },
  }
}
