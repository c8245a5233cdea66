import { createHmac, createPublicKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bankPki } from '@/tests/support/bank-pki'
import { type Answer, headerOf, SIGNED_NAMES, sealAnswer, withHeader } from '@/tests/support/sealed-answer'
import { goodAnswer, REQUEST, trust, verdictOn } from '@/tests/support/verifying'

const pki = bankPki()

test('SIG-16: an answer perfect in every respect but signed by another valid key is refused', () => {
  const forged = goodAnswer({
    seal: pki.strangerSeal,
    certificateHeader: pki.seal.x509.raw.toString('base64'),
  })
  expect(verdictOn(forged).verdict).toBe('signature_mismatch')
})

test('SIG-16: the same with the other key’s own certificate, from another CA or of another subject, is refused', () => {
  expect(verdictOn(goodAnswer({ seal: pki.strangerSeal })).verdict).toBe('certificate_untrusted')
  expect(verdictOn(goodAnswer({ seal: pki.neighbourSeal })).verdict).toBe('certificate_untrusted')
})

test('a good answer is believed, step by step in this order', () => {
  const { verdict, steps } = verdictOn(goodAnswer())
  expect(verdict).toBe('verified')
  expect(steps).toEqual(
    ['signed', 'date', 'digest', 'certificate', 'signature'].map((name) => ({ name, outcome: 'passed' })),
  )
})

test('a failed step is the last one taken', () => {
  const { steps } = verdictOn({ ...goodAnswer(), body: Buffer.from('{}') })
  expect(steps.at(-1)).toEqual({ name: 'digest', outcome: 'failed' })
})

test('an answer to another request is refused', () => {
  const other = { method: 'GET', target: '/psd2/v0/private/customers/10023457/accounts' }
  expect(verdictOn(goodAnswer(other)).verdict).toBe('signature_mismatch')
})

describe('SIG-6: a repeated header', () => {
  test.each(['SVC-Response-ID', 'Digest', 'Date', 'Signature'])('%s on two lines is refused', (name) => {
    const answer = goodAnswer()
    const headers: Answer['headers'] = [...answer.headers, [name, headerOf(answer, name)]]
    expect(verdictOn({ ...answer, headers }).verdict).toBe('header_repeated')
  })

  test('a Digest split over two lines is refused', () => {
    const answer = goodAnswer()
    const digest = headerOf(answer, 'Digest')
    const headers: Answer['headers'] = [
      ...answer.headers.filter(([name]) => name !== 'Digest'),
      ['Digest', digest.slice(0, 20)],
      ['Digest', digest.slice(20)],
    ]
    expect(verdictOn({ ...answer, headers }).verdict).toBe('header_repeated')
  })

  test('two ids that a proxy joined on one line are refused although the signature covers them', () => {
    const joined = goodAnswer({ names: [...SIGNED_NAMES] })
    const two = 'c0ffee00-1234-4abc-8def-0123456789ab, c0ffee00-1234-4abc-8def-0123456789ac'
    expect(verdictOn(withHeader(joined, 'SVC-Response-ID', two)).verdict).toBe('response_id_missing')
  })

  test('any other signed header on two lines is joined with a comma and a blank', () => {
    const answer = goodAnswer({
      names: [...SIGNED_NAMES, 'cache-control'],
      extraHeaders: [
        ['Cache-Control', ' max-age=60'],
        ['Cache-Control', 'must-revalidate '],
      ],
    })
    expect(verdictOn(answer).verdict).toBe('verified')
  })
})

test('SIG-7: blanks around commas, and doubled or trailing ones between names, change nothing', () => {
  const answer = goodAnswer()
  const spaced = headerOf(answer, 'Signature')
    .replaceAll('",', '" , ')
    .replace('(request-target) digest svc-response-id date', '(request-target)  digest svc-response-id date ')
  expect(verdictOn(withHeader(answer, 'Signature', spaced)).verdict).toBe('verified')
})

test('SIG-8: duplicate parameters are refused', () => {
  const overDate = goodAnswer({ names: ['date'] })
  const stretched = headerOf(overDate, 'Signature').replace(
    'headers="date"',
    `headers="${SIGNED_NAMES.join(' ')}",headers="date"`,
  )
  expect(verdictOn(withHeader(overDate, 'Signature', stretched)).verdict).toBe('signature_malformed')
})

test.each([
  [['date']],
  [['(request-target)', 'date']],
  [['(request-target)', 'svc-response-id', 'date']],
  [['digest', 'svc-response-id', 'date']],
  [['(request-target)', 'digest', 'svc-response-id']],
])('SIG-9: a valid signature over %j only is refused', (names) => {
  expect(verdictOn(goodAnswer({ names })).verdict).toBe('signature_names')
})

