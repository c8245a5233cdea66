import { childrenOf, type DerElement, DerError, readDer, readOid, readText, TAG } from './der'

export type QcType = 'esign' | 'eseal' | 'web'
export type PspRole = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC'

/** Read tolerantly, judged by name: `defects` lists what ETSI EN 319 412-5 or TS 119 495 would not allow. */
export type QcStatements = {
  types: readonly QcType[]
  /** The QcCompliance statement is there: issued as an EU qualified certificate. */
  compliance: boolean
  psd2: { roles: readonly PspRole[]; ncaName: string; ncaId: string } | undefined
  defects: readonly QcDefect[]
}

export type QcDefect =
  | 'qc_statements_unreadable'
  | 'qc_statements_empty'
  | 'qc_statements_without_outer_sequence'
  | 'no_qc_compliance'
  | 'no_qc_type'
  | 'no_psd2_statement'
  | 'roles_flattened'
  | 'role_name_mismatch'
  | 'role_unknown'

const STATEMENT = {
  compliance: '0.4.0.1862.1.1',
  type: '0.4.0.1862.1.6',
  psd2: '0.4.0.19495.2',
} as const
const TYPES: Record<string, QcType> = {
  '0.4.0.1862.1.6.1': 'esign',
  '0.4.0.1862.1.6.2': 'eseal',
  '0.4.0.1862.1.6.3': 'web',
}
const ROLES: Record<string, PspRole> = {
  '0.4.0.19495.1.1': 'PSP_AS',
  '0.4.0.19495.1.2': 'PSP_PI',
  '0.4.0.19495.1.3': 'PSP_AI',
  '0.4.0.19495.1.4': 'PSP_IC',
}

/** Reads the value of the qcStatements extension (RFC 3739 §3.2.6). Never throws. */
export function readQcStatements(extensionValue: Buffer): QcStatements {
  const defects = new Set<QcDefect>()
  try {
    return collect(statementsIn(readDer(extensionValue), defects), defects)
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    return { types: [], compliance: false, psd2: undefined, defects: ['qc_statements_unreadable'] }
  }
}

function statementsIn(extension: DerElement, defects: Set<QcDefect>): DerElement[] {
  const children = childrenOf(extension)
  if (children.length === 0) defects.add('qc_statements_empty')
  if (children[0]?.tag !== TAG.oid) return children
  defects.add('qc_statements_without_outer_sequence')
  return [extension]
}

function collect(statements: DerElement[], defects: Set<QcDefect>): QcStatements {
  const types: QcType[] = []
  let compliance = false
  let psd2: QcStatements['psd2']
  for (const statement of statements) {
    const [id, info] = childrenOf(statement)
    if (!id) throw new DerError('statement without an id')
    const oid = readOid(id)
    if (oid === STATEMENT.compliance) compliance = true
    if (oid === STATEMENT.type && info) types.push(...readTypes(info))
    if (oid === STATEMENT.psd2 && info) psd2 = readPsd2(info, defects)
  }
  if (!compliance) defects.add('no_qc_compliance')
  if (types.length === 0) defects.add('no_qc_type')
  if (!psd2) defects.add('no_psd2_statement')
  return { types, compliance, psd2, defects: [...defects] }
}

function readTypes(info: DerElement): QcType[] {
  return childrenOf(info).flatMap((element) => TYPES[readOid(element)] ?? [])
}

/** PSD2QcType ::= SEQUENCE { rolesOfPSP, nCAName, nCAId } (TS 119 495 Annex A). */
function readPsd2(info: DerElement, defects: Set<QcDefect>): NonNullable<QcStatements['psd2']> {
  const [roles, ncaName, ncaId] = childrenOf(info)
  return {
    roles: roles ? readRoles(roles, defects) : [],
    ncaName: (ncaName && readText(ncaName)) ?? '',
    ncaId: (ncaId && readText(ncaId)) ?? '',
  }
}

/** Each RoleOfPSP is { oid, name }; a known malformation puts several pairs into one. The OID decides, not the name. */
function readRoles(rolesOfPsp: DerElement, defects: Set<QcDefect>): PspRole[] {
  const roles: PspRole[] = []
  for (const roleOfPsp of childrenOf(rolesOfPsp)) {
    const parts = childrenOf(roleOfPsp)
    if (parts.length > 2) defects.add('roles_flattened')
    for (let index = 0; index < parts.length; index += 2) {
      const [oid, name] = parts.slice(index, index + 2)
      const role = oid && ROLES[readOid(oid)]
      if (!role) {
        defects.add('role_unknown')
        continue
      }
      if ((name && readText(name)) !== role) defects.add('role_name_mismatch')
      roles.push(role)
    }
  }
  return roles
}
