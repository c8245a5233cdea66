import type { ClockDifference } from './clock'
import type { ExchangeIds } from './errors'
import type {
  AccountsAnswer,
  BankBalance,
  ConsentChange,
  ConsentList,
  ConsentScope,
  MovementsPage,
  OperationStatus,
  ProductsAnswer,
  ScaStart,
  TransferExecution,
  TransferOrder,
  TransferPreparation,
  TransferVerification,
} from './reading/answers'
import type { CalendarDate } from './reading/calendar-date'
import type { BankDocument } from './reading/document'
import type { Details } from './reading/fields'
import type { BrokenPaging } from './reading/paging'
import type { ExecuteStep, VerifyStep } from './reading/transfer-step'
import type { CertificateDescription, CertificateSummary } from './trust/certificates'
import type { RequestTargetCase } from './wire/signature'

/** An application of the TPP at the bank; its name is the `keyId` of the Signature header. */
export type BankApplication = { name: string; clientId: string; clientSecret: string }

export type BankClientConfig = {
  /** https, with the base path if the bank has one; the spec's `/private/...` is appended to it. */
  baseUrl: string
  authorizeUrl: string
  tokenUrl: string
  /** `signed`: our server calls authorize and sends the browser on; `browser`: the browser goes there itself. */
  authorizeMode: 'signed' | 'browser'
  /** When any are given, the only origins that the customer's browser may be sent to. Required in production. */
  browserOrigins?: readonly string[]
  /** `sandbox` allows http on loopback for pages the browser visits, never for calls. */
  environment: 'sandbox' | 'production'
  /** `SVC` unless the bank names its own headers otherwise. */
  headerPrefix: string
  requestTargetCase: RequestTargetCase
  /** PEM of the CAs of the bank's TLS server; without it the system's. */
  tlsCa?: string
  /** PEM of the CAs that the bank's seal certificate is issued under. */
  sealCa: string
  /** Distinguished name the seal certificate must carry, for example `CN=Seal, O=Bank S.p.A.`. */
  sealSubject: string
  qwac: { certificate: string; key: string }
  qseal: { certificate: string; key: string }
  application: BankApplication
  batchApplication?: BankApplication
  limits?: Partial<BankLimits>
}

export type BankLimits = {
  /** For one call, its retry and the body of the answer included. */
  deadlineMilliseconds: number
  responseBodyBytes: number
  /** Of one page of movements: ten thousand rows are about 5 MB. */
  movementsBodyBytes: number
  /** Of a printable document. */
  documentBytes: number
  /** Names and values of all response headers. */
  responseHeaderBytes: number
  /** Connections to each origin. */
  connections: number
  /** Calls that may be under way or waiting for a connection, per origin. */
  callsInFlight: number
}

/**
 * Keeps the bank's id of one application session (spec.md "Request headers", svc-apitrack-id) between its calls. The
 * caller hands over the thing that keeps it, not a copy: it is asked anew for every request, a further page, a second
 * try and the OAuth calls included, and told of each other id that a verified answer, a refusal too, gives.
 */
export type ApplicationSession = {
  readonly apitrackId: string | undefined
  /** From now on `apitrackId` is expected to be `id`. */
  onApitrackId(id: string): void
}

export type CallContext = {
  accessToken: string
  /** UUID; the same in every call of one transaction (TPP-Transaction-ID). */
  transactionId: string
  acceptLanguage?: string
  psuIpAddress?: string
  /** Component that asks, for the bank's troubleshooting (SVC-Trace-Id). */
  viewId?: string
  session?: ApplicationSession
  /**
   * Whose token it is; decides the `keyId`. Default `customer`. `batch` reads only: consent, SCA and transfers need the
   * customer and refuse it with a TypeError before anything is sent.
   */
  application?: 'customer' | 'batch'
  signal?: AbortSignal
}

/** Context of the OAuth calls, which carry no access token yet. */
export type OAuthContext = Omit<CallContext, 'accessToken' | 'application'>

/** Plain secrets: encrypt before storing, never log. */
export type TokenSet = { accessToken: string; refreshToken?: string; expiresInSeconds?: number }

/** One attempt of one call, redacted: no token, secret, code, IBAN or body is in it. */
export type BankExchange = {
  operation: string
  method: string
  url: string
  attempt: number
  startedAt: Date
  ids: ExchangeIds
  requestHeaders: Record<string, string>
  signingString: string
  requestBytes: number
  /** Undefined when no answer came. */
  status: number | undefined
  responseBytes: number
  steps: readonly VerificationStep[]
  /** Names of fields that were dropped because they made no sense or were too long; no values. */
  odd: readonly string[]
  /** Of the last page that is read of a list which does not end properly. */
  brokenPaging: BrokenPaging | undefined
  /** How far our clock is ahead of the answer's Date, which is believed only when all steps up to `signature` passed. */
  clockAheadSeconds: number | undefined
  timings: {
    signMilliseconds: number
    /** From handing the request to the connection until the headers of the answer. */
    waitMilliseconds: number
    bodyMilliseconds: number
    /** Verification and parsing. */
    verifyMilliseconds: number
    totalMilliseconds: number
  }
  error: { name: string; reason: string } | undefined
}

