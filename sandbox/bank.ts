import type { BankClock } from './clock'
import type { Journal } from './control/journal'
import type { Scenarios } from './control/scenarios'
import type { ApitrackIds } from './http/apitrack-ids'
import type { RequestIds } from './http/request-ids'
import type { CertificateForm, Seal, SealRules } from './http/seal'
import type { Tickets } from './oauth/tickets'
import type { TokenForm } from './oauth/token-route'
import type { Register } from './register/register'
import type { Customers } from './state/customers'
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
}

/** Settings that a staged fault may change for one call. */
export type CallSettings = Pick<BankSettings, 'certificateForm' | 'tokenForm'>

/** Everything a call, a page or the control may need. Made once, at start. */
export type Bank = {
  settings: BankSettings
  clock: BankClock
  register: Register
  customers: Customers
  tokens: Tokens
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
