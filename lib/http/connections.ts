import type { Server as HttpServer, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How often connections are looked at while the server stops. One that waits for its other end may do so twice. */
export const STALLED_LOOK_MS = 2_000

/** Knows of each connection which requests on it are under way, so that stopping waits for these and for nothing else. */
export function openConnections(httpServer: HttpServer) {
  const open = new Map<Socket, Set<ServerResponse>>()
  let stopping = false

  httpServer.on('connection', (socket: Socket) => {
    open.set(socket, new Set())
    socket.once('close', () => open.delete(socket))
  })
  httpServer.prependListener('request', (request, response) => {
    const { socket } = request
    const underWay = open.get(socket)
    underWay?.add(response)
    response.once('close', () => {
      underWay?.delete(response)
      if (stopping && underWay?.size === 0) socket.destroySoon()
    })
  })

  async function stop(graceMs: number): Promise<void> {
    stopping = true
    // Of Node's own: it would cut off an answer that is made and not yet read.
    httpServer.closeIdleConnections = () => undefined
    const closed = new Promise((resolve) => httpServer.close(resolve))
    for (const [socket, underWay] of open) {
      if (underWay.size === 0) socket.destroy()
      for (const response of underWay) {
        if (!response.headersSent) response.setHeader('connection', 'close')
      }
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
  for (const [socket, underWay] of open) {
    for (const response of underWay) {
      const sent = `${socket.bytesWritten} ${socket.writableLength}`
      const isIncoming = !response.req.complete
      const isStuck = (response.writableEnded || response.writableNeedDrain) && before.get(response) === sent
      if (before.has(response) && (isIncoming || isStuck)) socket.destroy()
      before.set(response, sent)
    }
  }
}
