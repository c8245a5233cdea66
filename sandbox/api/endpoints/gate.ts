import { bankDayOf } from '../../calendar/bank-day'
import type { Answer } from '../../http/message'
import type { Category } from '../../state/consents'
import type { Account, Customer } from '../../state/customers'
import { type Resource, StepNotAllowed, type StepProblem } from '../../state/resources'
import { type Call, found } from '../call'
import { ApiRefusal } from '../refusal'

/**
 * What stands between a call that has passed the checks of the pipeline and the customer's data. Each function is one
 * gate, made of the named conditions below it, which are asked in the order in which they stand. An endpoint passes one
 * gate and gets what it opened.
 */

export type ProductOfCall = { customer: Customer; account: Account }

const batchScaMaxAgeMs = 90 * 24 * 60 * 60 * 1000

/** The customer of a `/private/customers/{customerId}…` address. */
export function customerOfCall(call: Call): Customer {
  const customerId = named(call, 'customerId')
  const customer = call.bank.customers.byId(customerId)
  // one who does not exist and one whom the token does not open get the same refusal
  if (!customer || !opens(call, customerId)) throw new ApiRefusal('CUSTOMER_NOT_ALLOWED')
  return customer
}

/** The same, for what needs the customer online: a batch token is refused. */
export function onlineCustomerOfCall(call: Call): Customer {
  customerOnline(call)
  return customerOfCall(call)
}

/** Customer and account of a `…/products/{productId}…` address, under a consent of this category. */
export function productOfCall(call: Call, category: Category): ProductOfCall {
  return consentedProduct(call, customerOfCall(call), category)
}

/** The same, for what needs the customer online. */
export function onlineProductOfCall(call: Call, category: Category): ProductOfCall {
  return consentedProduct(call, onlineCustomerOfCall(call), category)
}

/**
 * An account-information inquiry about one product. It is read in the tick in which its consent was found, so that
 * nothing is read under a consent that is taken back meanwhile; a batch call is judged and counted after that, so that
 * only what would be answered counts.
 */
export async function answerInquiry(
  call: Call,
  read: (opened: ProductOfCall) => Answer | Promise<Answer>,
): Promise<Answer> {
  const opened = productOfCall(call, 'ACCOUNT_INFO')
  const answer = await read(opened)
  await passBatchRules(call, opened.customer, opened.account.productId)
  return answer
}

/** The same about the customer, who has consented to ACCOUNT_INFO for at least one live account: those are given. */
export async function answerCustomerInquiry(
  call: Call,
  read: (customer: Customer, accounts: readonly Account[]) => Answer,
): Promise<Answer> {
  const customer = customerOfCall(call)
  const accounts = customer.accounts.filter(
    (account) => !account.closed && isGranted(call, customer, 'ACCOUNT_INFO', account),
  )
  if (accounts.length === 0) throw new ApiRefusal('CONSENT_MISSING', { detail: 'ACCOUNT_INFO' })
  const answer = read(customer, accounts)
  await passBatchRules(call, customer, null)
  return answer
}

/**
 * Batch rules of account information (spec, "Limits" 1 and 2): a customer's SCA for this provider in the last 90 days, and
 * at most four accesses a day. It counts, so it comes after everything else that may refuse the call.
 */
export async function passBatchRules(
  call: Call,
  customer: Customer,
  productId: string | null,
): Promise<void> {
  if (!isBatch(call)) return
  customerScaFresh(call, customer)
  await batchAccessLeft(call, customer, productId)
}

/**
 * The transaction resource of a `…/{resourceId}/…` address, of this provider and of the customer: the one of the address,
 * of the token, or in batch one whom the token opens. All others are unknown, so that nobody learns of them; so are those
 * that the endpoint is not for, from which `read` makes null. The answer names the resource from here on.
 */
