/**
 * The bank has two times. `wall` is the real one: it dates messages and judges theirs, because the peer at the other
 * end lives in it. `now` is the bank's business time: tokens, codes and days run by it, and tests may move it.
 */
export type BankClock = {
  wall(): Date
  now(): Date
  /** Moves business time by so many milliseconds, on top of earlier moves. */
  move(milliseconds: number): void
  reset(): void
}

export function createClock(wall: () => Date = () => new Date()): BankClock {
  let offsetMs = 0
  return {
    wall,
    now: () => new Date(wall().getTime() + offsetMs),
    move: (milliseconds) => {
      offsetMs += milliseconds
    },
    reset: () => {
      offsetMs = 0
    },
  }
}
