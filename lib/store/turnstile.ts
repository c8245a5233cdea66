import { StoreError, type Turnstile } from './errors'

/**
 * Of the connections to a server one group of operations takes so many at once and no more: while a table is locked, those
 * who wait for it leave the others to everybody else. Who waits for a turn for longer than `waitMs` is told so.
 */
export function createTurnstile(places: number, waitMs: number): Turnstile {
  const waiting: (() => void)[] = []
  let free = places

  function turn(operation: string): Promise<void> {
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
        waiting.splice(waiting.indexOf(enter), 1)
        reject(new StoreError(operation, 'BUSY'))
      }, waitMs)
      waiting.push(enter)
    })
  }

  return async (operation, work) => {
    await turn(operation)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
