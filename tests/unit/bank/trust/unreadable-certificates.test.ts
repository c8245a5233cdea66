import { describe, expect, test } from 'vitest'
import { BankConfigError } from '@/lib/bank'
import { ProtocolFault } from '@/lib/bank/errors'
import { describeCertificate, loadAnchors, loadIdentity } from '@/lib/bank/trust/certificates'
import { parseDistinguishedName } from '@/lib/bank/trust/distinguished-name'
import { createSealTrust } from '@/lib/bank/trust/seal-trust'
import { bankPki } from '@/tests/support/bank-pki'
import { chainOf } from '@/tests/support/hostile-bank'
import { der, type Minted, type MintOptions, mintCertificate, rsaKey } from '@/tests/support/mint-certificate'

const pki = bankPki()
const subject = parseDistinguishedName(pki.sealSubject) ?? []
const key = rsaKey()
const now = new Date()

/** The same bytes with one bit changed, for every bit or for each so manieth. */
function* flipsOf(bytes: Buffer, step = 1): Generator<Buffer> {
  for (let bit = 0; bit < bytes.length * 8; bit += step) {
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    yield flipped
  }
}

const pemOf = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`

/** How often each outcome came: `accepted`, or the name of what was thrown. */
function outcomes(flips: Iterable<Buffer>, use: (flipped: Buffer) => unknown): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const flipped of flips) {
    const outcome = outcomeOf(() => use(flipped))
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

function outcomeOf(use: () => unknown): string {
  try {
    use()
    return 'accepted'
  } catch (error) {
    if (error instanceof ProtocolFault) return error.reason
    if (error instanceof BankConfigError) return error.name
    return `untyped: ${error}`
  }
}

const judge = (header: string, anchors: Minted[] = [pki.root]) =>
  createSealTrust(
    anchors.map(({ x509 }) => x509),
    subject,
  )(header, now.getTime())

const loadQseal = (certificate: string, keyPem: string) =>
  loadIdentity(
    {
      certificate: { text: certificate, setting: 'TPP_QSEAL_CERT' },
      key: { text: keyPem, setting: 'TPP_QSEAL_KEY' },
      qcType: 'eseal',
    },
    now,
  )

describe('whatever bit of a certificate is flipped', () => {
  test('the bank’s seal is never believed, and the refusal has a name', () => {
    const flips = flipsOf(pki.seal.x509.raw)
    const counts = outcomes(flips, (flipped) => judge(flipped.toString('base64')))
    expect(Object.keys(counts).sort()).toEqual(['certificate_unreadable', 'certificate_untrusted'])
  })

  test('an intermediate of the bank makes no path, and the refusal has a name', () => {
    const intermediate = mintCertificate({ subject: [['CN', 'CA']], key, issuer: pki.root, ca: true })
    const seal = sealWith({ issuer: intermediate })
    const counts = outcomes(flipsOf(intermediate.x509.raw, 5), (flipped) =>
      judge((seal.pem + pemOf(flipped)).replaceAll('\n', ' ')),
    )
    expect(Object.keys(counts).sort()).toEqual(['certificate_unreadable', 'certificate_untrusted'])
  })

  test('an anchor is taken or refused with its setting', () => {
    const counts = outcomes(flipsOf(pki.root.x509.raw), (flipped) =>
      loadAnchors(pemOf(flipped), 'BANK_SEAL_CA', now),
    )
    // An anchor is trusted for being configured; its own signature is not asked.
    expect(Object.keys(counts).sort()).toEqual(['BankConfigError', 'accepted'])
  })

  test('our own certificate is refused with its setting', () => {
    const counts = outcomes(flipsOf(pki.qseal.x509.raw, 5), (flipped) =>
      loadQseal(pemOf(flipped) + pki.tppCa.pem, pki.qseal.keyPem),
    )
    expect(Object.keys(counts)).toEqual(['BankConfigError'])
  })

  test('of our own chain, it is taken or refused with its setting', () => {
    const counts = outcomes(flipsOf(pki.tppCa.x509.raw, 5), (flipped) =>
      loadQseal(pki.qseal.pem + pemOf(flipped), pki.qseal.keyPem),
    )
    // The last of a chain is vouched for by nobody in it.
    expect(Object.keys(counts).sort()).toEqual(['BankConfigError', 'accepted'])
  })
})

describe.each<[string, Buffer]>([
  ['is no time', der(0x17, Buffer.from('never'))],
  ['has no such day', der(0x17, Buffer.from('300231000000Z'))],
  ['has no such month', der(0x17, Buffer.from('301301000000Z'))],
  ['has no zone', der(0x17, Buffer.from('300101000000'))],
  ['is in local time', der(0x17, Buffer.from('300101000000+0100'))],
  ['has two digits for the year where four belong', der(0x18, Buffer.from('300101000000Z'))],
  ['is of year 49, which some take for 2049', der(0x18, Buffer.from('00490101000000Z'))],
  ['is empty', der(0x17)],
])('a validity date that %s', (_, date) => {
  test.each(['notBefore', 'notAfter'] as const)('as %s of the bank’s seal is a refusal', (end) => {
    const seal = sealWith({ rawValidity: { [end]: date } })
    expect(outcomeOf(() => judge(seal.x509.raw.toString('base64')))).toMatch(/^certificate_/)
  })

  test('of an intermediate is a refusal', () => {
    const intermediate = mintCertificate({
      subject: [['CN', 'CA']],
      key,
      issuer: pki.root,
      ca: true,
      rawValidity: { notAfter: date },
    })
    const seal = sealWith({ issuer: intermediate })
    expect(outcomeOf(() => judge(chainOf(seal, intermediate).replaceAll('\n', ' ')))).toMatch(/^certificate_/)
  })

  test('of an anchor is refused with its setting, and believed in no case', () => {
    const root = mintCertificate({ subject: [['CN', 'R']], key, ca: true, rawValidity: { notAfter: date } })
    expect(outcomeOf(() => loadAnchors(root.pem, 'BANK_SEAL_CA', now))).toBe('BankConfigError')
    const seal = sealWith({ issuer: root })
    expect(outcomeOf(() => judge(seal.x509.raw.toString('base64'), [root]))).toMatch(/^certificate_/)
  })

  test('of our own certificate or chain is refused with its setting', () => {
    const own = tppWith({ rawValidity: { notAfter: date } })
    expect(outcomeOf(() => loadQseal(own.pem, own.keyPem))).toBe('BankConfigError')
    const ca = mintCertificate({ subject: [['CN', 'CA']], key, ca: true, rawValidity: { notAfter: date } })
    const issued = tppWith({ issuer: ca })
    expect(outcomeOf(() => loadQseal(chainOf(issued, ca), issued.keyPem))).toBe('BankConfigError')
  })
})

test('dates until 2049 and from 2050 on are read to the second', () => {
  const dates = { notBefore: new Date('2026-02-28T23:59:59Z'), notAfter: new Date('2051-12-31T00:00:01Z') }
  expect(describeCertificate(tppWith(dates).x509, now)).toMatchObject(dates)
  const endless = tppWith({ rawValidity: { notAfter: der(0x18, Buffer.from('99991231235959Z')) } })
  expect(describeCertificate(endless.x509, now).notAfter).toEqual(new Date('9999-12-31T23:59:59Z'))
})

/** Like the good one but for what a test changes. */
function sealWith(options: Partial<MintOptions>): Minted {
  return mintCertificate({
    subject: [
      ['O', 'Banca di Prova'],
      ['CN', 'Sigillo'],
    ],
    key,
    issuer: pki.root,
    qcTypes: ['eseal'],
    ...options,
  })
}

function tppWith(options: Partial<MintOptions>): Minted {
  return mintCertificate({ subject: [['CN', 'Prova']], key, issuer: pki.tppCa, ...options })
}
