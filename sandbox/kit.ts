import { X509Certificate } from 'node:crypto'
import type { SandboxKeys } from './pki/key-set'
import { type ApplicationType, addressesOf } from './register/register'
import type { Customers } from './state/customers'

type KeyPairText = { cert: string; key: string }

export type KitApplication = { name: string; clientId: string; clientSecret: string; redirectUris: string[] }

/** What a third-party provider needs to call this bank: addresses, certificates, applications, customers. */
export type Kit = {
  baseUrl: string
  authorizeUrl: string
  tokenUrl: string
  /** Authorize for the customer's own browser, without certificate. */
  browserAuthorizeUrl: string
  headerPrefix: string
  tlsCa: string
  sealCa: string
  /** Subject of the bank's seal certificate as RFC 4514 writes it: `CN=…, O=…, C=IT`. */
  sealSubject: string
  /** Certificate with its chain, leaf first, and key; PEM. */
  qwac: KeyPairText
  qseal: KeyPairText
  applications: Record<ApplicationType, KitApplication>
  customers: { customerId: string; username: string; password: string; oneTimeCode: string; story: string }[]
  controlUrl: string | null
}

export type KitAddresses = {
  baseUrl: string
  pagesUrl: string
  controlUrl: string | null
  headerPrefix: string
}

/** There is no provider of that number; the message says how to see which there are. */
export class UnknownProviderError extends Error {}

/**
 * The kit of one provider in the keys file: the first, unless its number is given. `appUrl` is where the applications
 * of providers live that have no address of their own. Throws {@link UnknownProviderError}.
 */
export function makeKit(
  keys: SandboxKeys,
  appUrl: string,
  customers: Customers,
  { baseUrl, pagesUrl, controlUrl, headerPrefix }: KitAddresses,
  number = keys.tpps[0]?.organizationIdentifier,
): Kit {
  const tpp = keys.tpps.find((one) => one.organizationIdentifier === number)
  if (!tpp) {
    throw new UnknownProviderError(
      `There is no provider ${number ?? ''}. \`providers\` lists those there are, \`mint\` makes another.`,
    )
  }
  const withChain = (pair: KeyPairText, chain = keys.trust.issuing.cert) => ({
    cert: `${pair.cert}${chain}`,
    key: pair.key,
  })
  const applicationOf = (type: ApplicationType): KitApplication => {
    const application = tpp.applications.find((one) => one.type === type)
    if (!application) throw new Error(`the keys file names no ${type} application`)
    const { name, clientId, clientSecret } = application
    return { name, clientId, clientSecret, redirectUris: [...addressesOf(tpp, type, appUrl).redirectUris] }
  }
  return {
    baseUrl,
    authorizeUrl: `${baseUrl}/auth/oauth/v2/authorize`,
    tokenUrl: `${baseUrl}/auth/oauth/v2/token`,
    browserAuthorizeUrl: `${pagesUrl}/auth/oauth/v2/authorize`,
    headerPrefix,
    tlsCa: keys.bank.authority.cert,
    sealCa: keys.bank.authority.cert,
    sealSubject: distinguishedName(keys.bank.seal.cert),
    qwac: withChain(tpp.qwac, tpp.qwacChain),
    qseal: withChain(tpp.qseal),
    applications: {
      authorization_code: applicationOf('authorization_code'),
      client_credentials: applicationOf('client_credentials'),
    },
    customers: customers.all().map(({ customerId, username, password, oneTimeCode, name, story }) => ({
      customerId,
      username,
      password,
      oneTimeCode,
      story: `${name}: ${story.en}`,
    })),
    controlUrl,
  }
}

function distinguishedName(pem: string): string {
  return new X509Certificate(pem).subject.split('\n').reverse().join(', ')
}
