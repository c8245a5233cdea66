import { judgeChange, type Scope, scopesOf, scopesWithin, scopesWithout } from '@/lib/domain/consent/consent'
import type { Authorization } from '@/lib/store'
import { bankProblemOf } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { askedOf } from './authorization-view'
import { type ConsentListRead, rereadConsents } from './reread-consents'

/** What the bank's list, read now, says of a change whose confirmation was sent. */
export type ChangeLook =
  | { kind: 'done' | 'not_done'; outcome: NonNullable<Authorization['outcome']> }
  /** The list could not be had, or not read whole: it proves nothing. `error` is why, where the bank failed. */
  | { kind: 'unread'; error?: unknown }

/** Reads the bank's list and attributes the changes that the run asked for to the run. */
export async function lookForChange(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Authorization,
): Promise<ChangeLook> {
  const { authorizationId, request } = run
  const direction = request.kind === 'consent_revoke' ? 'revoke' : 'grant'
  const asked = await newlyAsked(deps, run)
  const change = direction === 'grant' ? 'granted' : 'revoked'
  const list = await tryReread(deps, customer, caller, { authorizationId, change, scopes: asked })
  if (list.kind !== 'read') return { kind: 'unread', error: list.kind === 'failed' ? list.error : undefined }
  const verdict = judgeChange(direction, asked, list)
  if (verdict === 'unproven') return { kind: 'unread' }
  const outcome =
    direction === 'grant'
      ? { appeared: copyOf(scopesWithin(asked, list.grants)) }
      : { disappeared: copyOf(scopesWithout(asked, list.grants)) }
  return { kind: verdict, outcome }
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

type Failed = { kind: 'failed'; error: unknown }

async function tryReread(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  reason: { authorizationId: string; change: 'granted' | 'revoked'; scopes: readonly Scope[] },
): Promise<ConsentListRead | Failed> {
  try {
    return await rereadConsents(deps, customer, caller, reason)
  } catch (error) {
    if (bankProblemOf(error) === null) throw error
    return { kind: 'failed', error }
  }
}

const copyOf = (scopes: readonly Scope[]) =>
  scopes.map(({ category, productIds }) => ({ category, productIds: [...productIds] }))
