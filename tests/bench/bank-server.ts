import { createServer } from 'node:tls'
import { bankPki } from '../support/bank-pki'
import { bankConfig } from '../support/hostile-bank'
import { type Answer, envelope, sealAnswer } from '../support/sealed-answer'

/**
 * The bank of the benchmark, in a process of its own. It answers every GET with twelve accounts and does as little
 * as it can, because it shares the machine with what is measured: answers are signed once a second and written as
 * they are, and of a request only its first line is read.
 */
const pki = bankPki()
const accounts = Array.from({ length: 12 }, (_, index) => ({
  accountId: `Ab12Cd34${String(index).padStart(2, '0')}`,
  product: { code: '100', description: 'Conto corrente' },
  currency: 'EUR',
  iban: 'IT60X0542811101000000123456',
  name: `Conto di Niccolò ${index}`,
}))
const body = envelope({ accounts })
const answers = new Map<string, { second: number; bytes: Buffer }>()

function answerTo(target: string): Buffer {
  const second = Math.floor(Date.now() / 1000)
  const known = answers.get(target)
  if (known?.second === second) return known.bytes
  const bytes = bytesOf(sealAnswer({ method: 'GET', target, seal: pki.seal, body }))
  answers.set(target, { second, bytes })
  return bytes
}

function bytesOf(answer: Answer): Buffer {
  const headers = [...answer.headers, ['Content-Length', String(answer.body.length)]]
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines}\r\n`), answer.body])
}

const server = createServer(
  {
    cert: pki.serverCertificate.pem,
    key: pki.serverCertificate.keyPem,
    ca: pki.root.pem,
    requestCert: true,
    rejectUnauthorized: true,
  },
  (socket) => {
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
  },
)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  process.send?.(bankConfig(`https://localhost:${address.port}`, pki))
})
process.on('disconnect', () => process.exit())
