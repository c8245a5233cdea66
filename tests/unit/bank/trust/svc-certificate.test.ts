import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolFault } from '@/lib/bank/errors'
import { readSvcCertificate } from '@/lib/bank/trust/svc-certificate'
import { bankPki } from '@/tests/support/bank-pki'
import { chainOf } from '@/tests/support/hostile-bank'

const { seal, root } = bankPki()
const base64 = seal.x509.raw.toString('base64')
const half = base64.length / 2

const forms: [string, string | string[]][] = [
  ['bare base64 of the DER', base64],
  ['PEM with blanks for newlines', seal.pem.replaceAll('\n', ' ')],
  ['PEM in percent-encoding', encodeURIComponent(seal.pem)],
  ['PEM in form encoding', new URLSearchParams({ pem: seal.pem }).toString().slice('pem='.length)],
  ['PEM with \\n text', seal.pem.replaceAll('\n', '\\n')],
  ['PEM on one line, nothing between', seal.pem.replaceAll('\n', '')],
  ['base64 folded over two header lines', [base64.slice(0, half), base64.slice(half)]],
  ['base64 folded with blanks', `${base64.slice(0, half)}  ${base64.slice(half)}`],
  ['PEM without final newline', seal.pem.trimEnd().replaceAll('\n', ' ')],
]

test.each(forms)('KEY-3: %s is read', (_, header) => {
  expect(readSvcCertificate(header).map(({ raw }) => raw)).toEqual([seal.x509.raw])
})

test('KEY-3: a chain is read in its order, in one header or in two', () => {
  const both = [seal.x509.raw, root.x509.raw]
  expect(readSvcCertificate(chainOf(seal, root).replaceAll('\n', ' ')).map(({ raw }) => raw)).toEqual(both)
  const lines = [seal.pem, root.pem].map((pem) => pem.replaceAll('\n', ' '))
  expect(readSvcCertificate(lines).map(({ raw }) => raw)).toEqual(both)
})

describe('KEY-3: anything left over is refused', () => {
  const onOneLine = seal.pem.replaceAll('\n', ' ')
  test.each<[string, string | string[]]>([
    ['text after END', `${onOneLine}x`],
    ['base64 after END', `${onOneLine} ${base64}`],
    ['text before BEGIN', `x${onOneLine}`],
    ['text between two blocks', `${onOneLine} # ${onOneLine}`],
    ['bytes after the certificate', Buffer.concat([seal.x509.raw, Buffer.from([0])]).toString('base64')],
    ['two certificates run together', Buffer.concat([seal.x509.raw, root.x509.raw]).toString('base64')],
    ['two certificates joined by a comma', `${base64},${base64}`],
    ['base64url', Buffer.alloc(99, 0xfb).toString('base64url')],
    ['base64 cut short', base64.slice(0, half)],
    ['a private key', seal.keyPem.replaceAll('\n', ' ')],
    ['an empty block', '-----BEGIN CERTIFICATE-----  -----END CERTIFICATE-----'],
    ['a bad percent-escape', '%2'],
    ['nothing', ''],
    ['too many certificates', onOneLine.repeat(7)],
  ])('%s', (_, header) => {
    expect(() => readSvcCertificate(header)).toThrow(/^certificate_unreadable/)
  })
})

test('any text is a certificate or a named refusal', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----', '%0A', '\\n', '%', base64),
    fc.constant(randomBytes(40).toString('base64')),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      try {
        readSvcCertificate(pieces.join(''))
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolFault)
      }
    }),
    { numRuns: 1000 },
  )
})
