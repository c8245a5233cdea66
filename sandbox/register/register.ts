import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { TppKeys } from '../pki/key-set'
import type { Psd2Role } from '../pki/oids'
import { readCertificateFacts } from '../pki/read-certificate'

export type ApplicationType = 'authorization_code' | 'client_credentials'

/** An application that a TPP created in the portal. `name` is the keyId of its signatures. */
export type Application = {
  name: string
  displayName: string
  type: ApplicationType
  clientId: string
  clientSecret: string
  redirectUris: readonly string[]
  /** Prefixes that a TPP-Redirect-URI of this application must have. */
  returnPrefixes: readonly string[]
  tpp: Tpp
}

/** A provider in the national register: its number, its roles, the certificates this sandbox published for it. */
export type Tpp = {
  name: string
  organizationIdentifier: string
  roles: ReadonlySet<Psd2Role>
  qwacFingerprints: ReadonlySet<string>
  seal: { der: Buffer; publicKey: KeyObject; validFrom: Date; validTo: Date }
}

export type Register = {
  tppByNumber(organizationIdentifier: string): Tpp | undefined
  applicationByName(name: string): Application | undefined
  applicationByClientId(clientId: string): Application | undefined
  applications(): readonly Application[]
}

/**
 * `appUrl` is where the applications of the kit live: it decides the addresses registered for those without one of their
 * own. `changed` gives the providers of the keys file when there may be new ones, and is asked when somebody is not
 * known. A provider once known stays as it is until the next start.
 */
export function createRegister(
  providers: readonly TppKeys[],
  appUrl: string,
  changed: () => readonly TppKeys[] | null = () => null,
): Register {
  const seen = new Set<string>()
  const tpps = new Map<string, Tpp>()
  const byName = new Map<string, Application>()
  const byClientId = new Map<string, Application>()
  const add = (entry: TppKeys) => {
    if (seen.has(entry.organizationIdentifier)) return
    const tpp = registerTpp(entry)
    seen.add(entry.organizationIdentifier)
    if (entry.register?.listed !== false) tpps.set(tpp.organizationIdentifier, tpp)
    for (const { name, displayName, type, clientId, clientSecret } of entry.applications) {
      const addresses = addressesOf(entry, type, appUrl)
      const application: Application = { name, displayName, type, clientId, clientSecret, ...addresses, tpp }
      byName.set(name, application)
      byClientId.set(clientId, application)
    }
  }
  for (const entry of providers) add(entry)
  const find = <Found>(known: ReadonlyMap<string, Found>, key: string): Found | undefined => {
    if (!known.has(key)) for (const entry of changed() ?? []) add(entry)
    return known.get(key)
  }
  return {
    tppByNumber: (number) => find(tpps, number),
    applicationByName: (name) => find(byName, name),
    applicationByClientId: (clientId) => find(byClientId, clientId),
    applications: () => [...byName.values()],
  }
}

/** Addresses registered for an application of a provider. One that acts without the customer has none. */
export function addressesOf(
  provider: TppKeys,
  type: ApplicationType,
  appUrl: string,
): Pick<Application, 'redirectUris' | 'returnPrefixes'> {
  if (type !== 'authorization_code') return { redirectUris: [], returnPrefixes: [] }
  const base = provider.appUrl ?? appUrl
  return { redirectUris: [`${base}/api/bank/callback`], returnPrefixes: [`${base}/api/sca/callback/`] }
}

function registerTpp(entry: TppKeys): Tpp {
  const own = new X509Certificate(entry.qseal.cert)
  const seal = entry.register?.qseal ? new X509Certificate(entry.register.qseal) : own
  const facts = readCertificateFacts(seal)
  const sealsAnything =
    facts.uses.includes('seal') && facts.organizationIdentifier === entry.organizationIdentifier
  if (!sealsAnything || !own.checkPrivateKey(createPrivateKey(entry.qseal.key))) {
    throw new Error(`the seal certificate of ${entry.name} does not fit its entry in the register`)
  }
  return {
    name: entry.name,
    organizationIdentifier: entry.organizationIdentifier,
    roles: new Set(entry.roles),
    qwacFingerprints: new Set([new X509Certificate(entry.register?.qwac ?? entry.qwac.cert).fingerprint256]),
    seal: {
      der: seal.raw,
      publicKey: seal.publicKey,
      validFrom: new Date(seal.validFrom),
      validTo: new Date(seal.validTo),
    },
  }
}
