/** How the connections to a PostgreSQL server are used. The embedded database has none. */
export type DatabaseLimits = {
  /** Connections at most that serve requests. */
  connections: number
  /** How long a request waits for a connection, old or new, and for a turn (`turnstile.ts`). */
  connectMs: number
  /** The server cancels a statement that takes longer. */
  statementMs: number
  /** A connection is given up when a statement gets no answer for this much longer than `statementMs`. */
  silenceMs: number
  /** A connection is closed when nothing has used it for so long. */
  idleMs: number
  /** The server ends a connection whose transaction does nothing for so long. */
  idleInTransactionMs: number
  /** How long a connection says nothing before TCP asks whether the other side is there. */
  keepAliveMs: number
}

export type GivenLimits = { [Name in keyof DatabaseLimits]?: number | undefined }

/**
 * When established connections go mute, each is closed as idle, or its next statement gives it up: the last one after
 * 5 + 10 + 2 s, so within 20 s.
 */
export function limitsWith(given: GivenLimits = {}): DatabaseLimits {
  return {
    connections: given.connections ?? 10,
    connectMs: given.connectMs ?? 5_000,
    statementMs: given.statementMs ?? 10_000,
    silenceMs: given.silenceMs ?? 2_000,
    idleMs: given.idleMs ?? 5_000,
    idleInTransactionMs: given.idleInTransactionMs ?? 30_000,
    keepAliveMs: given.keepAliveMs ?? 5_000,
  }
}
