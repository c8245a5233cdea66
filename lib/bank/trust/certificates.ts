import type { KeyObject, X509Certificate } from 'node:crypto'
import { BankConfigError } from '../errors'
import {
  type CertificateFacts,
  hasStrongKey,
  OID,
  pathLengthOf,
  publicKeyOf,
  readCertificateFacts,
  validityOf,
} from './certificate-facts'
import { DerError } from './der'
import { certificatesFrom, privateKeyFrom } from './pem'
import { type PspRole, type QcDefect, type QcType, readQcStatements } from './qc-statements'

/** Our own certificate with its key and chain, leaf first, checked once at start. */
export type Identity = {
  leaf: X509Certificate
  chain: readonly X509Certificate[]
  key: KeyObject
}

/** What health pages and logs may show of a certificate. No key material. */
export type CertificateSummary = {
  subject: string
  serialNumber: string
  notBefore: Date
  notAfter: Date
}

/** The same of our own certificates, as a bank would read them. */
export type CertificateDescription = CertificateSummary & {
  /** PSD2 authorisation number, for example `PSDIT-BI-12345`; empty when there is none. */
  organizationIdentifier: string
  roles: readonly PspRole[]
  /** What a strict reader of TS 119 495 would object to. */
  defects: readonly CertificateDefect[]
}

export type CertificateDefect =
  | QcDefect
  | 'unreadable'
  | 'not_yet_valid'
  | 'expired'
  | 'weak_signature'
  | 'weak_key'
  | 'certificate_authority'
  | 'no_qc_statements'
  | 'no_organization_identifier'
  | 'organization_identifier_form'
  | 'nca_id_mismatch'

/** Certificate and key settings and the QcType that the certificate is for. */
export type IdentitySettings = {
  certificate: { text: string; setting: string }
  key: { text: string; setting: string }
  qcType: Extract<QcType, 'web' | 'eseal'>
}

/**
 * Loads a certificate with its chain and key, and refuses by name what would fail later at the bank: a key
 * that is not the certificate's, a chain out of order, an expired certificate, a QWAC where the QSealC belongs.
 * @throws BankConfigError
 */
export function loadIdentity(settings: IdentitySettings, at: Date): Identity {
  const { text, setting } = settings.certificate
  const chain = certificatesFrom(text, setting)
  const key = privateKeyFrom(settings.key.text, settings.key.setting)
  return asReadable(setting, () => checkIdentity(settings, chain, key, at))
}

function checkIdentity(
  { certificate, key: keySetting, qcType }: IdentitySettings,
  chain: readonly X509Certificate[],
  key: KeyObject,
  at: Date,
): Identity {
  const refuse = (problem: string): never => {
    throw new BankConfigError(certificate.setting, problem)
  }
  const [leaf] = chain
  if (!leaf) return refuse('holds no certificate')
  if (!leaf.checkPrivateKey(key)) {
    if (chain.some((other) => other.checkPrivateKey(key))) {
      refuse('has its chain in the wrong order: the certificate of the key must come first')
    }
    throw new BankConfigError(
      keySetting.setting,
      `is not the key of the certificate in ${certificate.setting}`,
    )
  }
  for (const [index, issued] of chain.entries()) {
    const issuer = chain[index + 1]
    if (issuer && !isIssuedBy(issued, issuer)) {
      refuse('has its chain in the wrong order: each certificate must be issued by the one after it')
    }
    const { notBefore, notAfter } = validityOf(issued)
    if (at.getTime() > notAfter) refuse(`holds a certificate that expired on ${issued.validTo}`)
    if (at.getTime() < notBefore) refuse(`holds a certificate that is valid only from ${issued.validFrom}`)
  }
  const types = inspectCertificate(leaf, at).types
  if (types.length > 0 && !types.includes(qcType)) {
    refuse(`holds a certificate whose QcType is ${types.join(', ')}, not ${qcType}`)
  }
  return { leaf, chain, key }
}

/**
 * Loads the CAs that trust ends at.
 * @throws BankConfigError
 */
