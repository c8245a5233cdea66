import { Socket } from 'node:net'
import { constants } from 'node:os'
import type { Pool, PoolClient } from 'pg'

const CHECKS = 24

/**
 * Destroys each connection of the pool on which a statement gets no answer for `silenceMs`. A network that drops packets
 * says nothing about it, and the driver would wait as long as TCP does: for many minutes. The driver's own
 * `query_timeout` fails the statement but leaves the connection in use where a transaction holds it.
 */
export function endMuteConnections(pool: Pool, silenceMs: number): void {
  pool.on('connect', (client) => watch(client, silenceMs))
}

function watch({ connection }: PoolClient, silenceMs: number): void {
  const { stream } = connection
  if (!(stream instanceof Socket)) return
  // Each write of the driver ends with a request for ReadyForQuery. What is written after the last one waits for an answer.
  let answered = stream.bytesWritten
  connection.prependListener('readyForQuery', () => {
    answered = stream.bytesWritten
  })
  let [seen, silentChecks] = [0, 0]
  // Counted in checks and not by a clock: after a blocked event loop the answer may be there, and only not read yet.
  const check = () => {
    const bytes = stream.bytesWritten + stream.bytesRead
    const isMoving = bytes !== seen || stream.bytesWritten === answered
    seen = bytes
    silentChecks = isMoving ? 0 : silentChecks + 1
    if (silentChecks >= CHECKS) stream.destroy(stream.writableEnded ? undefined : timedOut())
  }
  const timer = setInterval(check, silenceMs / CHECKS)
  timer.unref()
  stream.once('close', () => clearInterval(timer))
}

/** As the system reports a connection that timed out, which Prisma knows. */
function timedOut(): Error {
  return Object.assign(new Error('The database server does not answer'), {
    code: 'ETIMEDOUT',
    syscall: 'read',
    errno: -constants.errno.ETIMEDOUT,
  })
}
