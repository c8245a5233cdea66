import { randomBytes, randomUUID, X509Certificate } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import {
  type CertificateRequest,
  certify,
  type KeyedCertificate,
  mint,
  type Profile,
  type SubjectName,
} from './mint'
import { allRoles, type Psd2Role } from './oids'

const keyedCertificate = z.object({
  cert: z.string().startsWith('-----BEGIN CERTIFICATE-----'),
  key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
})

const tppKeys = z.object({
  name: z.string(),
  organizationIdentifier: z.string(),
  webSite: z.string(),
  roles: z.array(z.enum(['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'])),
  qwac: keyedCertificate,
  qseal: keyedCertificate,
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

const sandboxKeys = z.object({
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

/** The file of keys cannot be used; the message says what to do. */
export class KeysFileError extends Error {}

const leafDays = 397
const authorityDays = 3650
/** A certificate that runs out within a day is made anew at start. */
const renewBeforeMs = 24 * 60 * 60 * 1000

const qtsp = 'Sandbox Trust Services S.p.A.'
export const bankName = 'Banca Zefiro'

export function keysFilePath(dataDir: string): string {
  return join(dataDir, 'keys.json')
}

/**
 * The keys of the sandbox, made at the first call and kept in one file. A file appears whole or not at all, so a
 * `kit` and a `serve` that start together agree on one set. Certificates that have run out are certified anew with
 * the same keys. Throws {@link KeysFileError} when the file is not one of these.
 */
export async function loadOrMintKeys(dataDir: string, now: Date): Promise<SandboxKeys> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = keysFilePath(dataDir)
  const text = await readIfPresent(path)
  if (text === null) {
    const minted = await mintKeys(now)
    if (await writeWhole(path, minted, 'new')) return minted
    return loadOrMintKeys(dataDir, now)
  }
  const keys = parseKeys(text, path)
  const renewed = renewExpired(keys, now)
  if (renewed) await writeWhole(path, renewed, 'replace')
  return renewed ?? keys
}

function parseKeys(text: string, path: string): SandboxKeys {
  const advice =
    'Remove this file and start again: new keys and certificates will be made, and the kit will change.'
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new KeysFileError(`${path} is not whole JSON (half written or damaged). ${advice}`)
  }
  const parsed = sandboxKeys.safeParse(content)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') ?? 'content'
  throw new KeysFileError(`${path} lacks what this sandbox needs (at "${where}"). ${advice}`)
}

async function mintKeys(now: Date): Promise<SandboxKeys> {
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
  const applications = tpp.applications.map((application) => ({
    ...application,
    clientId: randomUUID(),
    clientSecret: randomBytes(32).toString('base64url'),
  }))
  return { ...tpp, roles: [...tpp.roles], qwac, qseal, applications }
}

function authorityRequest(
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

function tppRequest(
  tpp: Omit<TppRequest, 'applications'>,
  use: 'web' | 'seal',
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
function renewExpired(keys: SandboxKeys, now: Date): SandboxKeys | null {
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
    tpps: keys.tpps.map((tpp) => ({
      ...tpp,
      qwac: renew(tpp.qwac, tppRequest(tpp, 'web', now), trust.issuing),
      qseal: renew(tpp.qseal, tppRequest(tpp, 'seal', now), trust.issuing),
    })),
  }
  return renewed ? next : null
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Writes beside the file, then links or renames into place. False when `new` and another process was first. */
async function writeWhole(path: string, keys: SandboxKeys, mode: 'new' | 'replace'): Promise<boolean> {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(keys, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  if (mode === 'replace') {
    await rename(draft, path)
    return true
  }
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}
