import { hkdfSync } from 'node:crypto'

/** Each use of NEXTAUTH_SECRET, and the HKDF info that its keys are derived with. No two uses share a key. */
const USES = {
  sessionCookie: 'sportello: encrypt the session cookie',
  forgetReport: 'sportello: encrypt the report of what was erased',
  sessionToken: 'sportello: derive the session of a sign-in',
  browserId: 'sportello: sign the id of a browser',
  limits: 'sportello: stand for an address or a customer in the table of limits',
  pseudonym: 'sportello: name customers and sessions in the log',
} as const

type KeyUse = keyof typeof USES

/** The keys of one use. The first signs; all of them verify. */
export type KeyRing = readonly [Buffer, ...Buffer[]]
export type Keys = Record<KeyUse, KeyRing>

/** @param secrets the values of NEXTAUTH_SECRET, the current one first */
export function deriveKeys(secrets: readonly [string, ...string[]]): Keys {
  const ringOf = (use: KeyUse): KeyRing => {
    const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', USES[use], 32))
    const [current, ...earlier] = secrets
    return [derive(current), ...earlier.map(derive)]
  }
  return {
    sessionCookie: ringOf('sessionCookie'),
    forgetReport: ringOf('forgetReport'),
    sessionToken: ringOf('sessionToken'),
    browserId: ringOf('browserId'),
    limits: ringOf('limits'),
    pseudonym: ringOf('pseudonym'),
  }
}