export function loadAnchors(text: string, setting: string, at: Date): X509Certificate[] {
  const anchors = certificatesFrom(text, setting)
  return asReadable(setting, () => {
    for (const anchor of anchors) {
      if (!anchor.ca) throw new BankConfigError(setting, 'holds a certificate that is not a CA')
      if (!hasStrongKey(anchor)) throw new BankConfigError(setting, 'holds a CA with a weak key')
    }
    // An old root may stay beside its successor; all expired means that no answer could ever be believed.
    const ends = anchors.map((anchor) => validityOf(anchor).notAfter)
    if (Math.max(...ends) < at.getTime()) throw new BankConfigError(setting, 'has expired')
    return anchors
  })
}

/** A certificate that parses may still hold a key, a date or an extension that does not. */
function asReadable<T>(setting: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof BankConfigError) throw error
    throw new BankConfigError(setting, 'holds a certificate that cannot be read')
  }
}

/** By name, key identifiers and key usage, and by the signature itself. False when a key cannot verify at all. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  if (!issuer.ca || !certificate.checkIssued(issuer)) return false
  try {
    return certificate.verify(publicKeyOf(issuer))
  } catch {
    return false
  }
}

/** True when the issuer's pathLenConstraint leaves room for so many CA certificates below it. */
export function allowsPathBelow(issuer: X509Certificate, certificateAuthoritiesBelow: number): boolean {
  const limit = pathLengthOf(readCertificateFacts(issuer))
  return limit === undefined || certificateAuthoritiesBelow <= limit
}

export function summariseCertificate(certificate: X509Certificate): CertificateSummary {
  const { notBefore, notAfter } = validityOf(certificate)
  return {
    subject: certificate.subject.replaceAll('\n', ', '),
    serialNumber: certificate.serialNumber,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
  }
}

export function describeCertificate(certificate: X509Certificate, at: Date): CertificateDescription {
  const { organizationIdentifier, roles, defects } = inspectCertificate(certificate, at)
  return { ...summariseCertificate(certificate), organizationIdentifier, roles, defects }
}

/** A certificate read tolerantly and judged strictly: never throws, every defect has a name. */
export type Inspection = {
  types: readonly QcType[]
  roles: readonly PspRole[]
  ncaId: string
  organizationIdentifier: string
  defects: readonly CertificateDefect[]
}

/** Reads an eIDAS leaf certificate (ETSI EN 319 412-5, TS 119 495) as of an instant. */
export function inspectCertificate(certificate: X509Certificate, at: Date): Inspection {
  try {
    return inspect(certificate, readCertificateFacts(certificate), at.getTime())
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    return { types: [], roles: [], ncaId: '', organizationIdentifier: '', defects: ['unreadable'] }
  }
}

function inspect(certificate: X509Certificate, facts: CertificateFacts, at: number): Inspection {
  const defects: CertificateDefect[] = []
  const { notBefore, notAfter } = facts.validity
  if (at < notBefore) defects.push('not_yet_valid')
  if (at > notAfter) defects.push('expired')
  if (!facts.strongSignature) defects.push('weak_signature')
  if (!hasStrongKey(certificate)) defects.push('weak_key')
  if (certificate.ca) defects.push('certificate_authority')

  const extension = facts.extensions.get(OID.qcStatements)
  const statements = extension && readQcStatements(extension.value)
  if (statements) defects.push(...statements.defects)
  else defects.push('no_qc_statements')

  const organizationIdentifier =
    facts.subject.find((attribute) => attribute.oid === OID.organizationIdentifier)?.value ?? ''
  const ncaId = statements?.psd2?.ncaId ?? ''
  if (organizationIdentifier === '') defects.push('no_organization_identifier')
  else {
    const form = /^PSD([A-Z]{2}-[A-Z]{2,8})-.+$/.exec(organizationIdentifier)
    if (!form) defects.push('organization_identifier_form')
    if (statements?.psd2 && ncaId !== form?.[1]) defects.push('nca_id_mismatch')
  }
  const types = statements?.types ?? []
  return { types, roles: statements?.psd2?.roles ?? [], ncaId, organizationIdentifier, defects }
}
