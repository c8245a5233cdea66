import { describe, expect, test } from 'vitest'
import { type BankClientConfig, BankConfigError } from '@/lib/bank'
import { prepareSettings } from '@/lib/bank/settings'
import { bankPki } from '@/tests/support/bank-pki'
import { bankConfig, chainOf } from '@/tests/support/hostile-bank'
import { ecKey, mintCertificate, rsaKey } from '@/tests/support/mint-certificate'

const pki = bankPki()
const DAY_MILLISECONDS = 24 * 3600 * 1000

/** The refusal of a configuration, or `accepted`. */
function refusalOf(overrides: Partial<BankClientConfig>, at = new Date()): string {
  try {
    prepareSettings(bankConfig('https://bank.example', pki, overrides), at)
    return 'accepted'
  } catch (error) {
    if (error instanceof BankConfigError) return error.message
    throw error
  }
}

const qwac = (certificate: string, key: string) => ({ qwac: { certificate, key } })
const qseal = (certificate: string, key: string) => ({ qseal: { certificate, key } })
const tpp = (options: { key?: ReturnType<typeof ecKey>; notAfter?: Date; notBefore?: Date }) =>
  mintCertificate({ subject: [['CN', 'Prova']], key: rsaKey(), issuer: pki.tppCa, ...options })

test('a good configuration is accepted', () => {
  expect(refusalOf({})).toBe('accepted')
})

describe('TLS-2: certificate, key and chain are checked at start', () => {
  test('a key of another certificate', () => {
    expect(refusalOf(qwac(chainOf(pki.qwac, pki.tppCa), pki.qseal.keyPem))).toBe(
      'TPP_QWAC_KEY: is not the key of the certificate in TPP_QWAC_CERT',
    )
  })

  test('the CA first', () => {
    expect(refusalOf(qwac(chainOf(pki.tppCa, pki.qwac), pki.qwac.keyPem))).toMatch(
      /^TPP_QWAC_CERT: has its chain in the wrong order: the certificate of the key must come first/,
    )
  })

  test('a chain with a certificate that did not issue the one before', () => {
    expect(refusalOf(qwac(chainOf(pki.qwac, pki.root), pki.qwac.keyPem))).toMatch(
      /^TPP_QWAC_CERT: has its chain in the wrong order: each/,
    )
  })

  test('an issuer of the same name with another key', () => {
    const impostor = mintCertificate({ subject: [['CN', 'Test TPP CA']], key: rsaKey(), ca: true })
    expect(refusalOf(qwac(chainOf(pki.qwac, impostor), pki.qwac.keyPem))).toMatch(
      /^TPP_QWAC_CERT: has its chain/,
    )
  })

  test('a leaf alone, and the whole chain up to the root, are both fine', () => {
    expect(refusalOf(qwac(pki.qwac.pem, pki.qwac.keyPem))).toBe('accepted')
    expect(refusalOf(qwac(chainOf(pki.qwac, pki.tppCa, pki.root), pki.qwac.keyPem))).toBe('accepted')
  })

  test('an expired and a not yet valid certificate', () => {
    const expired = tpp({ notAfter: new Date(Date.now() - DAY_MILLISECONDS / 4) })
    expect(refusalOf(qseal(expired.pem, expired.keyPem))).toMatch(
      /^TPP_QSEAL_CERT: holds a certificate that expired on/,
    )
    const early = tpp({ notBefore: new Date(Date.now() + DAY_MILLISECONDS) })
    expect(refusalOf(qwac(early.pem, early.keyPem))).toMatch(/^TPP_QWAC_CERT: .* valid only from/)
  })

  test('QWAC and QSealC exchanged', () => {
    expect(refusalOf(qwac(pki.qseal.pem, pki.qseal.keyPem))).toBe(
      'TPP_QWAC_CERT: holds a certificate whose QcType is eseal, not web',
    )
  })
})

test('a chain that TLS would not send, such as one signed with SHA-1, is refused at start with its setting', () => {
  const ca = mintCertificate({
    subject: [['CN', 'SHA-1 CA']],
    key: rsaKey(),
    issuer: pki.root,
    ca: true,
    hash: 'sha1',
  })
  const leaf = mintCertificate({ subject: [['CN', 'Prova']], key: rsaKey(), issuer: ca })
  expect(refusalOf(qwac(chainOf(leaf, ca), leaf.keyPem))).toBe(
    'TPP_QWAC_CERT: cannot be used for TLS (ERR_SSL_CA_MD_TOO_WEAK)',
  )
})

test('KEY-2: an elliptic-curve QSealC is refused by name, because the algorithm is rsa-sha256', () => {
  const elliptic = tpp({ key: ecKey() })
  expect(refusalOf(qseal(elliptic.pem, elliptic.keyPem))).toMatch(/^TPP_QSEAL_KEY: must be an RSA key/)
})

