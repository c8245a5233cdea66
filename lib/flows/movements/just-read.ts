import { bankDay } from '@/lib/domain/days/bank-day'
import { isShared, type KnownProduct } from '../accounts/product-facts'
import type { FlowDeps } from '../deps'
import type { DayRange } from './movement-batches'

type Clock = Pick<FlowDeps, 'now' | 'refreshIntervalMs'>

/**
 * Whether the bank said this so recently, to whichever process, that its answer still stands for everybody who asks. After
 * a problem, and after a clock that was set back, the bank is asked.
 */
export function isBalanceJustRead(deps: Clock, known: KnownProduct, readAt: Date | undefined): boolean {
  return isAtRest(known) && isRecent(deps, readAt)
}

/** The same of the movements that may be new: their list was read whole, and of today. */
export function areMovementsJustRead(deps: Clock, known: KnownProduct): boolean {
  const movements = known.state?.movements
  return isAtRest(known) && movements?.to === bankDay(deps.now()) && isRecent(deps, movements.newestReadAt)
}

/** The same of all movements of these days, as far as this process read them. */
export function areDaysJustRead(
  { daysRead }: Pick<FlowDeps, 'daysRead'>,
  key: string,
  known: KnownProduct,
  days: DayRange,
): boolean {
  const read = daysRead.find(key)
  const stored = known.state?.movements
  return isAtRest(known) && !!read && !!stored && hasDays(read, days) && hasDays(stored, days)
}

export function hasDays(all: DayRange, some: DayRange): boolean {
  return all.from <= some.from && all.to >= some.to
}

function isAtRest(known: KnownProduct): boolean {
  const { problem = null, closedAt = null } = known.state ?? {}
  return isShared(known) && problem === null && closedAt === null
}

function isRecent({ now, refreshIntervalMs }: Clock, readAt: Date | null | undefined): boolean {
  if (readAt === null || readAt === undefined) return false
  const ageMs = now().getTime() - readAt.getTime()
  return ageMs >= 0 && ageMs < refreshIntervalMs
}
