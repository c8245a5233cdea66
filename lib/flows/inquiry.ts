import { bankProblemOf } from './bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from './deps'
import { endOnError, handOver } from './hand-over'
import { liveRuns, whenPrepared } from './live-runs'

/**
 * The bank wants the customer's approval before it answers (PSD2_SCA_REQUIRED): begins a run for it, or finds
 * the one that is under way for the same. The customer is sent nowhere by this; the page offers the way.
 *
 * @param resourceId what the bank's refusal says to approve
 * @returns the run; null when there is none to begin
 */
export async function beginInquiry(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: { productId: string | null; operation: string; returnTo: string },
  resourceId: string | undefined,
): Promise<string | null> {
  const { productId, operation, returnTo } = request
  const live = (await liveRuns(deps, customer.customerId, 'inquiry')).find(
    ({ request: asked }) =>
      asked.kind === 'inquiry' && asked.productId === productId && asked.operation === operation,
  )
  if (live !== undefined) return (await whenPrepared(deps, live)).authorizationId
  // The bank's id of the resource stands for the form: of several refusals that name the same one, one begins.
  if (resourceId === undefined || !/^[\w-]{16,80}$/.test(resourceId)) return null
  const beginning = await deps.store.authorizations.begin(customer.customerId, {
    formToken: `inquiry-${resourceId}`,
    request: { kind: 'inquiry', operation, productId },
    returnTo,
  })
  const { authorizationId } = beginning.authorization
  if (beginning.kind !== 'begun') return authorizationId
  try {
    await endOnError(deps, beginning, async () => {
      await deps.store.authorizations.prepared(customer.customerId, authorizationId, { resourceId })
      await handOver(deps, customer, caller, beginning, resourceId)
    })
  } catch (error) {
    if (bankProblemOf(error) === null) throw error
    return null
  }
  return authorizationId
}
