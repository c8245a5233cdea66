import { hash } from 'node:crypto'
import { ProtocolFault } from './errors'

const EMPTY = Buffer.alloc(0)

/** `SHA-256=` and the base64 of the SHA-256 of the body (spec.md "Request headers"; RFC 3230). */
export function digestOf(body: Buffer = EMPTY): string {
  return `SHA-256=${hash('sha256', body, 'base64')}`
}

/**
 * Compares a received Digest with the body's own. One SHA-256 value, exactly as the spec writes it: a list of
 * digests is refused because two readers could pick different members.
 * @throws ProtocolFault digest_malformed, digest_mismatch
 */
export function checkDigest(received: string, body: Buffer): void {
  if (!/^SHA-256=[A-Za-z0-9+/]{43}=$/.test(received)) throw new ProtocolFault('digest_malformed')
  if (received !== digestOf(body)) throw new ProtocolFault('digest_mismatch')
}
