import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { type CertificateUse, oids, organizationIdentifierForm, type Psd2Role } from './oids'
import { qcStatements, type StatementFlaw } from './qc-statements'

/** A certificate and its private key, both PEM. */
export type KeyedCertificate = { cert: string; key: string }

export type SubjectName = {
  commonName: string
  organizationName: string
  /** Written as organizationIdentifier (2.5.4.97); absent for authorities. */
  organizationIdentifier?: string
}

/** Whose certificate this is and what it may do; validity in days from `from`. */
export type CertificateRequest = {
  subject: SubjectName
  profile: Profile
  from: Date
  validityDays: number
  /** It begins at `from` and not a little before. */
  exact?: boolean
}

export type Profile =
  | { kind: 'authority'; pathLength: number }
  | { kind: 'server'; hostNames: string[]; addresses: string[] }
  | {
      kind: 'qualified'
      use: CertificateUse
      /** Names of the web site of a QWAC. */
      hostNames?: string[]
      psd2?: { roles: readonly Psd2Role[]; ncaName: string }
      /** What is wrong with its statements, on purpose. */
      flaw?: StatementFlaw
    }

const generateKeyPairAsync = promisify(generateKeyPair)
const dayMs = 24 * 60 * 60 * 1000
/** A clock that is a little behind must still accept a certificate made this minute. */
const backdateMs = 60 * 60 * 1000

/**
 * Makes a key and a certificate for it, signed by `issuer` (itself when absent). The key comes from node:crypto,
 * which is many times faster at it; node-forge writes the certificate.
 */
export async function mint(
  request: CertificateRequest,
  issuer?: KeyedCertificate,
): Promise<KeyedCertificate> {
  const { privateKey } = await generateKeyPairAsync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { cert: certify(request, privateKey, issuer), key: privateKey }
}

/** Certifies an existing key anew; used when a certificate has run out. */
export function certify(request: CertificateRequest, key: string, issuer?: KeyedCertificate): string {
  const privateKey = forge.pki.privateKeyFromPem(key)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(privateKey.n, privateKey.e)
  // a leading zero bit keeps the serial number positive, a second set bit keeps its length
  certificate.serialNumber = `4${randomBytes(16).toString('hex').slice(1)}`
  certificate.validity.notBefore = new Date(request.from.getTime() - (request.exact ? 0 : backdateMs))
  certificate.validity.notAfter = new Date(request.from.getTime() + request.validityDays * dayMs)
  certificate.setSubject(nameAttributes(request.subject))
  const issuerCertificate = issuer ? forge.pki.certificateFromPem(issuer.cert) : certificate
  certificate.setIssuer(issuerCertificate.subject.attributes)
  certificate.setExtensions([
    ...extensionsFor(request),
    {
      name: 'authorityKeyIdentifier',
      keyIdentifier: issuerCertificate.generateSubjectKeyIdentifier().getBytes(),
    },
  ])
  certificate.sign(issuer ? forge.pki.privateKeyFromPem(issuer.key) : privateKey, forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n')
}

function nameAttributes(subject: SubjectName): forge.pki.CertificateField[] {
  // forge takes an ASN.1 type here; its type declarations ask for a class by mistake
  const utf8 = { valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class }
  const attributes: forge.pki.CertificateField[] = [
    { name: 'countryName', value: 'IT' },
    { name: 'organizationName', value: subject.organizationName, ...utf8 },
    { name: 'commonName', value: subject.commonName, ...utf8 },
  ]
  if (subject.organizationIdentifier) {
    attributes.push({ type: oids.organizationIdentifier, value: subject.organizationIdentifier, ...utf8 })
  }
  return attributes
}

function extensionsFor({ profile, subject }: CertificateRequest): object[] {
  const identifiers = [{ name: 'subjectKeyIdentifier' }]
  if (profile.kind === 'authority') {
    return [
      { name: 'basicConstraints', cA: true, pathLenConstraint: profile.pathLength, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ...identifiers,
    ]
  }
  const common = [{ name: 'basicConstraints', cA: false, critical: true }, ...identifiers]
  if (profile.kind === 'server') {
    return [
      ...common,
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      alternativeNames(profile.hostNames, profile.addresses),
    ]
  }
  const usage =
    profile.use === 'web'
      ? [
          { name: 'keyUsage', digitalSignature: true, critical: true },
          { name: 'extKeyUsage', clientAuth: true, serverAuth: true },
          alternativeNames(profile.hostNames ?? [], []),
        ]
      : [{ name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true }]
  if (profile.flaw === 'no-statements') return [...common, ...usage]
  return [...common, ...usage, { id: oids.qcStatementsExtension, value: statementsOf(profile, subject) }]
}

function alternativeNames(hostNames: string[], addresses: string[]): object {
  const names = hostNames.map((value) => ({ type: 2, value }))
  return { name: 'subjectAltName', altNames: [...names, ...addresses.map((ip) => ({ type: 7, ip }))] }
}

/** The statements of this subject: its PSD2 statement names the authority inside its authorisation number. */
function statementsOf(profile: Profile & { kind: 'qualified' }, subject: SubjectName): forge.asn1.Asn1 {
  const { use, psd2, flaw } = profile
  if (!psd2) return qcStatements({ use, flaw })
  const number = organizationIdentifierForm.exec(subject.organizationIdentifier ?? '')
  if (!number) throw new Error('a PSD2 certificate needs an organizationIdentifier such as PSDIT-BI-A12345')
  return qcStatements({ use, flaw, psd2: { ...psd2, authority: `${number[1]}-${number[2]}` } })
}
