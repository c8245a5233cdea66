import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createServer } from 'node:tls'
import { z } from 'zod'
import { type Answer, envelope, sealAnswer } from '@/tests/support/sealed-answer'

/*
 * The bank of the benchmark, in a process of its own. It answers every GET with twelve accounts and does as little as
 * it can, because it shares the machine with what is measured: answers are signed once a second and written as they
 * are, and of a request only its first line is read.
 */

/** PEM of what the server needs; sent by the parent as its first message. The port is sent back. */
export const startMessage = z.object({
  certificate: z.string(),
  key: z.string(),
  clientCa: z.string(),
  seal: z.object({ certificate: z.string(), key: z.string() }),
})

const accounts = Array.from({ length: 12 }, (_, index) => ({
  accountId: `Ab12Cd34${String(index).padStart(2, '0')}`,
  product: { code: '100', description: 'Conto corrente' },
  currency: 'EUR',
  iban: 'IT60X0542811101000000123456',
  name: `Conto di Niccolò ${index}`,
}))
const body = envelope({ accounts })

process.once('message', (message) => start(startMessage.parse(message)))
process.once('disconnect', () => process.exit())

function start({ certificate, key, clientCa, seal }: z.infer<typeof startMessage>): void {
  const answerTo = answers({ x509: new X509Certificate(seal.certificate), key: createPrivateKey(seal.key) })
  const options = { cert: certificate, key, ca: clientCa, requestCert: true, rejectUnauthorized: true }
  const server = createServer(options, (socket) => {
    let received = ''
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      // One request at a time: the client does not pipeline.
      if (!received.endsWith('\r\n\r\n')) return
      const [, target = '/'] = received.split(' ', 2)
      received = ''
      socket.write(answerTo(target))
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
}

function answers(seal: Parameters<typeof sealAnswer>[0]['seal']): (target: string) => Buffer {
  const known = new Map<string, { second: number; bytes: Buffer }>()
  return (target) => {
    const second = Math.floor(Date.now() / 1000)
    const last = known.get(target)
    if (last?.second === second) return last.bytes
    const bytes = bytesOf(sealAnswer({ method: 'GET', target, seal, body }))
    known.set(target, { second, bytes })
    return bytes
  }
}

function bytesOf(answer: Answer): Buffer {
  const headers = [...answer.headers, ['Content-Length', String(answer.body.length)]]
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines}\r\n`), answer.body])
}
