import {
  createHash,
  createPrivateKey,
  type KeyObject,
  randomUUID,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Pool } from 'undici'
import type { Kit } from '@/sandbox/kit'

export type Answer = { headers: IncomingHttpHeaders; body: Buffer }

/** A provider of undici and node:crypto alone: keys are read once, each call is signed and each answer verified. */
export function createSandboxClient(kit: Kit, accessToken: string) {
  const pool = poolFor(kit, new URL(kit.baseUrl).origin)
  const key = createPrivateKey(kit.qseal.key)
  const { publicKey, raw } = new X509Certificate(kit.qseal.cert)
  const tppCertificate = raw.toString('base64')
  const keyId = kit.applications.authorization_code.name
  const transactionId = randomUUID()
  const sealKeyOf = createSealKeys()
  // given with the first answer, sent with every call from then on
  let apitrackId = ''

  const unsigned = (path: string) => {
    const requestId = randomUUID()
    const date = new Date().toUTCString()
    const target = `get ${path}`.toLowerCase()
    const text = Buffer.from(
      `(request-target): ${target}\ntpp-request-id: ${requestId}\ndate: ${date}`,
      'latin1',
    )
    return { requestId, date, text }
  }
  const headersWith = (requestId: string, date: string, signature: Buffer) => ({
    authorization: `Bearer ${accessToken}`,
    'tpp-transaction-id': transactionId,
    'tpp-request-id': requestId,
    'tpp-certificate': tppCertificate,
    date,
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apitrackId === '' ? {} : { 'svc-apitrack-id': apitrackId }),
    signature: `keyId="${keyId}",algorithm="rsa-sha256",headers="(request-target) tpp-request-id date",signature="${signature.toString('base64')}"`,
  })
  const { text: someText } = unsigned(new URL(kit.baseUrl).pathname)
  const someSignature = sign('sha256', someText, key)
  return {
    headersOf: (path: string): Record<string, string> => {
      const { requestId, date, text } = unsigned(path)
      return headersWith(requestId, date, sign('sha256', text, key))
    },
    makeSignature: () => signed(someText, key),
    checkSignature: () => {
      if (!verify('sha256', someText, publicKey, someSignature)) throw new Error('the floor does not verify')
    },
    call: async (path: string): Promise<Answer> => {
      const { requestId, date, text } = unsigned(path)
      const headers = headersWith(requestId, date, await signed(text, key))
      const answer = await pool.request({ method: 'GET', path, headers })
      const body = Buffer.from(await answer.body.arrayBuffer())
      if (answer.statusCode !== 200) throw new Error(`the bank answers ${answer.statusCode}`)
      const header = (name: string) => String(answer.headers[name] ?? '')
      verifyAnswer(path, header, body, sealKeyOf(header('svc-certificate')))
      apitrackId = header('svc-apitrack-id') || apitrackId
      return { headers: answer.headers, body }
    },
    close: () => pool.close(),
  }
}

/** The same request again and again, its answer read and not looked at. */
export function rawClient(kit: Kit, origin: string, path: string, headers: Record<string, string>) {
  const pool = poolFor(kit, origin)
  return {
    call: async () => (await pool.request({ method: 'GET', path, headers })).body.arrayBuffer(),
    close: () => pool.close(),
  }
}

function poolFor({ tlsCa, qwac }: Kit, origin: string): Pool {
  return new Pool(origin, { connections: 1, connect: { ca: tlsCa, cert: qwac.cert, key: qwac.key } })
}

function createSealKeys(): (certificate: string) => KeyObject {
  const keys = new Map<string, KeyObject>()
  return (certificate) => {
    const key = keys.get(certificate) ?? new X509Certificate(Buffer.from(certificate, 'base64')).publicKey
    keys.set(certificate, key)
    return key
  }
}

/** Spec, "Response signing": digest, then signature. */
function verifyAnswer(path: string, header: (name: string) => string, body: Buffer, key: KeyObject): void {
  if (header('digest') !== `SHA-256=${createHash('sha256').update(body).digest('base64')}`) {
    throw new Error('the digest is not that of the body')
  }
  const lines = ['digest', 'svc-response-id', 'date'].map((name) => `${name}: ${header(name)}`)
  const text = [`(request-target): ${`get ${path}`.toLowerCase()}`, ...lines].join('\n')
  const [, signature = ''] = /signature="([^"]*)"$/.exec(header('signature')) ?? []
  if (!verify('sha256', Buffer.from(text, 'latin1'), key, Buffer.from(signature, 'base64'))) {
    throw new Error('the answer is not signed by the bank')
  }
}

function signed(text: Buffer, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign('sha256', text, key, (error, made) => (error ? reject(error) : resolve(made)))
  })
}
