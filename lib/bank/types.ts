import type { CertificateDescription, CertificateSummary } from './certificates'
import type { ExchangeIds } from './errors'
import type { RequestTargetCase } from './signature'

/** An application of the TPP at the bank; its name is the `keyId` of the Signature header. */
export type BankApplication = { name: string; clientId: string; clientSecret: string }

export type BankClientConfig = {
  /** https, with the base path if the bank has one; the spec's `/private/...` is appended to it. */
  baseUrl: string
  authorizeUrl: string
  tokenUrl: string
  /** `signed`: our server calls authorize and sends the browser on; `browser`: the browser goes there itself. */
  authorizeMode: 'signed' | 'browser'
  /** When set, the only origin the customer's browser may be sent to. */
  browserOrigin?: string
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
  /** Whose token it is; decides the `keyId`. Default `customer`. */
  application?: 'customer' | 'batch'
  signal?: AbortSignal
}

/** Context of the OAuth calls, which carry no access token yet. */
export type OAuthContext = Omit<CallContext, 'accessToken' | 'application'>

/** Plain secrets: encrypt before storing, never log. */
export type TokenSet = { accessToken: string; refreshToken?: string; expiresInSeconds?: number }

export type BankAccount = {
  productId: string
  type: { code: string; description: string }
  currency: string
  /** Empty when the bank gave none. */
  iban: string
  nickname: string
}

export type AccountsAnswer = {
  accounts: BankAccount[]
  /** Rows left out because they name no account, or one that is already listed. */
  skippedRows: number
}

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
  /** Our certificates and the bank's CAs, for health pages and logs. */
  describe(): {
    qwac: CertificateDescription
    qseal: CertificateDescription
    sealCa: CertificateSummary[]
  }
  /** Waits for the calls under way, then closes the connections. */
  close(): Promise<void>
}
