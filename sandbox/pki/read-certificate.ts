import type { X509Certificate } from 'node:crypto'
import {
  childrenOf,
  type DerElement,
  DerError,
  derTags,
  expectTag,
  readElement,
  readOid,
  readUtf8,
} from './der'
import { type CertificateUse, oids, organizationIdentifierForm, type Psd2Role, roleOids } from './oids'

export type Psd2Statement = { roles: Psd2Role[]; ncaName: string; ncaId: string }

/** What the bank wants to know of a TPP's certificate. `defects` names what is wrong with its qcStatements. */
export type CertificateFacts = {
  x509: X509Certificate
  organizationIdentifier: string | null
  qualified: boolean
  uses: CertificateUse[]
  psd2: Psd2Statement | null
  defects: string[]
}

/** Reads a certificate's DER. Never throws on foreign content: what cannot be read becomes a named defect. */
export function readCertificateFacts(x509: X509Certificate): CertificateFacts {
  const facts: CertificateFacts = {
    x509,
    organizationIdentifier: null,
    qualified: false,
    uses: [],
    psd2: null,
    defects: [],
  }
  try {
    const { subject, extensions } = takeApart(x509.raw)
    facts.organizationIdentifier = readOrganizationIdentifier(subject)
    const statements = extensions.get(oids.qcStatementsExtension)
    if (statements) readStatements(readElement(statements), facts)
    else facts.defects.push('no qcStatements')
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    facts.defects.push(`not readable: ${error.message}`)
  }
  checkAuthority(facts)
  return facts
}

/** Subject name and extension values of a certificate (RFC 5280, 4.1). */
function takeApart(der: Buffer): { subject: DerElement; extensions: Map<string, Buffer> } {
  const certificate = expectTag(readElement(der), derTags.sequence)
  const fields = childrenOf(expectTag(childrenOf(certificate)[0], derTags.sequence))
  // version [0] is present in every v3 certificate; serial, algorithm, issuer and validity come before the subject
  expectTag(fields[0], derTags.version)
  const subject = expectTag(fields[5], derTags.sequence)
  const extensions = new Map<string, Buffer>()
  const list = fields.find((field) => field.tag === derTags.extensions)
  if (list) {
    for (const extension of childrenOf(readElement(list.content))) {
      const parts = childrenOf(extension)
      const value = parts.at(-1)
      const id = readOid(parts[0])
      if (!value || extensions.has(id)) throw new DerError('extension twice or empty')
      extensions.set(id, value.content)
    }
  }
  return { subject, extensions }
}

function readOrganizationIdentifier(subject: DerElement): string | null {
  const found: string[] = []
  for (const relativeName of childrenOf(subject)) {
    for (const attribute of childrenOf(expectTag(relativeName, derTags.set))) {
      const [type, value] = childrenOf(attribute)
      if (readOid(type) === oids.organizationIdentifier && value) found.push(value.content.toString('utf8'))
    }
  }
  return found.length === 1 ? (found[0] ?? null) : null
}

function readStatements(statements: DerElement, facts: CertificateFacts): void {
  for (const statement of childrenOf(expectTag(statements, derTags.sequence))) {
    const [id, info] = childrenOf(expectTag(statement, derTags.sequence))
    const statementId = readOid(id)
    if (statementId === oids.qcCompliance) facts.qualified = true
    if (statementId === oids.qcType) facts.uses.push(...readUses(info))
    if (statementId === oids.psd2Statement) {
      if (facts.psd2) facts.defects.push('PSD2 statement twice')
      facts.psd2 = readPsd2Statement(info)
    }
  }
}

function readUses(info: DerElement | undefined): CertificateUse[] {
  const types = childrenOf(expectTag(info, derTags.sequence)).map(readOid)
  const uses: CertificateUse[] = []
  if (types.includes(oids.qcTypeWeb)) uses.push('web')
  if (types.includes(oids.qcTypeSeal)) uses.push('seal')
  return uses
}

/** PSD2QcType ::= SEQUENCE { rolesOfPSP, nCAName, nCAId }; a role is its identifier, then its name (TS 119 495, Annex A). */
function readPsd2Statement(info: DerElement | undefined): Psd2Statement {
  const [roleList, ncaName, ncaId, ...rest] = childrenOf(expectTag(info, derTags.sequence))
  if (rest.length > 0) throw new DerError('PSD2 statement has extra elements')
  const roles = childrenOf(expectTag(roleList, derTags.sequence)).map((role): Psd2Role => {
    const [id, name, ...more] = childrenOf(expectTag(role, derTags.sequence))
    if (more.length > 0) throw new DerError('several roles written as one')
    const roleName = readUtf8(name)
    if (!isRole(roleName) || roleOids[roleName] !== readOid(id)) {
      throw new DerError('role identifier and name do not fit')
    }
    return roleName
  })
  return { roles, ncaName: readUtf8(ncaName), ncaId: readUtf8(ncaId) }
}

function isRole(name: string): name is Psd2Role {
  return Object.hasOwn(roleOids, name)
}

/** The authority named in the PSD2 statement must be the one inside the authorisation number. */
function checkAuthority(facts: CertificateFacts): void {
  if (!facts.psd2) return
  const parts = organizationIdentifierForm.exec(facts.organizationIdentifier ?? '')
  if (!parts) facts.defects.push('organizationIdentifier is not a PSD2 authorisation number')
  else if (facts.psd2.ncaId !== `${parts[1]}-${parts[2]}`)
    facts.defects.push('authority of number and statement differ')
}
