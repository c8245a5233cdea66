import { nextExecutionRead, nextStatusRead } from '@/lib/domain/transfers/status-schedule'
import { AT_BANK_MINUTES } from '@/lib/domain/transfers/transfer-state'
import { latestPossibleReading, type Transfer } from '@/lib/store'
import { nextReceiptTry, receiptOf } from './receipt'

/**
 * A call that was announced and whose answer is not there so long after is lost: longer than it and a renewal of the
 * tokens before it take, and soon enough that a minute after a stop everything is known for what it is.
 */
const ASKING_MS = 50_000
/** execute is claimed with a valid token, so it takes one call (20 s). */
const EXECUTING_MS = 35_000
/** So long after the claim looks at the movements are close together; then as often as a bank allows without the customer. */
const FIRST_LOOKS_SECONDS = [5, 20, 60, 180, 420, 900]
const LATER_LOOK_SECONDS = 6 * 60 * 60
export const LOOKING_MINUTES = 10 * 24 * 60
/** Mostly the bank has answered by then; a look of the page is none at the bank. */
const JUST_BACK_MS = 10_000
/** A customer who waits at the page has it looked at sooner. */
const PAGE_LOOK_SECONDS = 20

/** When a transfer needs work without the customer; null when it never does. */
export function nextLook(transfer: Transfer, now: Date): Date | null {
  const { state, movedAt } = transfer
  switch (state.name) {
    case 'checking':
    case 'starting':
      return after(movedAt, ASKING_MS)
    case 'executing':
      return after(state.since, EXECUTING_MS)
    case 'at_bank':
      return after(state.since, AT_BANK_MINUTES * 60_000 + 1_000)
    case 'returned':
      return nextStatusLook(transfer, now) ?? now
    case 'authorized':
      return now
    case 'unknown':
      return earlier(nextStatusLook(transfer, now), nextMovementLook(transfer))
    case 'declined':
    case 'expired':
      return nextMovementLook(transfer)
    case 'accepted':
      return earlier(nextReceiptLook(transfer, now), nextExecutionLook(transfer, now))
    default:
      return null
  }
}

/** Longer than a read of the status takes, including a token refresh before it. After that the claimer must be gone. */
export const STATUS_BUSY_MS = 45_000

/** Stamped by a clock that has been set back since: waiting for that moment would hold up everything until then. */
const isAhead = (at: Date, now: Date) => at > latestPossibleReading(() => now)

/** A claim that would hold longer than any was made by such a clock too. */
const isBusy = (until: Date | null, now: Date): until is Date =>
  until !== null && until > now && !isAhead(after(until, -STATUS_BUSY_MS), now)

/** When the status may be read next. While a read is under way: when its claim lapses. */
export function nextStatusLook({ state, statusReads }: Transfer, now: Date): Date | null {
  if (!('since' in state)) return null
  const { count, lastAt, busyUntil } = statusReads
  const last = lastAt ?? state.since
  const due = isAhead(count === 0 ? state.since : last, now)
    ? now
    : (nextStatusRead(count, state.since, last) ?? null)
  // The last one too may be under way, and have the answer.
  const isUnderWay = isBusy(busyUntil, now) && (due === null || busyUntil > due)
  return isUnderWay ? busyUntil : due
}

export function nextReceiptLook(transfer: Transfer, now: Date): Date | null {
  if (receiptOf(transfer, now) !== 'pending') return null
  const { receipt, endedAt, movedAt } = transfer
  return isAhead(receipt.triedAt ?? endedAt ?? movedAt, now) ? now : nextReceiptTry(transfer)
}

/** When to read the status of an accepted transfer next. While a read is under way: when its claim lapses. */
export function nextExecutionLook(transfer: Transfer, now: Date): Date | null {
  const { state, endedAt, statusReads } = transfer
  if (state.name !== 'accepted' || endedAt === null) return null
  const { count, lastAt, busyUntil } = statusReads
  if (isBusy(busyUntil, now)) return busyUntil
  const last = lastAt !== null && isAhead(lastAt, now) ? now : lastAt
  return nextExecutionRead(count, endedAt, last !== null && last > endedAt ? last : null) ?? null
}

/** When the movements are to be looked at next, without the customer. */
function nextMovementLook(transfer: Transfer): Date | null {
  const { looks, knownBefore } = transfer
  const since = doubtedSince(transfer)
  // Without the movements known before the claim, no present movement proves anything.
  if (since === null || knownBefore === null) return null
  const first = FIRST_LOOKS_SECONDS[looks.count]
  if (first !== undefined) return after(since, first * 1_000)
  const next = after(looks.lastAt ?? since, LATER_LOOK_SECONDS * 1_000)
  return next.getTime() - since.getTime() > LOOKING_MINUTES * 60_000 ? null : next
}

/**
 * Since when a movement would tell what no answer to execute told: since the claim; where the bank has said meanwhile that
 * the approval no longer stands, since then. The store keeps `knownBefore` of an end only where execute was claimed.
 */
export function doubtedSince({ state, endedAt, knownBefore }: Transfer): Date | null {
  switch (state.name) {
    case 'unknown':
      return state.since
    case 'declined':
    case 'expired':
      return knownBefore === null ? null : endedAt
    default:
      return null
  }
}

/** The same while the customer is there. */
export function isMovementLookDue(transfer: Transfer, now: Date, isCustomerThere: boolean): boolean {
  const due = nextMovementLook(transfer)
  if (due !== null && due <= now) return true
  const { lastAt } = transfer.looks
  if (!isCustomerThere || lastAt === null) return false
  return isAhead(lastAt, now) || after(lastAt, PAGE_LOOK_SECONDS * 1_000) <= now
}

/** Of the page: it shows what others do about the transfer, so it looks even where it would do nothing itself. */
export function lookAgainInMs(transfer: Transfer, now: Date): number | null {
  const { state } = transfer
  switch (state.name) {
    case 'checking':
    case 'starting':
    case 'authorized':
    case 'executing':
      return 1_000
    case 'at_bank':
      return 3_000
    case 'returned':
      // A customer who has just returned sees at once what the job found.
      return now.getTime() - state.since.getTime() < JUST_BACK_MS
        ? 500
        : within(nextStatusLook(transfer, now), now, 500, 5_000)
    case 'unknown':
      return within(nextStatusLook(transfer, now), now, 1_000, PAGE_LOOK_SECONDS * 1_000)
    case 'accepted':
      return receiptOf(transfer, now) === 'pending' ? 2_000 : null
    default:
      return null
  }
}

function within(at: Date | null, now: Date, least: number, most: number): number {
  return at === null ? most : Math.min(most, Math.max(least, at.getTime() - now.getTime()))
}

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
