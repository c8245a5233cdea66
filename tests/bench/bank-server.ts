import { createServer } from 'node:https'
import { bankPki } from '../support/bank-pki'
import { bankConfig } from '../support/hostile-bank'
import { type Answer, envelope, sealAnswer } from '../support/sealed-answer'

/**
 * The bank of the benchmark, in a process of its own so that its work is not counted as the client's. It answers
 * every GET with twelve accounts, signed once a second: what is measured is the client.
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
const answers = new Map<string, { at: number; answer: Answer }>()

function answerTo(target: string): Answer {
  const at = Math.floor(Date.now() / 1000)
  const known = answers.get(target)
  if (known?.at === at) return known.answer
  const answer = sealAnswer({ method: 'GET', target, seal: pki.seal, body })
  answers.set(target, { at, answer })
  return answer
}

const server = createServer(
  {
    cert: pki.serverCertificate.pem,
    key: pki.serverCertificate.keyPem,
    ca: pki.root.pem,
    requestCert: true,
    rejectUnauthorized: true,
    keepAliveTimeout: 60_000,
  },
  (request, response) => {
    const { status, headers, body: bytes } = answerTo(request.url ?? '/')
    response.writeHead(status, [...headers, ['Content-Length', String(bytes.length)]].flat()).end(bytes)
  },
)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  process.send?.(bankConfig(`https://localhost:${address.port}`, pki))
})
process.on('disconnect', () => process.exit())
