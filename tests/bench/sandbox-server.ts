import { createServer } from 'node:https'
import { z } from 'zod'
import { startTestSandbox } from '@/tests/support/sandbox'

/*
 * The sandbox bank of the benchmark, in a process of its own, with its journal on as in a demo. Beside it stands the
 * server that it is measured against: Node's own HTTPS with the same certificates, which answers every call with the
 * bytes and headers of one answer of the bank and does nothing else.
 */

/** `record`: what the raw server answers from now on. `durations`: the bank's own time of its latest calls, please. */
export const request = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('record'),
    headers: z.array(z.tuple([z.string(), z.string()])),
    bodyBase64: z.string(),
  }),
  z.object({ kind: z.literal('durations'), targetPart: z.string() }),
])

const bank = await startTestSandbox({ settings: { movementsPerPage: 10_000 } })
const { cert, key } = bank.keys.bank.tls
let recorded = { headers: [] as string[], body: Buffer.alloc(0) }
const raw = createServer(
  { cert, key, ca: bank.keys.trust.root.cert, requestCert: true, rejectUnauthorized: true },
  (incoming, response) => {
    incoming.resume()
    response.sendDate = false
    response.writeHead(200, recorded.headers)
    response.end(recorded.body)
  },
)
raw.listen(0, '127.0.0.1', () => {
  const address = raw.address()
  if (address === null || typeof address === 'string') throw new Error('the raw server listens on no port')
  process.send?.({ kit: bank.kit, rawOrigin: `https://localhost:${address.port}` })
})

process.on('message', (message) => {
  const asked = request.parse(message)
  if (asked.kind === 'record') {
    recorded = { headers: asked.headers.flat(), body: Buffer.from(asked.bodyBase64, 'base64') }
    process.send?.({})
    return
  }
  const durations = bank.journal
    .entries()
    .filter(({ request: { target }, answer }) => target.includes(asked.targetPart) && answer.status === 200)
    .map(({ durationMs }) => durationMs)
  process.send?.({ durations })
})
process.once('disconnect', () => bank.stop().then(() => process.exit()))
