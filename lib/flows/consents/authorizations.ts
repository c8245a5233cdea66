import type { FlowDeps, SignedInCustomer } from '../deps'
import { type AuthorizationShown, showAuthorization } from './authorization-view'
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
 * The customer abandons a run that was not confirmed. A later approval at the bank has no effect.
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
