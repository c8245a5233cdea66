import { type KeyObject, sign, verify } from 'node:crypto'
import { ProtocolFault } from '../errors'

/** `lower`: method and path are lower-cased in the signing string, as spec.md says; `asSent`: the path is not. */
export type RequestTargetCase = 'lower' | 'asSent'

/** Parameters of a Signature header (draft-cavage-http-signatures-09 §2.1), with `headers` split. */
export type SignatureParameters = {
  keyId: string
  algorithm: string
  headers: readonly string[]
  signature: Buffer
}

const MAX_SIGNATURE_HEADER_CHARS = 8192
const MAX_SIGNED_NAMES = 32
export const REQUEST_TARGET = '(request-target)'

/**
 * The value of `(request-target)`: method and raw path with its query, exactly as sent, lower-cased only here
 * (spec.md "Signature header" rule 2). The path is ASCII: it is what stands on the request line.
 */
export function requestTarget(method: string, path: string, targetCase: RequestTargetCase): string {
  return `${method.toLowerCase()} ${targetCase === 'lower' ? path.toLowerCase() : path}`
}

/** One `name: value` line per entry, joined by newlines, none at the end (draft 09 §2.3). */
export function signingString(lines: readonly (readonly [name: string, value: string])[]): string {
  return lines.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** RSASSA-PKCS1-v1_5 with SHA-256, off the event loop. */
export function signRsaSha256(key: KeyObject, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    sign('sha256', Buffer.from(text), key, (error, signature) => {
      if (error) reject(error)
      else resolve(signature.toString('base64'))
    })
  })
}

/** Synchronous on purpose: an RSA-2048 verification costs less than the hop to another thread and back. */
export function verifyRsaSha256(key: KeyObject, text: string, signature: Buffer): boolean {
  return verify('sha256', Buffer.from(text), key, signature)
}

/**
 * The Signature header of a request. `keyId` is a quoted string (RFC 9110, 5.6.4) of UTF-8 bytes: HTTP leaves what bytes
 * beyond ASCII mean to both ends, and UTF-8 is what names are kept in. Each char of the result stands for one byte, as HTTP
 * libraries take and give header values. `keyId` was checked at start to have no control character.
 */
export function formatSignatureHeader(keyId: string, names: readonly string[], signature: string): string {
  const quoted = Buffer.from(keyId.replace(/["\\]/g, '\\$&'), 'utf8').toString('latin1')
  return `keyId="${quoted}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`
}

/**
 * Parses a Signature header. Every parameter is `name="quoted string"`; blanks are allowed around commas and
 * between the names of `headers`, nowhere else. A parameter given twice is refused, stricter than draft 09,
 * where the last one wins and lets an attacker append a weaker list.
 * @throws ProtocolFault signature_malformed, signature_algorithm, signature_names
 */
export function parseSignatureHeader(header: string): SignatureParameters {
  const parameters = readParameters(header)
  const algorithm = parameters.get('algorithm')
  if (algorithm !== 'rsa-sha256') throw new ProtocolFault('signature_algorithm')
  return {
    keyId: required(parameters, 'keyId'),
    algorithm,
    headers: readNames(required(parameters, 'headers')),
    signature: readBase64(required(parameters, 'signature')),
  }
}

function required(parameters: ReadonlyMap<string, string>, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw new ProtocolFault('signature_malformed', `no ${name} parameter`)
  return value
}

function readParameters(header: string): Map<string, string> {
  if (header.length > MAX_SIGNATURE_HEADER_CHARS) throw new ProtocolFault('signature_malformed', 'too long')
  const parameter = /[ \t]*([A-Za-z][A-Za-z0-9_-]{0,31})="([^"\\]*(?:\\.[^"\\]*)*)"[ \t]*(,|$)/y
  const found = new Map<string, string>()
  for (let more = true; more; ) {
    const match = parameter.exec(header)
    if (!match) throw new ProtocolFault('signature_malformed', 'not a list of quoted parameters')
    const [, name = '', quoted = '', separator = ''] = match
    if (found.has(name)) throw new ProtocolFault('signature_malformed', 'a parameter is given twice')
    found.set(name, quoted.includes('\\') ? quoted.replace(/\\(.)/g, '$1') : quoted)
    more = separator === ','
  }
  return found
}

function readNames(value: string): string[] {
  const names = value.split(/[ \t]+/).filter((name) => name !== '')
  if (names.length === 0 || names.length > MAX_SIGNED_NAMES || !names.every(isSignableName)) {
    throw new ProtocolFault('signature_names', 'not a list of lower-case header names')
  }
  if (new Set(names).size !== names.length)
    throw new ProtocolFault('signature_names', 'a name is listed twice')
  return names
}

function isSignableName(name: string): boolean {
  return name === REQUEST_TARGET || /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)
}

function readBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== text) {
    throw new ProtocolFault('signature_malformed', 'the signature is not base64')
  }
  return bytes
}
