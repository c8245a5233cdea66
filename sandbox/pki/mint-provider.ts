import { clashOf, type DefectName, defectRow, type ProviderPlan, type Validity } from './defects'
import {
  authorityRequest,
  leafDays,
  type SandboxKeys,
  type TppKeys,
  type TppRequest,
  tppRequest,
  withCredentials,
} from './key-set'
import { changeKeys } from './keys-file'
import { type CertificateRequest, type KeyedCertificate, mint } from './mint'
import { organizationIdentifierForm, type Psd2Role } from './oids'

/** What somebody asks for. Everything but the name may be left out. */
export type MintRequest = {
  /** Of the company, as the register and its certificates have it. */
  name: string
  /** Shown to customers; the name when absent. */
  displayName?: string
  /** Authorisation number; the next free one when absent. */
  number?: string
  roles: readonly Psd2Role[]
  /** Where its application lives, without a slash at the end; where the bank is told that ours does when absent. */
  appUrl?: string
  /** `YYYY-MM-DD`, from its first hour on in UTC; now when absent. */
  validFrom?: string
  validDays?: number
  defects: readonly DefectName[]
}

/** A provider that cannot be made; the message says why. */
export class MintError extends Error {}

const maxProviders = 1000

/**
 * Makes one more provider: certificates, applications, an entry in the keys file of the data directory. A bank that
 * runs there knows it at its first call; everybody else stays as they are. Throws {@link MintError}, or KeysFileError.
 */
export async function mintProvider(
  dataDir: string,
  request: MintRequest,
  now: Date,
): Promise<{ keys: SandboxKeys; provider: TppKeys }> {
  return changeKeys(dataDir, now, async (known) => {
    const identity = identify(request, known.tpps)
    const provider = await makeProvider(identity, request, planFor(request, now), known.trust)
    return { keys: { ...known, tpps: [...known.tpps, provider] }, provider }
  })
}

type Identity = Omit<TppRequest, 'roles'>

/** Names and number, which nobody else may have. */
function identify(request: MintRequest, others: readonly TppKeys[]): Identity {
  const { name, displayName = name, number = freeNumber(others) } = request
  if (others.length >= maxProviders)
    throw new MintError(`There are ${maxProviders} providers, which is enough.`)
  if (!organizationIdentifierForm.test(number)) {
    throw new MintError(`"${number}" is not an authorisation number such as PSDIT-BI-20001A.`)
  }
  const application = applicationName(name) || number.toLowerCase()
  for (const other of others) {
    if (other.organizationIdentifier === number) {
      throw new MintError(`${other.name} has the number ${number} already. Choose another with --number.`)
    }
    const names = other.applications.map((one) => one.name)
    if (other.name === name || names.includes(application) || names.includes(`${application}-batch`)) {
      throw new MintError(
        `The name "${name}" is taken (${other.organizationIdentifier}). Choose another with --name.`,
      )
    }
  }
  return {
    name,
    organizationIdentifier: number,
    webSite: `${application}.example`,
    applications: [
      { name: application, displayName, type: 'authorization_code' },
      { name: `${application}-batch`, displayName, type: 'client_credentials' },
    ],
  }
}

function freeNumber(others: readonly TppKeys[]): string {
  const taken = new Set(others.map((other) => other.organizationIdentifier))
  for (let next = 20001; ; next += 1) {
    const number = `PSDIT-BI-${next}A`
    if (!taken.has(number)) return number
  }
}

/** `Altro S.p.A.` signs as `altro-spa`; empty when nothing of the name can be written so. */
function applicationName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f.'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

