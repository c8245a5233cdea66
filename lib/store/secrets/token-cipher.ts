import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { isErrorNamed } from '@/lib/domain/named-error'
import { StoreStartError } from '../errors'

/** Where an encrypted value lives. It is authenticated with the value: a ciphertext copied to another row or column does not open. */
export type TokenPlace = { table: string; rowId: string; column: string }

/** A stored token cannot be opened. Says why, and nothing of what was stored. */
export class TokenCipherError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is TokenCipherError {
    return isErrorNamed(value, 'TokenCipherError')
  }

  override readonly name = 'TokenCipherError'
  readonly reason: 'malformed' | 'unknown_key' | 'not_authentic'

  constructor(reason: TokenCipherError['reason']) {
    super(`stored token cannot be decrypted (${reason})`)
    this.reason = reason
  }
}

export type TokenCipher = {
  /** The key new values are encrypted under. */
  readonly currentKeyId: string
  /** All of them, the current one first. */
  readonly keyIds: readonly string[]
  /** A hash of each key and its id, in the same order: two processes have the same key when these are the same. */
  readonly fingerprints: readonly string[]
  /** Returns `v1:{keyId}:{nonce}:{ciphertext and tag}`, the last two in base64url. */
  encrypt(plaintext: string, place: TokenPlace): string
  /** @throws TokenCipherError */
  decrypt(envelope: string, place: TokenPlace): string
}

const maxKeys = 10
const keyForm = /^([A-Za-z0-9_.-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/
const envelopeForm = /^v1:([A-Za-z0-9_.-]{1,32}):([A-Za-z0-9_-]{16}):([A-Za-z0-9_-]{22,})$/
const tagBytes = 16

/**
 * AES-256-GCM with a random 96-bit nonce for each value (NIST SP 800-38D §8.2.2).
 *
 * @param tokenKeys the setting TOKEN_KEYS: `keyId:base64 of 32 bytes`, comma separated; the first key
 *   encrypts, all of them decrypt
 * @throws StoreStartError that names the setting and the position of the bad entry, never its value
 */
export function createTokenCipher(tokenKeys: string): TokenCipher {
  const keys = parseTokenKeys(tokenKeys)
  const [current] = keys
  if (current === undefined) throw badTokenKeys('is empty')
  const [currentKeyId, currentKey] = current
  const byId = new Map(keys)

  return {
    currentKeyId,
    keyIds: keys.map(([keyId]) => keyId),
    fingerprints: keys.map(([keyId, key]) =>
      createHash('sha256').update(`sportello-key-name\0${keyId}\0`).update(key.export()).digest('base64url'),
    ),
    encrypt(plaintext, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', currentKey, nonce, { authTagLength: tagBytes })
      cipher.setAAD(authenticatedData(currentKeyId, place))
      const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1:${currentKeyId}:${nonce.toString('base64url')}:${sealed.toString('base64url')}`
    },
    decrypt(envelope, place) {
      const [, keyId = '', nonce = '', sealed = ''] = envelopeForm.exec(envelope) ?? []
      if (keyId === '') throw new TokenCipherError('malformed')
      const key = byId.get(keyId)
      if (key === undefined) throw new TokenCipherError('unknown_key')
      return open(
        key,
        Buffer.from(nonce, 'base64url'),
        Buffer.from(sealed, 'base64url'),
        authenticatedData(keyId, place),
      )
    },
  }
}

function open(key: KeyObject, nonce: Buffer, sealed: Buffer, aad: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(aad)
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    throw new TokenCipherError('not_authentic')
  }
}

function authenticatedData(keyId: string, place: TokenPlace): Buffer {
  return Buffer.from(JSON.stringify(['sportello-token-v1', keyId, place.table, place.rowId, place.column]))
}

function parseTokenKeys(tokenKeys: string): [string, KeyObject][] {
  const entries = tokenKeys.split(',').map((entry) => entry.trim())
  if (entries.length > maxKeys) throw badTokenKeys(`has more than ${maxKeys} keys`)
  const seen = new Set<string>()
  return entries.map((entry, index) => {
    const [, keyId = '', encoded = ''] = keyForm.exec(entry) ?? []
    const bytes = Buffer.from(encoded, 'base64')
    if (bytes.length !== 32) throw badTokenKeys(`entry ${index + 1} is not keyId:base64 of exactly 32 bytes`)
    if (seen.has(keyId)) throw badTokenKeys(`entry ${index + 1} repeats a key id`)
    seen.add(keyId)
    return [keyId, createSecretKey(bytes)]
  })
}

function badTokenKeys(what: string): StoreStartError {
  return new StoreStartError('settings', `TOKEN_KEYS ${what}.`)
}
