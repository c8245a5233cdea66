import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Stands in front of a PostgreSQL server, and can stop passing anything on without closing a connection. */
export async function startMuteProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const socketFolder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const upstream = () =>
    socketFolder === null
      ? connect(port, target.hostname)
      : connect(`${socketFolder}/.s.PGSQL.${target.port || 5432}`)

  const open = new Set<{ near: Socket; far: Socket; isMute: boolean }>()
  let passBeforeMute = Number.POSITIVE_INFINITY
  const server = createServer((near) => {
    const pair = { near, far: upstream(), isMute: false }
    open.add(pair)
    near.on('data', (chunk) => void (pair.isMute || pair.far.write(chunk)))
    pair.far.on('data', (chunk) => {
      if (pair.isMute) return
      near.write(chunk.subarray(0, passBeforeMute))
      pair.isMute = chunk.length > passBeforeMute
    })
    for (const [socket, other] of [
      [near, pair.far],
      [pair.far, near],
    ] as const) {
      socket.on('error', () => {})
      socket.once('close', () => {
        open.delete(pair)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return {
    url: url.href,
    /** The established connections, or the next ones too, carry nothing from now on. */
    mute: () => {
      for (const pair of open) pair.isMute = true
      return open.size
    },
    /** Connections go mute in the middle of an answer that comes in a piece longer than this. */
    muteAfter: (bytes: number) => {
      passBeforeMute = bytes
    },
    connections: () => open.size,
    async stop() {
      for (const { near, far } of open) {
        near.destroy()
        far.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}