test('SIG-10: a body changed without changing its length is refused before it is parsed', () => {
  const answer = goodAnswer({ body: '{"outcome":"ERROR","note":"  "}' })
  const body = Buffer.from('{"outcome":"SUCCESS","note":""}')
  expect(body.length).toBe(answer.body.length)
  expect(verdictOn({ ...answer, body }).verdict).toBe('digest_mismatch')
})

test('SIG-11: a Digest that is listed but missing, or empty, is a named refusal', () => {
  expect(verdictOn(withHeader(goodAnswer(), 'Digest', undefined)).verdict).toBe('digest_missing')
  expect(verdictOn(withHeader(goodAnswer(), 'Digest', '')).verdict).toBe('digest_missing')
})

const EMPTY_SHA256 = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
const MD5 = '1B2M2Y8AsgTpgAmY7PhCfg=='
/** A well signed answer without a body whose Digest header reads so. */
const withDigest = (digest: string) => goodAnswer({ body: '', digest })

test.each([
  `SHA-256=${EMPTY_SHA256}`,
  `sha-256=${EMPTY_SHA256}`,
  `Sha-256=${EMPTY_SHA256}`,
  `MD5=${MD5},SHA-256=${EMPTY_SHA256}`,
  `SHA-256=${EMPTY_SHA256},MD5=${MD5}`,
  `SHA-256=${EMPTY_SHA256}, SHA-512=AAAA`,
  `md5=${MD5} ,\tsha-256=${EMPTY_SHA256}`,
  `SHA-256=${EMPTY_SHA256},SHA-256=${EMPTY_SHA256}`,
  `SHA-256=${EMPTY_SHA256}, sha-256=${EMPTY_SHA256}`,
  `unixsum=30637,SHA-256=${EMPTY_SHA256}`,
  `SHA-256=${EMPTY_SHA256},`,
  `,SHA-256=${EMPTY_SHA256}`,
])('the SHA-256 value of the Digest %j decides', (digest) => {
  expect(verdictOn(withDigest(digest)).verdict).toBe('verified')
})

test.each([
  ['SHA-256=', 'digest_malformed'],
  ['SHA-256', 'digest_malformed'],
  [EMPTY_SHA256, 'digest_malformed'],
  [',', 'digest_malformed'],
  [`MD5=${MD5}`, 'digest_malformed'],
  [`SHA-512=${EMPTY_SHA256}`, 'digest_malformed'],
  [`SHA256=${EMPTY_SHA256}`, 'digest_malformed'],
  [`X-SHA-256=${EMPTY_SHA256}`, 'digest_malformed'],
  [`MD5=SHA-256=${EMPTY_SHA256}`, 'digest_malformed'],
  [`SHA-256 = ${EMPTY_SHA256}`, 'digest_malformed'],
  [`SHA-256="${EMPTY_SHA256}"`, 'digest_malformed'],
  [`SHA-256=${EMPTY_SHA256.slice(0, -1)}`, 'digest_malformed'],
  [`SHA-256=${EMPTY_SHA256} x`, 'digest_malformed'],
  [`SHA-256=${EMPTY_SHA256};q=1`, 'digest_malformed'],
  [`SHA-256=${EMPTY_SHA256},SHA-256=${'A'.repeat(43)}=`, 'digest_malformed'],
  [`SHA-256=${'A'.repeat(43)}=,sha-256=${EMPTY_SHA256}`, 'digest_malformed'],
  [`SHA-256=${EMPTY_SHA256}${`,MD5=${MD5}`.repeat(200)}`, 'digest_malformed'],
  [`SHA-256=${'A'.repeat(43)}=`, 'digest_mismatch'],
  [`MD5=${MD5},SHA-256=${'A'.repeat(43)}=`, 'digest_mismatch'],
])('the Digest %j is refused, although it is signed', (digest, reason) => {
  expect(verdictOn(withDigest(digest)).verdict).toBe(reason)
})

describe('SIG-12: the age of an answer', () => {
  const now = Date.parse('Tue, 03 Mar 2026 09:05:07 GMT')
  const sealTrust = () => bankPki().seal.x509.publicKey
  const minutesAway = (minutes: number) => {
    const date = new Date(now + minutes * 60_000).toUTCString()
    return verdictOn(goodAnswer({ date }), { now, sealTrust }).verdict
  }

  test('31 minutes ahead or behind is refused', () => {
    expect(minutesAway(31)).toBe('date_out_of_range')
    expect(minutesAway(-31)).toBe('date_out_of_range')
  })

  test('29 minutes behind and exactly 30 either way pass', () => {
    expect(minutesAway(-29)).toBe('verified')
    expect(minutesAway(-30)).toBe('verified')
    expect(minutesAway(30)).toBe('verified')
  })

  test.each([
    '2026-03-03T09:05:07Z',
    'Wed, 03 Mar 2026 09:05:07 GMT',
    'Tue, 3 Mar 2026 09:05:07 GMT',
    'Tue, 31 Feb 2026 09:05:07 GMT',
    'Tue, 03 Mar 2026 09:05:07 CET',
    '1772528707',
  ])('the date %j is not one', (date) => {
    expect(verdictOn(goodAnswer({ date }), { now, sealTrust }).verdict).toBe('date_malformed')
  })
})

