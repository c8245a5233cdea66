import { BankApiError, type ConsentChange } from '@/lib/bank'
import {
  type ConsentCategory,
  type ConsentDirection,
  categoriesOf,
  isAllRefused,
  isConsentCategory,
  type Scope,
  sameScopes,
  scopesOf,
  scopesWithin,
  scopesWithout,
  wordsOn,
} from '@/lib/domain/consent/consent'
import type { Authorization } from '@/lib/store'
import { listAccounts } from '../accounts/list-accounts'
import { AppError } from '../app-error'
import { isClosedAccount } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { withConnection } from '../with-connection'
import { type AuthorizationShown, askedOf, showAuthorization } from './authorization-view'
import { closedAmong } from './closed-accounts'
import { type Begun, endOnError, handOver } from './hand-over'
import { findRun, liveRuns, whenPrepared } from './live-runs'
import { rereadConsents } from './reread-consents'

export type ConsentForm = {
  direction: ConsentDirection
  /** Made when the form was shown: a doubled submit has the same and finds the run of the first. */
  formToken: string
  scopes: readonly Scope[]
  returnTo?: string
}

export type BeginResult = {
  kind: 'authorization' | 'under_way' | 'conflict'
  authorization: AuthorizationShown
}

/** What our PSD2 roles let us ask for. */
export function offeredCategories(deps: Pick<FlowDeps, 'bank'>): ConsentCategory[] {
  return categoriesOf(deps.bank.describe().qwac.roles)
}

/**
 * Begins to share, or to take back. The row comes first and then the bank, so one click makes one request however
 * often it arrives; of several forms that ask for the same at once, one run goes on and the others find it. Only
 * what is not so already is asked for, by the bank's list read anew.
 *
 * @throws AppError not_found for an account that is not the customer's, bad_request for a category that is not
 *   ours to ask for; the bank's errors, which end the run
 */
export async function beginConsent(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  form: ConsentForm,
): Promise<BeginResult> {
  await checkScopes(deps, customer, caller, form)
  const kind = form.direction === 'grant' ? 'consent_grant' : 'consent_revoke'
  const [live] = await liveRuns(deps, customer.customerId, kind)
  if (live !== undefined) return joinRun(deps, live, form)

  const beginning = await deps.store.authorizations.begin(customer.customerId, {
    formToken: form.formToken,
    request: {
      kind,
      scopes: form.scopes.map(({ category, productIds }) => ({ category, productIds: [...productIds] })),
    },
    returnTo: form.returnTo,
  })
  if (beginning.kind !== 'begun') {
    const run = await whenPrepared(deps, beginning.authorization)
    return show(deps, beginning.kind === 'same' ? 'authorization' : 'conflict', run)
  }
  const [oldest] = await liveRuns(deps, customer.customerId, kind)
  const { authorizationId } = beginning.authorization
  if (oldest !== undefined && oldest.authorizationId !== authorizationId) {
    await end(deps, beginning, 'failed', 'superseded')
    return joinRun(deps, oldest, form)
  }
  await endOnError(deps, beginning, () => prepare(deps, customer, caller, beginning, form))
  return show(deps, 'authorization', await findRun(deps, customer, authorizationId))
}

async function joinRun(deps: FlowDeps, live: Authorization, form: ConsentForm): Promise<BeginResult> {
  const isSame = sameScopes(askedOf(live), form.scopes)
  return show(deps, isSame ? 'authorization' : 'under_way', await whenPrepared(deps, live))
}

async function show(deps: FlowDeps, kind: BeginResult['kind'], run: Authorization): Promise<BeginResult> {
  return { kind, authorization: await showAuthorization(deps, run) }
}

/** Accounts must be the customer's own, by the bank's list or by what they shared before. */
async function checkScopes(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  { direction, scopes }: ConsentForm,
): Promise<void> {
  if (direction === 'grant') {
    const offered: readonly string[] = offeredCategories(deps)
    if (scopes.some(({ category }) => !offered.includes(category))) throw new AppError('bad_request')
  }
  const { customerId } = customer
  const known = await deps.store.accounts.list(customerId)
  const { accounts } = known.readAt === null ? await listAccounts(deps, customer, caller) : known
  const { consents } = await deps.store.consents.list(customerId)
  const own = new Set([...accounts, ...consents].map(({ productId }) => productId))
  const isOwn = scopes.every(({ productIds }) => productIds.every((productId) => own.has(productId)))
  if (!isOwn) throw new AppError('not_found')
}

