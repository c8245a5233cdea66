import { randomBytes, randomUUID, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import {
  type CertificateRequest,
  certify,
  type KeyedCertificate,
  mint,
  type Profile,
  type SubjectName,
} from './mint'
import { allRoles, type CertificateUse, type Psd2Role } from './oids'

const certificate = z.string().startsWith('-----BEGIN CERTIFICATE-----')

const keyedCertificate = z.object({
  cert: certificate,
  key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
})

/** A provider as the sandbox keeps it: what its kit has, and what the register says where that differs. */
const tppKeys = z.object({
  name: z.string(),
  organizationIdentifier: z.string(),
  webSite: z.string(),
  roles: z.array(z.enum(['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'])),
  qwac: keyedCertificate,
  qseal: keyedCertificate,
  /** PEM of what is sent after the QWAC; the issuing authority's certificate when absent. */
  qwacChain: z.string().optional(),
  /** Minted with a validity or with defects of its own: certificates of such an entry are never renewed. */
  asked: z
    .object({
      validFrom: z.string().optional(),
      validDays: z.number().optional(),
      defects: z.array(z.string()),
    })
    .optional(),
  /** Where the register holds something else than the kit. */
  register: z.object({ listed: z.boolean(), qwac: certificate, qseal: certificate }).partial().optional(),
  /** Where its application lives, without a slash at the end; where the bank is told that ours does when absent. */
  appUrl: z.string().optional(),
  applications: z.array(
    z.object({
      name: z.string(),
      displayName: z.string(),
      type: z.enum(['authorization_code', 'client_credentials']),
      clientId: z.string(),
      clientSecret: z.string(),
    }),
  ),
})

export const sandboxKeys = z.object({
  version: z.literal(1),
  /** The bank's own authority, its TLS certificate, its seal, and a second seal that answers must never carry. */
  bank: z.object({
    authority: keyedCertificate,
    tls: keyedCertificate,
    seal: keyedCertificate,
    otherSeal: keyedCertificate,
  }),
  /** The trust service provider of the TPPs. */
  trust: z.object({ root: keyedCertificate, issuing: keyedCertificate }),
  tpps: z.array(tppKeys),
})

export type TppKeys = z.infer<typeof tppKeys>
export type SandboxKeys = z.infer<typeof sandboxKeys>

/** How long the certificates of providers and of the bank hold. */
export const leafDays = 397
const authorityDays = 3650
/** A certificate that runs out within a day is made anew when the bank starts. */
const renewBeforeMs = 24 * 60 * 60 * 1000

const qtsp = 'Sandbox Trust Services S.p.A.'
export const bankName = 'Banca Zefiro'

/** Everything that a new sandbox needs: the bank's own, the trust service provider's, and one provider's. */
export async function mintKeys(now: Date): Promise<SandboxKeys> {
  const [authority, root] = await Promise.all([
    mint(authorityRequest(`${bankName} Sandbox Root CA`, bankName, 0, now)),
    mint(authorityRequest('Sandbox Qualified Root CA', qtsp, 1, now)),
  ])
  const [tls, seal, otherSeal, issuing] = await Promise.all([
    mint(serverRequest(now), authority),
    mint(sealRequest(`${bankName} PSD2 Seal`, bankName, now), authority),
    mint(sealRequest('Banca Altrove PSD2 Seal', 'Banca Altrove', now), authority),
    mint(authorityRequest('Sandbox Qualified Issuing CA', qtsp, 0, now), root),
  ])
  const tpp = await mintTpp(
    {
      name: 'Sportello S.r.l.',
      organizationIdentifier: 'PSDIT-BI-19495S',
      webSite: 'tpp.sportello.example',
      roles: allRoles,
      applications: [
        { name: 'sportello', displayName: 'Sportello', type: 'authorization_code' },
        { name: 'sportello-batch', displayName: 'Sportello', type: 'client_credentials' },
      ],
    },
    issuing,
    now,
  )
  return { version: 1, bank: { authority, tls, seal, otherSeal }, trust: { root, issuing }, tpps: [tpp] }
}

export type TppRequest = {
  name: string
  organizationIdentifier: string
  /** Host name in the QWAC. */
  webSite: string
  roles: readonly Psd2Role[]
  applications: { name: string; displayName: string; type: 'authorization_code' | 'client_credentials' }[]
}

/** Makes QWAC, QSealC and application credentials of one TPP. */
export async function mintTpp(tpp: TppRequest, issuing: KeyedCertificate, now: Date): Promise<TppKeys> {
  const [qwac, qseal] = await Promise.all([
    mint(tppRequest(tpp, 'web', now), issuing),
    mint(tppRequest(tpp, 'seal', now), issuing),
  ])
  return { ...tpp, roles: [...tpp.roles], qwac, qseal, applications: tpp.applications.map(withCredentials) }
}

export function withCredentials<Named>(
  application: Named,
): Named & { clientId: string; clientSecret: string } {
  return {
    ...application,
    clientId: randomUUID(),
    clientSecret: randomBytes(32).toString('base64url'),
  }
}

export function authorityRequest(
  commonName: string,
  organizationName: string,
  pathLength: number,
  from: Date,
): CertificateRequest {
  return {
    subject: { commonName, organizationName },
    profile: { kind: 'authority', pathLength },
    from,
    validityDays: authorityDays,
  }
}

function leafRequest(subject: SubjectName, profile: Profile, from: Date): CertificateRequest {
  return { subject, profile, from, validityDays: leafDays }
}

function serverRequest(from: Date): CertificateRequest {
  return leafRequest(
    { commonName: 'localhost', organizationName: bankName },
    { kind: 'server', hostNames: ['localhost'], addresses: ['127.0.0.1', '::1'] },
    from,
  )
}

function sealRequest(commonName: string, organizationName: string, from: Date): CertificateRequest {
  return leafRequest({ commonName, organizationName }, { kind: 'qualified', use: 'seal' }, from)
}

/** What a good certificate of a TPP is, for a web site or for seals, from now on. */
export function tppRequest(
  tpp: Pick<TppRequest, 'name' | 'organizationIdentifier' | 'webSite' | 'roles'>,
  use: CertificateUse,
  from: Date,
): CertificateRequest {
  const commonName = use === 'web' ? tpp.webSite : `${tpp.name} PSD2 Seal`
  return leafRequest(
    { commonName, organizationName: tpp.name, organizationIdentifier: tpp.organizationIdentifier },
    {
      kind: 'qualified',
      use,
      hostNames: [tpp.webSite],
      psd2: { roles: tpp.roles, ncaName: 'Bank of Italy' },
    },
    from,
  )
}

/** The same keys with new certificates where one has run out; null when none has. */
export function renewExpired(keys: SandboxKeys, now: Date): SandboxKeys | null {
  let renewed = false
  const renew = (current: KeyedCertificate, request: CertificateRequest, issuer: KeyedCertificate) => {
    const expiry = new Date(new X509Certificate(current.cert).validTo).getTime()
    if (expiry - renewBeforeMs > now.getTime()) return current
    renewed = true
    return { cert: certify(request, current.key, issuer), key: current.key }
  }
  const { bank, trust } = keys
  const next: SandboxKeys = {
    ...keys,
    bank: {
      authority: bank.authority,
      tls: renew(bank.tls, serverRequest(now), bank.authority),
      seal: renew(bank.seal, sealRequest(`${bankName} PSD2 Seal`, bankName, now), bank.authority),
      otherSeal: renew(
        bank.otherSeal,
        sealRequest('Banca Altrove PSD2 Seal', 'Banca Altrove', now),
        bank.authority,
      ),
    },
    tpps: keys.tpps.map((tpp) =>
      tpp.asked
        ? tpp
        : {
            ...tpp,
            qwac: renew(tpp.qwac, tppRequest(tpp, 'web', now), trust.issuing),
            qseal: renew(tpp.qseal, tppRequest(tpp, 'seal', now), trust.issuing),
          },
    ),
  }
  return renewed ? next : null
}
