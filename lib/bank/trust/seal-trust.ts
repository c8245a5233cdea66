import type { KeyObject, X509Certificate } from 'node:crypto'
import { ProtocolFault } from '../errors'
import {
  hasStrongKey,
  keyUsageBits,
  OID,
  publicKeyOf,
  readCertificateFacts,
  type SubjectAttribute,
  type Validity,
  validityOf,
} from './certificate-facts'
import { type CertificatePath, pathsToAnchors } from './certificate-path'
import { subjectMatches } from './distinguished-name'
import { readQcStatements } from './qc-statements'
import { readSvcCertificate } from './svc-certificate'

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

/**
 * The outcome for one header value. It holds at any time: when the clock counts is the span of each path to an anchor,
 * which is what all its certificates have in common.
 */
type Verdict = { key: KeyObject; spans: readonly Validity[] } | { fault: ProtocolFault }

/**
 * Tells the key that a SVC-Certificate header stands for.
 * @param header the header's value or values
 * @param at milliseconds since the epoch
 * @throws ProtocolFault certificate_unreadable, certificate_untrusted
 */
export type SealTrust = (header: string | readonly string[], at: number) => KeyObject

/**
 * Trust in the bank's seal (design reading 3): a path of real signatures from the certificate to one of the
 * configured anchors, no SHA-1 and no weak key on it, all in time together; the leaf a seal certificate (QcType eseal)
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
    if (!verdict.spans.some(({ notBefore, notAfter }) => notBefore <= at && at <= notAfter)) {
      const isOver = verdict.spans.every(({ notAfter }) => notAfter < at)
      throw new ProtocolFault('certificate_untrusted', isOver ? 'expired' : 'not yet valid')
    }
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
    const spans = spansOfTrust(pathsToAnchors(leaf, intermediates, anchors))
    return { key: publicKeyOf(leaf), spans }
  } catch (error) {
    return { fault: toFault(error) }
  }
}

/** Whatever goes wrong while a certificate is read, the bank's bytes caused it: it is a refusal of them, no crash. */
function toFault(error: unknown): ProtocolFault {
  if (error instanceof ProtocolFault) return error
  return new ProtocolFault('certificate_unreadable', 'not what a certificate holds')
}

/** @throws ProtocolFault of the first path when none holds */
function spansOfTrust(paths: readonly CertificatePath[]): Validity[] {
  const spans: Validity[] = []
  let refusal: ProtocolFault | undefined
  for (const path of paths) {
    try {
      for (const intermediate of path.slice(1, -1)) checkStrength(intermediate)
      spans.push(spanOf(path))
    } catch (error) {
      refusal ??= toFault(error)
    }
  }
  if (spans.length === 0) throw refusal ?? untrusted("not issued under the bank's CA")
  return spans
}

function spanOf(path: CertificatePath): Validity {
  const times = path.map(validityOf)
  return {
    notBefore: Math.max(...times.map(({ notBefore }) => notBefore)),
    notAfter: Math.min(...times.map(({ notAfter }) => notAfter)),
  }
}

function checkLeaf(leaf: X509Certificate, expectedSubject: readonly SubjectAttribute[]): void {
  if (publicKeyOf(leaf).asymmetricKeyType !== 'rsa') throw untrusted('the key is not RSA')
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
