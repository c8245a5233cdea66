import { bankProblemOf } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { endOnError, handOver } from './hand-over'
import { liveRuns, whenPrepared } from './live-runs'

/** The first word of the operation that reads movements; the days follow it. */
const MOVEMENTS = 'movements'

/** Each reading makes one attempt, and each leaves a row. */
const MAX_ATTEMPTS = 20

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
  const { productId, operation } = request
  const live = (await liveRuns(deps, customer.customerId, 'inquiry')).find(
    ({ request: asked }) =>
      asked.kind === 'inquiry' && asked.productId === productId && asked.operation === operation,
  )
  if (live !== undefined) return (await whenPrepared(deps, live)).authorizationId
  // The bank's id of the resource stands for the form: of several refusals that name the same one, one begins.
  if (resourceId === undefined || !/^[\w-]{16,80}$/.test(resourceId)) return null
  const beginning = await beginOnce(deps, customer, request, resourceId)
  if (beginning === null) return null
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

/**
 * The bank names the same resource until an approval for it begins, so a run that ended before that has a successor.
 * Null when each attempt found a run that has ended.
 */
async function beginOnce(
  deps: FlowDeps,
  { customerId }: SignedInCustomer,
  { productId, operation, returnTo }: { productId: string | null; operation: string; returnTo: string },
  resourceId: string,
) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const beginning = await deps.store.authorizations.begin(customerId, {
      formToken: `inquiry-${resourceId}${attempt === 1 ? '' : `-${attempt}`}`,
      request: { kind: 'inquiry', operation, productId },
      returnTo,
    })
    if (beginning.kind === 'begun' || beginning.authorization.endedAt === null) return beginning
  }
  return null
}

/**
 * Ends the approvals that the bank wanted before it answered and no longer wants: it has answered.
 *
 * @param answer `askedAt`: an approval that the bank wanted since stands
 */
export async function endUnwanted(
  deps: FlowDeps,
  customerId: string,
  answer: { operation: string; productIds: readonly (string | null)[]; askedAt: Date },
): Promise<void> {
  const open = await deps.store.authorizations.listOpen(customerId, 'inquiry')
  for (const { authorizationId, request, createdAt } of open) {
    if (request.kind !== 'inquiry' || createdAt >= answer.askedAt) continue
    if (!answer.productIds.includes(request.productId)) continue
    if (!isAnsweredBy(answer.operation, request.operation)) continue
    await deps.store.authorizations.drop(customerId, authorizationId, 'expired', 'no_longer_wanted')
  }
}

/** A bank that wants an approval for older movements may not want one for newer ones; the other way round it does not. */
function isAnsweredBy(answered: string, wanted: string): boolean {
  if (answered === wanted) return true
  const [what, from] = answered.split(' ')
  const [wantedWhat, wantedFrom] = wanted.split(' ')
  if (what !== MOVEMENTS || wantedWhat !== MOVEMENTS || !from || !wantedFrom) return false
  return from <= wantedFrom
}
