import type { BankMessage } from '../api/envelope'
import type { Language } from '../api/language'
import type { Bank } from '../bank'
import type { Account, Customer } from '../state/customers'
import type { OperationContent, Posting } from '../state/resources'

/** Who does the operation, on which account, and when. */
export type OperationContext = {
  bank: Bank
  customer: Customer
  account: Account
  /** Business time. */
  now: Date
  language: Language
}

/** What a step leaves behind: `content` is kept with the resource, `data` is answered. */
export type StepResult = {
  content: OperationContent
  data: object
  /** How many of `verify1`, `verify2`, … the operation needs in all, as far as is known by now. */
  stepsNeeded: number
  messages?: BankMessage[]
}

/** Lines that tell the customer, or a reader on paper, what the operation is. */
export type OperationSummary = {
  title: string
  rows: readonly { label: string; value: string; emphasis?: boolean }[]
}

/**
 * A non-inquiry operation (spec, "Generic payment pattern"). Addresses, checks, consent, SCA, the life of the resource and
 * the printer are the pattern's own (`routes.ts`); a definition says only what is particular. `verify` and `step` read
 * data from outside and throw ApiRefusal; the others get what they returned.
 */
export type OperationDefinition = {
  /** The path part, `moneyTransfer`. */
  name: string
  /** The most `verify<N>` steps that it may ever need; so many addresses exist. */
  maxSteps: number
  prepare(context: OperationContext): object
  verify(context: OperationContext, data: unknown): StepResult
  step(context: OperationContext, content: OperationContent, step: number, data: unknown): StepResult
  /** For the bank's SCA page: what the customer is about to authorize, to the last fact that matters. */
  summary(context: OperationContext, content: OperationContent): OperationSummary
  /** Throws ApiRefusal when it cannot be carried out now; the resource then stays as it is. */
  execute(
    context: OperationContext,
    content: OperationContent,
    resourceId: string,
  ): {
    postings: readonly Posting[]
    outcome: OperationContent
    data: object
    messages: BankMessage[]
  }
  /** For the printable document, after execution. */
  document(context: OperationContext, content: OperationContent, outcome: OperationContent): OperationSummary
}
