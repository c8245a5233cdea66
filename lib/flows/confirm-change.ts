import { BankApiError, BankProtocolError, BankUnreachableError } from '@/lib/bank'
import { AT_BANK_MINUTES } from '@/lib/domain/transfer-state'
import type { Authorization } from '@/lib/store'
import { AppError } from './app-error'
import { bankProblemOf } from './bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from './deps'
import { type ChangeLook, lookForChange } from './settle-consent'
import { withConnection } from './with-connection'

/** Seconds before the second confirmation, the third and the fourth, which is the last. */
const PAUSES = [2, 10, 30]
/** The same after a bank that says that it was asked too often. */
const LIMIT_PAUSES = [30, 60, 120]

type Attempt = {
  deps: FlowDeps
  customer: SignedInCustomer
  caller: Caller
  /** As it was before the claim. */
  run: Authorization
}

/**
 * Sends the confirmation (endpoint 5 or 8), if this request wins the claim, and writes down what the bank's list says
 * then. When the confirmation fails it may be sent again, a few times and after a pause: at once where the bank refused
 * it in a verified answer, and only after a look at the bank's list where it may have been carried out.
 *
 * @returns seconds before the bank is to be asked again
 * @throws AppError connection_expired, the bank's errors of a confirmation that was not sent: the run stays as it was
 */
export async function confirmChange(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Authorization,
): Promise<number> {
  const { authorizationId, customerId, resourceId, request } = run
  if (resourceId === null) return 0
  const { authorizations } = deps.store
  const isMine =
    run.state === 'unknown'
      ? await authorizations.claimConfirmAgain(customerId, authorizationId)
      : await authorizations.claimConfirm(customerId, authorizationId)
  if (!isMine) return 0
  if (request.kind === 'inquiry') {
    // There is nothing to confirm: the read is tried again.
    await authorizations.finish(customerId, authorizationId, { state: 'done' })
    return 0
  }
  const attempt = { deps, customer, caller, run }
  const change = request.kind === 'consent_grant' ? 'request' : 'revoke'
  try {
    await withConnection(deps, customer, caller, (context) =>
      deps.bank.confirmConsent(context, { customerId: customer.bankCustomerId, resourceId, change }),
    )
  } catch (error) {
    return endUnconfirmed(attempt, error)
  }
  return settleDoubt(attempt, await lookForChange(deps, customer, caller, run))
}

/**
 * A run in doubt: looks at the bank's list, and sends the confirmation again where the list does not have the change.
 *
 * @returns seconds before the bank is to be asked again
 * @throws AppError connection_expired
 */
export async function settleUnknown(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Authorization,
): Promise<number> {
  if (run.request.kind === 'inquiry') return 0
  const look = await lookForChange(deps, customer, caller, run)
  const attempt = { deps, customer, caller, run }
  if (look.kind === 'not_done' && (await mayConfirmAgain(attempt, run.confirms))) {
    return confirmChange(deps, customer, caller, run)
  }
  return settleDoubt(attempt, look)
}

async function endUnconfirmed(attempt: Attempt, error: unknown): Promise<number> {
  const { deps, customer, caller, run } = attempt
  if (didNothing(error)) {
    await giveBack(attempt)
    throw error
  }
  if (isRefusal(error)) return endRefused(attempt, error)
  if (bankProblemOf(error) === null) throw error
  return settleDoubt(attempt, await lookForChange(deps, customer, caller, run), error)
}

/** The bank refused the token before all else, or the confirmation never left. */
function didNothing(error: unknown): boolean {
  if (error instanceof AppError)
    return ['connection_expired', 'bank_unreachable', 'unavailable'].includes(error.code)
  if (error instanceof BankUnreachableError && !error.sent) return true
  const isOfBank =
    error instanceof BankApiError ||
    error instanceof BankProtocolError ||
    error instanceof BankUnreachableError
  // A renewal of the tokens that failed, before a confirmation or after one that was refused for its token.
  return isOfBank && error.operation !== 'confirmConsent'
}

/** Said in a verified answer. A 500 says nothing: what failed may have been the last thing that the bank did. */
const isRefusal = (error: unknown): error is BankApiError =>
  error instanceof BankApiError && error.status < 500

/**
 * The bank did not carry it out, by its own word. What an earlier confirmation did is another question, and a refusal
 * such as "no such request" may come of its success: the list tells.
 */
