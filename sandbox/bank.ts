import type { BankClock } from './clock'
import type { Journal } from './control/journal'
import type { Scenarios } from './control/scenarios'
import type { ApitrackIds } from './http/apitrack-ids'
import type { RequestCertificateForm } from './http/certificate-header'
import type { RequestIds } from './http/request-ids'
import type { CertificateForm, Seal, SealRules } from './http/seal'
import type { Tickets } from './oauth/tickets'
import type { TokenForm } from './oauth/token-route'
import type { OperationDefinition } from './operations/definition'
import type { Register } from './register/register'
import type { BatchAccesses, Consents } from './state/consents'
import type { Customers } from './state/customers'
import type { Ledger } from './state/ledger'
import type { Resources } from './state/resources'
import type { Tokens } from './state/tokens'

/** How this bank reads the interface where it may be read in more than one way. */
export type BankSettings = SealRules & {
  /** Prefix of every API path, without a slash at the end. */
  basePath: string
  certificateForm: CertificateForm
  tokenForm: TokenForm
  /** Permitted difference between a request's Date and now, either side. */
  maxSkewSeconds: number
  maxBodyBytes: number
  /** Off by default, as the spec has it for sandbox applications. */
  accessControl: boolean
  codeSeconds: number
  accessTokenSeconds: number
  requestCertificateForm: RequestCertificateForm
  psuIpAddress: 'optional' | 'required'
  /** Whether the browser comes back from SCA with the outcome in the query, which a provider must not believe. */
  callbackParameters: 'none' | 'outcome'
  /** Whether the status endpoint knows consent resources. */
  consentStatus: 'known' | 'unknown'
  /** `executionStatus` after execution: still PENDING, or a word of its own. */
  executionStatus: 'pending' | 'settled'
  /** From the beginning of SCA to its lapse. */
  authorizationSeconds: number
  /** How long a resource lives whose SCA never began, and how long one may be executed or confirmed once authorized. */
  resourceSeconds: number
  /** From the end of a resource (executed, confirmed, refused, lapsed) to its disposal. */
  disposeAfterSeconds: number
  /** From execution (or the start of the execution date) to booking. */
  bookingDelaySeconds: number
  /** Whether movements older than 90 days need a fresh SCA (PSD2_SCA_REQUIRED). */
  inquirySca: 'never' | 'older-than-90-days'
  /** What the four batch accesses a day are counted by. */
  batchCounting: 'customer' | 'product'
  /** Which of the twin spellings of prepare are sent (`abi` or `ABI`); in conflict, the second says the opposite. */
  twinFields: 'both' | 'first' | 'second' | 'conflict'
  scaApproach: 'REDIRECT' | 'DECOUPLED'
  movementsPerPage: number
  /** Decimals of the amounts of movements; other amounts have two. */
  movementDecimals: '3' | '2'
  /** Dates of balances and movements, which the spec does not show: `20191230T00:00:00`, or as everywhere else. */
  unspecifiedDates: 'timestamp' | 'slashed'
  /** Whether a `verify<N>` step changes what an operation costs. */
  stepPrice: 'same' | 'changed'
  /** How the answer before `verify1` names the fields of `verify1`; `other`: it also takes one more. */
  stepFields: 'named' | 'silent' | 'other'
  /** How a period without movements is answered. */
  emptyAnswer: '200' | '204'
}

/** Settings that a staged fault may change for one call. */
export type CallSettings = Pick<BankSettings, 'certificateForm' | 'tokenForm'>

/** Everything a call, a page or the control may need. Made once, at start. */
export type Bank = {
  settings: BankSettings
  clock: BankClock
  register: Register
  customers: Customers
  operations: readonly OperationDefinition[]
  tokens: Tokens
  resources: Resources
  consents: Consents
  accesses: BatchAccesses
  ledger: Ledger
  /** Resolves once everything that happened so far is on the disk. An answer waits for it, so that none tells of more. */
  settled(): Promise<void>
  tickets: Tickets
  requestIds: RequestIds
  apitrackIds: ApitrackIds
  seal: Seal
  otherSeal: Seal
  journal: Journal
  scenarios: Scenarios
  /** Address of the API with its base path, known once the port is. */
  baseUrl(): string
  pagesUrl(): string
}
