import { allRoles, type CertificateUse, type Psd2Role } from './oids'
import type { StatementFlaw } from './qc-statements'

/** Days from one instant on, as `CertificateRequest` takes them. */
export type Validity = { from: Date; days: number; exact?: boolean }

/** What is to be made for a provider: its two certificates, what it sends, and what the register is told. */
export type ProviderPlan = {
  qwac: {
    validity: Validity
    use: CertificateUse
    roles: readonly Psd2Role[]
    flaw?: StatementFlaw
    /** The trusted authority, one that nobody trusts, or the certificate itself. */
    issuer: 'trusted' | 'unknown' | 'self'
    sendsChain: boolean
  }
  seal: { validity: Validity }
  register: {
    listed: boolean
    roles: readonly Psd2Role[]
    /** Which certificates it holds: those of the kit, or others of the same provider. */
    qwac: 'same' | 'other'
    seal: 'same' | 'other'
  }
}

/** What two defects of one provider may not both change. */
type Aspect =
  | 'validity of the QWAC'
  | 'validity of the seal'
  | 'issuer'
  | 'chain'
  | 'statements'
  | 'register'
  | 'seal'

type Defect = {
  about: string
  /** What the bank answers to every call: status and code. */
  refusal: string
  aspects: readonly Aspect[]
  change(plan: ProviderPlan, now: Date): ProviderPlan
}

const dayMs = 24 * 60 * 60 * 1000
const past = (now: Date): Validity => ({ from: new Date(now.getTime() - 60 * dayMs), days: 30 })
const future = (now: Date): Validity => ({ from: new Date(now.getTime() + 30 * dayMs), days: 60 })

function statements(flaw: StatementFlaw): Pick<Defect, 'aspects' | 'change'> {
  return { aspects: ['statements'], change: (plan) => ({ ...plan, qwac: { ...plan.qwac, flaw } }) }
}

/** Ways in which a provider can be wrong. A further one is a row, and a test of its refusal. */
const rows = {
  'qwac-expired': {
    about: 'the website certificate ran out a month ago',
    refusal: '403 TPP_CERT_UNTRUSTED',
    aspects: ['validity of the QWAC'],
    change: (plan, now) => ({ ...plan, qwac: { ...plan.qwac, validity: past(now) } }),
  },
  'qwac-not-yet-valid': {
    about: 'the website certificate begins in a month',
    refusal: '403 TPP_CERT_UNTRUSTED',
    aspects: ['validity of the QWAC'],
    change: (plan, now) => ({ ...plan, qwac: { ...plan.qwac, validity: future(now) } }),
  },
  'qwac-unknown-authority': {
    about: 'issued by an authority that the bank does not know, whose chain is sent',
    refusal: '403 TPP_CERT_UNTRUSTED',
    aspects: ['issuer', 'chain'],
    change: (plan) => ({ ...plan, qwac: { ...plan.qwac, issuer: 'unknown' } }),
  },
  'qwac-self-signed': {
    about: 'issued by itself',
    refusal: '403 TPP_CERT_UNTRUSTED',
    aspects: ['issuer', 'chain'],
    change: (plan) => ({ ...plan, qwac: { ...plan.qwac, issuer: 'self', sendsChain: false } }),
  },
  'qwac-without-chain': {
    about: 'sent without the certificate of the issuing authority',
    refusal: '403 TPP_CERT_UNTRUSTED',
    aspects: ['chain'],
    change: (plan) => ({ ...plan, qwac: { ...plan.qwac, sendsChain: false } }),
  },
  'qwac-is-seal': {
    about: 'QcType says seal where it should say website',
    refusal: '403 TPP_CERT_NOT_QWAC',
    aspects: ['statements'],
    change: (plan) => ({ ...plan, qwac: { ...plan.qwac, use: 'seal' } }),
  },
  'no-qc-statements': {
    about: 'no qcStatements extension',
    refusal: '403 TPP_CERT_NOT_QWAC',
    ...statements('no-statements'),
  },
  'no-qc-compliance': {
    about: 'qcStatements without QcCompliance: not a qualified certificate',
    refusal: '403 TPP_CERT_NOT_QWAC',
    ...statements('no-compliance'),
  },
  'no-psd2-statement': {
    about: 'qualified, without the PSD2 statement',
    refusal: '403 TPP_CERT_NOT_PSD2',
    ...statements('no-psd2'),
  },
  'role-mismatch': {
    about: "a role's identifier beside the name of another role",
    refusal: '403 TPP_CERT_NOT_PSD2',
    ...statements('role-mismatch'),
  },
  'authority-mismatch': {
    about: 'the PSD2 statement names another authority than the authorisation number',
    refusal: '403 TPP_CERT_NOT_PSD2',
    ...statements('authority-mismatch'),
  },
  'not-in-register': {
    about: 'the authorisation number is not in the register',
    refusal: '403 TPP_NOT_REGISTERED',
    aspects: ['register'],
    change: (plan) => ({ ...plan, register: { ...plan.register, listed: false } }),
  },
  'role-not-registered': {
    about: 'the certificate claims all four roles, the register has fewer',
    refusal: '403 TPP_NOT_REGISTERED',
    aspects: ['register', 'statements'],
    change: (plan) => ({
      ...plan,
      qwac: { ...plan.qwac, roles: allRoles },
      register: {
        ...plan.register,
        roles: plan.register.roles.length < allRoles.length ? plan.register.roles : allRoles.slice(1),
      },
    }),
  },
  'qwac-not-published': {
    about: 'right in every way, but the register holds another website certificate of the provider',
    refusal: '403 TPP_NOT_REGISTERED',
    aspects: ['register'],
    change: (plan) => ({ ...plan, register: { ...plan.register, qwac: 'other' } }),
  },
  'seal-expired': {
    about: 'the seal certificate ran out a month ago',
    refusal: '403 TPP_SEAL_EXPIRED',
    aspects: ['validity of the seal'],
    change: (plan, now) => ({ ...plan, seal: { validity: past(now) } }),
  },
  'seal-not-yet-valid': {
    about: 'the seal certificate begins in a month',
    refusal: '403 TPP_SEAL_EXPIRED',
    aspects: ['validity of the seal'],
    change: (plan, now) => ({ ...plan, seal: { validity: future(now) } }),
  },
  'seal-replaced': {
    about: 'the register holds another seal certificate of the provider',
    refusal: '412 TPP_SIGN_VFY',
    aspects: ['seal'],
    change: (plan) => ({ ...plan, register: { ...plan.register, seal: 'other' } }),
  },
} as const satisfies Record<string, Defect>

export type DefectName = keyof typeof rows

function isDefectName(name: string): name is DefectName {
  return Object.hasOwn(rows, name)
}

export const defectNames = Object.keys(rows).filter(isDefectName)

export function defectRow(name: DefectName): Defect {
  return rows[name]
}

/** The first two of the defects that cannot both hold, and what both would change; null when there are none. */
export function clashOf(
  names: readonly DefectName[],
): { one: DefectName; other: DefectName; aspect: string } | null {
  const changedBy = new Map<Aspect, DefectName>()
  for (const other of names) {
    for (const aspect of defectRow(other).aspects) {
      const one = changedBy.get(aspect)
      if (one !== undefined) return { one, other, aspect }
      changedBy.set(aspect, other)
    }
  }
  return null
}
