import type { KeyObject, X509Certificate } from 'node:crypto'
import { childrenOf, type DerElement, DerError, readDer, readOid, readText, readTime, TAG } from './der'

export type SubjectAttribute = { oid: string; value: string }

/** Milliseconds since the epoch, both ends included (RFC 5280 §4.1.2.5). */
export type Validity = { notBefore: number; notAfter: number }

/** What node's `X509Certificate` does not tell, or tells only as text. */
export type CertificateFacts = {
  validity: Validity
  /** Subject attributes in order, duplicates kept; a value of an unknown string type is empty. */
  subject: readonly SubjectAttribute[]
  /** Name of the signature algorithm when it is one to rely on, else undefined (SHA-1, MD5, unknown). */
  strongSignature: string | undefined
  extensions: ReadonlyMap<string, { critical: boolean; value: Buffer }>
}

export const OID = {
  organizationIdentifier: '2.5.4.97',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  qcStatements: '1.3.6.1.5.5.7.1.3',
} as const

const STRONG_SIGNATURES: Record<string, string> = {
  '1.2.840.113549.1.1.11': 'sha256WithRSA',
  '1.2.840.113549.1.1.12': 'sha384WithRSA',
  '1.2.840.113549.1.1.13': 'sha512WithRSA',
  '1.2.840.10045.4.3.2': 'ecdsaWithSHA256',
  '1.2.840.10045.4.3.3': 'ecdsaWithSHA384',
  '1.2.840.10045.4.3.4': 'ecdsaWithSHA512',
  '1.3.101.112': 'Ed25519',
}
const RSASSA_PSS = '1.2.840.113549.1.1.10'
const SHA2 = new Set(['2.16.840.1.101.3.4.2.1', '2.16.840.1.101.3.4.2.2', '2.16.840.1.101.3.4.2.3'])

const MIN_RSA_BITS = 2048
const MIN_EC_CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1'])

/**
 * Walks a certificate (RFC 5280 §4.1) for the facts above.
 * @throws DerError when the certificate is not the DER it should be
 */
export function readCertificateFacts(certificate: X509Certificate): CertificateFacts {
  const [tbs, algorithm] = childrenOf(readDer(certificate.raw))
  if (!tbs || !algorithm) throw new DerError('not a certificate')
  const fields = childrenOf(tbs)
  const versioned = fields[0]?.tag === 0xa0 ? 1 : 0
  const [validity, subject] = fields.slice(versioned + 3)
  if (!validity || !subject) throw new DerError('no validity or no subject')
  const extensions = fields.slice(versioned + 6).find((field) => field.tag === 0xa3)
  return {
    validity: readValidity(validity),
    subject: readName(subject),
    strongSignature: readStrongSignature(algorithm),
    extensions: extensions ? readExtensions(extensions) : new Map(),
  }
}

/**
 * The certificate's key. Reading the certificate does not decode it, so that only this shows a broken one.
 * @throws DerError
 */
export function publicKeyOf(certificate: X509Certificate): KeyObject {
  try {
    return certificate.publicKey
  } catch {
    throw new DerError('a public key that cannot be decoded')
  }
}

/** True for RSA of 2048 bits and more, for the NIST curves from P-256 and for Ed25519. @throws DerError */
export function hasStrongKey(certificate: X509Certificate): boolean {
  const { asymmetricKeyType, asymmetricKeyDetails } = publicKeyOf(certificate)
  if (asymmetricKeyType === 'rsa') return (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS
  if (asymmetricKeyType === 'ec') return MIN_EC_CURVES.has(asymmetricKeyDetails?.namedCurve ?? '')
  return asymmetricKeyType === 'ed25519'
}

/** @throws DerError */
export function validityOf(certificate: X509Certificate): Validity {
  return readCertificateFacts(certificate).validity
}

/** Bit 0 of a named-bit-list is its most significant bit. Undefined when the certificate has no keyUsage. */
export function keyUsageBits(facts: CertificateFacts): ((bit: number) => boolean) | undefined {
  const extension = facts.extensions.get(OID.keyUsage)
  if (!extension) return undefined
  const { tag, content } = readDer(extension.value)
  if (tag !== TAG.bitString) throw new DerError('keyUsage is not a bit string')
  return (bit) => (((content[1 + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1) === 1
}

/** How many further CA certificates may stand below this one; undefined = no limit stated. */
export function pathLengthOf(facts: CertificateFacts): number | undefined {
  const extension = facts.extensions.get(OID.basicConstraints)
  if (!extension) return undefined
  const length = childrenOf(readDer(extension.value)).find((field) => field.tag === TAG.integer)
  return length && length.content.length <= 2
    ? length.content.readUIntBE(0, length.content.length)
    : undefined
}

/** The dates themselves: node writes them as text, and reads a year 49 back as 2049. */
function readValidity(validity: DerElement): Validity {
  const [notBefore, notAfter] = childrenOf(validity)
  if (!notBefore || !notAfter) throw new DerError('validity without its two dates')
  return { notBefore: readTime(notBefore), notAfter: readTime(notAfter) }
}

function readName(name: DerElement): SubjectAttribute[] {
  return childrenOf(name).flatMap((relative) =>
    childrenOf(relative).map((attribute) => {
      const [type, value] = childrenOf(attribute)
      if (!type || !value) throw new DerError('attribute without a value')
      return { oid: readOid(type), value: readText(value) ?? '' }
    }),
  )
}

function readStrongSignature(algorithm: DerElement): string | undefined {
  const [oid, parameters] = childrenOf(algorithm)
  if (!oid) return undefined
  const name = readOid(oid)
  if (name !== RSASSA_PSS) return STRONG_SIGNATURES[name]
  // RFC 4055 §3.1: the hash of PSS is a parameter, and SHA-1 when it is left out.
  const hash = parameters && childrenOf(parameters).find((field) => field.tag === 0xa0)
  const hashOid = hash && childrenOf(readDer(hash.content))[0]
  return hashOid && SHA2.has(readOid(hashOid)) ? 'RSASSA-PSS' : undefined
}

function readExtensions(wrapper: DerElement): CertificateFacts['extensions'] {
  const found = new Map<string, { critical: boolean; value: Buffer }>()
  for (const extension of childrenOf(readDer(wrapper.content))) {
    const parts = childrenOf(extension)
    const oid = readOid(parts[0] ?? extension)
    const value = parts.at(-1)
    if (!value || found.has(oid)) throw new DerError('extension without a value, or given twice')
    const critical = parts[1]?.tag === TAG.boolean && parts[1].content[0] !== 0
    found.set(oid, { critical, value: value.content })
  }
  return found
}