async function endRefused(attempt: Attempt, error: BankApiError): Promise<number> {
  const { deps, customer, caller, run } = attempt
  const { customerId, authorizationId } = run
  const refusal = { bankCodes: [error.code], bankRequestId: error.bankRequestId }
  const finish = deps.store.authorizations.finish
  const decision = decisionIn(error)
  if (decision !== null && run.state !== 'unknown') {
    // Said to be approved a moment too early: the customer may say so again.
    if (decision.reason === 'not_approved' && run.approach === 'decoupled') return giveBack(attempt)
    await finish(customerId, authorizationId, { ...decision, outcome: refusal })
    return 0
  }
  const confirms = run.confirms + 1
  const isLimit = error.status === 420
  const pause = (isLimit ? LIMIT_PAUSES : PAUSES)[run.confirms] ?? 0
  const mayAgain = decision === null && (await mayConfirmAgain(attempt, confirms))
  if (isLimit && mayAgain && run.state !== 'unknown') return giveBack(attempt, refusal, pause)
  const look = await lookForChange(deps, customer, caller, run)
  if (look.kind === 'done') return settleDoubt(attempt, look)
  // What may have been carried out by an earlier confirmation stays in doubt.
  if (run.state === 'unknown' && (look.kind === 'unread' || mayAgain)) {
    await stayUnknown(attempt, look)
    return pause
  }
  if (mayAgain) return giveBack(attempt, refusal, pause)
  const end = decision ?? { state: 'failed' as const, reason: 'confirm_refused' }
  await finish(customerId, authorizationId, { ...end, outcome: refusal })
  return 0
}

/** The status may stand in the detail of a refused confirmation, where the status endpoint did not tell it. */
function decisionIn(
  error: BankApiError,
): { state: 'refused' | 'expired' | 'failed'; reason?: string } | null {
  if (error.details.includes('NOT_AUTHORIZED')) return { state: 'refused' }
  if (error.details.includes('EXPIRED')) return { state: 'expired' }
  if (error.details.includes('PENDING')) return { state: 'failed', reason: 'not_approved' }
  return null
}

/** Ends a run whose confirmation may have been carried out, by what the bank's list says; or leaves it in doubt. */
async function settleDoubt(attempt: Attempt, look: ChangeLook, error?: unknown): Promise<number> {
  const { deps, run } = attempt
  const { customerId, authorizationId } = run
  const finish = deps.store.authorizations.finish
  switch (look.kind) {
    case 'done':
      await finish(customerId, authorizationId, { state: 'done', outcome: look.outcome })
      return 0
    case 'unread':
      await stayUnknown(attempt, look)
      // Only the customer can mend this one, and the page must offer it.
      if (bankProblemOf(look.error) === 'connection_expired') throw look.error
      return 0
    case 'not_done': {
      const isSent = run.state !== 'unknown' || error !== undefined
      const confirms = run.confirms + (isSent ? 1 : 0)
      // A confirmation that the bank called a success is not sent again: its list decides.
      if (error !== undefined && (await mayConfirmAgain(attempt, confirms))) {
        await stayUnknown(attempt, look)
        return PAUSES[confirms - 1] ?? 0
      }
      const bank =
        error instanceof BankApiError ? { bankCodes: [error.code], bankRequestId: error.bankRequestId } : {}
      const outcome = { ...look.outcome, ...bank }
      await finish(customerId, authorizationId, { state: 'failed', reason: 'not_confirmed', outcome })
      return 0
    }
  }
}

async function stayUnknown({ deps, run }: Attempt, look: ChangeLook): Promise<void> {
  await deps.store.authorizations.finish(run.customerId, run.authorizationId, {
    state: 'unknown',
    reason: look.kind === 'not_done' ? 'not_listed_yet' : 'list_unread',
  })
}

/** @returns `pause`, for the caller to return */
async function giveBack(
  { deps, run }: Attempt,
  refusal?: { bankCodes: string[]; bankRequestId?: string },
  pause = 0,
): Promise<number> {
  const { customerId, authorizationId } = run
  if (run.state === 'unknown') {
    await deps.store.authorizations.finish(customerId, authorizationId, {
      state: 'unknown',
      reason: 'list_unread',
    })
    return pause
  }
  await deps.store.authorizations.giveBackConfirm(customerId, authorizationId, refusal)
  return pause
}

/** Not for ever, and not against what the customer has asked for since. */
async function mayConfirmAgain({ deps, run }: Attempt, confirms: number): Promise<boolean> {
  if (confirms > PAUSES.length || run.handedOverAt === null) return false
  const age = deps.now().getTime() - run.handedOverAt.getTime()
  return age < AT_BANK_MINUTES * 60_000 && !(await deps.store.authorizations.hasLaterConsentRun(run))
}