export function resourceOfCall<T>(call: Call, read: (resource: Resource) => T | null): T {
  const resource = call.bank.resources.find(named(call, 'resourceId').toLowerCase(), numberOf(call))
  const { customerId } = call.route.parameters
  const ofAddress = customerId === undefined || customerId === resource?.customerId
  const result = resource && ofAddress && opens(call, resource.customerId) ? read(resource) : null
  if (!resource || result === null) throw new ApiRefusal('RESOURCE_UNKNOWN')
  call.resourceId = resource.resourceId
  return result
}

/**
 * Does a step of a resource, and turns {@link StepNotAllowed} into its refusal. `final` are confirm and execute, which
 * want an authorization: without one, 403 SCA_NOT_AUTHORIZED with the authorization status. The step begins in this
 * tick.
 */
export async function orRefusal<T>(kind: 'step' | 'final', step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof StepNotAllowed)) throw error
    throw refusalOfProblem(kind, error.reason)
  }
}

/** Of a resource whose SCA is not over, or did not end well: its authorization status. */
const unauthorized: Partial<Record<StepProblem, string>> = {
  SCA_NOT_STARTED: 'PENDING',
  PENDING: 'PENDING',
  NOT_AUTHORIZED: 'NOT_AUTHORIZED',
  EXPIRED: 'EXPIRED',
}

function refusalOfProblem(kind: 'step' | 'final', problem: StepProblem): ApiRefusal {
  const status = kind === 'final' ? unauthorized[problem] : undefined
  if (status !== undefined) return new ApiRefusal('SCA_NOT_AUTHORIZED', { detail: status })
  return new ApiRefusal('STEP_NOT_ALLOWED', { detail: problem })
}

/** An account that a call may name: the customer's, and not closed (spec, "Specific codes", ARC04). */
export function liveAccount(customer: Customer, productId: string): Account {
  const account = customer.accounts.find((one) => one.productId === productId)
  if (!account || account.closed) throw new ApiRefusal('ARC04')
  return account
}

export function isBatch(call: Call): boolean {
  return found(call.token, 'token').customerId === null
}

/** Authorisation number of the calling provider: what consents and resources belong to. */
export function numberOf(call: Call): string {
  return found(call.tpp, 'provider').organizationIdentifier
}

export function isGranted(call: Call, customer: Customer, category: Category, account: Account): boolean {
  return call.bank.consents.isGranted(customer.customerId, numberOf(call), category, account.productId)
}

/** An id of the address, whose form has been checked. */
function named({ route }: Call, name: 'customerId' | 'productId' | 'resourceId'): string {
  return found(route.parameters[name], name)
}

export function customerOnline(call: Call): void {
  if (isBatch(call)) throw new ApiRefusal('CUSTOMER_ONLINE_ONLY')
}

/** A customer's token opens that customer; a batch token everyone who has a consent in force with the provider. */
function opens(call: Call, customerId: string): boolean {
  const token = found(call.token, 'token')
  if (token.customerId !== null) return token.customerId === customerId
  return call.bank.consents.of(customerId, numberOf(call)).length > 0
}

function consentedProduct(call: Call, customer: Customer, category: Category): ProductOfCall {
  const account = liveAccount(customer, named(call, 'productId'))
  if (!isGranted(call, customer, category, account)) {
    throw new ApiRefusal('CONSENT_MISSING', { detail: category })
  }
  return { customer, account }
}

function customerScaFresh(call: Call, customer: Customer): void {
  const at = call.bank.resources.lastScaAt(customer.customerId, numberOf(call))
  if (at === null || call.bank.clock.now().getTime() - at > batchScaMaxAgeMs) {
    throw new ApiRefusal('CUSTOMER_SCA_EXPIRED')
  }
}

async function batchAccessLeft(call: Call, customer: Customer, productId: string | null): Promise<void> {
  const { accesses, clock, settings } = call.bank
  const key = {
    customerId: customer.customerId,
    tpp: numberOf(call),
    productId: settings.batchCounting === 'product' ? productId : null,
  }
  if (!(await accesses.take(key, bankDayOf(clock.now())))) throw new ApiRefusal('LIMIT_EXCEEDED')
}
