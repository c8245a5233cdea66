import type { Caller, SignedInCustomer } from './deps'

/*
 * Which customers are at the page of a transfer right now, and what their last request brought along for the bank: work on
 * the transfer that no request waits for then carries it too. It lives in the memory of this process, for a few seconds:
 * no address is ever stored, and none is sent for work while the customer is away.
 */

/** The signed-in owner of a transfer, as their last request came. */
export type Visitor = { customer: SignedInCustomer; caller: Caller }

export type Attendance = {
  /** The owner of this transfer has just asked for it. */
  note(transferId: string, visitor: Visitor): void
  /** Null when the owner is not on the page. */
  of(transferId: string, customerId: string): Visitor | null
  isThere(transferId: string): boolean
}

/** Longer than pages pause between two requests while something is about to happen (`lookAgainInMs`). */
const THERE_MS = 10_000

export function createAttendance(now: () => Date): Attendance {
  const visitors = new Map<string, Visitor & { until: number; timer: ReturnType<typeof setTimeout> }>()
  const find = (transferId: string) => {
    const found = visitors.get(transferId)
    return found !== undefined && now().getTime() < found.until ? found : undefined
  }
  return {
    note(transferId, { customer, caller }) {
      clearTimeout(visitors.get(transferId)?.timer)
      const timer = setTimeout(() => visitors.delete(transferId), THERE_MS)
      timer.unref()
      visitors.set(transferId, { customer, caller, until: now().getTime() + THERE_MS, timer })
    },
    of(transferId, customerId) {
      const found = find(transferId)
      if (found === undefined || found.customer.customerId !== customerId) return null
      return { customer: found.customer, caller: found.caller }
    },
    isThere: (transferId) => find(transferId) !== undefined,
  }
}
