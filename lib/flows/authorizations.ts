import { type AuthorizationShown, showAuthorization } from './authorization-view'
import type { FlowDeps, SignedInCustomer } from './deps'
import { findRun } from './live-runs'

/** How a run of this customer stands. Never calls the bank. @throws AppError not_found */
export async function readAuthorization(
  deps: FlowDeps,
  customer: Pick<SignedInCustomer, 'customerId'>,
  authorizationId: string,
): Promise<AuthorizationShown> {
  return showAuthorization(deps, await findRun(deps, customer, authorizationId))
}

/**
 * Somebody came to the return address of a run. It proves nothing, and needs no session: the customer may come back
 * in another browser. The first return is noted, so that the page that waits may ask the bank.
 *
 * @param customerId who is signed in in this browser, if anybody
 * @returns the run when it is theirs, else null: whether there is one at all is told to nobody
 */
export async function returnFromSca(
  deps: FlowDeps,
  returnId: string,
  customerId: string | null,
): Promise<string | null> {
  const back = await deps.store.authorizations.returned(returnId)
  if (back.kind === 'unknown' || back.authorization.customerId !== customerId) return null
  return back.authorization.authorizationId
}

/**
 * The customer drops a run that was not confirmed; what they may still approve at the bank then counts for nothing.
 * One that is being confirmed goes on. @throws AppError not_found
 */
export async function abandonAuthorization(
  deps: FlowDeps,
  customer: Pick<SignedInCustomer, 'customerId'>,
  authorizationId: string,
): Promise<AuthorizationShown> {
  const { customerId } = await findRun(deps, customer, authorizationId)
  await deps.store.authorizations.drop(customerId, authorizationId, 'failed', 'abandoned')
  return readAuthorization(deps, customer, authorizationId)
}
