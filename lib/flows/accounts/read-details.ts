import type { Details } from '@/lib/bank'
import { BankApiError } from '@/lib/bank'
import type { BankProblem } from '../bank-problem'
import { bankProblemOf, LIST_INCOMPLETE } from '../bank-problem'
import { beginInquiry, endUnwanted } from '../consents/inquiry'
import { rereadConsents } from '../consents/reread-consents'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { withConnection } from '../with-connection'
import { type Reading, readingOf, withProduct } from '../with-product'
import type { ListedAccount } from './list-accounts'
import { knownProduct, READING } from './product-facts'

export type AccountDetailsRead = DetailsRead & { account: ListedAccount }

export type DetailsRead = { details: Details | null; readAt: string | null; reading: Reading }

/** What the bank said last of an account. Never calls the bank. @throws AppError not_found */
export async function readKnownDetails(
  deps: FlowDeps,
  customerId: string,
  productId: string,
): Promise<AccountDetailsRead> {
  const [{ account }, state] = await Promise.all([
    knownProduct(deps, customerId, productId),
    deps.store.products.find(customerId, productId),
  ])
  return { account, ...keptOf(state?.details ?? null), reading: { kind: 'kept', problem: null } }
}

/**
 * Endpoint 15, kept for the next page view. Requests at the same time share one call, here and below.
 * @throws AppError not_found
 */
export function refreshDetails(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  productId: string,
): Promise<AccountDetailsRead> {
  const key = `${customer.customerId}/${productId}`
  return deps.flights.account(key, () => readAccount(deps, customer, caller, productId))
}

async function readAccount(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  productId: string,
): Promise<AccountDetailsRead> {
  const { customerId, bankCustomerId } = customer
  const request = { productId, operation: 'account', returnTo: `/accounts/${productId}/details` }
  const answer = await withProduct(deps, customer, caller, request, (context) =>
    deps.bank.getProduct(context, { customerId: bankCustomerId, productId }),
  )
  const saved =
    answer.kind === 'answered'
      ? await deps.store.products.saveDetails(customerId, productId, answer.value, answer.readAt)
      : undefined
  const known = await readKnownDetails(deps, customerId, productId)
  return { ...known, reading: readingOf(answer, saved) }
}

/** What the bank said last of the customer. Never calls the bank. */
export async function readKnownCustomerDetails(deps: FlowDeps, customerId: string): Promise<DetailsRead> {
  const kept = await deps.store.customers.findDetails(customerId)
  return { ...keptOf(kept), reading: { kind: 'kept', problem: null } }
}

/** Endpoint 13, kept for the next page view. It needs a consent to read any account. */
export function refreshCustomerDetails(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
): Promise<DetailsRead> {
  return deps.flights.customer(customer.customerId, () => readCustomer(deps, customer, caller))
}

async function readCustomer(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
): Promise<DetailsRead> {
  const { customerId, bankCustomerId } = customer
  const readAt = deps.now()
  const request = { operation: 'customer', returnTo: '/settings/details' }
  const answer = await withAnyConsent(deps, customer, caller, request, (context) =>
    deps.bank.getCustomerDetails(context, { customerId: bankCustomerId }),
  )
  let { reading } = answer
  if (answer.value !== undefined) {
    const saved = await deps.store.customers.saveDetails(customerId, answer.value, readAt)
    if (saved === 'not_covered') reading = { kind: 'not_shared' }
  }
  return { ...(await readKnownCustomerDetails(deps, customerId)), reading }
}

export type ProductsRead = {
  products: (ListedAccount & { details: Details })[]
  skippedRows: number
  reading: Reading
}

/**
 * Endpoint 14: the accounts under consent, each with whatever the bank says of it. Kept for those of which nothing was:
 * the account's own endpoint may say more. One that was closed and is listed is open again.
 */
export function readProducts(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
): Promise<ProductsRead> {
  return deps.flights.products(customer.customerId, () => listProducts(deps, customer, caller))
}

async function listProducts(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
): Promise<ProductsRead> {
  const { customerId } = customer
  const readAt = deps.now()
  const request = { operation: 'accounts', returnTo: '/settings/details' }
  const { value, reading } = await withAnyConsent(deps, customer, caller, request, (context) =>
    deps.bank.listProducts(context, { customerId: customer.bankCustomerId }),
  )
  const products = [...(value?.products ?? [])]
  const states = new Map(
    (await deps.store.products.list(customerId)).map((state) => [state.productId, state]),
  )
  for (const { productId, details } of products) {
    const state = states.get(productId)
    // The bank answers for this account, so it is open, whatever earlier lists said.
    if (state?.closedAt) await deps.store.products.markOpen(customerId, productId, readAt)
    if (!state?.details) await deps.store.products.saveDetails(customerId, productId, details, readAt)
  }
  const isPartial = value !== undefined && !value.isWhole
  return {
    products,
    skippedRows: value?.skippedRows ?? 0,
    reading: isPartial ? { kind: 'kept', problem: LIST_INCOMPLETE } : reading,
  }
}

type Answer<T> = { value?: T; reading: Reading }

/** For what concerns no account in particular; the refusals mean the same as in `withProduct`. */
async function withAnyConsent<T>(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: { operation: string; returnTo: string },
  call: Parameters<typeof withConnection<T>>[3],
): Promise<Answer<T>> {
  try {
    if (!(await isAnythingShared(deps, customer, caller))) return { reading: { kind: 'not_shared' } }
    const askedAt = deps.now()
    const value = await withConnection(deps, customer, caller, call)
    const answer = { operation: request.operation, productIds: [null], askedAt }
    await endUnwanted(deps, customer.customerId, answer)
    return { value, reading: { kind: 'fresh' } }
  } catch (error) {
    const problem = bankProblemOf(error)
    if (problem === null) throw error
    return { reading: await refusal(deps, customer, caller, request, problem, error) }
  }
}

async function refusal(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: { operation: string; returnTo: string },
  problem: BankProblem,
  error: unknown,
): Promise<Reading> {
  if (!(error instanceof BankApiError)) return { kind: 'kept', problem }
  if (error.code === 'PSD2_SCA_REQUIRED') {
    const asked = { ...request, productId: null }
    const authorizationId = await beginInquiry(deps, customer, caller, asked, error.resourceId)
    return authorizationId === null ? { kind: 'kept', problem } : { kind: 'sca_required', authorizationId }
  }
  if (problem !== 'bank_forbidden') return { kind: 'kept', problem }
  const isLeft = await rereadConsents(deps, customer, caller).then(
    () => isAnythingShared(deps, customer, caller),
    (failure: unknown) => {
      if (bankProblemOf(failure) === null) throw failure
      return true
    },
  )
  return isLeft ? { kind: 'kept', problem } : { kind: 'not_shared' }
}

async function isAnythingShared(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
): Promise<boolean> {
  const known = await deps.store.consents.list(customer.customerId)
  if (known.readAt === null) await rereadConsents(deps, customer, caller)
  const { consents } = known.readAt === null ? await deps.store.consents.list(customer.customerId) : known
  return consents.some(({ category }) => category === READING)
}

function keptOf(kept: { details: Details; readAt: Date } | null) {
  return { details: kept?.details ?? null, readAt: kept?.readAt.toISOString() ?? null }
}
