/** Remembers the request ids of the time in which a request may be played again. */
export type RequestIds = { /** False when the id was taken before. */ take(key: string): boolean }

/**
 * An id matters as long as the Date beside it is accepted, at most twice the skew. Two generations of a set keep at
 * least that long and let go of the rest without a timer.
 */
export function createRequestIds(now: () => number, keepMs: () => number): RequestIds {
  let current = new Set<string>()
  let previous = new Set<string>()
  let since = now()
  return {
    take(key) {
      const age = now() - since
      if (age >= keepMs()) {
        previous = age >= 2 * keepMs() ? new Set() : current
        current = new Set()
        since = now()
      }
      if (current.has(key) || previous.has(key)) return false
      current.add(key)
      return true
    },
  }
}
