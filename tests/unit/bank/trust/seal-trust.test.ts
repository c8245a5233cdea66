import { describe, expect, test } from 'vitest'
import { parseDistinguishedName, subjectMatches } from '@/lib/bank/trust/distinguished-name'
import { createSealTrust } from '@/lib/bank/trust/seal-trust'
import { bankPki } from '@/tests/support/bank-pki'
import { chainOf } from '@/tests/support/hostile-bank'
import {
  der,
  derExtension,
  ecKey,
  type Minted,
  type MintOptions,
  mintCertificate,
  rsaKey,
} from '@/tests/support/mint-certificate'

const pki = bankPki()
const subject = parseDistinguishedName(pki.sealSubject) ?? []
const DAY_MILLISECONDS = 24 * 3600 * 1000
const sealKey = rsaKey()

/** A seal certificate like the good one but for what a test changes. */
function sealWith(options: Partial<MintOptions>): Minted {
  const subjectOf: MintOptions['subject'] = [
    ['O', 'Banca di Prova'],
    ['CN', 'Sigillo'],
  ]
  return mintCertificate({
    subject: subjectOf,
    key: sealKey,
    issuer: pki.root,
    qcTypes: ['eseal'],
    ...options,
  })
}

/** `trusted`, or why not. */
function judge(header: string | string[], options: { anchors?: Minted[]; at?: number } = {}): string {
  const anchors = (options.anchors ?? [pki.root]).map(({ x509 }) => x509)
  try {
    createSealTrust(anchors, subject)(header, options.at ?? Date.now())
    return 'trusted'
  } catch (error) {
    if (error instanceof Error) return error.message
    throw error
  }
}

const bare = ({ x509 }: Minted) => x509.raw.toString('base64')
const chain = (...certificates: Minted[]) => chainOf(...certificates).replaceAll('\n', ' ')

describe('the seal certificate', () => {
  test('of the expected subject, issued by the bank’s CA, is trusted', () => {
    expect(judge(bare(pki.seal))).toBe('trusted')
  })

  test.each<[string, () => Minted, string]>([
    ['by another CA of the same name', () => pki.strangerSeal, "not issued under the bank's CA"],
    ['of another subject', () => pki.neighbourSeal, 'not the expected subject'],
    ['with the subject’s attributes twice', () => sealWith({ subject: TWICE }), 'not the expected subject'],
    ['for websites', () => sealWith({ qcTypes: ['web'] }), 'QcType is not eseal'],
    ['for signatures of persons', () => sealWith({ qcTypes: ['esign'] }), 'QcType is not eseal'],
    ['without qcStatements', () => sealWith({ qcTypes: undefined }), 'QcType is not eseal'],
    ['that is a CA', () => sealWith({ ca: true }), 'a CA certificate does not seal answers'],
    ['signed with SHA-1', () => sealWith({ hash: 'sha1' }), 'signed with SHA-1 or an unknown algorithm'],
    ['with a weak key', () => sealWith({ key: rsaKey(1024) }), 'weak key'],
    ['that signed itself', () => sealWith({ issuer: undefined }), "not issued under the bank's CA"],
    [
      'with an unknown critical extension',
      () => sealWith({ extensions: [UNKNOWN] }),
      'an unknown critical extension',
    ],
  ])('%s is refused', (_, mint, reason) => {
    expect(judge(bare(mint()))).toBe(`certificate_untrusted (${reason})`)
  })

  test('issued by a leaf of the bank is refused: an issuer must be a CA', () => {
    const byLeaf = sealWith({ issuer: pki.seal })
    expect(judge(chain(byLeaf, pki.seal))).toBe("certificate_untrusted (not issued under the bank's CA)")
  })
})

const TWICE: MintOptions['subject'] = [
  ['O', 'Banca di Prova'],
  ['CN', 'Sigillo'],
  ['CN', 'Altro'],
]
const UNKNOWN = derExtension('1.2.3.4', der(0x05), true)

describe('KEY-2: elliptic curves', () => {
  test('a leaf with a P-256 key is refused, because answers are signed with rsa-sha256', () => {
    expect(judge(bare(sealWith({ key: ecKey() })))).toBe('certificate_untrusted (the key is not RSA)')
  })

  test('an RSA leaf under an elliptic-curve root is trusted', () => {
    const root = mintCertificate({ subject: [['CN', 'EC root']], key: ecKey(), ca: true })
    expect(judge(bare(sealWith({ issuer: root })), { anchors: [root] })).toBe('trusted')
  })
})

