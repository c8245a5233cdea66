import { BankApiError, type OperationStatus } from '@/lib/bank'
import type { Authorization } from '@/lib/store'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { withConnection } from '../with-connection'
import { type AuthorizationShown, showAuthorization } from './authorization-view'
import { confirmChange, settleUnknown } from './confirm-change'
import { endIfStale, findRun } from './live-runs'
import { askInPace, type Press } from './run-pace'

/** How the run stands, and whether the bank was asked for it now. */
export type AuthorizationContinued = AuthorizationShown & { isAsked: boolean }

/**
 * Takes a run one step further and says how it stands. The page of the run calls it, in any tab, as often as it likes:
 * the bank is asked at the pace that all of them share (`run-pace.ts`), and only after the customer came back (or never
 * left: decoupled). What is in force is what the bank lists.
 *
 * @param request.press the customer asks, and not the page by itself
 * @throws AppError not_found, connection_expired; the bank's errors: the run stays as it was
 */
export async function continueAuthorization(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: { authorizationId: string; press?: Press },
): Promise<AuthorizationContinued> {
  const run = await endIfStale(deps, await findRun(deps, customer, request.authorizationId))
  const runCaller = { ...caller, transactionId: run.transactionId }
  const press = request.press ?? 'none'
  const isAsked =
    asksBank(run) && (await askInPace(deps, run, press, () => advance(deps, customer, runCaller, run, press)))
  const shown = await showAuthorization(deps, await findRun(deps, customer, request.authorizationId))
  return { ...shown, isAsked }
}

/** Whoever was sent to the bank has to come back first (spec.md: "after the browser callback"). */
function asksBank({ state, approach }: Authorization): boolean {
  return state === 'returned' || state === 'unknown' || (state === 'handed_over' && approach === 'decoupled')
}

/** @returns seconds before the bank is to be asked again */
async function advance(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Authorization,
  press: Press,
): Promise<number> {
  if (run.state === 'unknown') return settleUnknown(deps, customer, caller, run)
  return decide(deps, customer, caller, run, run.state === 'returned' || press === 'says_approved')
}

async function decide(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Authorization,
  mayHaveApproved: boolean,
): Promise<number> {
  const { authorizationId, customerId } = run
  const status = await readStatus(deps, customer, caller, run)
  switch (status) {
    case 'AUTHORIZED':
      return confirmChange(deps, customer, caller, run)
    case 'not_known':
      // The endpoint may not know consents at all: then only the confirmation can tell (once).
      if (run.request.kind === 'inquiry' || !mayHaveApproved) return 0
      return confirmChange(deps, customer, caller, run)
    case 'NOT_AUTHORIZED':
      await deps.store.authorizations.finish(customerId, authorizationId, { state: 'refused' })
      return 0
    case 'EXPIRED':
      await deps.store.authorizations.finish(customerId, authorizationId, { state: 'expired' })
      return 0
    default:
      // PENDING, or a word that the bank made up since: nothing follows from it.
      return 0
  }
}

/** Endpoint 9. `not_known`: the bank has no status for it, or fails over it (case SCA-6). */
async function readStatus(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  { resourceId }: Authorization,
): Promise<OperationStatus['authorizationStatus'] | 'not_known'> {
  if (resourceId === null) return 'not_known'
  try {
    const status = await withConnection(deps, customer, caller, (context) =>
      deps.bank.getOperationStatus(context, { resourceId }),
    )
    return status.authorizationStatus
  } catch (error) {
    const isNotKnown = error instanceof BankApiError && (error.status === 412 || error.status === 500)
    // A signature that the bank could not verify says nothing about the resource.
    if (isNotKnown && error.code !== 'TPP_SIGN_VFY') return 'not_known'
    throw error
  }
}
