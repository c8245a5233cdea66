import { BankApiError, BankProtocolError, BankUnreachableError } from '@/lib/bank'
import { AT_BANK_MINUTES } from '@/lib/domain/transfers/transfer-state'
import type { Authorization } from '@/lib/store'
import { AppError } from '../app-error'
import { bankProblemOf } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { withConnection } from '../with-connection'
import { type ChangeLook, lookForChange } from './settle-consent'

/** Seconds before the second confirmation, the third and the fourth, which is the last. */
const PAUSES = [2, 10, 30]
/** The same after a bank that says that it was asked too often. */
const LIMIT_PAUSES = [30, 60, 120]
/** Seconds between the looks at the list of a bank that said yes: it may list the change a little later. */
const LOOK_PAUSES = [2, 10, 30]

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
  let answer: { isSaid: boolean }
  try {
    answer = await withConnection(deps, customer, caller, (context) =>
      deps.bank.confirmConsent(context, { customerId: customer.bankCustomerId, resourceId, change }),
    )
  } catch (error) {
    return endUnconfirmed(attempt, error)
  }
  const look = await lookForChange(deps, customer, caller, run)
  return settle(attempt, look, answer.isSaid ? { kind: 'said_yes' } : { kind: 'no_word' })
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
  const hasSaidYes = run.endedReason === LISTED_LATER
  if (look.kind === 'not_done' && !hasSaidYes && (await mayConfirmAgain(attempt, run.confirms))) {
    return confirmChange(deps, customer, caller, run)
  }
  return settle(attempt, look, { kind: hasSaidYes ? 'said_yes' : 'not_sent' })
}

async function endUnconfirmed(attempt: Attempt, error: unknown): Promise<number> {
  const { deps, customer, caller, run } = attempt
  if (didNothing(error)) {
    await giveBack(attempt)
    throw error
  }
  if (isRefusal(error)) return endRefused(attempt, error)
  if (bankProblemOf(error) === null) throw error
  return settle(attempt, await lookForChange(deps, customer, caller, run), { kind: 'no_word', error })
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
  if (look.kind === 'done') return settle(attempt, look, { kind: 'not_sent' })
  // What may have been carried out by an earlier confirmation stays in doubt.
  if (run.state === 'unknown' && (look.kind === 'unread' || mayAgain)) {
    await stayUnknown(attempt, look.kind === 'not_done' ? 'not_listed_yet' : 'list_unread')
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

/** What came of the confirmation that was sent last: the bank's verified yes, nothing that it said, or none was sent now. */
type Word = { kind: 'said_yes' } | { kind: 'no_word'; error?: unknown } | { kind: 'not_sent' }

/** Ends a run whose confirmation may have been carried out, by what the bank's list says; or leaves it in doubt. */
async function settle(attempt: Attempt, look: ChangeLook, word: Word): Promise<number> {
  const { deps, run } = attempt
  const { customerId, authorizationId } = run
  const finish = deps.store.authorizations.finish
  switch (look.kind) {
    case 'done':
      await finish(customerId, authorizationId, { state: 'done', outcome: look.outcome })
      return 0
    case 'unread':
      await stayUnknown(attempt, 'list_unread')
      // Only the customer can mend this one, and the page must offer it.
      if (bankProblemOf(look.error) === 'connection_expired') throw look.error
      return 0
    case 'not_done': {
      const pause = await pauseBeforeNext(attempt, word)
      if (pause !== undefined) {
        await stayUnknown(attempt, word.kind === 'said_yes' ? LISTED_LATER : 'not_listed_yet')
        return pause
      }
      const error = word.kind === 'no_word' ? word.error : undefined
      const bank =
        error instanceof BankApiError ? { bankCodes: [error.code], bankRequestId: error.bankRequestId } : {}
      const outcome = { ...look.outcome, ...bank }
      await finish(customerId, authorizationId, { state: 'failed', reason: 'not_confirmed', outcome })
      return 0
    }
  }
}

/** Of a run whose confirmation the bank has said yes to: it is not sent again, only looked for. */
const LISTED_LATER = 'confirmed_not_listed'

/**
 * Seconds before the list is read once more; undefined when its last word counts. After a yes it was read by a plan that
 * begins with the confirmation; else the confirmation is sent again after it.
 */
async function pauseBeforeNext(attempt: Attempt, word: Word): Promise<number | undefined> {
  const { deps, run } = attempt
  switch (word.kind) {
    case 'not_sent':
      return undefined
    case 'no_word': {
      const confirms = run.confirms + 1
      return (await mayConfirmAgain(attempt, confirms)) ? (PAUSES[confirms - 1] ?? 0) : undefined
    }
    case 'said_yes': {
      const isFirst = run.endedReason !== LISTED_LATER || run.confirmingAt === null
      const age = isFirst ? 0 : (deps.now().getTime() - (run.confirmingAt?.getTime() ?? 0)) / 1_000
      let planned = 0
      for (const pause of LOOK_PAUSES) {
        planned += pause
        if (age < planned) return pause
      }
      return undefined
    }
  }
}

async function stayUnknown({ deps, run }: Attempt, reason: string): Promise<void> {
  await deps.store.authorizations.finish(run.customerId, run.authorizationId, { state: 'unknown', reason })
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
