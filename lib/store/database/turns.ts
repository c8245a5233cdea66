import { setImmediate as turn } from 'node:timers/promises'

const WORK_BETWEEN_TURNS_MS = 5

/**
 * The embedded database works on the thread that serves requests, and one statement follows the other without a turn of
 * the event loop in between: twenty searches would stop everything else, even a static file. Here each statement that
 * took long, or the last of several short ones, is followed by a turn.
 */
export function createTurns() {
  let workedMs = 0
  return {
    async between<T>(work: () => Promise<T>): Promise<T> {
      const start = performance.now()
      try {
        return await work()
      } finally {
        workedMs += performance.now() - start
        if (workedMs >= WORK_BETWEEN_TURNS_MS) {
          workedMs = 0
          await turn()
        }
      }
    },
  }
}