async function prepare(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Begun,
  { direction }: ConsentForm,
): Promise<void> {
  const { transactionId } = run.authorization
  const asked = askedOf(run.authorization)
  const todo = await stillToDo(deps, customer, { ...caller, transactionId }, direction, asked)
  if (todo.length === 0) {
    return end(deps, run, 'done', direction === 'grant' ? 'nothing_to_do' : 'already_revoked')
  }
  const change = await askBank(deps, customer, { ...caller, transactionId }, run, direction, todo)
  if (change === null) return
  const outcome = { categories: wordsOn(todo, change.outcomes) }
  if (isAllRefused(todo, change.outcomes)) {
    return end(deps, run, 'failed', direction === 'grant' ? 'nothing_accepted' : 'bank_refused', outcome)
  }
  // The bank did not say no, and gave nothing to approve either.
  if (change.resourceId === undefined) return end(deps, run, 'failed', 'bank_answer_not_understood', outcome)
  const { customerId, authorizationId } = run.authorization
  await deps.store.authorizations.prepared(customerId, authorizationId, {
    resourceId: change.resourceId,
    outcome,
  })
  await handOver(deps, customer, caller, run, change.resourceId)
}

/** The part of the request that is not in force yet. When the bank's list is incomplete, rows missing from it prove nothing. */
async function stillToDo(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  direction: ConsentDirection,
  asked: readonly Scope[],
): Promise<readonly Scope[]> {
  const list = await rereadConsents(deps, customer, caller)
  const isWhole = list.kind === 'read' && list.isWhole
  const { consents } = await deps.store.consents.list(customer.customerId)
  if (direction === 'grant') return isWhole ? scopesWithout(asked, scopesOf(consents)) : asked
  return isWhole ? scopesWithin(asked, scopesOf(consents)) : asked
}

/** Endpoint 3 or 7. Null when the bank's refusal has ended the run. */
async function askBank(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Begun,
  direction: ConsentDirection,
  todo: readonly Scope[],
): Promise<ConsentChange | null> {
  const ask = (scopes: readonly Scope[]) => sendRequest(deps, customer, caller, direction, scopes)
  try {
    return await ask(todo)
  } catch (error) {
    if (!(error instanceof BankApiError) || !isRefusal(error)) throw error
    if (isClosedAccount(error)) {
      const closed = await closedAmong(deps, customer, caller, todo, ask)
      await end(deps, run, 'failed', 'account_closed', { ...wordsOf(error), closed })
    } else await endRefused(deps, customer, caller, run, direction, todo, error)
    return null
  }
}

function sendRequest(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  direction: ConsentDirection,
  asked: readonly Scope[],
): Promise<ConsentChange> {
  const scopes = asked.flatMap(({ category, productIds }) =>
    isConsentCategory(category) ? [{ category, productIds }] : [],
  )
  const request = { customerId: customer.bankCustomerId, scopes }
  return withConnection(deps, customer, caller, (context) =>
    direction === 'grant'
      ? deps.bank.requestConsent(context, request)
      : deps.bank.revokeConsent(context, request),
  )
}

/** The bank understood and will not; all else may go better another time. */
function isRefusal(error: BankApiError): boolean {
  return isClosedAccount(error) || [400, 412, 417, 422].includes(error.status)
}

const wordsOf = ({ code, bankRequestId }: BankApiError) => ({ bankCodes: [code], bankRequestId })

async function endRefused(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Begun,
  direction: ConsentDirection,
  todo: readonly Scope[],
  error: BankApiError,
): Promise<void> {
  const bank = wordsOf(error)
  if (direction === 'revoke') {
    // What the customer took back at the bank in the same minute cannot be taken back again (case DAT-13).
    const list = await rereadConsents(deps, customer, caller)
    const isGone = list.kind === 'read' && list.isWhole && scopesWithin(todo, list.grants).length === 0
    if (isGone) return end(deps, run, 'done', 'already_revoked', bank)
  }
  const isNoneTaken = direction === 'grant' && error.status === 417
  return end(deps, run, 'failed', isNoneTaken ? 'nothing_accepted' : 'bank_refused', bank)
}

async function end(
  deps: FlowDeps,
  { authorization: { customerId, authorizationId } }: Begun,
  state: 'done' | 'failed',
  reason: string,
  outcome?: Authorization['outcome'],
): Promise<void> {
  await deps.store.authorizations.finish(customerId, authorizationId, {
    state,
    reason,
    outcome: outcome ?? undefined,
  })
}
