import type { X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import { BankConfigError } from './errors'
import { hasStrongKey, type SubjectAttribute } from './trust/certificate-facts'
import { type Identity, loadAnchors, loadIdentity } from './trust/certificates'
import { parseDistinguishedName } from './trust/distinguished-name'
import { certificatesFrom, codeOf } from './trust/pem'
import type { BankApplication, BankClientConfig, BankLimits } from './types'
import type { RequestTargetCase } from './wire/signature'

/** The configuration checked and parsed, once. */
export type BankSettings = {
  base: { origin: string; path: string }
  authorize: { url: URL; mode: 'signed' | 'browser' }
  token: URL
  /** Where the bank may send the customer's browser; anywhere when empty. */
  browserOrigins: readonly string[]
  loopbackPagesAllowed: boolean
  headerNames: HeaderNames
  requestTargetCase: RequestTargetCase
  /** CAs of the bank's TLS server, the QWAC with its whole chain and its key. */
  tlsContext: SecureContext
  sealAnchors: readonly X509Certificate[]
  sealSubject: readonly SubjectAttribute[]
  qwac: Identity
  qseal: Identity
  /** Value of TPP-Certificate: base64 of the DER on one line (design reading 5). */
  tppCertificate: string
  customerApplication: BankApplication
  batchApplication: BankApplication | undefined
  limits: BankLimits
}

/** The headers that carry the bank's own prefix; received ones in lower case, as the signing string has them. */
export type HeaderNames = {
  certificate: string
  responseId: string
  apitrackId: string
  traceId: string
}

const DEFAULT_LIMITS: BankLimits = {
  deadlineMilliseconds: 20_000,
  responseBodyBytes: 4 * 1024 * 1024,
  movementsBodyBytes: 16 * 1024 * 1024,
  documentBytes: 5 * 1024 * 1024,
  responseHeaderBytes: 64 * 1024,
  connections: 16,
  callsInFlight: 512,
}

/** @throws BankConfigError naming the setting, never its value */
export function prepareSettings(config: BankClientConfig, at: Date): BankSettings {
  const loopbackPagesAllowed = config.environment === 'sandbox'
  const base = callUrl(config.baseUrl, 'BANK_BASE_URL')
  if (base.search) throw new BankConfigError('BANK_BASE_URL', 'must not have a query')
  const mode = config.authorizeMode
  const authorizeUrl =
    mode === 'signed'
      ? callUrl(config.authorizeUrl, 'BANK_AUTHORIZE_URL')
      : pageUrl(config.authorizeUrl, 'BANK_AUTHORIZE_URL', loopbackPagesAllowed)
  const { qwac, qseal } = loadIdentities(config, at)
  return {
    base: { origin: base.origin, path: base.pathname.replace(/(?<!\/)\/+$/, '') },
    authorize: { url: authorizeUrl, mode },
    token: callUrl(config.tokenUrl, 'BANK_TOKEN_URL'),
    browserOrigins: browserOrigins(config, authorizeUrl, loopbackPagesAllowed),
    loopbackPagesAllowed,
    headerNames: headerNames(config.headerPrefix),
    requestTargetCase: config.requestTargetCase,
    tlsContext: tlsContext(config.tlsCa, qwac),
    sealAnchors: loadAnchors(config.sealCa, 'BANK_SEAL_CA', at),
    sealSubject: sealSubject(config.sealSubject),
    qwac,
    qseal,
    tppCertificate: qseal.leaf.raw.toString('base64'),
    customerApplication: application(config.application, 'TPP'),
    batchApplication: config.batchApplication && application(config.batchApplication, 'TPP_BATCH'),
    limits: { ...DEFAULT_LIMITS, ...config.limits },
  }
}

/** https everywhere; on a sandbox also http on loopback, for addresses that only the browser visits. */
export function isPageUrl(url: URL, loopbackAllowed: boolean): boolean {
  if (url.username || url.password) return false
  if (url.protocol === 'https:') return true
  return loopbackAllowed && url.protocol === 'http:' && LOOPBACK.has(url.hostname)
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * In production they must be named: the Location of an authorize answer is not covered by its signature, so nothing but
 * these keeps whoever ends the TLS from sending customers to a page of his own.
 */
function browserOrigins(config: BankClientConfig, authorizeUrl: URL, loopbackAllowed: boolean): string[] {
  const setting = 'BANK_BROWSER_ORIGIN'
  const origins = (config.browserOrigins ?? []).map((text) => pageUrl(text, setting, loopbackAllowed).origin)
  if (origins.length === 0) {
    if (config.environment === 'production') {
      throw new BankConfigError(setting, 'is missing: it is required when BANK_ENVIRONMENT is production')
    }
    return []
  }
  if (config.authorizeMode === 'browser' && !origins.includes(authorizeUrl.origin)) {
    throw new BankConfigError(setting, 'lacks the origin of BANK_AUTHORIZE_URL, which browsers are sent to')
  }
  return origins
}

function callUrl(text: string, setting: string): URL {
  const url = parseUrl(text, setting)
  if (url.protocol !== 'https:') throw new BankConfigError(setting, 'must be an https address')
  if (url.hash) throw new BankConfigError(setting, 'must not have a fragment')
  if (url.username || url.password) throw new BankConfigError(setting, 'must not carry a user or password')
  return url
}

function pageUrl(text: string, setting: string, loopbackAllowed: boolean): URL {
  const url = parseUrl(text, setting)
  if (!isPageUrl(url, loopbackAllowed)) {
    throw new BankConfigError(
      setting,
      'must be an https address (http only on loopback, and only in a sandbox)',
    )
  }
  return url
}

function parseUrl(text: string, setting: string): URL {
  if (!URL.canParse(text)) throw new BankConfigError(setting, 'is not an address')
  return new URL(text)
}

function loadIdentities(config: BankClientConfig, at: Date): { qwac: Identity; qseal: Identity } {
  const load = (which: 'QWAC' | 'QSEAL', pair: { certificate: string; key: string }): Identity =>
    loadIdentity(
      {
        certificate: { text: pair.certificate, setting: `TPP_${which}_CERT` },
        key: { text: pair.key, setting: `TPP_${which}_KEY` },
        qcType: which === 'QWAC' ? 'web' : 'eseal',
      },
      at,
    )
  const qseal = load('QSEAL', config.qseal)
  if (qseal.key.asymmetricKeyType !== 'rsa') {
    throw new BankConfigError(
      'TPP_QSEAL_KEY',
      'must be an RSA key: the bank signs and checks rsa-sha256 only',
    )
  }
  if (!hasStrongKey(qseal.leaf)) throw new BankConfigError('TPP_QSEAL_KEY', 'has fewer than 2048 bits')
  return { qwac: load('QWAC', config.qwac), qseal }
}

function headerNames(prefix: string): HeaderNames {
  if (!/^[A-Za-z][A-Za-z0-9]{0,15}$/.test(prefix)) {
    throw new BankConfigError('BANK_HEADER_PREFIX', 'must be a short word of letters and digits')
  }
  const lower = prefix.toLowerCase()
  return {
    certificate: `${lower}-certificate`,
    responseId: `${lower}-response-id`,
    apitrackId: `${lower}-apitrack-id`,
    traceId: `${prefix}-Trace-Id`,
  }
}

function tlsContext(tlsCa: string | undefined, qwac: Identity): SecureContext {
  const ca = tlsCa && certificatesFrom(tlsCa, 'BANK_TLS_CA').map(String).join('\n')
  try {
    return createSecureContext({
      ca,
      cert: qwac.chain.map(String).join('\n'),
      key: qwac.key.export({ type: 'pkcs8', format: 'pem' }),
      minVersion: 'TLSv1.2',
    })
  } catch (error) {
    // OpenSSL sends no weak certificate, and says so only here.
    throw new BankConfigError('TPP_QWAC_CERT', `cannot be used for TLS (${codeOf(error)})`)
  }
}

function sealSubject(text: string): SubjectAttribute[] {
  const attributes = parseDistinguishedName(text)
  if (!attributes) throw new BankConfigError('BANK_SEAL_SUBJECT', 'must look like CN=Seal, O=Bank, C=IT')
  return attributes
}

function application(given: BankApplication, prefix: 'TPP' | 'TPP_BATCH'): BankApplication {
  // It stands inside a quoted string of the Signature header, on every request.
  if (given.name === '' || given.name.length > 200 || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(given.name)) {
    throw new BankConfigError(
      `${prefix}_APP_NAME`,
      'must have 1 to 200 characters and no line breaks or other control characters',
    )
  }
  if (given.clientId === '') throw new BankConfigError(`${prefix}_CLIENT_ID`, 'is empty')
  if (given.clientSecret === '') throw new BankConfigError(`${prefix}_CLIENT_SECRET`, 'is empty')
  // One spelling of each letter: the bank compares names by their bytes.
  return { ...given, name: given.name.normalize('NFC') }
}
