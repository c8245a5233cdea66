import { createHash, randomUUID, sign } from 'node:crypto'
import type { Minted } from './mint-certificate'

export type Answer = { status: number; headers: [name: string, value: string][]; body: Buffer }

export type SealOptions = {
  method: string
  /** Raw request target of the request that is answered. */
  target: string
  seal: Pick<Minted, 'x509' | 'key'>
  status?: number
  body?: string | Buffer
  date?: string
  /** Value of Digest, which is signed as it is, when it is not the spec's. */
  digest?: string
  /** Value of SVC-Certificate when it is not the seal's own, in bare base64. */
  certificateHeader?: string
  /** Names in the order they are signed. */
  names?: string[]
  /** `rsa-sha256` unless given; null leaves the parameter out. */
  algorithm?: string | null
  extraHeaders?: [string, string][]
  /** `SVC` unless given. */
  headerPrefix?: string
}

export const SIGNED_NAMES = ['(request-target)', 'digest', 'svc-response-id', 'date']

/**
 * An answer as the spec wants it ("Response signing"), written down once more here and not taken from the client
 * under test. Options spoil one thing at a time; the signature always matches what is sent.
 */
export function sealAnswer(options: SealOptions): Answer {
  const body = Buffer.from(options.body ?? '')
  const prefix = options.headerPrefix ?? 'SVC'
  const headers: [string, string][] = [
    [`${prefix}-Certificate`, options.certificateHeader ?? options.seal.x509.raw.toString('base64')],
    ['Digest', options.digest ?? `SHA-256=${createHash('sha256').update(body).digest('base64')}`],
    [`${prefix}-Response-ID`, randomUUID()],
    ['Date', options.date ?? new Date().toUTCString()],
    ['Content-Type', 'application/json'],
    ...(options.extraHeaders ?? []),
  ]
  const names = options.names ?? SIGNED_NAMES.map((name) => name.replace('svc', prefix.toLowerCase()))
  const text = names.map((name) => `${name}: ${signedValue(name, options, headers)}`).join('\n')
  const signature = sign('sha256', Buffer.from(text), options.seal.key).toString('base64')
  const algorithm = options.algorithm === undefined ? 'rsa-sha256' : options.algorithm
  const parameters = [
    'keyId="bank"',
    ...(algorithm === null ? [] : [`algorithm="${algorithm}"`]),
    `headers="${names.join(' ')}"`,
    `signature="${signature}"`,
  ]
  headers.push(['Signature', parameters.join(',')])
  return { status: options.status ?? 200, headers, body }
}

/** The same answer with one header changed, or dropped when the value is undefined. */
export function withHeader(answer: Answer, name: string, value: string | undefined): Answer {
  const lower = name.toLowerCase()
  const headers = answer.headers.filter(([other]) => other.toLowerCase() !== lower)
  return { ...answer, headers: value === undefined ? headers : [...headers, [name, value]] }
}

export function headerOf(answer: Answer, name: string): string {
  const found = answer.headers.find(([other]) => other.toLowerCase() === name.toLowerCase())
  if (!found) throw new Error(`the answer has no ${name}`)
  return found[1]
}

/** The spec's envelope around `data`. Its links have `self`, as those of every answer of the bank. */
export function envelope(data: unknown, result: Record<string, unknown> = {}, rest: object = {}): string {
  const self = { href: '1', method: 'GET' }
  const links = '_links' in rest ? rest._links : {}
  return JSON.stringify({
    result: { messages: [], flushMessages: false, outcome: 'SUCCESS', requestId: 'r-1', ...result },
    data,
    ...rest,
    _links: isRecord(links) ? { self, ...links } : links,
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function errorEnvelope(code: string, message = 'refused'): string {
  const messages = [{ code, message, type: 'ERROR', detail: '' }]
  return envelope({}, { outcome: 'ERROR', messages, flushMessages: true })
}

function signedValue(name: string, options: SealOptions, headers: [string, string][]): string {
  if (name === '(request-target)') return `${options.method} ${options.target}`.toLowerCase()
  return headers
    .filter(([other]) => other.toLowerCase() === name)
    .map(([, value]) => value.trim())
    .join(', ')
}
