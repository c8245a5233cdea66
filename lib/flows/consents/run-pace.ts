import { nextStatusRead } from '@/lib/domain/transfers/status-schedule'
import { AT_BANK_MINUTES } from '@/lib/domain/transfers/transfer-state'
import type { Authorization } from '@/lib/store'
import { bankProblemOf } from '../bank-problem'
import type { FlowDeps } from '../deps'

/** Longer than the calls of one ask take, a renewal of the tokens included. After that the one that claimed it is gone. */
const BUSY_MS = 60_000
/** When the schedule is over. Only a run in doubt lasts so long. */
const LATER_MS = 15 * 60_000
/** The shortest interval between calls, however often the customer presses "Ask again now". */
const PRESS_GAP_MS = 2_000
/** After a bank that says that it was asked too often. */
const LIMIT_PAUSE_SECONDS = 30
/** So many asks may come from "I have approved"; after them it waits like a page. */
const MAX_PRESSED_ASKS = 60

/** What triggered the question: the page's own timer, or the customer. */
export type Press = 'none' | 'ask_now' | 'says_approved'

/**
 * Asks the bank about a run if it is time and nobody else is doing so. The database keeps the pace, so that any number
 * of pages, tabs and processes together ask as often as one.
 *
 * @param ask returns the seconds to wait at least before the next ask
 * @returns whether the bank was asked
 */
export async function askInPace(
  deps: FlowDeps,
  run: Authorization,
  press: Press,
  ask: () => Promise<number>,
): Promise<boolean> {
  if (!isDue(run, press, deps.now())) return false
  if (!(await deps.store.authorizations.claimAsk(run, BUSY_MS))) return false
  const began = deps.now()
  let pause = 0
  try {
    pause = await ask()
  } catch (error) {
    if (bankProblemOf(error) === 'bank_limit_reached') pause = LIMIT_PAUSE_SECONDS
    throw error
  } finally {
    await deps.store.authorizations.askOver(run, nextAskAt(run, began, deps.now(), pause))
  }
  return true
}

function isDue({ asks: { count, lastAt, nextAt } }: Authorization, press: Press, now: Date): boolean {
  if (nextAt === null || nextAt <= now) return true
  if (press === 'says_approved') return count < MAX_PRESSED_ASKS
  return press === 'ask_now' && lastAt !== null && now.getTime() - lastAt.getTime() >= PRESS_GAP_MS
}

function nextAskAt(run: Authorization, began: Date, now: Date, pauseSeconds: number): Date {
  const since = run.state === 'unknown' ? run.confirmingAt : (run.returnedAt ?? run.handedOverAt)
  const due =
    nextStatusRead(run.asks.count + 1, since ?? began, began, AT_BANK_MINUTES) ??
    new Date(began.getTime() + LATER_MS)
  return new Date(Math.max(due.getTime(), now.getTime() + pauseSeconds * 1_000))
}