function planFor({ roles, validFrom, validDays, defects }: MintRequest, now: Date): ProviderPlan {
  const clash = clashOf(defects)
  if (clash) throw new MintError(`${clash.one} and ${clash.other} cannot both hold: ${clash.aspect}.`)
  const dated = defects.find((name) =>
    defectRow(name).aspects.some((aspect) => aspect.startsWith('validity')),
  )
  if (dated && (validFrom !== undefined || validDays !== undefined)) {
    throw new MintError(`${dated} decides the validity: leave out --valid-from and --valid-days.`)
  }
  const validity: Validity = {
    ...(validFrom === undefined ? { from: now } : { from: new Date(`${validFrom}T00:00:00Z`), exact: true }),
    days: validDays ?? leafDays,
  }
  requireWritable(validity)
  const plan: ProviderPlan = {
    qwac: { validity, use: 'web', roles, issuer: 'trusted', sendsChain: true },
    seal: { validity },
    register: { listed: true, roles, qwac: 'same', seal: 'same' },
  }
  return defects.reduce((changed, name) => defectRow(name).change(changed, now), plan)
}

const dayMs = 24 * 60 * 60 * 1000
/** A certificate writes years with two digits, of which 50 is 1950 (RFC 5280, 4.1.2.5.1). */
const firstDay = '2000-01-01'
const lastDay = '2049-12-31'

function requireWritable({ from, days }: Validity): void {
  const until = from.getTime() + days * dayMs
  if (from.getTime() >= Date.parse(firstDay) && until <= Date.parse(lastDay)) return
  throw new MintError(
    `Here certificates are valid from ${firstDay} at the earliest until ${lastDay} at the latest: choose others with --valid-from and --valid-days.`,
  )
}

async function makeProvider(
  identity: Identity,
  request: MintRequest,
  plan: ProviderPlan,
  trust: SandboxKeys['trust'],
): Promise<TppKeys> {
  const { qwac: qwacPlan, seal: sealPlan, register } = plan
  const stranger = qwacPlan.issuer === 'unknown' ? await mintStranger(qwacPlan.validity.from) : null
  const issuer = qwacPlan.issuer === 'self' ? undefined : (stranger ?? trust.issuing)
  const webRequest = qwacRequest(identity, qwacPlan)
  const sealRequest = valid(
    tppRequest({ ...identity, roles: register.roles }, 'seal', sealPlan.validity.from),
    sealPlan.validity,
  )
  const [qwac, qseal, otherQwac, otherSeal] = await Promise.all([
    mint(webRequest, issuer),
    mint(sealRequest, trust.issuing),
    register.qwac === 'other' ? mint(webRequest, trust.issuing) : null,
    register.seal === 'other' ? mint(sealRequest, trust.issuing) : null,
  ])
  const { appUrl, validFrom, validDays, defects } = request
  const asAny = validFrom === undefined && validDays === undefined && defects.length === 0
  const differs = !register.listed || otherQwac !== null || otherSeal !== null
  return {
    ...identity,
    roles: [...register.roles],
    qwac,
    qseal,
    ...(qwacPlan.sendsChain ? (stranger ? { qwacChain: stranger.cert } : {}) : { qwacChain: '' }),
    ...(asAny ? {} : { asked: { validFrom, validDays, defects: [...defects] } }),
    ...(differs
      ? { register: { listed: register.listed, qwac: otherQwac?.cert, qseal: otherSeal?.cert } }
      : {}),
    ...(appUrl === undefined ? {} : { appUrl }),
    applications: identity.applications.map(withCredentials),
  }
}

function qwacRequest(identity: Identity, plan: ProviderPlan['qwac']): CertificateRequest {
  const good = tppRequest({ ...identity, roles: plan.roles }, 'web', plan.validity.from)
  if (good.profile.kind !== 'qualified') throw new Error('a QWAC is a qualified certificate')
  return valid({ ...good, profile: { ...good.profile, use: plan.use, flaw: plan.flaw } }, plan.validity)
}

function valid(request: CertificateRequest, { days, exact }: Validity): CertificateRequest {
  return { ...request, validityDays: days, exact }
}

/** An issuing authority of a trust service provider that this bank has never heard of. */
async function mintStranger(from: Date): Promise<KeyedCertificate> {
  const company = 'Firme Lontane S.p.A.'
  const root = await mint(authorityRequest('Firme Lontane Root CA', company, 1, from))
  return mint(authorityRequest('Firme Lontane Issuing CA', company, 0, from), root)
}
