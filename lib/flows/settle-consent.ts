import { judgeChange, type Scope, scopesOf, scopesWithin, scopesWithout } from '@/lib/domain/consent'
import type { Authorization } from '@/lib/store'
import { askedOf } from './authorization-view'
import { type BankProblem, bankProblemOf } from './bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from './deps'
import { type ConsentListRead, rereadConsents } from './reread-consents'

/**
 * Ends a run whose confirmation was sent by what the bank lists: what was asked for is there, or gone, or it is
 * not. While the list cannot be had the run stays in doubt, and the next call asks again.
 */
export async function settleByList(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Authorization,
): Promise<void> {
  const { customerId, authorizationId, request } = run
  if (request.kind === 'inquiry') return
  const direction = request.kind === 'consent_grant' ? 'grant' : 'revoke'
  const asked = await newlyAsked(deps, run)
  const change = direction === 'grant' ? 'granted' : 'revoked'
  const reread = await tryReread(deps, customer, caller, { authorizationId, change, scopes: asked })
  const list = reread.kind === 'failed' ? null : reread
  const verdict = list?.kind === 'read' ? judgeChange(direction, asked, list) : 'unproven'
  if (verdict === 'unproven' || list?.kind !== 'read') {
    await deps.store.authorizations.finish(customerId, authorizationId, {
      state: 'unknown',
      reason: 'list_unread',
    })
    // Only the customer can mend this one, and the page must offer it.
    if (reread.kind === 'failed' && reread.problem === 'connection_expired') throw reread.error
    return
  }
  const outcome =
    direction === 'grant'
      ? { appeared: copyOf(scopesWithin(asked, list.grants)) }
      : { disappeared: copyOf(scopesWithout(asked, list.grants)) }
  await deps.store.authorizations.finish(
    customerId,
    authorizationId,
    verdict === 'done' ? { state: 'done', outcome } : { state: 'failed', reason: 'not_confirmed', outcome },
  )
}

/** Without what was shared before the bank was asked: that it is listed says nothing about this run. */
async function newlyAsked(deps: FlowDeps, run: Authorization): Promise<readonly Scope[]> {
  const asked = askedOf(run)
  const { preparedAt } = run
  if (run.request.kind !== 'consent_grant' || preparedAt === null) return asked
  const { consents } = await deps.store.consents.list(run.customerId)
  const before = consents.filter(({ grantedAt }) => grantedAt.getTime() <= preparedAt.getTime())
  return scopesWithout(asked, scopesOf(before))
}

type Failed = { kind: 'failed'; problem: BankProblem; error: unknown }

async function tryReread(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  reason: { authorizationId: string; change: 'granted' | 'revoked'; scopes: readonly Scope[] },
): Promise<ConsentListRead | Failed> {
  try {
    return await rereadConsents(deps, customer, caller, reason)
  } catch (error) {
    const problem = bankProblemOf(error)
    if (problem === null) throw error
    return { kind: 'failed', problem, error }
  }
}

const copyOf = (scopes: readonly Scope[]) =>
  scopes.map(({ category, productIds }) => ({ category, productIds: [...productIds] }))
