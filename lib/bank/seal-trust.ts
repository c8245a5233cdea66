import type { KeyObject, X509Certificate } from 'node:crypto'
import {
  hasStrongKey,
  keyUsageBits,
  OID,
  readCertificateFacts,
  type SubjectAttribute,
  validityOf,
} from './certificate-facts'
import { allowsPathBelow, isIssuedBy } from './certificates'
import { DerError } from './der'
import { subjectMatches } from './distinguished-name'
import { ProtocolFault } from './errors'
import { readQcStatements } from './qc-statements'
import { readSvcCertificate } from './svc-certificate'

const MAX_PATH = 5
const CACHED_HEADERS = 32
/** The critical extensions this reader understands; RFC 5280 §4.2 says to refuse a certificate with any other. */
const UNDERSTOOD = new Set<string>([
  OID.keyUsage,
  OID.basicConstraints,
  OID.qcStatements,
  '2.5.29.17', // subjectAltName
  '2.5.29.32', // certificatePolicies: no policy is required, so none can be missing
  '2.5.29.37', // extKeyUsage
])

/** The outcome for one header value. `notBefore` and `notAfter` (ms) are the tightest of the whole path. */
type Verdict = { key: KeyObject; notBefore: number; notAfter: number } | { fault: ProtocolFault }

/**
 * Tells the key that a SVC-Certificate header stands for.
 * @param header the header's value or values
 * @param at milliseconds since the epoch
 * @throws ProtocolFault certificate_unreadable, certificate_untrusted
 */
export type SealTrust = (header: string | readonly string[], at: number) => KeyObject

/**
 * Trust in the bank's seal (design reading 3): a path of real signatures from the certificate to one of the
 * configured anchors, no SHA-1 and no weak key on it, each in time; the leaf a seal certificate (QcType eseal)
 * of the expected subject with an RSA key. Verdicts are remembered by the header's exact text, refusals too;
 * the clock is asked every time.
 */
export function createSealTrust(
  anchors: readonly X509Certificate[],
  expectedSubject: readonly SubjectAttribute[],
): SealTrust {
  const verdicts = new Map<string, Verdict>()
  // A bank signs with one certificate for months: comparing two texts is cheaper than hashing one.
  let latest: { text: string; verdict: Verdict } | undefined

  const verdictOn = (header: string | readonly string[]): Verdict => {
    const text = typeof header === 'string' ? header : header.join('\n')
    if (latest?.text === text) return latest.verdict
    const verdict = verdicts.get(text) ?? judge(header, anchors, expectedSubject)
    verdicts.delete(text)
    verdicts.set(text, verdict)
    latest = { text, verdict }
    const oldest = verdicts.keys().next()
    if (verdicts.size > CACHED_HEADERS && !oldest.done) verdicts.delete(oldest.value)
    return verdict
  }

  return (header, at) => {
    const verdict = verdictOn(header)
    if ('fault' in verdict) throw new ProtocolFault(verdict.fault.reason, verdict.fault.detail)
    if (at < verdict.notBefore) throw new ProtocolFault('certificate_untrusted', 'not yet valid')
    if (at > verdict.notAfter) throw new ProtocolFault('certificate_untrusted', 'expired')
    return verdict.key
  }
}

function judge(
  header: string | readonly string[],
  anchors: readonly X509Certificate[],
  expectedSubject: readonly SubjectAttribute[],
): Verdict {
  try {
    const [leaf, ...intermediates] = readSvcCertificate(header)
    if (!leaf) throw new ProtocolFault('certificate_unreadable', 'empty')
    checkLeaf(leaf, expectedSubject)
    const path = pathToAnchor(leaf, intermediates, anchors)
    const times = path.map(validityOf)
    return {
      key: leaf.publicKey,
      notBefore: Math.max(...times.map((time) => time.notBefore)),
      notAfter: Math.min(...times.map((time) => time.notAfter)),
    }
  } catch (error) {
    if (error instanceof ProtocolFault) return { fault: error }
    if (error instanceof DerError) return { fault: new ProtocolFault('certificate_unreadable', 'not DER') }
    throw error
  }
}

function checkLeaf(leaf: X509Certificate, expectedSubject: readonly SubjectAttribute[]): void {
  if (leaf.publicKey.asymmetricKeyType !== 'rsa') throw untrusted('the key is not RSA')
  if (leaf.ca) throw untrusted('a CA certificate does not seal answers')
  checkStrength(leaf)
  const facts = readCertificateFacts(leaf)
  if (!subjectMatches(facts.subject, expectedSubject)) throw untrusted('not the expected subject')
  const usage = keyUsageBits(facts)
  const [digitalSignature, contentCommitment] = [0, 1]
  if (usage && !usage(digitalSignature) && !usage(contentCommitment))
    throw untrusted('keyUsage forbids signing')
  const statements = facts.extensions.get(OID.qcStatements)
  if (!statements || !readQcStatements(statements.value).types.includes('eseal')) {
    throw untrusted('QcType is not eseal')
  }
}

/** Leaf, intermediates and the anchor, in order. @throws ProtocolFault when no path ends at an anchor */
function pathToAnchor(
  leaf: X509Certificate,
  intermediates: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
): X509Certificate[] {
  const path = [leaf]
  for (let current = leaf; path.length < MAX_PATH; ) {
    const below = path.length - 1
    const anchor = anchors.find((candidate) => issues(candidate, current, below))
    if (anchor) return [...path, anchor]
    const next = intermediates.find(
      (candidate) => !path.includes(candidate) && issues(candidate, current, below),
    )
    if (!next) throw untrusted("not issued under the bank's CA")
    checkStrength(next)
    path.push(next)
    current = next
  }
  throw untrusted('the path is too long')
}

function issues(
  issuer: X509Certificate,
  issued: X509Certificate,
  certificateAuthoritiesBelow: number,
): boolean {
  return isIssuedBy(issued, issuer) && allowsPathBelow(issuer, certificateAuthoritiesBelow)
}

function checkStrength(certificate: X509Certificate): void {
  const facts = readCertificateFacts(certificate)
  if (!facts.strongSignature) throw untrusted('signed with SHA-1 or an unknown algorithm')
  if (!hasStrongKey(certificate)) throw untrusted('weak key')
  for (const [oid, { critical }] of facts.extensions) {
    if (critical && !UNDERSTOOD.has(oid)) throw untrusted('an unknown critical extension')
  }
}

function untrusted(detail: string): ProtocolFault {
  return new ProtocolFault('certificate_untrusted', detail)
}
