import type { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OID, readCertificateFacts } from '@/lib/bank/trust/certificate-facts'
import { type CertificateDefect, inspectCertificate, isIssuedBy } from '@/lib/bank/trust/certificates'
import { childrenOf, DerError, readDer, readOid } from '@/lib/bank/trust/der'
import { certificatesFrom } from '@/lib/bank/trust/pem'
import { readQcStatements } from '@/lib/bank/trust/qc-statements'
import { createSealTrust } from '@/lib/bank/trust/seal-trust'

const DIRECTORY = new URL('../../../fixtures/certs/', import.meta.url)
const FILES = readdirSync(DIRECTORY).filter((name) => name.endsWith('.pem'))
const AT = new Date('2026-11-27T12:00:00Z')

function load(number: string): X509Certificate {
  const file = FILES.find((name) => name.startsWith(`${number}-`)) ?? ''
  const [certificate] = certificatesFrom(readFileSync(new URL(file, DIRECTORY), 'utf8'), file)
  if (!certificate) throw new Error(`no certificate ${number}`)
  return certificate
}

const FLATTENED: CertificateDefect[] = ['roles_flattened', 'no_qc_compliance', 'nca_id_mismatch']
const NO_STATEMENT: CertificateDefect[] = ['no_qc_compliance', 'no_qc_type', 'no_psd2_statement']

/** Public certificates found in the wild and in test suites: QcType, roles, NCA and what is wrong with each. */
const verdicts: [
  number: string,
  types: string,
  roles: string,
  ncaId: string,
  defects: CertificateDefect[],
][] = [
  ['01', 'web', 'PSP_AI PSP_PI', 'GB-FCA', ['expired']],
  ['02', 'web', 'PSP_AS PSP_AI PSP_PI', 'DE-BAFIN', ['expired']],
  ['05', 'web', 'PSP_AI', 'GB-FCA', ['expired', 'no_qc_compliance', 'nca_id_mismatch']],
  ['06', 'web', 'PSP_PI PSP_AI PSP_IC', 'GB-FCA', ['expired', ...FLATTENED]],
  ['07', 'eseal', 'PSP_PI PSP_AI', 'GB-FCA', ['expired', ...FLATTENED]],
  ['08', 'eseal', 'PSP_AS PSP_AI', 'GB-FCA', ['expired', 'weak_signature', ...FLATTENED]],
  // Called a seal, made for websites.
  ['09', 'web', 'PSP_PI PSP_IC', 'GB-FCA', ['expired', 'weak_signature', ...FLATTENED]],
  // In date, and still not to be relied on.
  ['10', 'eseal', 'PSP_AS PSP_PI PSP_AI PSP_IC', 'GB-FCA', ['weak_signature', ...FLATTENED]],
  ['11', 'web', 'PSP_AS PSP_PI PSP_AI PSP_IC', 'GB-FCA', ['weak_signature', ...FLATTENED]],
  // Roles are decided by their OID.
  ['12', 'web', 'PSP_IC PSP_AI PSP_PI', 'GB-FFA', ['role_name_mismatch']],
  [
    '13',
    '',
    '',
    '',
    ['expired', 'weak_signature', 'certificate_authority', 'qc_statements_empty', ...NO_STATEMENT],
  ],
  [
    '14',
    '',
    'PSP_AS PSP_PI PSP_AI PSP_IC',
    'GR-BOG-800000005',
    [
      'expired',
      'qc_statements_without_outer_sequence',
      'no_qc_compliance',
      'no_qc_type',
      'organization_identifier_form',
      'nca_id_mismatch',
    ],
  ],
  ['15', '', '', '', ['expired', 'weak_key', 'no_qc_statements', 'no_organization_identifier']],
]

test.each(verdicts)(
  'certificate %s is read tolerantly and judged by name',
  (number, types, roles, ncaId, defects) => {
    const inspection = inspectCertificate(load(number), AT)
    expect(inspection).toMatchObject({ ncaId, defects })
    expect(inspection.types.join(' ')).toBe(types)
    expect(inspection.roles.join(' ')).toBe(roles)
  },
)

test('02: the organisation identifier is the subject’s, not the issuer’s', () => {
  expect(inspectCertificate(load('02'), AT).organizationIdentifier).toBe('PSDDE-BAFIN-104114')
})

test('02, 03 and 04 form a path of real signatures', () => {
  expect(isIssuedBy(load('02'), load('03'))).toBe(true)
  expect(isIssuedBy(load('03'), load('04'))).toBe(true)
  expect(isIssuedBy(load('02'), load('04'))).toBe(false)
})

test.each(FILES)('%s is no trusted seal for a bank that none of them is', (file) => {
  const certificate = load(file.slice(0, 2))
  const trust = createSealTrust([load('04')], [{ oid: OID.organizationIdentifier, value: 'PSDIT-BI-1' }])
  expect(() => trust(certificate.raw.toString('base64'), AT.getTime())).toThrow(/^certificate_untrusted/)
})

describe('the DER reader', () => {
  test('whatever bit of a certificate is flipped, the readers refuse by name or read on; nothing else is thrown', () => {
    const original = load('01')
    const extension =
      readCertificateFacts(original).extensions.get(OID.qcStatements)?.value ?? Buffer.alloc(0)
    expect(extension.length).toBeGreaterThan(0)
    for (let bit = 0; bit < extension.length * 8; bit += 1) {
      const flipped = Buffer.from(extension)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      readQcStatements(flipped)
    }
  })

  test('any bytes are an element or a DerError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          for (const child of childrenOf(readDer(Buffer.from(bytes)))) readOid(child)
        } catch (error) {
          expect(error).toBeInstanceOf(DerError)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['indefinite length', '3080'],
    ['a length longer than needed', '308103020101'],
    ['a length that overruns', '3005020101'],
    ['trailing bytes', '0201010000'],
    ['a high tag number', '1f8101'],
    ['nothing', ''],
  ])('%s is refused', (_, hex) => {
    expect(() => readDer(Buffer.from(hex, 'hex'))).toThrow(DerError)
  })
})
