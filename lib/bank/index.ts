import type { ClockDifference } from './clock'
import { endpoints } from './endpoints'
import { createOAuth } from './endpoints/oauth'
import { prepareSettings } from './settings'
import { describeCertificate, summariseCertificate } from './trust/certificates'
import { createSealTrust } from './trust/seal-trust'
import type { BankClient, BankClientConfig, BankExchange } from './types'
import { createApiCall } from './wire/api-call'
import { createExchange } from './wire/exchange'
import { createTransport } from './wire/transport'

export { type ClockDifference, isClockOff } from './clock'
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
export type {
  AccountsAnswer,
  BankAccount,
  BankBalance,
  BankProduct,
  ConsentCategory,
  ConsentChange,
  ConsentList,
  ConsentScope,
  Movement,
  MovementsPage,
  OperationStatus,
  ProductsAnswer,
  ScaStart,
  TransferExecution,
  TransferOrder,
  TransferPreparation,
  TransferVerification,
} from './reading/answers'
export type { CalendarDate } from './reading/calendar-date'
export type { BankDocument } from './reading/document'
export type { DetailField, Details } from './reading/fields'
export type { DecimalText, Money } from './reading/money'
export type { ExecuteStep, TransferStep, UnknownStep, VerifyStep } from './reading/transfer-step'
export type { CertificateDefect, CertificateDescription, CertificateSummary } from './trust/certificates'
export { readPemSetting } from './trust/pem'
export type {
  ApplicationSession,
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
  let clock: ClockDifference | undefined
  const exchange = createExchange({
    settings,
    transport,
    sealTrust,
    now: deps.now,
    newId: deps.newId,
    observe: deps.observe,
    noteClock: (difference) => {
      clock = difference
    },
  })
  const call = createApiCall(exchange, settings)
  return {
    oauth: createOAuth(exchange, settings),
    getCustomerId: (context) => endpoints[1](call, context),
    listAccounts: (context, request) => endpoints[2](call, context, request),
    requestConsent: (context, request) => endpoints[3](call, context, request),
    startSca: (context, request) => endpoints[4](call, context, request),
    confirmConsent: (context, request) => endpoints[5](call, context, request),
    listConsents: (context, request) => endpoints[6](call, context, request),
    revokeConsent: (context, request) => endpoints[7](call, context, request),
    getOperationStatus: (context, request) => endpoints[9](call, context, request),
    prepareTransfer: (context, request) => endpoints[10](call, context, request),
    verifyTransfer: (context, request) => endpoints[11](call, context, request),
    verifyStep: (context, request) => endpoints['verify<N>'](call, context, request),
    executeTransfer: (context, request) => endpoints[12](call, context, request),
    getCustomerDetails: (context, request) => endpoints[13](call, context, request),
    listProducts: (context, request) => endpoints[14](call, context, request),
    getProduct: (context, request) => endpoints[15](call, context, request),
    getBalance: (context, request) => endpoints[16](call, context, request),
    listTransactions: (context, request) => endpoints[17](call, context, request),
    getDocument: (context, request) => endpoints[18](call, context, request),
    describe() {
      const at = deps.now()
      return {
        qwac: describeCertificate(settings.qwac.leaf, at),
        qseal: describeCertificate(settings.qseal.leaf, at),
        sealCa: settings.sealAnchors.map(summariseCertificate),
      }
    },
    clock: () => clock,
    close: () => transport.close(),
  }
}