test('an elliptic-curve QWAC is fine: TLS takes it', () => {
  const elliptic = tpp({ key: ecKey() })
  expect(refusalOf(qwac(elliptic.pem, elliptic.keyPem))).toBe('accepted')
})

test('a QSealC key below 2048 bits is refused', () => {
  const weak = tpp({ key: rsaKey(1024) })
  expect(refusalOf(qseal(weak.pem, weak.keyPem))).toBe('TPP_QSEAL_KEY: has fewer than 2048 bits')
})

describe('the bank’s seal CA', () => {
  test('must be a CA', () => {
    expect(refusalOf({ sealCa: pki.seal.pem })).toBe('BANK_SEAL_CA: holds a certificate that is not a CA')
  })

  test('must not all have expired', () => {
    const old = mintCertificate({
      subject: [['CN', 'Old root']],
      key: rsaKey(),
      ca: true,
      notAfter: new Date(Date.now() - DAY_MILLISECONDS / 2),
    })
    expect(refusalOf({ sealCa: old.pem })).toBe('BANK_SEAL_CA: has expired')
    expect(refusalOf({ sealCa: chainOf(old, pki.root) })).toBe('accepted')
  })
})

test.each<[string, Partial<BankClientConfig>]>([
  ['BANK_BASE_URL', { baseUrl: 'http://localhost:4443' }],
  ['BANK_BASE_URL', { baseUrl: 'bank.example' }],
  ['BANK_BASE_URL', { baseUrl: 'https://bank.example/psd2?x=1' }],
  ['BANK_BASE_URL', { baseUrl: 'https://user:secret@bank.example' }],
  ['BANK_TOKEN_URL', { tokenUrl: 'http://localhost/token' }],
  ['BANK_AUTHORIZE_URL', { authorizeUrl: 'http://localhost/authorize' }],
  ['BANK_AUTHORIZE_URL', { authorizeUrl: 'http://bank.example', authorizeMode: 'browser' }],
  [
    'BANK_AUTHORIZE_URL',
    {
      authorizeUrl: 'http://localhost',
      authorizeMode: 'browser',
      environment: 'production',
      browserOrigins: ['https://bank.example'],
    },
  ],
  ['BANK_BROWSER_ORIGIN', { browserOrigins: ['http://bank.example'] }],
  ['BANK_BROWSER_ORIGIN', { environment: 'production' }],
  ['BANK_BROWSER_ORIGIN', { environment: 'production', browserOrigins: ['http://localhost'] }],
  ['BANK_HEADER_PREFIX', { headerPrefix: 'SVC-' }],
  ['BANK_SEAL_SUBJECT', { sealSubject: 'Sigillo' }],
  ['BANK_SEAL_SUBJECT', { sealSubject: '' }],
  ['BANK_TLS_CA', { tlsCa: 'secret' }],
  ...[
    '',
    'a\r\nX-Evil: secret',
    'a\nb',
    'a\tb',
    'a\0',
    'a\x7f',
    'a\x85b',
    'a\u2028b',
    'a\ud800',
    'a'.repeat(201),
  ].map((name): [string, Partial<BankClientConfig>] => [
    'TPP_APP_NAME',
    { application: { name, clientId: 'secret', clientSecret: 'secret' } },
  ]),
  ['TPP_BATCH_APP_NAME', { batchApplication: { name: 'a\nb', clientId: 'a', clientSecret: 'secret' } }],
  ['BANK_BASE_URL', { baseUrl: 'https://bank.example/#secret' }],
  ['BANK_TOKEN_URL', { tokenUrl: 'https://bank.example/token#secret' }],
  [
    'BANK_BROWSER_ORIGIN',
    {
      authorizeUrl: 'https://bank.example/authorize',
      authorizeMode: 'browser',
      browserOrigins: ['https://login.bank.example'],
    },
  ],
  ['TPP_CLIENT_SECRET', { application: { name: 'a', clientId: 'secret', clientSecret: '' } }],
  ['TPP_BATCH_CLIENT_ID', { batchApplication: { name: 'a', clientId: '', clientSecret: 'secret' } }],
])('%s that cannot be used is named: %j', (setting, overrides) => {
  expect(refusalOf(overrides)).toMatch(new RegExp(`^${setting}: `))
  expect(refusalOf(overrides)).not.toContain('secret')
})

test('a page on loopback http is allowed in a sandbox', () => {
  const overrides = { authorizeUrl: 'http://localhost:4444/authorize', authorizeMode: 'browser' } as const
  expect(refusalOf(overrides)).toBe('accepted')
})
