import type { X509Certificate } from 'node:crypto'
import { allowsPathBelow, isIssuedBy } from './certificates'
import { DerError } from './der'

/** A leaf, the intermediates above it and the anchor, each issued by the next. */
export type CertificatePath = readonly X509Certificate[]

/** Leaf and anchor included. */
const MAX_PATH = 5

/**
 * Every path of real signatures from a leaf to an anchor. There may be several: a renewed CA stands beside its
 * predecessor with the same name and key, and which of the two is in time is for the caller to ask. Their number is
 * bounded by MAX_PATH, by what one header may bring and by what one setting may hold; each signature is checked once.
 */
export function pathsToAnchors(
  leaf: X509Certificate,
  intermediates: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
): CertificatePath[] {
  const isIssuer = rememberingIssuers()
  const extend = (path: CertificatePath, top: X509Certificate): CertificatePath[] => {
    const issuesTop = (candidate: X509Certificate) =>
      isIssuer(candidate, top) && leavesRoom(candidate, path.length - 1)
    const ended = anchors.filter(issuesTop).map((anchor) => [...path, anchor])
    if (path.length + 1 === MAX_PATH) return ended
    const onward = intermediates.filter((candidate) => !path.includes(candidate) && issuesTop(candidate))
    return [...ended, ...onward.flatMap((next) => extend([...path, next], next))]
  }
  return extend([leaf], leaf)
}

function rememberingIssuers(): (issuer: X509Certificate, issued: X509Certificate) => boolean {
  const known = new Map<X509Certificate, Map<X509Certificate, boolean>>()
  return (issuer, issued) => {
    const verdicts = known.get(issued) ?? new Map<X509Certificate, boolean>()
    known.set(issued, verdicts)
    const verdict = verdicts.get(issuer) ?? isIssuedBy(issued, issuer)
    verdicts.set(issuer, verdict)
    return verdict
  }
}

function leavesRoom(issuer: X509Certificate, certificateAuthoritiesBelow: number): boolean {
  try {
    return allowsPathBelow(issuer, certificateAuthoritiesBelow)
  } catch (error) {
    if (error instanceof DerError) return false
    throw error
  }
}
