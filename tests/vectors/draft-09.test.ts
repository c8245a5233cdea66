import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { digestOf } from '@/lib/bank/wire/digest'
import {
  parseSignatureHeader,
  requestTarget,
  signingString,
  signRsaSha256,
  verifyRsaSha256,
} from '@/lib/bank/wire/signature'

const key = createPrivateKey(readFileSync(new URL('profile/key.pem', import.meta.url)))
const publicKey = createPublicKey(key)

const headers: Record<string, string> = {
  '(request-target)': requestTarget('POST', '/foo?param=value&pet=dog', 'asSent'),
  host: 'example.com',
  date: 'Sun, 05 Jan 2014 21:31:40 GMT',
  'content-type': 'application/json',
  digest: digestOf(Buffer.from('{"hello": "world"}')),
  'content-length': '18',
}

const published = [
  {
    name: 'C.1 default',
    names: ['date'],
    signature:
      'SjWJWbWN7i0wzBvtPl8rbASWz5xQW6mcJmn+ibttBqtifLN7Sazz6m79cNfwwb8DMJ5cou1s7uEGKKCs+FLEEaDV5lp7q25WqS+lavg7T8hc0GppauB6hbgEKTwblDHYGEtbGmtdHgVCk9SuS13F0hZ8FD0k/5OxEPXe5WozsbM=',
  },
  {
    name: 'C.2 basic',
    names: ['(request-target)', 'host', 'date'],
    signature:
      'qdx+H7PHHDZgy4y/Ahn9Tny9V3GP6YgBPyUXMmoxWtLbHpUnXS2mg2+SbrQDMCJypxBLSPQR2aAjn7ndmw2iicw3HMbe8VfEdKFYRqzic+efkb3nndiv/x1xSHDJWeSWkx3ButlYSuBskLu6kd9Fswtemr3lgdDEmn04swr2Os0=',
  },
  {
    name: 'C.3 all headers',
    names: ['(request-target)', 'host', 'date', 'content-type', 'digest', 'content-length'],
    signature:
      'vSdrb+dS3EceC9bcwHSo4MlyKS59iFIrhgYkz8+oVLEEzmYZZvRs8rgOp+63LEM3v+MFHB32NfpB2bEKBIvB1q52LaEUHFv120V01IL+TAD48XaERZFukWgHoBTLMhYS2Gb51gWxpeIq8knRmPnYePbF5MOkR0Zkly4zKH7s1dE=',
  },
]

test.each(published)('$name of draft 09 Appendix C, byte for byte', async ({ names, signature }) => {
  const text = signingString(names.map((name) => [name, headers[name] ?? '']))
  expect(await signRsaSha256(key, text)).toBe(signature)
  expect(verifyRsaSha256(publicKey, text, Buffer.from(signature, 'base64'))).toBe(true)
})

test('the header C.2 prints, with a blank after a comma, is parsed', () => {
  const [, basic] = published
  const header = `keyId="Test",algorithm="rsa-sha256",headers="(request-target) host date", signature="${basic?.signature}"`
  expect(parseSignatureHeader(header)).toMatchObject({ keyId: 'Test', headers: basic?.names })
})
