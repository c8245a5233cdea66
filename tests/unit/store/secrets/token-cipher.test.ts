import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTokenCipher, TokenCipherError } from '@/lib/store/secrets/token-cipher'
import { newTokenKey } from '@/tests/support/database'

const place = { table: 'connection', rowId: 'row-1', column: 'access_token' }
const token = '6f1c1f0e-6f6b-4a5e-9d0b-9f3f6c1d2a77'

function reasonOf(open: () => string): string {
  try {
    return `opened: ${open()}`
  } catch (error) {
    if (error instanceof TokenCipherError) return error.reason
    throw error
  }
}

describe('token cipher', () => {
  const key = newTokenKey('k1')
  const cipher = createTokenCipher(key)

  it('opens what it sealed, whatever the text', () => {
    for (const text of ['', token, 'perché 漢字 🙂', 'x'.repeat(5000)]) {
      expect(cipher.decrypt(cipher.encrypt(text, place), place)).toBe(text)
    }
  })

  it('never seals the same token to the same bytes, and shows nothing of it', () => {
    const sealed = Array.from({ length: 100 }, () => cipher.encrypt(token, place))
    expect(new Set(sealed).size).toBe(100)
    for (const envelope of sealed) expect(envelope).not.toContain(token)
  })

  it('refuses an envelope with any bit flipped', () => {
    const [version, keyId, nonce = '', body = ''] = cipher.encrypt(token, place).split(':')
    for (const part of ['nonce', 'body'] as const) {
      const bytes = Buffer.from(part === 'nonce' ? nonce : body, 'base64url')
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const flipped = Buffer.from(bytes)
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const text = flipped.toString('base64url')
        const envelope = [
          version,
          keyId,
          part === 'nonce' ? text : nonce,
          part === 'body' ? text : body,
        ].join(':')
        expect(reasonOf(() => cipher.decrypt(envelope, place))).toBe('not_authentic')
      }
    }
  })

  it.each([
    ['another row', { ...place, rowId: 'row-2' }],
    ['another column', { ...place, column: 'refresh_token' }],
    ['another table', { ...place, table: 'connect_attempt' }],
  ])('refuses a token moved to %s', (_, elsewhere) => {
    const envelope = cipher.encrypt(token, place)
    expect(reasonOf(() => cipher.decrypt(envelope, elsewhere))).toBe('not_authentic')
  })

  it('refuses a key of the same name with other bytes, and a key it does not have', () => {
    const envelope = cipher.encrypt(token, place)
    expect(reasonOf(() => createTokenCipher(newTokenKey('k1')).decrypt(envelope, place))).toBe(
      'not_authentic',
    )
    expect(reasonOf(() => createTokenCipher(newTokenKey('k2')).decrypt(envelope, place))).toBe('unknown_key')
  })

  it.each([
    '',
    token,
    'v1:k1',
    'v2:k1:AAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAA',
    'v1:k1:short:AAAAAAAAAAAAAAAAAAAAAA',
  ])('refuses what is no envelope: %j', (text) => {
    expect(reasonOf(() => cipher.decrypt(text, place))).toBe('malformed')
  })

  it('says nothing of the token or the envelope in its error', () => {
    const envelope = cipher.encrypt(token, place)
    const moved = () => cipher.decrypt(envelope, { ...place, rowId: 'row-2' })
    expect(moved).toThrow('stored token cannot be decrypted (not_authentic)')
  })

  it('encrypts under the first key and still opens what an older one sealed', () => {
    const old = cipher.encrypt(token, place)
    const rotated = createTokenCipher(`${newTokenKey('k2')}, ${key}`)
    expect(rotated.currentKeyId).toBe('k2')
    expect(rotated.encrypt(token, place)).toMatch(/^v1:k2:/)
    expect(rotated.decrypt(old, place)).toBe(token)
  })
})

describe('TOKEN_KEYS', () => {
  const secret = randomBytes(32).toString('base64')
  const short = randomBytes(31).toString('base64')

  it.each([
    ['nothing', ''],
    ['no key id', secret],
    ['a short key', `k1:${short}`],
    ['a key id with a blank', `my key:${secret}`],
    ['a stray comma', `k1:${secret},`],
    ['the same key id twice', `k1:${secret},k1:${secret}`],
    ['too many keys', Array.from({ length: 11 }, (_, index) => `k${index}:${secret}`).join(',')],
  ])('%s is refused by the name of the setting and without its value', (_, value) => {
    const create = () => createTokenCipher(value)
    expect(create).toThrow(expect.objectContaining({ name: 'StoreStartError', reason: 'settings' }))
    expect(create).toThrow(/^TOKEN_KEYS /)
    expect(create).not.toThrow(new RegExp(`${escaped(secret)}|${escaped(short)}`))
  })
})

function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, '\\$&')
}
