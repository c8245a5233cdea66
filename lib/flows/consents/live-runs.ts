import { AT_BANK_MINUTES } from '@/lib/domain/transfers/transfer-state'
import type { Authorization } from '@/lib/store'
import { AppError } from '../app-error'
import type { FlowDeps, SignedInCustomer } from '../deps'

/** Longer than all calls of a preparation together may take. */
const PREPARING_MS = 2 * 60_000
/** Longer than any confirmation may take: one that is older was lost with the process that sent it. */
const CONFIRMING_MS = 60_000
const PREPARED_POLL_MS = 100
/** A doubled submit waits so long for the first to reach the bank. */
const PREPARED_WAIT_MS = 15_000

/** @throws AppError not_found: also for another customer's, which is not told from an unknown one */
export async function findRun(
  deps: FlowDeps,
  customer: Pick<SignedInCustomer, 'customerId'>,
  authorizationId: string,
): Promise<Authorization> {
  const run = await deps.store.authorizations.findOwned(customer.customerId, authorizationId)
  if (run === null) throw new AppError('not_found')
  return run
}

/**
 * Ends a run that nobody can bring to an end any more: this server stopped while the bank was being asked, or
 * the customer stayed away. Neither was confirmed, so nothing counts at the bank. Where it stopped while confirming,
 * the bank's list will tell.
 */
export async function endIfStale(deps: FlowDeps, run: Authorization): Promise<Authorization> {
  const end = staleEnd(run, deps.now().getTime())
  if (end === null) return run
  const { customerId, authorizationId } = run
  if (end.state === 'unknown') await deps.store.authorizations.finish(customerId, authorizationId, end)
  else await deps.store.authorizations.drop(customerId, authorizationId, end.state, end.reason)
  return findRun(deps, run, run.authorizationId)
}

function staleEnd(run: Authorization, nowMs: number) {
  const isOlder = (at: Date | null, ms: number) => at !== null && at.getTime() + ms <= nowMs
  switch (run.state) {
    case 'requested':
    case 'prepared':
      return isOlder(run.createdAt, PREPARING_MS) ? FAILED : null
    case 'handed_over':
    case 'returned':
      if (!isOlder(run.handedOverAt, AT_BANK_MINUTES * 60_000)) return null
      return run.confirms > 0 ? NOT_CONFIRMED : LEFT
    case 'confirming':
      return isOlder(run.confirmingAt, CONFIRMING_MS) ? LOST : null
    default:
      return null
  }
}

const FAILED = { state: 'failed', reason: 'interrupted' } as const
const LEFT = { state: 'expired', reason: 'left_at_bank' } as const
/** The bank refused the confirmation, and no page was open to send it again. */
const NOT_CONFIRMED = { state: 'failed', reason: 'confirm_refused' } as const
const LOST = { state: 'unknown', reason: 'list_unread' } as const

/** Runs of this kind that may still come to something; the oldest first. */
export async function liveRuns(
  deps: FlowDeps,
  customerId: string,
  kind: Authorization['request']['kind'],
): Promise<Authorization[]> {
  const open = await deps.store.authorizations.listOpen(customerId, kind)
  const current = await Promise.all(open.map((run) => endIfStale(deps, run)))
  return current
    .filter((run) => run.endedAt === null)
    .sort(
      (a, b) =>
        a.createdAt.getTime() - b.createdAt.getTime() || (a.authorizationId < b.authorizationId ? -1 : 1),
    )
}

/** Waits while another request is still asking the bank for this run. */
export async function whenPrepared(deps: FlowDeps, run: Authorization): Promise<Authorization> {
  const deadline = deps.now().getTime() + PREPARED_WAIT_MS
  for (let current = run; ; current = await findRun(deps, run, run.authorizationId)) {
    const isPreparing = current.state === 'requested' || current.state === 'prepared'
    if (!isPreparing || deps.now().getTime() > deadline) return current
    await new Promise((resolve) => setTimeout(resolve, PREPARED_POLL_MS))
  }
}

/**
 * Housekeeping: runs of any customer that were left or interrupted. One that cannot be ended stops no other.
 * @returns how many ended
 * @throws what went wrong first, once all were tried
 */
export async function endStaleRuns(deps: FlowDeps): Promise<number> {
  const before = new Date(deps.now().getTime() - PREPARING_MS)
  const failures: unknown[] = []
  let ended = 0
  let part = await deps.store.authorizations.listUnfinishedOlderThan(before)
  while (part.length > 0 && !deps.background.isStopping()) {
    for (const run of part) {
      try {
        if ((await endIfStale(deps, run)).endedAt !== null) ended += 1
      } catch (error) {
        failures.push(error)
      }
    }
    part = await deps.store.authorizations.listUnfinishedOlderThan(before, part.at(-1)?.authorizationId)
  }
  if (failures.length > 0) throw failures[0]
  return ended
}
