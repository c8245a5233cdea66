import { setTimeout as pause } from 'node:timers/promises'

/** Far longer than anything takes on a busy machine; it only ends a wait for what never comes. */
const LONGEST_WAIT_MS = 150_000

/** Looks until it is there. */
export async function until<T>(look: () => T | Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
  const deadline = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const seen = await look()
    if (isThere(seen)) return seen
    if (performance.now() > deadline) throw new Error(`it stays ${JSON.stringify(seen)}`)
    await pause(50)
  }
}
