import type { Server as HttpServer, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How often connections are looked at while the server stops. One that waits for its other end may do so twice. */
export const STALLED_LOOK_MS = 2_000

/** Answers the request that this response belongs to. */
type Work = (response: ServerResponse) => void

/**
 * Works on one request per connection at a time. A client that sends more without waiting gets its answers one by one, and
 * cannot put the work of all behind one connection. Stopping waits for the one under way, and for nothing else.
 */
export function openConnections(httpServer: HttpServer, work: Work) {
  /** Of each connection the responses that are not sent yet, in the order of their requests; the first is under way. */
  const open = new Map<Socket, Set<ServerResponse>>()
  let stopping = false

  httpServer.on('connection', (socket: Socket) => {
    open.set(socket, new Set())
    socket.once('close', () => open.delete(socket))
  })
  httpServer.on('request', ({ socket }, response) => {
    const unsent = open.get(socket)
    if (unsent === undefined) return
    unsent.add(response)
    response.once('close', () => {
      unsent.delete(response)
      const [next] = unsent
      if (stopping) socket.destroySoon()
      else if (next !== undefined && !socket.destroyed) work(next)
    })
    if (unsent.size === 1) work(response)
  })

  async function stop(graceMs: number): Promise<void> {
    stopping = true
    // Of Node's own: it would cut off an answer that is made and not yet read.
    httpServer.closeIdleConnections = () => undefined
    const closed = new Promise((resolve) => httpServer.close(resolve))
    for (const [socket, [underWay]] of open) {
      if (underWay === undefined) socket.destroy()
      else if (!underWay.headersSent) underWay.setHeader('connection', 'close')
    }
    const before = new Map<ServerResponse, string>()
    const look = setInterval(() => endStalled(open, before), STALLED_LOOK_MS)
    const grace = setTimeout(() => {
      for (const socket of open.keys()) socket.destroy()
    }, graceMs)
    await closed
    clearInterval(look)
    clearTimeout(grace)
  }

  return { stop, isStopping: () => stopping }
}

/**
 * Ends connections on which we only wait for the other end since the look before: for the rest of a request, or for an
 * answer to be read. Work that is under way is never among them, because it has its request and is not answered.
 */
function endStalled(open: Map<Socket, Set<ServerResponse>>, before: Map<ServerResponse, string>): void {
  for (const [socket, [underWay]] of open) {
    if (underWay === undefined) continue
    const sent = `${socket.bytesWritten} ${socket.writableLength}`
    const isIncoming = !underWay.req.complete
    const isStuck = (underWay.writableEnded || underWay.writableNeedDrain) && before.get(underWay) === sent
    if (before.has(underWay) && (isIncoming || isStuck)) socket.destroy()
    before.set(underWay, sent)
  }
}
