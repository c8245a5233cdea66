import { StoreError, type Turnstile } from '../errors'

/**
 * One group of operations takes so many connections at once and no more: while a table is locked, those who wait for it
 * leave the others to everybody else. Those who ask take turns: who asks for much, such as exports and searches, waits for
 * themselves and hardly for others. Who waits for a turn for longer than `waitMs` is told so.
 */
export function createTurnstile(places: number, waitMs: number): Turnstile {
  /** By who asks; the first is next. */
  const waiting = new Map<string, (() => void)[]>()
  let free = places

  function turn(operation: string, asker: string): Promise<void> {
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        keep(
          asker,
          (waiting.get(asker) ?? []).filter((other) => other !== enter),
        )
        reject(new StoreError(operation, 'BUSY'))
      }, waitMs)
      keep(asker, [...(waiting.get(asker) ?? []), enter])
    })
  }

  function keep(asker: string, theirs: (() => void)[]): void {
    if (theirs.length === 0) waiting.delete(asker)
    else waiting.set(asker, theirs)
  }

  function leave(): void {
    const [next] = waiting
    if (next === undefined) {
      free += 1
      return
    }
    const [asker, [enter, ...rest]] = next
    waiting.delete(asker)
    // At the end, behind all others who wait.
    keep(asker, rest)
    enter?.()
  }

  return async (operation, asker, work) => {
    await turn(operation, asker)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
