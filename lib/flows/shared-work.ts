/*
 * Work that several requests of one customer want at the same moment is done once. Both live as long as the
 * server, in its memory: other processes do the same on their own, and the store decides between them.
 */

/** Callers that ask for `key` while work on it is under way share its result, failures included. */
export type Flight<T> = (key: string, work: () => Promise<T>) => Promise<T>

export function createFlight<T>(): Flight<T> {
  const flying = new Map<string, Promise<T>>()
  return (key, work) => {
    const joined = flying.get(key)
    if (joined !== undefined) return joined
    const started = work().finally(() => flying.delete(key))
    flying.set(key, started)
    return started
  }
}

/** What was done last for a key, for as long as it stands; then it is forgotten. */
export type Recent<T> = { note(key: string, value: T): void; find(key: string): T | undefined }

export function createRecent<T>(standsForMs: number, now: () => Date): Recent<T> {
  // The oldest first.
  const noted = new Map<string, { value: T; atMs: number }>()
  const stands = ({ atMs }: { atMs: number }) => {
    const ageMs = now().getTime() - atMs
    return ageMs >= 0 && ageMs < standsForMs
  }
  return {
    note(key, value) {
      noted.delete(key)
      for (const [other, entry] of noted) {
        if (stands(entry)) break
        noted.delete(other)
      }
      noted.set(key, { value, atMs: now().getTime() })
    },
    find(key) {
      const entry = noted.get(key)
      return entry !== undefined && stands(entry) ? entry.value : undefined
    },
  }
}

export type Background = {
  /** Starts work that no request waits for. What it throws is reported and goes no further. */
  run(key: string, work: () => Promise<void>): void
  isRunning(key: string): boolean
  /** Long work looks here between its steps and ends early: the server is about to close. */
  isStopping(): boolean
  /** Resolves once nothing runs any more. */
  settled(): Promise<void>
  /** Before bank and store are closed. */
  stop(): Promise<void>
}

export function createBackground(report: (error: unknown) => void): Background {
  const running = new Map<string, Set<Promise<void>>>()
  let isStopping = false
  const settled = async () => {
    while (running.size > 0) await Promise.all([...running.values()].flatMap((all) => [...all]))
  }
  return {
    run(key, work) {
      const all = running.get(key) ?? new Set()
      running.set(key, all)
      const started = work()
        .catch(report)
        .finally(() => {
          all.delete(started)
          if (all.size === 0 && running.get(key) === all) running.delete(key)
        })
      all.add(started)
    },
    isRunning: (key) => running.has(key),
    isStopping: () => isStopping,
    settled,
    stop() {
      isStopping = true
      return settled()
    },
  }
}
