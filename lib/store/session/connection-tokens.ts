import type { TokenCipher, TokenPlace } from '../secrets/token-cipher'

export type ConnectionTokens = {
  accessToken: string
  refreshToken?: string
  /** Unknown when the bank did not say. */
  accessExpiresAt?: Date
}

/** The token columns of one `connection` row; both are under the key `keyId`. */
type EncryptedTokens = { accessToken: string; refreshToken: string | null; keyId: string }

export function encryptTokens(
  cipher: TokenCipher,
  customerId: string,
  tokens: ConnectionTokens,
): EncryptedTokens {
  const { accessToken, refreshToken } = tokens
  return {
    accessToken: cipher.encrypt(accessToken, placeOf(customerId, 'access_token')),
    refreshToken:
      refreshToken === undefined ? null : cipher.encrypt(refreshToken, placeOf(customerId, 'refresh_token')),
    keyId: cipher.currentKeyId,
  }
}

/** @throws TokenCipherError */
export function decryptTokens(
  cipher: TokenCipher,
  customerId: string,
  stored: EncryptedTokens,
): { accessToken: string; refreshToken: string | null } {
  const { accessToken, refreshToken } = stored
  return {
    accessToken: cipher.decrypt(accessToken, placeOf(customerId, 'access_token')),
    refreshToken:
      refreshToken === null ? null : cipher.decrypt(refreshToken, placeOf(customerId, 'refresh_token')),
  }
}

function placeOf(customerId: string, column: string): TokenPlace {
  return { table: 'connection', rowId: customerId, column }
}
