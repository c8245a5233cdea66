import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { SandboxKeys, TppKeys } from '../pki/keys-file'
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

/** `appUrl` is where the applications of the kit live: it decides the addresses registered for them. */
export function createRegister(keys: SandboxKeys, appUrl: string): Register {
  const tpps = new Map<string, Tpp>()
  const byName = new Map<string, Application>()
  const byClientId = new Map<string, Application>()
  for (const entry of keys.tpps) {
    const tpp = registerTpp(entry)
    tpps.set(tpp.organizationIdentifier, tpp)
    for (const { name, displayName, type, clientId, clientSecret } of entry.applications) {
      const online = type === 'authorization_code'
      const application: Application = {
        name,
        displayName,
        type,
        clientId,
        clientSecret,
        redirectUris: online ? [`${appUrl}/api/bank/callback`] : [],
        returnPrefixes: online ? [`${appUrl}/api/sca/callback/`] : [],
        tpp,
      }
      byName.set(name, application)
      byClientId.set(clientId, application)
    }
  }
  return {
    tppByNumber: (number) => tpps.get(number),
    applicationByName: (name) => byName.get(name),
    applicationByClientId: (clientId) => byClientId.get(clientId),
    applications: () => [...byName.values()],
  }
}

function registerTpp(entry: TppKeys): Tpp {
  const seal = new X509Certificate(entry.qseal.cert)
  const facts = readCertificateFacts(seal)
  const sealsAnything =
    facts.uses.includes('seal') && facts.organizationIdentifier === entry.organizationIdentifier
  if (!sealsAnything || !seal.checkPrivateKey(createPrivateKey(entry.qseal.key))) {
    throw new Error(`the seal certificate of ${entry.name} does not fit its entry in the register`)
  }
  return {
    name: entry.name,
    organizationIdentifier: entry.organizationIdentifier,
    roles: new Set(entry.roles),
    qwacFingerprints: new Set([new X509Certificate(entry.qwac.cert).fingerprint256]),
    seal: {
      der: seal.raw,
      publicKey: seal.publicKey,
      validFrom: new Date(seal.validFrom),
      validTo: new Date(seal.validTo),
    },
  }
}
