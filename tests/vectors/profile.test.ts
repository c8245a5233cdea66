import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { digestOf } from '@/lib/bank/wire/digest'
import { requestTarget, signingString, signRsaSha256, verifyRsaSha256 } from '@/lib/bank/wire/signature'

const file = (name: string) => readFileSync(new URL(`profile/${name}`, import.meta.url))
const key = createPrivateKey(file('key.pem'))
const publicKey = createPublicKey(key)

const vectors = z
  .record(
    z.string(),
    z.object({
      method: z.string(),
      path: z.string(),
      lower: z.boolean(),
      signing: z.string(),
      signature: z.string(),
      digest: z.string().nullable(),
    }),
  )
  .parse(JSON.parse(file('profile.json').toString()))

const BODIES: Record<string, Buffer> = {
  P3: file('p3-body.txt'),
  P4: Buffer.from('{}'),
  R1: file('r1-body.txt'),
}
const cases = Object.entries(vectors).map(([name, vector]) => ({
  name,
  body: BODIES[name.slice(0, 2)],
  ...vector,
}))

const vector = (prefix: string) => {
  const found = cases.find(({ name }) => name.startsWith(`${prefix} `))
  if (!found) throw new Error(`no vector ${prefix}`)
  return found
}

describe.each(cases)('$name', ({ method, path, lower, signing, signature, digest, body }) => {
  test('our signing string is the vector’s, byte for byte', () => {
    const lines = signing.split('\n').map((line): [string, string] => {
      const name = line.slice(0, line.indexOf(': '))
      if (name === '(request-target)') return [name, requestTarget(method, path, lower ? 'lower' : 'asSent')]
      return [name, name === 'digest' ? digestOf(body) : line.slice(name.length + 2)]
    })
    expect(signingString(lines)).toBe(signing)
  })

  test('our digest and signature are the vector’s', async () => {
    if (digest !== null) expect(digestOf(body)).toBe(digest)
    expect(await signRsaSha256(key, signing)).toBe(signature)
    expect(verifyRsaSha256(publicKey, signing, Buffer.from(signature, 'base64'))).toBe(true)
  })
})

test('P2x, signed over the path as sent, does not verify under the lower-case rule, and the other way round', () => {
  const [lower, asSent] = [vector('P2'), vector('P2x')]
  expect(verifyRsaSha256(publicKey, lower.signing, Buffer.from(asSent.signature, 'base64'))).toBe(false)
  expect(verifyRsaSha256(publicKey, asSent.signing, Buffer.from(lower.signature, 'base64'))).toBe(false)
})

test('P6, the same headers in another order, does not verify in the order of P1', () => {
  const signature = Buffer.from(vector('P6').signature, 'base64')
  expect(verifyRsaSha256(publicKey, vector('P1').signing, signature)).toBe(false)
})

test('the digest of no bytes is the one the bank documents for an empty body', () => {
  expect(digestOf()).toBe('SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=')
})
