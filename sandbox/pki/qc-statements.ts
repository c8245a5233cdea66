import forge from 'node-forge'
import { allRoles, type CertificateUse, oids, type Psd2Role, roleOids } from './oids'

/** What may be wrong with the statements of a certificate, on purpose. */
export type StatementFlaw =
  | 'no-statements'
  | 'no-compliance'
  | 'no-psd2'
  /** A role's identifier beside the name of another role. */
  | 'role-mismatch'
  /** Another authority than the one in the authorisation number. */
  | 'authority-mismatch'

export type QcStatements = {
  use: CertificateUse
  /** `authority` is the id inside the authorisation number, `IT-BI`. Absent for a certificate that is not a TPP's. */
  psd2?: { roles: readonly Psd2Role[]; ncaName: string; authority: string }
  flaw?: StatementFlaw
}

const { asn1 } = forge
const sequence = (children: forge.asn1.Asn1[]) =>
  asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, children)
const oid = (dotted: string) =>
  asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(dotted).getBytes())
const utf8String = (text: string) =>
  asn1.create(asn1.Class.UNIVERSAL, asn1.Type.UTF8, false, Buffer.from(text, 'utf8').toString('latin1'))

/** QcCompliance, QcType and, for a TPP, the PSD2 statement of TS 119 495 (roles, then authority name, then its id). */
export function qcStatements({ use, psd2, flaw }: QcStatements): forge.asn1.Asn1 {
  const statements: forge.asn1.Asn1[] = []
  if (flaw !== 'no-compliance') statements.push(sequence([oid(oids.qcCompliance)]))
  const type = use === 'web' ? oids.qcTypeWeb : oids.qcTypeSeal
  statements.push(sequence([oid(oids.qcType), sequence([oid(type)])]))
  if (psd2 && flaw !== 'no-psd2') {
    const roles = psd2.roles.map((role) =>
      sequence([oid(roleOids[role]), utf8String(flaw === 'role-mismatch' ? anotherRole(role) : role)]),
    )
    const authority = flaw === 'authority-mismatch' ? anotherAuthority(psd2.authority) : psd2.authority
    statements.push(
      sequence([
        oid(oids.psd2Statement),
        sequence([sequence(roles), utf8String(psd2.ncaName), utf8String(authority)]),
      ]),
    )
  }
  return sequence(statements)
}

function anotherRole(role: Psd2Role): Psd2Role {
  return allRoles.find((other) => other !== role) ?? role
}

function anotherAuthority(authority: string): string {
  return authority === 'DE-BAFIN' ? 'IT-BI' : 'DE-BAFIN'
}
