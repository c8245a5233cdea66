import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in base64url: 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * SHA-256, base64url, of a secret that is itself random (so no salt and no stretching). `purpose` keeps
 * equal values of different columns from having equal hashes.
 */
export function hashSecret(
  purpose: 'session' | 'state' | 'browser' | 'code' | 'return',
  secret: string,
): string {
  return createHash('sha256').update(`${purpose}\0${secret}`).digest('base64url')
}