describe('the path', () => {
  const intermediate = mintCertificate({
    subject: [['CN', 'Seal CA']],
    key: rsaKey(),
    issuer: pki.root,
    ca: true,
  })
  const leaf = sealWith({ issuer: intermediate })

  test('may go over intermediates that the header brings, in any order', () => {
    expect(judge(chain(leaf, intermediate))).toBe('trusted')
    expect(judge(chain(leaf, pki.root, intermediate))).toBe('trusted')
    expect(judge(bare(leaf))).toBe("certificate_untrusted (not issued under the bank's CA)")
  })

  test('may end at a configured intermediate', () => {
    expect(judge(bare(leaf), { anchors: [intermediate] })).toBe('trusted')
  })

  test('a root that the header brings is no anchor', () => {
    expect(judge(chain(pki.strangerSeal, pki.strangerCa))).toMatch(/not issued under/)
  })

  test('heeds the path length of a CA', () => {
    const narrow = mintCertificate({
      subject: [['CN', 'Narrow CA']],
      key: rsaKey(),
      issuer: pki.root,
      ca: true,
      pathLength: 0,
    })
    const below = mintCertificate({ subject: [['CN', 'Below']], key: rsaKey(), issuer: narrow, ca: true })
    expect(judge(bare(sealWith({ issuer: narrow })), { anchors: [narrow] })).toBe('trusted')
    expect(judge(chain(sealWith({ issuer: below }), below, narrow))).toMatch(/not issued under/)
  })

  test('a weak intermediate is refused', () => {
    const weak = mintCertificate({ subject: [['CN', 'Weak']], key: rsaKey(1024), issuer: pki.root, ca: true })
    expect(judge(chain(sealWith({ issuer: weak }), weak))).toBe('certificate_untrusted (weak key)')
  })
})

describe('time', () => {
  const now = Date.now()
  const trust = createSealTrust([pki.root.x509], subject)
  const lasting = sealWith({
    notBefore: new Date(now - DAY_MILLISECONDS / 2),
    notAfter: new Date(now + DAY_MILLISECONDS),
  })

  test('is asked on every call, also when the verdict is remembered', () => {
    expect(() => trust(bare(lasting), now)).not.toThrow()
    expect(() => trust(bare(lasting), now + 2 * DAY_MILLISECONDS)).toThrow('certificate_untrusted (expired)')
    expect(() => trust(bare(lasting), now - DAY_MILLISECONDS)).toThrow(
      'certificate_untrusted (not yet valid)',
    )
    expect(() => trust(bare(lasting), now)).not.toThrow()
  })

  test('of the CA counts as much as of the leaf', () => {
    const old = mintCertificate({
      subject: [['CN', 'Old']],
      key: rsaKey(),
      ca: true,
      notAfter: new Date(now - DAY_MILLISECONDS / 2),
    })
    expect(judge(bare(sealWith({ issuer: old })), { anchors: [old] })).toBe('certificate_untrusted (expired)')
  })
})

