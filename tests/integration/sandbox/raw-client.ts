import { createHash, createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Agent, request as httpsRequest } from 'node:https'
import type { Kit } from '@/sandbox/kit'

/** A third-party provider written for these tests alone: plain https and a signature made by hand. */
export type RawAnswer = {
  status: number
  headers: [name: string, value: string][]
  header(name: string): string | undefined
  body: Buffer
  json(): unknown
}

export type RawCall = {
  method?: string
  /** Under the base path, or a whole target when it starts with the base path's host. */
  path: string
  body?: string
  token?: string
  /** Set after signing or left out with null; what is in `sign` is set before. */
  headers?: Record<string, string | string[] | null>
  signed?: Partial<Signed>
  certificate?: { cert: string; key: string } | null
  contentType?: string
}

/** Everything that goes into the Signature header, each piece replaceable. */
export type Signed = {
  keyId: string
  algorithm: string
  names: string[]
  target: string
  date: Date
  requestId: string
  digest: string
  key: string
  /** Replaces the whole Signature header. */
  raw: (parameters: { keyId: string; algorithm: string; headers: string; signature: string }) => string
}

export function basePathOf(kit: Kit): string {
  return new URL(kit.baseUrl).pathname
}

export function digestOf(body: string | Buffer): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`
}

const keyOf = remembered(createPrivateKey)
const certificateOf = remembered((pem) => new X509Certificate(pem).raw.toString('base64'))

/** Reading a key takes as long as signing with it, and there are many calls. */
function remembered<T>(read: (pem: string) => T): (pem: string) => T {
  const known = new Map<string, T>()
  return (pem) => {
    const value = known.get(pem) ?? read(pem)
    known.set(pem, value)
    return value
  }
}

/** Makes the headers of a right request, then applies what the test changes. */
export function signedHeaders(kit: Kit, call: RawCall): Record<string, string | string[]> {
  const method = call.method ?? 'GET'
  const { signed = {} } = call
  const target = `${basePathOf(kit)}${call.path}`
  const requestId = signed.requestId ?? randomUUID()
  const date = (signed.date ?? new Date()).toUTCString()
  const digest = signed.digest ?? digestOf(call.body ?? '')
  const withDigest = method !== 'GET'
  const names = signed.names ?? [
    '(request-target)',
    ...(withDigest ? ['digest'] : []),
    'tpp-request-id',
    'date',
  ]
  const values: Record<string, string> = {
    '(request-target)': signed.target ?? `${method} ${target}`.toLowerCase(),
    digest,
    'tpp-request-id': requestId,
    date,
    host: new URL(kit.baseUrl).host,
  }
  const text = names.map((name) => `${name}: ${values[name] ?? ''}`).join('\n')
  const parameters = {
    keyId: signed.keyId ?? kit.applications.authorization_code.name,
    algorithm: signed.algorithm ?? 'rsa-sha256',
    headers: names.join(' '),
    signature: sign('sha256', Buffer.from(text, 'latin1'), keyOf(signed.key ?? kit.qseal.key)).toString(
      'base64',
    ),
  }
  const write =
    signed.raw ??
    ((p) => `keyId="${p.keyId}",algorithm="${p.algorithm}",headers="${p.headers}",signature="${p.signature}"`)
  const headers: Record<string, string | string[] | null> = {
    ...(call.token === undefined ? {} : { Authorization: `Bearer ${call.token}` }),
    'TPP-Transaction-ID': randomUUID(),
    'TPP-Request-ID': requestId,
    'TPP-Certificate': certificateOf(kit.qseal.cert),
    Signature: write(parameters),
    ...(withDigest ? { Digest: digest } : {}),
    Date: date,
    'Content-Type': call.contentType ?? 'application/json',
    Accept: 'application/json',
    ...call.headers,
  }
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== null),
  )
}

/** One call, on a connection of its own unless an agent keeps some. Rejects when the connection breaks. */
export function callBank(kit: Kit, call: RawCall, agent: Agent | false = false): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = startCall(kit, call, agent)
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve(toAnswer(response.statusCode ?? 0, response.rawHeaders, Buffer.concat(chunks))),
      )
    })
  })
}

/** An answer while it comes, for one that may never be whole. */
export type Reception = {
  /** What is there of it; null before its headers. */
  soFar(): RawAnswer | null
  /** Once a part of the body is there. */
  begun: Promise<void>
  end: Promise<'whole' | 'broken'>
  /** Closes the connection. */
  abandon(): void
}

/** One call, whose answer can be looked at before it is whole. */
export function receive(kit: Kit, call: RawCall): Reception {
  const request = startCall(kit, call, false)
  const chunks: Buffer[] = []
  let answered: IncomingMessage | null = null
  const begun = new Promise<void>((resolve) => {
    request.on('response', (response) => {
      answered = response
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        resolve()
      })
    })
  })
  const end = new Promise<'whole' | 'broken'>((resolve) => {
    const broken = () => resolve('broken')
    request.on('error', broken)
    request.on('response', (response) => {
      response.on('end', () => resolve('whole'))
      response.on('error', broken)
    })
  })
  const soFar = () =>
    answered && toAnswer(answered.statusCode ?? 0, answered.rawHeaders, Buffer.concat(chunks))
  return { soFar, begun, end, abandon: () => request.destroy() }
}

function startCall(kit: Kit, call: RawCall, agent: Agent | false): ClientRequest {
  const certificate = call.certificate === undefined ? kit.qwac : call.certificate
  const url = new URL(kit.baseUrl)
  const request = httpsRequest({
    host: url.hostname,
    port: url.port,
    path: `${url.pathname}${call.path}`,
    method: call.method ?? 'GET',
    headers: signedHeaders(kit, call),
    ca: kit.tlsCa,
    ...(certificate ? { cert: certificate.cert, key: certificate.key } : {}),
    agent,
  })
  request.end(call.body)
  return request
}

export function toAnswer(status: number, raw: string[], body: Buffer): RawAnswer {
  const headers: [string, string][] = []
  for (let index = 0; index + 1 < raw.length; index += 2)
    headers.push([raw[index] ?? '', raw[index + 1] ?? ''])
  const header = (name: string) => headers.find(([line]) => line.toLowerCase() === name.toLowerCase())?.[1]
  return { status, headers, header, body, json: () => JSON.parse(body.toString('utf8')) }
}

/** Whether an answer proves to come from the bank, by the five steps of the spec. Throws with the step that fails. */
export function provenText(kit: Kit, call: RawCall, answer: RawAnswer): { text: Buffer; signature: Buffer } {
  const method = call.method ?? 'GET'
  if (answer.header('digest') !== digestOf(answer.body)) throw new Error('Digest is not that of the body')
  const [, names = '', signature = ''] =
    /headers="([^"]*)",signature="([^"]*)"$/.exec(answer.header('signature') ?? '') ?? []
  if (names !== '(request-target) digest svc-response-id date') throw new Error(`signed names are ${names}`)
  const lines = names
    .split(' ')
    .map((name) =>
      name === '(request-target)'
        ? `${name}: ${`${method} ${basePathOf(kit)}${call.path}`.toLowerCase()}`
        : `${name}: ${answer.header(name)}`,
    )
  return { text: Buffer.from(lines.join('\n'), 'latin1'), signature: Buffer.from(signature, 'base64') }
}

export function sealOf(answer: RawAnswer): X509Certificate {
  return new X509Certificate(Buffer.from(answer.header('svc-certificate') ?? '', 'base64'))
}
