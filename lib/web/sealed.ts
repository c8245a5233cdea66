import { decode, encode, type JWT } from 'next-auth/jwt'
import type { KeyRing } from './keys'

/** An encrypted JWT under the first key. */
export function seal(ring: KeyRing, token: JWT, maxAge: number): Promise<string> {
  return encode({ token, secret: ring[0], maxAge })
}

/** Opens a value sealed under any of the keys; null when it is not ours, was changed, or has expired. */
export async function unseal(ring: KeyRing, token: string): Promise<JWT | null> {
  for (const secret of ring) {
    try {
      return await decode({ token, secret })
    } catch {
      // Made under another key, or not by us: the next key decides.
    }
  }
  return null
}