describe('a renewed CA beside its predecessor of the same name and key', () => {
  const now = Date.now()
  const key = rsaKey()
  const days = (count: number) => new Date(now + count * DAY_MILLISECONDS)
  /** One of a root's certificates over the years; they differ in their dates only. */
  const rootOf = (notBefore: Date, notAfter: Date) =>
    mintCertificate({ subject: [['CN', 'Seal root']], key, ca: true, notBefore, notAfter })
  const expired = rootOf(days(-9), days(-1))
  const current = rootOf(days(-2), days(9))
  const seal = sealWith({ issuer: current, notBefore: days(-5), notAfter: days(20) })

  test.each([
    ['first', [expired, current]],
    ['last', [current, expired]],
  ])('does not hide it when the expired one stands %s', (_, anchors) => {
    expect(judge(bare(seal), { anchors })).toBe('trusted')
  })

  test('is followed by the clock, whatever was remembered', () => {
    const trust = createSealTrust(
      [expired, current].map(({ x509 }) => x509),
      subject,
    )
    const at = (count: number) => () => trust(bare(seal), days(count).getTime())
    expect(at(-6)).toThrow('certificate_untrusted (not yet valid)')
    expect(at(-3)).not.toThrow()
    expect(at(0)).not.toThrow()
    expect(at(10)).toThrow('certificate_untrusted (expired)')
    expect(at(-3)).not.toThrow()
  })

  test('a gap between the two is a time in which nothing is trusted', () => {
    const next = rootOf(days(1), days(9))
    expect(judge(bare(seal), { anchors: [expired, next] })).toBe('certificate_untrusted (not yet valid)')
    expect(judge(bare(seal), { anchors: [expired, next], at: days(2).getTime() })).toBe('trusted')
  })

  test('holds for intermediates that the header brings too', () => {
    const intermediateOf = (notAfter: Date) =>
      mintCertificate({ subject: [['CN', 'Seal CA']], key, issuer: pki.root, ca: true, notAfter })
    const [old, renewed] = [intermediateOf(days(-0.5)), intermediateOf(days(9))]
    const below = sealWith({ issuer: old })
    expect(judge(chain(below, old, renewed))).toBe('trusted')
    expect(judge(chain(below, renewed, old))).toBe('trusted')
    expect(judge(chain(below, old))).toBe('certificate_untrusted (expired)')
  })

  test('a weak one does not stand in the way of a good one', () => {
    const intermediateOf = (hash: 'sha1' | 'sha256') =>
      mintCertificate({ subject: [['CN', 'Seal CA']], key, issuer: pki.root, ca: true, hash })
    const [weak, good] = [intermediateOf('sha1'), intermediateOf('sha256')]
    const below = sealWith({ issuer: good })
    expect(judge(chain(below, weak, good))).toBe('trusted')
    expect(judge(chain(below, weak))).toMatch(/signed with SHA-1/)
  })
})

test('CAs that sign each other in a circle end in a refusal', () => {
  const keys = Array.from({ length: 5 }, () => rsaKey())
  const named = (index: number) => ({ subject: [['CN', `CA ${index}`]] as MintOptions['subject'] })
  const selfSigned = keys.map((key, index) => mintCertificate({ ...named(index), key, ca: true }))
  const circle = keys.map((key, index) =>
    mintCertificate({ ...named(index), key, ca: true, issuer: selfSigned[(index + 1) % keys.length] }),
  )
  const seal = sealWith({ issuer: selfSigned[0] })
  expect(judge(chain(seal, ...circle))).toBe("certificate_untrusted (not issued under the bank's CA)")
})

test('a header is parsed once: the same text gives the same key object, refusals are remembered too', () => {
  const trust = createSealTrust([pki.root.x509], subject)
  expect(trust(bare(pki.seal), Date.now())).toBe(trust(bare(pki.seal), Date.now()))
  for (let time = 0; time < 3; time += 1) {
    expect(() => trust(bare(pki.strangerSeal), Date.now())).toThrow(/not issued under/)
  }
})

test('the memory of headers is bounded, and a header that fell out of it is checked again', () => {
  const trust = createSealTrust([pki.root.x509], subject)
  const first = trust(bare(pki.seal), Date.now())
  for (let index = 0; index < 40; index += 1) expect(() => trust(`AAA${index}`, Date.now())).toThrow()
  expect(trust(bare(pki.seal), Date.now())).not.toBe(first)
})

describe('a distinguished name', () => {
  test('is read in one line, with escapes, or one attribute per line', () => {
    const expected = [
      { oid: '2.5.4.3', value: 'Seal, the' },
      { oid: '2.5.4.97', value: 'PSDIT-BI-1' },
    ]
    expect(parseDistinguishedName('CN=Seal\\, the, organizationIdentifier=PSDIT-BI-1')).toEqual(expected)
    expect(parseDistinguishedName('CN = Seal\\, the\n2.5.4.97=PSDIT-BI-1')).toEqual(expected)
  })

  test.each(['', 'Seal', 'CN=', 'CN=a,', 'XX=a', 'CN=a,,O=b'])('%j is not one', (text) => {
    expect(parseDistinguishedName(text)).toBeUndefined()
  })

  test('matches values exactly, not by part', () => {
    const given = [{ oid: '2.5.4.3', value: 'Sigillo falso' }]
    expect(subjectMatches(given, [{ oid: '2.5.4.3', value: 'Sigillo' }])).toBe(false)
  })
})
