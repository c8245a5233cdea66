import type { ConsentEntry } from '@/lib/store'
import { type ListedAccount, rereadAccounts } from '../accounts/list-accounts'
import { readKnownFacts } from '../accounts/product-facts'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import type { AuthorizationShown } from './authorization-view'
import { showAuthorization } from './authorization-view'
import { offeredCategories } from './begin-consent'
import { endIfStale } from './live-runs'
import { rereadConsents } from './reread-consents'

const SHOWN_EVENTS = 100

export type SharingEvent = Omit<ConsentEntry, 'at'> & { at: string }

export type Sharing = {
  customer: string
  offered: string[]
  accounts: (ListedAccount & {
    isListed: boolean
    closedAt: string | null
    refusedAsClosedAt: string | null
    consents: { category: string; grantedAt: string; lastUsedAt: string | null }[]
  })[]
  readAt: string | null
  isWhole: boolean
  history: SharingEvent[]
  notices: SharingEvent[]
  open: AuthorizationShown[]
  connection: 'live' | 'expired'
}

/**
 * What the customer shares by our copy of the bank's list. Never calls the bank.
 * @param seenEventId the last event acknowledged in this browser; what ended at the bank after it is a notice
 */
export async function readKnownSharing(
  deps: FlowDeps,
  customerId: string,
  seenEventId: string | null,
): Promise<Sharing> {
  const [{ known, connection }, entries, open, refused] = await Promise.all([
    readKnownFacts(deps, customerId),
    deps.store.consents.history(customerId, SHOWN_EVENTS),
    openRuns(deps, customerId),
    deps.store.authorizations.refusedAsClosed(customerId),
  ])
  const history = entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }))
  const isNew = ({ eventId }: SharingEvent) => seenEventId === null || BigInt(eventId) > BigInt(seenEventId)
  return {
    customer: customerId,
    offered: offeredCategories(deps),
    accounts: known.products.map(({ account, isListed, consents, state }) => ({
      ...account,
      isListed,
      closedAt: state?.closedAt?.toISOString() ?? null,
      refusedAsClosedAt: consents.length > 0 ? null : (refused.get(account.productId)?.toISOString() ?? null),
      consents: consents.map(({ category, grantedAt, lastUsedAt }) => ({
        category,
        grantedAt: grantedAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    })),
    readAt: known.sharedReadAt?.toISOString() ?? null,
    isWhole: true,
    history,
    notices: history.filter((event) => event.what === 'ended_at_bank' && isNew(event)),
    open,
    connection: connection === 'live' ? 'live' : 'expired',
  }
}

/**
 * The same by the bank's lists of now (endpoints 2 and 6, at the same time). What is no longer in the bank's list is
 * noticed and the data it covered erased; a list that could not be read whole proves nothing gone.
 * @throws AppError connection_expired; the bank's errors. What was known stays as it was.
 */
export async function refreshSharing(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  seenEventId: string | null,
): Promise<Sharing> {
  const [list] = await Promise.all([
    rereadConsents(deps, customer, caller),
    rereadAccounts(deps, customer, caller),
  ])
  const known = await readKnownSharing(deps, customer.customerId, seenEventId)
  return { ...known, isWhole: list.kind === 'read' && list.isWhole }
}

async function openRuns(deps: FlowDeps, customerId: string): Promise<AuthorizationShown[]> {
  const runs = await deps.store.authorizations.listOpen(customerId)
  const current = await Promise.all(runs.map((run) => endIfStale(deps, run)))
  const open = current.filter(({ endedAt, state }) => endedAt === null || state === 'unknown')
  return Promise.all(open.map((run) => showAuthorization(deps, run)))
}
