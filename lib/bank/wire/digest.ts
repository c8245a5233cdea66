import { hash } from 'node:crypto'
import { ProtocolFault } from '../errors'

const EMPTY = Buffer.alloc(0)
const MAX_HEADER_LENGTH = 4_096

/** `SHA-256=` and the base64 of the SHA-256 of the body (spec.md "Request headers"; RFC 3230). */
export function digestOf(body: Buffer = EMPTY): string {
  return `SHA-256=${hash('sha256', body, 'base64')}`
}

/**
 * Compares a received Digest with the body's own. The header may list digests of several algorithms (RFC 3230 §4.3.2:
 * names in any case, blanks around commas). Only the SHA-256 value decides. Two different SHA-256 values are refused,
 * because two readers could pick different ones.
 * @throws ProtocolFault digest_malformed, digest_mismatch
 */
export function checkDigest(received: string, body: Buffer): void {
  if (received.length > MAX_HEADER_LENGTH) throw new ProtocolFault('digest_malformed', 'too long')
  const [value, ...others] = new Set(received.split(',').flatMap(sha256In))
  if (value === undefined) throw new ProtocolFault('digest_malformed', 'no SHA-256')
  if (others.length > 0) throw new ProtocolFault('digest_malformed', 'two different SHA-256')
  if (value !== hash('sha256', body, 'base64')) throw new ProtocolFault('digest_mismatch')
}

/** The value of one member of the list, when it is a SHA-256. No base64 value has a comma in it. */
function sha256In(member: string): string[] {
  const text = member.trim()
  if (text === '') return []
  const [, algorithm = '', value = ''] = /^([A-Za-z0-9-]{1,32})=([\x21-\x7e]+)$/.exec(text) ?? []
  if (algorithm === '') throw new ProtocolFault('digest_malformed', 'not a list of digests')
  if (algorithm.toLowerCase() !== 'sha-256') return []
  if (!/^[A-Za-z0-9+/]{43}=$/.test(value)) throw new ProtocolFault('digest_malformed', 'not a SHA-256')
  return [value]
}
