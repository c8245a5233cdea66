import { BankApiError, type OperationStatus } from '@/lib/bank'
import type { Authorization } from '@/lib/store'
import { type AuthorizationShown, showAuthorization } from './authorization-view'
import { bankProblemOf } from './bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from './deps'
import { endIfStale, findRun } from './live-runs'
import { settleByList } from './settle-consent'
import { withConnection } from './with-connection'

/**
 * Takes a run one step further and says how it stands. The page of the run calls it, in any tab, as often as it
 * likes: the status is read once per call, and only after the customer came back (or never left: decoupled), the
 * confirmation is sent once ever, and what is in force is what the bank lists.
 *
 * @param request.saysApproved the customer says to have approved in the bank's app, where the bank's status
 *   endpoint does not know consents
 * @throws AppError not_found, connection_expired; the bank's errors: the run stays as it was
 */
export async function continueAuthorization(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: { authorizationId: string; saysApproved?: boolean },
): Promise<AuthorizationShown> {
  const run = await endIfStale(deps, await findRun(deps, customer, request.authorizationId))
  const runCaller = { ...caller, transactionId: run.transactionId }
  await advance(deps, customer, runCaller, run, request.saysApproved ?? false)
  return showAuthorization(deps, await findRun(deps, customer, request.authorizationId))
}

async function advance(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Authorization,
  saysApproved: boolean,
): Promise<void> {
  switch (run.state) {
    case 'handed_over':
      // Whoever was sent to the bank has to come back first (spec.md: "after the browser callback").
      if (run.approach === 'decoupled') await decide(deps, customer, caller, run, saysApproved)
      return
    case 'returned':
      return decide(deps, customer, caller, run, true)
    case 'unknown':
      return settleByList(deps, customer, caller, run)
    default:
      return
  }
}

async function decide(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Authorization,
  mayHaveApproved: boolean,
): Promise<void> {
  const { authorizationId, customerId } = run
  const status = await readStatus(deps, customer, caller, run)
  switch (status) {
    case 'AUTHORIZED':
      return confirm(deps, customer, caller, run)
    case 'not_known':
      // The endpoint may not know consents at all: then only the confirmation can tell (once).
      if (run.request.kind !== 'inquiry' && mayHaveApproved) await confirm(deps, customer, caller, run)
      return
    case 'NOT_AUTHORIZED':
      await deps.store.authorizations.finish(customerId, authorizationId, { state: 'refused' })
      return
    case 'EXPIRED':
      await deps.store.authorizations.finish(customerId, authorizationId, { state: 'expired' })
      return
    default:
      // PENDING, or a word that the bank made up since: nothing follows from it.
      return
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

/** Endpoint 5 or 8, by whoever wins the claim. An inquiry has nothing to confirm: the read is tried again. */
async function confirm(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Authorization,
): Promise<void> {
  const { authorizationId, customerId, resourceId, request } = run
  if (resourceId === null) return
  if (!(await deps.store.authorizations.claimConfirm(customerId, authorizationId))) return
  if (request.kind === 'inquiry') {
    await deps.store.authorizations.finish(customerId, authorizationId, { state: 'done' })
    return
  }
  const change = request.kind === 'consent_grant' ? 'request' : 'revoke'
  try {
    await withConnection(deps, customer, caller, (context) =>
      deps.bank.confirmConsent(context, { customerId: customer.bankCustomerId, resourceId, change }),
    )
  } catch (error) {
    await endUnconfirmed(deps, customer, caller, run, error)
    return
  }
  await settleByList(deps, customer, caller, run)
}

/**
 * A refusal in words says that nothing changed. Anything else leaves it open: the bank may have done it and its
 * answer was lost; its list tells.
 */
async function endUnconfirmed(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Authorization,
  error: unknown,
): Promise<void> {
  const { customerId, authorizationId } = run
  if (error instanceof BankApiError && error.status < 500 && error.status !== 401) {
    // Said to be approved a moment too early: the customer may say so again.
    const isEarly = run.approach === 'decoupled' && error.details.includes('PENDING')
    if (isEarly && (await deps.store.authorizations.giveBackConfirm(customerId, authorizationId))) return
    const bank = { bankCodes: [error.code], bankRequestId: error.bankRequestId }
    const end = refusalOf(error)
    await deps.store.authorizations.finish(customerId, authorizationId, { ...end, outcome: bank })
    return
  }
  if (bankProblemOf(error) === null) throw error
  await settleByList(deps, customer, caller, run)
}

/** The status may stand in the detail of a refused confirmation, where the status endpoint did not tell it. */
function refusalOf(error: BankApiError): { state: 'refused' | 'expired' | 'failed'; reason?: string } {
  if (error.details.includes('NOT_AUTHORIZED')) return { state: 'refused' }
  if (error.details.includes('EXPIRED')) return { state: 'expired' }
  if (error.details.includes('PENDING')) return { state: 'failed', reason: 'not_approved' }
  return { state: 'failed', reason: 'not_confirmed' }
}
