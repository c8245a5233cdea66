import { createApiCall } from './api-call'
import { describeCertificate, summariseCertificate } from './certificates'
import { endpoints } from './endpoints'
import { createExchange } from './exchange'
import { createOAuth } from './oauth'
import { createSealTrust } from './seal-trust'
import { prepareSettings } from './settings'
import { createTransport } from './transport'
import type { BankClient, BankClientConfig, BankExchange } from './types'

export type { CertificateDefect, CertificateDescription, CertificateSummary } from './certificates'
export {
  BankApiError,
  BankConfigError,
  type BankMessage,
  BankProtocolError,
  BankUnreachableError,
  type ExchangeIds,
  type ProtocolReason,
  type UnreachableReason,
} from './errors'
export { readPemSetting } from './pem'
export type {
  AccountsAnswer,
  ApplicationSession,
  BankAccount,
  BankApplication,
  BankClient,
  BankClientConfig,
  BankExchange,
  BankLimits,
  CallContext,
  OAuthContext,
  TokenSet,
  VerificationStep,
} from './types'

/**
 * The client of one bank: mutual TLS, every request signed, every answer verified before a byte of it is parsed.
 * @param deps.now the clock of dates, certificates and answers
 * @param deps.newId a fresh UUID for each TPP-Request-ID
 * @param deps.observe called once per attempt with a redacted record; what it throws is dropped
 * @throws BankConfigError naming the setting that cannot be used
 */
export function createBankClient(
  config: BankClientConfig,
  deps: { now: () => Date; newId: () => string; observe?: (exchange: BankExchange) => void },
): BankClient {
  const settings = prepareSettings(config, deps.now())
  const transport = createTransport(settings)
  const sealTrust = createSealTrust(settings.sealAnchors, settings.sealSubject)
  const exchange = createExchange({
    settings,
    transport,
    sealTrust,
    now: deps.now,
    newId: deps.newId,
    observe: deps.observe,
  })
  const call = createApiCall(exchange, settings)
  return {
    oauth: createOAuth(exchange, settings),
    getCustomerId: (context) => endpoints[1](call, context),
    listAccounts: (context, request) => endpoints[2](call, context, request),
    describe() {
      const at = deps.now()
      return {
        qwac: describeCertificate(settings.qwac.leaf, at),
        qseal: describeCertificate(settings.qseal.leaf, at),
        sealCa: settings.sealAnchors.map(summariseCertificate),
      }
    },
    close: () => transport.close(),
  }
}
