/** Clocks of two servers may differ by so much. */
const TOLERATED_MS = 60_000

/**
 * Of two readings the later one wins. One that is stored as read after this moment was stamped by a clock that has been
 * set back since, and wins over nothing: until that moment every new reading would be lost.
 */
export function latestPossibleReading(now: () => Date): Date {
  return new Date(now().getTime() + TOLERATED_MS)
}

/** Of a stored moment: up to this one, or later than possible. */
export function notAfter(at: Date, now: () => Date): [{ lte: Date }, { gt: Date }] {
  return [{ lte: at }, { gt: latestPossibleReading(now) }]
}
