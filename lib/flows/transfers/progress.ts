import type { Locale } from '@/lib/domain/locale'
import { EXECUTION_MINUTES } from '@/lib/domain/transfers/status-schedule'
import type { Transfer, TransferReceipt } from '@/lib/store'
import { AppError } from '../app-error'
import type { Visitor } from '../attendance'
import { bankProblemOf } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { advanceTransfer, endStopped } from './advance'
import { execute } from './execute'
import { callerFor, findTransfer, languageOf, whenSettled } from './find'
import { LOOKING_MINUTES, nextLook } from './next-look'
import { RECEIPT_MINUTES } from './receipt'
import { askStatus, noteStatus } from './status'
import { showTransfer, type TransferShown } from './transfer-view'

/**
 * What the page of a transfer calls while it is shown, in any tab. The pace is the server's.
 * @throws AppError not_found, connection_expired; the transfer stays as it is
 */
export async function continueTransfer(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transferId: string,
): Promise<TransferShown> {
  return showTransfer(
    deps,
    await advanceTransfer(deps, customer, caller, { transferId, isCustomerThere: true }),
  )
}

/**
 * "Pay it now": what was approved too long ago to be executed without asking. The bank's word on it is read first.
 * @throws AppError not_found, out_of_date, connection_expired; the bank's errors of that read: nothing was sent
 */
export async function payNow(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  { transferId, check }: { transferId: string; check: number },
): Promise<TransferShown> {
  const transfer = await findTransfer(deps, customer, transferId)
  deps.attendance.note(transferId, { customer, caller })
  if (transfer.state.name === 'late' && transfer.state.check === check) {
    const ownCaller = callerFor(transfer, caller)
    const read = await askStatus(deps, customer, ownCaller, transfer)
    if (read.status === 'unread') throw read.error
    const isEnded = await noteStatus(deps, transfer, read)
    // The bank did not find it once, which ends nothing and lets nothing be sent.
    if (!isEnded && read.status === 'gone') throw read.error
    if (!isEnded && read.status === 'AUTHORIZED')
      await execute(deps, customer, ownCaller, transfer, 'customer')
  }
  const current = await whenSettled(deps, await findTransfer(deps, customer, transferId))
  const { name } = current.state
  const isAfter =
    current.state.check === check && name !== 'draft' && name !== 'incomplete' && name !== 'checked'
  if (!isAfter) throw new AppError('out_of_date')
  return showTransfer(deps, current)
}

/** How a transfer stands. Never calls the bank. @throws AppError not_found */
export async function readTransfer(
  deps: FlowDeps,
  customer: Pick<SignedInCustomer, 'customerId'>,
  transferId: string,
): Promise<TransferShown> {
  return showTransfer(deps, await findTransfer(deps, customer, transferId))
}

/** The bank's document. @throws AppError not_found, also where there is none (yet) */
export async function readReceipt(
  deps: FlowDeps,
  customer: Pick<SignedInCustomer, 'customerId'>,
  transferId: string,
): Promise<TransferReceipt & { transfer: Transfer }> {
  const transfer = await findTransfer(deps, customer, transferId)
  const receipt = await deps.store.transfers.receipt(customer.customerId, transferId)
  if (receipt === null) throw new AppError('not_found')
  return { ...receipt, transfer }
}

/**
 * What a job does for a transfer, page or no page. Acts for its customer, in the language they used, and with what their
 * page's last request brought along while they are there; what only they can help with is left for them.
 * @returns when to look again; null when nothing is to come by itself
 */
export async function settleTransfer(deps: FlowDeps, transferId: string): Promise<Date | null> {
  const owner = await deps.store.transfers.ownerOf(transferId)
  if (owner === null) return null
  const before = await deps.store.transfers.find(owner.customerId, transferId)
  if (before === null) return null
  const due = nextLook(before, deps.now())
  if (due === null || due > deps.now()) return due
  const acceptLanguage: Locale = languageOf({ acceptLanguage: before.language })
  const { customer, caller } = (await visitorOf(deps, transferId, owner.customerId)) ?? {
    customer: { ...owner, sessionId: null },
    caller: { transactionId: before.transactionId, acceptLanguage },
  }
  try {
    const after = await advanceTransfer(deps, customer, caller, { transferId, isCustomerThere: false })
    return notBefore(nextLook(after, deps.now()), deps)
  } catch (error) {
    if (bankProblemOf(error) === null) throw error
    const after = await deps.store.transfers.find(owner.customerId, transferId)
    return after === null ? null : notBefore(nextLook(after, deps.now()), deps, AFTER_FAILURE_MS)
  }
}

/**
 * The customer, if they are at the page. A session may have ended since their last request (a sign-out here or on another
 * device, "forget me"), and then they are not.
 */
async function visitorOf(deps: FlowDeps, transferId: string, customerId: string): Promise<Visitor | null> {
  const visitor = deps.attendance.of(transferId, customerId)
  const sessionId = visitor?.customer.sessionId ?? null
  return sessionId !== null && (await deps.store.sessions.isLive(sessionId)) ? visitor : null
}

/** What could not be done now is not tried again in the same moment. */
const AGAIN_MS = 1_000
/** No bank, or no token: neither comes back by being asked for every second. */
const AFTER_FAILURE_MS = 15_000

function notBefore(due: Date | null, deps: Pick<FlowDeps, 'now'>, pauseMs = AGAIN_MS): Date | null {
  const soonest = deps.now().getTime() + pauseMs
  return due === null ? null : new Date(Math.max(due.getTime(), soonest))
}

/** Every transfer, of any customer, of which something is still to come by itself, and when; a part at a time. */
export async function* liveTransfers(deps: FlowDeps): AsyncGenerator<{ transferId: string; due: Date }[]> {
  for await (const live of listLive(deps)) {
    const now = deps.now()
    yield live.flatMap((transfer) => {
      const due = nextLook(transfer, now)
      return due === null ? [] : [{ transferId: transfer.transferId, due }]
    })
  }
}

/** Limits how many are in memory at once, not how many exist. */
const PART = 500

async function* listLive(deps: FlowDeps): AsyncGenerator<Transfer[]> {
  const ago = (minutes: number) => new Date(deps.now().getTime() - minutes * 60_000)
  const ids = await deps.store.transfers.liveIds({
    receipt: ago(RECEIPT_MINUTES),
    unknown: ago(LOOKING_MINUTES),
    execution: ago(EXECUTION_MINUTES + 1),
  })
  for (let from = 0; from < ids.length; from += PART) {
    yield await deps.store.transfers.ofIds(ids.slice(from, from + PART))
  }
}

/**
 * Runs at the start of the only server on a database, when no earlier bank call can still be under way.
 * @returns how many were
 */
export async function endStaleTransfers(deps: FlowDeps): Promise<number> {
  let ended = 0
  for await (const live of listLive(deps)) {
    for (const transfer of live) {
      if (await endStopped(deps, transfer)) ended += 1
      const { count, busyUntil } = transfer.statusReads
      if (busyUntil !== null) await deps.store.transfers.statusReadOver(transfer, count)
    }
  }
  return ended
}
