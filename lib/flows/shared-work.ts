/*
 * Work that several requests of one customer want at the same moment is done once. Both live as long as the
 * server, in its memory: other processes do the same on their own, and the store decides between them.
 */

/** Joins whoever asks for `key` while it is being worked on; failures are shared too. */
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
