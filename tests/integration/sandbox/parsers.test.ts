import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { chooseLanguage } from '@/sandbox/api/language'
import { parseHttpDate } from '@/sandbox/http/http-date'
import { readSignatureHeader, SignatureHeaderError } from '@/sandbox/http/signature-header'
import { type RequestTargetCase, requestTargetLine, signingString } from '@/sandbox/http/signing-string'
import { childrenOf, DerError, readElement, readOid } from '@/sandbox/pki/der'
import { readCertificateFacts } from '@/sandbox/pki/read-certificate'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

describe('certificates of other issuers', () => {
  const factsOf = (file: string) =>
    readCertificateFacts(new X509Certificate(read(`fixtures/certs/${file}.pem`)))

  test('a real QWAC with two roles', () => {
    expect(factsOf('01-multicert-qwac-PSDGB-FCA-827001')).toMatchObject({
      organizationIdentifier: 'PSDGB-FCA-827001',
      qualified: true,
      uses: ['web'],
      psd2: { roles: ['PSP_AI', 'PSP_PI'], ncaName: 'Financial Conduct Authority', ncaId: 'GB-FCA' },
      defects: [],
    })
  })

  test('the number is taken from the subject, not from the issuer', () => {
    expect(factsOf('02-dtrust-test-qwac-PSDDE-BAFIN-104114').organizationIdentifier).toBe(
      'PSDDE-BAFIN-104114',
    )
  })

  test.each([
    ['06-obie-obwac-flattened-roles', 'not readable: several roles written as one'],
    ['12-forgerock-qwac-nonstandard-role-names', 'not readable: role identifier and name do not fit'],
    ['05-obie-preprod-qwac-PSDGB-TEST-123456', 'authority of number and statement differ'],
    ['14-indice-qwac-orgid-without-PSD-prefix', 'not readable: tag 48 expected'],
    ['15-forgerock-rsa512-no-qcstatements', 'not readable: tag 160 expected'],
  ])('%s: %s', (file, defect) => {
    expect(factsOf(file).defects).toContain(defect)
  })

  test('an empty list of statements qualifies nothing', () => {
    expect(factsOf('13-exco-empty-qcstatements-PSDES-BDE-3DFD21')).toMatchObject({
      qualified: false,
      uses: [],
      psd2: null,
    })
  })
})

describe('profile vectors', () => {
  const vectors = z.record(
    z.string(),
    z.object({
      method: z.string(),
      path: z.string(),
      lower: z.boolean(),
      signing: z.string(),
      signature: z.string(),
    }),
  )
  const key = createPublicKey(read('vectors/profile/key.pem'))

  test.each(Object.entries(vectors.parse(JSON.parse(read('vectors/profile/profile.json')))))(
    '%s',
    (_name, vector) => {
      const [first = '', ...lines] = vector.signing.split('\n')
      const headers = lines.map((line): [string, string] => {
        const [name = '', ...rest] = line.split(': ')
        return [name.toUpperCase(), rest.join(': ')]
      })
      const targetCase: RequestTargetCase = vector.lower ? 'lower' : 'asSent'
      const target = requestTargetLine(vector.method, vector.path, targetCase)
      expect(`(request-target): ${target}`).toBe(first)
      const text = signingString(
        ['(request-target)', ...headers.map(([name]) => name.toLowerCase())],
        target,
        { headers },
      )
      expect(text?.toString()).toBe(vector.signing)
      expect(verify('sha256', text ?? Buffer.alloc(0), key, Buffer.from(vector.signature, 'base64'))).toBe(
        true,
      )
    },
  )
})

describe('whatever comes in', () => {
  test('a Signature header is read or refused by name', () => {
    const piece = fc.constantFrom(
      'keyId="a"',
      'headers="',
      '(request-target)',
      'date',
      '"',
      ',',
      ' ',
      '=',
      '\\',
      'signature="AA=="',
    )
    const value = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(value, (text) => {
        try {
          readSignatureHeader(text, 'GET')
        } catch (error) {
          expect(error).toBeInstanceOf(SignatureHeaderError)
        }
      }),
    )
  })

  test('bytes are DER or a DerError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          for (const child of childrenOf(readElement(Buffer.from(bytes)))) readOid(child)
        } catch (error) {
          expect(error).toBeInstanceOf(DerError)
        }
      }),
    )
  })

  test('a date is read only in the one form, and comes back as it was', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        expect(parseHttpDate(date.toUTCString())?.toUTCString()).toBe(date.toUTCString())
      }),
    )
    // 7 June 2014 was a Saturday; the others are ISO, RFC 850 and a day that does not exist
    for (const text of [
      'Tue, 07 Jun 2014 20:51:35 GMT',
      '2014-06-07T20:51:35Z',
      'Saturday, 07-Jun-14 20:51:35 GMT',
      'Sun, 30 Feb 2014 10:00:00 GMT',
      '',
    ]) {
      expect(parseHttpDate(text)).toBeNull()
    }
  })

  test.each([
    [undefined, 'en'],
    ['it', 'it'],
    ['IT-it', 'it'],
    ['en;q=0.5, it;q=0.9', 'it'],
    ['de, fr', 'en'],
    ['it;q=0', 'en'],
    ['it;q=x', 'en'],
    [`it,${'x'.repeat(200)}`, 'en'],
  ])('Accept-Language %s selects %s', (header, language) => {
    expect(chooseLanguage(header)).toBe(language)
  })
})
