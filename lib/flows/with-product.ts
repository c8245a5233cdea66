import { BankApiError, type CallContext } from '@/lib/bank'
import type { SaveOutcome } from '@/lib/store'
import { rereadAccounts } from './accounts/list-accounts'
import {
  isShared,
  type KnownProduct,
  knownProduct,
  knownProducts,
  productIn,
  READING,
} from './accounts/product-facts'
import { type BankProblem, bankProblemOf, isClosedAccount } from './bank-problem'
import { beginInquiry, endUnwanted } from './consents/inquiry'
import { rereadConsents } from './consents/reread-consents'
import type { Caller, FlowDeps, SignedInCustomer } from './deps'
import { withConnection } from './with-connection'

export type ProductAnswer<T> = { kind: 'answered'; value: T; readAt: Date } | ProductRefusal

export type ProductRefusal =
  | { kind: 'closed'; closedAt: Date }
  | { kind: 'not_shared' }
  | { kind: 'sca_required'; authorizationId: string }
  | { kind: 'problem'; problem: BankProblem; error: unknown }

export type ProductCall = {
  productId: string
  /** The category whose consent it needs: to read, unless said. */
  category?: string
  /** The reading, named for the run that the bank may require first. */
  operation: string
  /** The path of ours to come back to after it. */
  returnTo: string
  /** What the caller, who has just looked, knows of it. Such a caller also notes what went well (`noteSuccess`). */
  known?: KnownProduct
  /** The customer did not ask for it: what goes wrong is not noted, and no approval is begun. */
  isAside?: boolean
}

/** The last use of a consent is stored at most this often. */
const TOUCH_EVERY_MS = 60_000

/** What became of asking the bank about an account, as screens show it. */
export type Reading =
  | { kind: 'fresh' }
  | { kind: 'kept'; problem: BankProblem | null }
  | { kind: 'closed'; closedAt: string }
  | { kind: 'not_shared' }
  | { kind: 'sca_required'; authorizationId: string }

/**
 * The only way to ask the bank about an account, and the only place that knows what its refusals mean: closed
 * (ARC04, for this customer alone, and not asked again until a later account list has it), not shared (any more), or an approval to be given first.
 * An account that is not shared is not asked about. Problems are noted beside what is known of the account.
 *
 * @throws AppError not_found for an account that is not the customer's
 */
export async function withProduct<T>(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: ProductCall,
  call: (context: CallContext) => Promise<T>,
): Promise<ProductAnswer<T>> {
  const { customerId } = customer
  const { productId, category = READING } = request
  const readAt = deps.now()
  try {
    const product = request.known ?? (await currentProduct(deps, customer, caller, productId))
    const closedAt = product.state?.closedAt ?? null
    if (closedAt !== null) return { kind: 'closed', closedAt }
    if (!isShared(product, category)) return { kind: 'not_shared' }
    const value = await withConnection(deps, customer, caller, call)
    if (request.known === undefined)
      await noteSuccess(deps, customerId, [product], readAt, request.operation, category)
    return { kind: 'answered', value, readAt }
  } catch (error) {
    const refusal = await refusalOf(deps, customer, caller, request, error)
    if (refusal.kind === 'problem' && !request.isAside) {
      await deps.store.products.setProblem(customerId, productId, refusal.problem, readAt)
    }
    return refusal
  }
}

/**
 * The consents were used, and what stood in the way before is over: problems, and approvals that the bank wanted for this
 * operation. Written down only where that is news.
 */
export async function noteSuccess(
  deps: FlowDeps,
  customerId: string,
  products: readonly KnownProduct[],
  readAt: Date,
  operation: string,
  category = READING,
): Promise<void> {
  const idsOf = (some: readonly KnownProduct[]) => some.map(({ account }) => account.productId)
  const used = products.filter(({ consents }) => {
    const usedAt = consents.find((consent) => consent.category === category)?.lastUsedAt?.getTime() ?? 0
    return usedAt + TOUCH_EVERY_MS < readAt.getTime()
  })
  if (used.length > 0) await deps.store.consents.touch(customerId, category, idsOf(used), readAt)
  await endUnwanted(deps, customerId, { operation, productIds: idsOf(products), askedAt: readAt })
  // What is noted is about readings.
  if (category !== READING) return
  for (const productId of idsOf(products.filter(({ state }) => state?.problem))) {
    await deps.store.products.clearProblem(customerId, productId, readAt)
  }
}

/** As known here; a list that was never read is read first. */
async function currentProduct(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  productId: string,
): Promise<KnownProduct> {
  const known = await knownProducts(deps, customer.customerId, productId)
  if (known.listReadAt !== null && known.sharedReadAt !== null) return productIn(known, productId)
  await Promise.all([
    known.listReadAt === null ? rereadAccounts(deps, customer, caller) : undefined,
    known.sharedReadAt === null ? rereadConsents(deps, customer, caller) : undefined,
  ])
  return knownProduct(deps, customer.customerId, productId)
}

/** By code before status: ARC04 comes as a 500, and a 403 has many causes. @throws what is not the bank's */
async function refusalOf(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: ProductCall,
  error: unknown,
): Promise<ProductRefusal> {
  const { productId, category = READING } = request
  if (isClosedAccount(error))
    return { kind: 'closed', closedAt: await closeAccount(deps, customer, caller, productId) }
  const problem = bankProblemOf(error)
  if (problem === null) throw error
  if (!(error instanceof BankApiError)) return { kind: 'problem', problem, error }
  if (error.code === 'PSD2_SCA_REQUIRED' && !request.isAside) {
    const authorizationId = await beginInquiry(deps, customer, caller, request, error.resourceId)
    return authorizationId === null
      ? { kind: 'problem', problem, error }
      : { kind: 'sca_required', authorizationId }
  }
  if (error.status === 403 && error.code !== 'CUSTOMER_SCA_EXPIRED') {
    const isGone = await isConsentGone(deps, customer, caller, productId, category)
    if (isGone) return { kind: 'not_shared' }
  }
  return { kind: 'problem', problem, error }
}

/**
 * Spec, "Errors", rule 1: the account is dropped for this customer, and the list fetched once more. That list does not
 * reopen it, because banks list closed accounts too; one that is asked for later does, and then the account is asked
 * about again.
 */
export async function closeAccount(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  productId: string,
): Promise<Date> {
  await ifBankAnswers(() => rereadAccounts(deps, customer, caller))
  const at = deps.now()
  await deps.store.products.markClosed(customer.customerId, productId, at)
  const state = await deps.store.products.find(customer.customerId, productId)
  return state?.closedAt ?? at
}

/** What a 403 leaves open: whether the bank's list, read now, lacks the consent. A list that cannot be read lacks nothing. */
export async function isConsentGone(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  productId: string,
  category: string,
): Promise<boolean> {
  await ifBankAnswers(() => rereadConsents(deps, customer, caller))
  return !(await deps.store.consents.covers(customer.customerId, category, productId))
}

/** For calls whose failure the customer need not see. */
async function ifBankAnswers(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (bankProblemOf(error) === null) throw error
  }
}

/** @param saved what became of storing the answer: a consent may have ended while the bank was answering */
export function readingOf(answer: ProductAnswer<unknown>, saved: SaveOutcome = 'saved'): Reading {
  switch (answer.kind) {
    case 'answered':
      return saved === 'not_covered' ? { kind: 'not_shared' } : { kind: 'fresh' }
    case 'problem':
      return { kind: 'kept', problem: answer.problem }
    case 'closed':
      return { kind: 'closed', closedAt: answer.closedAt.toISOString() }
    default:
      return answer
  }
}
