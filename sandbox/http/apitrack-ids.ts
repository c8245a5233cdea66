import { randomUUID } from 'node:crypto'

/** What an answer did about svc-apitrack-id: gave one, kept the caller's, or gave a new one for one never given here. */
export type ApitrackNote = 'given' | 'kept' | 'replaced'

export type ApitrackIds = {
  /** `sent` are the values of the request's header lines; `fresh` is the id to send back, when there is one. */
  follow(sent: readonly string[]): { note: ApitrackNote; fresh: string | null }
}

const maxRemembered = 100_000

/** Remembers the ids that were given, the newest 100,000, in memory only: they trace calls and open nothing. */
export function createApitrackIds(): ApitrackIds {
  const given = new Set<string>()
  return {
    follow(sent) {
      const [id] = sent
      if (id !== undefined && sent.length === 1 && given.has(id.toLowerCase())) {
        return { note: 'kept', fresh: null }
      }
      const fresh = randomUUID()
      given.add(fresh)
      // a Set keeps the order of insertion, so the first is the oldest
      for (const oldest of given) {
        if (given.size <= maxRemembered) break
        given.delete(oldest)
      }
      return { note: sent.length === 0 ? 'given' : 'replaced', fresh }
    },
  }
}