describe('SIG-13: the algorithm', () => {
  test.each(['hs2019', 'RSA-SHA256', 'hmac-sha256', 'rsa-sha1', '', null])('%j is refused', (algorithm) => {
    expect(verdictOn(goodAnswer({ algorithm })).verdict).toBe('signature_algorithm')
  })

  test('an HMAC keyed with the public key is never tried', () => {
    const answer = goodAnswer()
    const secret = createPublicKey(pki.seal.key).export({ type: 'spki', format: 'pem' })
    const mac = createHmac('sha256', secret).update('date').digest('base64')
    const forged = `keyId="bank",algorithm="hmac-sha256",headers="${SIGNED_NAMES.join(' ')}",signature="${mac}"`
    expect(verdictOn(withHeader(answer, 'Signature', forged)).verdict).toBe('signature_algorithm')
  })
})

test('an answer without any signing header is called unsigned, whatever it says', () => {
  const answer: Answer = {
    status: 200,
    headers: [['Content-Type', 'text/html']],
    body: Buffer.from('<html>'),
  }
  expect(verdictOn(answer).verdict).toBe('unsigned')
})

test('a 204 may come without signing headers, and is then not called verified', () => {
  const answer: Answer = { status: 204, headers: [], body: Buffer.alloc(0) }
  expect(verdictOn(answer).verdict).toBe('unsigned but allowed')
})

test('a 302 may not: what it carries, perhaps a token, stands in its headers', () => {
  const answer: Answer = { status: 302, headers: [['Location', '/done']], body: Buffer.alloc(0) }
  expect(verdictOn(answer).verdict).toBe('unsigned')
})

describe.each([204, 302])('a %d with one signing header', (status) => {
  const answer = sealAnswer({ ...REQUEST, seal: pki.seal, status })

  test('must have them all, and right', () => {
    expect(verdictOn(answer).verdict).toBe('verified')
    expect(verdictOn({ ...answer, body: Buffer.from('x') }).verdict).toBe('digest_mismatch')
  })

  test.each([
    ['Signature', 'signature_missing'],
    ['SVC-Certificate', 'certificate_missing'],
    ['Digest', 'digest_missing'],
    ['SVC-Response-ID', 'response_id_missing'],
    ['Date', 'date_missing'],
  ])('but no %s is refused', (name, reason) => {
    expect(verdictOn(withHeader(answer, name, undefined)).verdict).toBe(reason)
  })

  test('that signs no digest is refused, although its body is empty', () => {
    const names = SIGNED_NAMES.filter((name) => name !== 'digest')
    expect(verdictOn(goodAnswer({ status, names })).verdict).toBe('signature_names')
  })
})

test('2,000 single-bit flips over body, signed headers, certificate and signature: none believed, none crashes', () => {
  const answer = goodAnswer({
    body: JSON.stringify({ data: { customerid: '10023456' }, text: 'è'.repeat(40) }),
  })
  const targets = ['body', 'Digest', 'SVC-Response-ID', 'Date', 'Signature', 'SVC-Certificate'] as const
  const sealTrust = trust()
  const believed: string[] = []
  for (let flip = 0; flip < 2000; flip += 1) {
    const target = targets[flip % targets.length] ?? 'body'
    const spoilt = flipBit(answer, target, flip)
    if (verdictOn(spoilt, { sealTrust }).verdict === 'verified') believed.push(`${target} bit ${flip}`)
  }
  expect(believed).toEqual([])
})

/** Flips one bit, chosen by `seed`, of the body or of a header's value. */
function flipBit(answer: Answer, target: string, seed: number): Answer {
  const flipped = (bytes: Buffer): Buffer => {
    const copy = Buffer.from(bytes)
    const bit = (seed * 2_654_435_761) % (copy.length * 8)
    const index = bit >> 3
    copy[index] = (copy[index] ?? 0) ^ (1 << (bit & 7))
    return copy
  }
  if (target === 'body') return { ...answer, body: flipped(answer.body) }
  const value = Buffer.from(headerOf(answer, target), 'latin1')
  const parameter = target === 'Signature' ? value.indexOf('algorithm=') : 0
  // The keyId decides nothing here (the certificate does) and is not signed, so its bits are left alone.
  const changed = Buffer.concat([value.subarray(0, parameter), flipped(value.subarray(parameter))])
  return withHeader(answer, target, changed.toString('latin1'))
}
