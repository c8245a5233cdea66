import type { IncompleteSince, UpTo } from '@/lib/store'
import type { FlowDeps } from '../deps'
import type { DayRange } from './movement-batches'

/** What one reading notes beside the account about its list. */
export type IncompleteMark = {
  /** Before a part of the list is stored. From then on no failure can make the list pass for whole. */
  set(): Promise<void>
  /** The list came whole. It ends the marks of its days from before it was asked for, and its own. */
  end(days: UpTo): Promise<void>
  /** Nothing of the list was stored, because a later one already was, or no consent covers the account. */
  takeBack(): Promise<void>
}

/** @param readAt when the bank was asked for the list of these days */
export function incompleteMark(
  { store: { products }, now }: FlowDeps,
  customerId: string,
  productId: string,
  { range, readAt }: { range: DayRange; readAt: Date },
): IncompleteMark {
  let own: IncompleteSince | null = null
  return {
    async set() {
      own ??= await products.setIncomplete(customerId, productId, range, now())
    },
    async end(days) {
      await products.endIncomplete(customerId, productId, days, readAt, own?.at ?? null)
    },
    async takeBack() {
      if (own?.isFirst) await products.takeBackIncomplete(customerId, productId, own)
    },
  }
}
