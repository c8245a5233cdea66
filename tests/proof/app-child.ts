import { createServer as createHttpServer } from 'node:http'
import { z } from 'zod'
import { loadConfig } from '@/lib/config'
import { endStaleTransfers } from '@/lib/flows'
import { startJobs } from '@/lib/jobs'
import { createLog } from '@/lib/log'
import { createServer, installServer } from '@/lib/server'
import { throughHandlers } from '@/tests/support/through-handlers'
import { CALLBACK, watchBoundaries } from './boundaries'

/*
 * The app as a program of its own that is there to be killed: its server, jobs and route handlers as `npm start` has
 * them, without Next and its pages. Its parent tells it at which boundary it is to die by its own hand.
 */

const order = z.object({
  /** `execute_claimed/before`; null: at none. */
  dieAt: z.string().nullable(),
  /** How long a call is under way when it dies there. */
  laterMs: z.number(),
})

let orders: z.infer<typeof order> = { dieAt: null, laterMs: 0 }
process.on('message', (message) => {
  orders = order.parse(message)
})
process.on('disconnect', () => process.exit(0))

const die = () => process.kill(process.pid, 'SIGKILL')

function reach(boundary: string, moment: string): void {
  if (orders.dieAt !== `${boundary}/${moment}`) return
  if (moment === 'under_way') setTimeout(die, orders.laterMs)
  else die()
}

const config = loadConfig(JSON.parse(process.env.APP_SETTINGS ?? '{}'))
const server = await createServer(config, { log: createLog('error', process.stderr) })
installServer(server)
watchBoundaries(server.flows, reach)
// As lib/start.ts does on the embedded database.
if (process.env.APP_IS_ALONE === 'true') await endStaleTransfers(server.flows)

const httpServer = createHttpServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const { method = 'GET', url = '/' } = incoming
  const isCallback = url.startsWith('/api/sca/callback/')
  if (isCallback) reach(CALLBACK, 'before')
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const body = method === 'GET' ? undefined : Buffer.concat(chunks)
  const response = await throughHandlers(new Request(new URL(url, config.APP_URL), { method, headers, body }))
  if (isCallback) reach(CALLBACK, 'after')
  outgoing.writeHead(response.status, [
    ...[...response.headers].filter(([name]) => name !== 'set-cookie').flat(),
    ...response.headers.getSetCookie().flatMap((line) => ['set-cookie', line]),
  ])
  outgoing.end(Buffer.from(await response.arrayBuffer()))
})
httpServer.listen(config.PORT, '127.0.0.1', async () => {
  const report = (error: unknown) => server.log.error({ err: error }, 'a job failed')
  server.attachJobs(await startJobs(server.flows, server.store.executeSql, report))
  process.send?.('ready')
})
