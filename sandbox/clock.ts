/**
 * The bank has two times. `wall` is the real one: it dates messages and judges theirs, because the peer at the other
 * end lives in it. `now` is the bank's business time: tokens, codes and days run by it, and tests may move it.
 */
export type BankClock = {
  wall(): Date
  now(): Date
  /** Moves business time by so many milliseconds, on top of earlier moves. A restart keeps it, --reset ends it. */
  move(milliseconds: number): void
  reset(): void
}

/** `offsetMs`: by how much business time was moved before; `onMove` learns of every further move. */
export function createClock(
  wall: () => Date = () => new Date(),
  { offsetMs = 0, onMove = () => {} }: { offsetMs?: number; onMove?: (offsetMs: number) => void } = {},
): BankClock {
  return {
    wall,
    now: () => new Date(wall().getTime() + offsetMs),
    move: (milliseconds) => {
      offsetMs += milliseconds
      onMove(offsetMs)
    },
    reset: () => {
      offsetMs = 0
      onMove(offsetMs)
    },
  }
}
