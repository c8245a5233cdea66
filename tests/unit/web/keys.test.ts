import { describe, expect, it } from 'vitest'
import { deriveKeys } from '@/lib/web/keys'

describe('the keys that NEXTAUTH_SECRET gives', () => {
  const secrets: [string, string] = ['f'.repeat(32), 'n'.repeat(32)]

  it('each use has its own, none is the secret, and each value has its own', () => {
    const rings = Object.values(deriveKeys(secrets))
    expect(rings.length).toBeGreaterThan(1)
    const all = [...rings.flat().map((key) => key.toString('latin1')), ...secrets]
    expect(new Set(all).size).toBe(all.length)
    for (const key of rings.flat()) expect(key).toHaveLength(32)
  })

  it('the first value makes what is new', () => {
    const [one, other] = [deriveKeys(secrets), deriveKeys([secrets[1], secrets[0]])]
    expect(other.sessionCookie).toEqual([...one.sessionCookie].reverse())
    expect(deriveKeys([secrets[0]]).sessionCookie[0]).toEqual(one.sessionCookie[0])
  })
})
