import {
  type CategoryWord,
  type Scope,
  scopesOf,
  scopesWithin,
  scopesWithout,
} from '@/lib/domain/consent/consent'
import { type Authorization, TokenCipherError } from '@/lib/store'
import type { FlowDeps } from '../deps'

export type AuthorizationShown = {
  authorizationId: string
  kind: 'consent_grant' | 'consent_revoke' | 'inquiry'
  state:
    | 'preparing'
    | 'at_bank'
    | 'returned'
    | 'confirming'
    | 'done'
    | 'refused'
    | 'expired'
    | 'failed'
    | 'unknown'
  approach: 'redirect' | 'decoupled' | null
  asked: readonly Scope[]
  outcomes: readonly CategoryWord[]
  sharedNow: readonly Scope[]
  sharedReadAt: string | null
  reason: string | null
  refusal: string | null
  closed: readonly string[]
  productId: string | null
  returnTo: string | null
  bankUrl: string | null
  createdAt: string
  endedAt: string | null
}

/** A run as its customer sees it, with the part of its request that is shared now. Never calls the bank. */
export async function showAuthorization(deps: FlowDeps, run: Authorization): Promise<AuthorizationShown> {
  const [known, bankUrl] = await Promise.all([
    deps.store.consents.list(run.customerId),
    run.state === 'handed_over' ? bankUrlOf(deps, run) : null,
  ])
  const asked = askedOf(run)
  const sharedNow = scopesWithin(asked, scopesOf(known.consents))
  return {
    authorizationId: run.authorizationId,
    kind: run.request.kind,
    state: stateOf(run.state),
    approach: run.approach,
    asked,
    outcomes: wordsBeside(run, asked, sharedNow),
    sharedNow,
    sharedReadAt: known.readAt?.toISOString() ?? null,
    reason: run.endedReason,
    refusal: run.outcome?.bankCodes?.at(0) ?? null,
    closed: run.outcome?.closed ?? [],
    productId: run.request.kind === 'inquiry' ? run.request.productId : null,
    returnTo: run.returnTo,
    bankUrl,
    createdAt: run.createdAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
  }
}

/** What the bank said when it was asked, without each no that its list contradicts now. */
function wordsBeside(
  { request, outcome }: Authorization,
  asked: readonly Scope[],
  sharedNow: readonly Scope[],
): readonly CategoryWord[] {
  const open = request.kind === 'consent_revoke' ? sharedNow : scopesWithout(asked, sharedNow)
  const isOpen = (name: string) => open.some(({ category }) => category === name)
  return (outcome?.categories ?? []).filter(({ category, isAccepted }) => isAccepted || isOpen(category))
}

export function askedOf(run: Authorization): readonly Scope[] {
  return run.request.kind === 'inquiry' ? [] : run.request.scopes
}

function stateOf(state: Authorization['state']): AuthorizationShown['state'] {
  if (state === 'requested' || state === 'prepared') return 'preparing'
  return state === 'handed_over' ? 'at_bank' : state
}

/** An address that no key of ours opens any more is gone; the run lapses like one that was left. */
async function bankUrlOf(deps: FlowDeps, run: Authorization): Promise<string | null> {
  try {
    return await deps.store.authorizations.scaUrlOf(run.customerId, run.authorizationId)
  } catch (error) {
    if (error instanceof TokenCipherError) return null
    throw error
  }
}
