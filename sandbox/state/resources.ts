import type { BankDay } from '../calendar/bank-day'
import type { Cents } from '../money/amount'
import type { CategoryProducts } from './consents'

/** Spec, "States and transitions". */
export type AuthorizationStatus = 'PENDING' | 'AUTHORIZED' | 'NOT_AUTHORIZED' | 'EXPIRED'

export type DecidedStatus = Exclude<AuthorizationStatus, 'PENDING'>

/** What an operation keeps between its steps: JSON that only its definition reads. */
export type OperationContent = Readonly<Record<string, unknown>>

/** What is to be decided by the customer. */
export type ResourceSubject =
  | { kind: 'consent-request' | 'consent-revoke'; categories: readonly CategoryProducts[] }
  /** Reading of movements that needs a fresh SCA. */
  | { kind: 'inquiry'; productId: string }
  | {
      kind: 'operation'
      /** Name of the definition, `moneyTransfer`. */
      operation: string
      productId: string
      content: OperationContent
      /** How many of the steps `verify1`, `verify2`, … must still come before SCA may begin, and how many came. */
      stepsNeeded: number
      stepsDone: number
    }

/** A transaction resource (spec, "Identifiers"): one operation of one customer, asked for by one provider. */
export type Resource = {
  readonly resourceId: string
  /** Authorisation number of the provider it belongs to. */
  readonly tpp: string
  /** Client id of the application that made it. */
  readonly clientId: string
  readonly customerId: string
  /** Epoch milliseconds of business time, as all times here. */
  readonly createdAt: number
  subject: ResourceSubject
  approach: { at: number; redirectUri: string } | null
  wrongCodes: number
  decision: {
    status: DecidedStatus
    at: number
    /** Place among all decisions, by which it is known which of two came first. */
    order: number
    /** When an approval was taken back, if it was; its status is NOT_AUTHORIZED then. */
    withdrawnAt: number | null
  } | null
  /** Confirmed or executed. For an operation: what its document is made from. */
  finished: { at: number; outcome: OperationContent } | null
}

/** One side of a booking. `account` is a productId, or an account of the bank itself: `clearing:EUR`, `fees:EUR`. */
export type Posting = {
  account: string
  /** Negative takes from the account. All postings of one currency in an operation sum to zero. */
  cents: Cents
  currency: string
  /** Epoch milliseconds from which it is booked; until then a debit is pending and a credit is not there. */
  bookedFrom: number
  valueDay: BankDay
  description: { short: string; extended: string; code: string }
  /** CRO of the operation. */
  reference: string | null
}

/** A step does not fit the state of its resource; nothing was changed. */
export class StepNotAllowed extends Error {
  constructor(
    /** What stands against it. */
    readonly reason: StepProblem,
  ) {
    super(reason)
  }
}

export type StepProblem =
  | 'SCA_STARTED' // the data may no longer change, and SCA begins once
  | 'SCA_NOT_STARTED'
  | 'PENDING' // SCA has begun and is not over
  | 'NOT_AUTHORIZED'
  | 'EXPIRED'
  | 'FINISHED' // confirmed or executed before
  | 'STEP_MISSING' // a verify<N> must come first
  | 'STEP_UNEXPECTED' // no such verify<N> is due now

export type NewResource = {
  tpp: string
  clientId: string
  customerId: string
  subject: ResourceSubject
}

/**
 * The transaction resources. Every change is decided and made in one tick and resolves once it is on the disk; one that
 * does not fit throws {@link StepNotAllowed} and changes nothing. Time does the rest: an authorization lapses and a
 * resource is disposed of by the clock alone.
 */
export type Resources = {
  create(request: NewResource): Promise<Resource>
  /** Undefined when there is none, when it belongs to another provider, or when it has been disposed of. */
  find(resourceId: string, tpp: string): Resource | undefined
  /** By the secret of `scaRedirectURL`; undefined when unknown or disposed of. */
  byTicket(ticket: string): Resource | undefined
  /** How many of a customer and a provider live, whatever their state. */
  liveCount(customerId: string, tpp: string): number
  /** A request to authenticate for reading this product that SCA has not begun for. */
  pendingInquiry(customerId: string, tpp: string, productId: string): Resource | undefined
  /** Those of a customer that wait for a decision, newest first: for the bank's own page. */
  waitingFor(customerId: string): readonly Resource[]
  /** Consents that a customer has approved and no provider has confirmed, newest first: for the bank's own page. */
  approvedUnconfirmed(customerId: string): readonly Resource[]
  statusOf(resource: Resource): AuthorizationStatus
  /** A `verify<N>` step: `stepsDone` becomes `step`. */
  extend(
    resource: Resource,
    change: { step: number; stepsNeeded: number; content: OperationContent },
  ): Promise<void>
  /** Begins SCA and gives the secret that opens its page. Once per resource. */
  startApproach(resource: Resource, redirectUri: string): Promise<string>
  /** Counts a wrong one-time code; the third ends in NOT_AUTHORIZED. Gives the attempts that are left. */
  countWrongCode(resource: Resource): Promise<number>
  /** The customer's decision, or a lapse that the customer asked for. AUTHORIZED counts as the customer's SCA. */
  decide(resource: Resource, status: DecidedStatus): Promise<void>
  /** What stands against confirmation or execution now; null when nothing does. */
  problemOfFinish(resource: Resource): StepProblem | null
  /** Second half of a consent request or revocation. */
  confirmConsent(resource: Resource): Promise<void>
  /** Moves the money and finishes the resource, both or neither. At most once per resource, ever. */
  execute(
    resource: Resource,
    result: { postings: readonly Posting[]; outcome: OperationContent },
  ): Promise<void>
  /** When the customer last did SCA for this provider; null when never. */
  lastScaAt(customerId: string, tpp: string): number | null
}

/** Wrong one-time codes after which an authorization is refused. */
export const maxWrongCodes = 3