export type StepName =
  | 'size'
  | 'signed'
  | 'date'
  | 'digest'
  | 'certificate'
  | 'signature'
  | 'envelope'
  | 'outcome'
  | 'schema'

export type VerificationStep = { name: StepName; outcome: 'passed' | 'failed' | 'skipped' }

export type BankClient = {
  oauth: {
    /** Where to send the customer's browser. Calls the bank only in `signed` mode. */
    startAuthorization(request: {
      state: string
      codeChallenge: string
      redirectUri: string
      context: OAuthContext
    }): Promise<{ browserUrl: string }>
    exchangeCode(request: {
      code: string
      codeVerifier: string
      redirectUri: string
      context: OAuthContext
    }): Promise<TokenSet>
    refreshToken(request: { refreshToken: string; context: OAuthContext }): Promise<TokenSet>
    /** Token of the batch application. @throws BankConfigError when there is none */
    clientCredentials(request: { context: OAuthContext }): Promise<TokenSet>
  }
  /** Endpoint 1: who the customer of this token is. */
  getCustomerId(context: CallContext): Promise<{ customerId: string }>
  /** Endpoint 2: the customer's accounts, all pages. */
  listAccounts(context: CallContext, request: { customerId: string }): Promise<AccountsAnswer>
  /** Endpoint 3: asks for consent. Nothing counts before SCA and `confirmConsent`. */
  requestConsent(
    context: CallContext,
    request: { customerId: string; scopes: readonly ConsentScope[] },
  ): Promise<ConsentChange>
  /** Endpoint 7: takes consent back, the same way. */
  revokeConsent(
    context: CallContext,
    request: { customerId: string; scopes: readonly ConsentScope[] },
  ): Promise<ConsentChange>
  /** Endpoints 5 and 8: makes an approved change count. Never repeated. `isSaid` false: a 204, which may be unsigned. */
  confirmConsent(
    context: CallContext,
    request: { customerId: string; resourceId: string; change: 'request' | 'revoke' },
  ): Promise<{ isSaid: boolean }>
  /** Endpoint 6: the consents in force. */
  listConsents(context: CallContext, request: { customerId: string }): Promise<ConsentList>
  /** Endpoint 4: begins the customer's approval; `redirectUri` is where the bank sends the browser back to. */
  startSca(context: CallContext, request: { resourceId: string; redirectUri: string }): Promise<ScaStart>
  /** Endpoint 9: only after the customer came back. */
  getOperationStatus(context: CallContext, request: { resourceId: string }): Promise<OperationStatus>
  /** Endpoint 10: what a transfer may look like. */
  prepareTransfer(
    context: CallContext,
    request: { customerId: string; productId: string },
  ): Promise<TransferPreparation>
  /** Endpoint 11: the bank's verdict on an order, and the resource to approve. Never repeated. */
  verifyTransfer(
    context: CallContext,
    request: { customerId: string; productId: string; order: TransferOrder },
  ): Promise<TransferVerification>
  /** `verify<N>`: further data that `next` of an earlier answer asks for. Never repeated. */
  verifyStep(
    context: CallContext,
    request: { step: VerifyStep; data: Readonly<Record<string, unknown>> },
  ): Promise<TransferVerification>
  /** Endpoint 12: executes an approved transfer. Never repeated; see `Errors` in README.md on unknown outcomes. */
  executeTransfer(context: CallContext, request: { step: ExecuteStep }): Promise<TransferExecution>
  /** Endpoint 13: what the bank says of the customer. */
  getCustomerDetails(context: CallContext, request: { customerId: string }): Promise<Details>
  /** Endpoint 14: the accounts under consent, all pages. */
  listProducts(context: CallContext, request: { customerId: string }): Promise<ProductsAnswer>
  /** Endpoint 15: what the bank says of an account. */
  getProduct(context: CallContext, request: { customerId: string; productId: string }): Promise<Details>
  /** Endpoint 16: the balances of an account. */
  getBalance(context: CallContext, request: { customerId: string; productId: string }): Promise<BankBalance>
  /** Endpoint 17: movements, one call for each page that is awaited. */
  listTransactions(
    context: CallContext,
    request: { customerId: string; productId: string; dateFrom?: CalendarDate; dateTo?: CalendarDate },
  ): AsyncGenerator<MovementsPage, void, undefined>
  /** Endpoint 18: the printable document, by the path that execute gave or else where the spec puts it. */
  getDocument(
    context: CallContext,
    request: { documentPath: string } | { customerId: string; productId: string; resourceId: string },
  ): Promise<BankDocument>
  /** Our certificates and the bank's CAs, for health pages and logs. */
  describe(): {
    qwac: CertificateDescription
    qseal: CertificateDescription
    sealCa: CertificateSummary[]
  }
  /** How our clock differs from the bank's, by the last answer that was verified. */
  clock(): ClockDifference | undefined
  /** Waits for the calls under way, then closes the connections. */
  close(): Promise<void>
}
