import type { BankClient } from '@/lib/bank'
import type { Store } from '@/lib/store'

/** What every flow works with; built once by the composition root, or by a test. */
export type FlowDeps = {
  bank: BankClient
  store: Store
  now: () => Date
  newId: () => string
  /** 256 random bits as base64url: states, verifiers, browser ids. */
  newSecret: () => string
  /** `{APP_URL}/api/bank/callback`; from configuration, never from a request (case OA-7). */
  callbackUrl: string
  sessionMaxAgeSeconds: number
}

/** What the customer's request brings along for the bank. */
export type Caller = {
  /** One id for every bank call of this request (TPP-Transaction-ID). */
  transactionId: string
  acceptLanguage: string
  psuIpAddress?: string
}

/** The signed-in customer a flow acts for. Ownership is checked with `customerId` inside each flow. */
export type SignedInCustomer = {
  sessionId: string
  customerId: string
  bankCustomerId: string
  apitrackId?: string
}
