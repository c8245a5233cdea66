import { createHash, timingSafeEqual } from 'node:crypto'

/** What is kept of a secret in its place: SHA-256, in hex. The secrets are random and long, so that no salt is needed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares in a time that does not tell how much of them is the same. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))
}
