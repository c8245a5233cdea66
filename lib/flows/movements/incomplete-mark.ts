import { LIST_INCOMPLETE } from '../bank-problem'
import type { FlowDeps } from '../deps'

/** What one reading notes beside the account about its list. */
export type IncompleteMark = {
  /** Before a part of the list is stored. From then on no failure can make the list pass for whole. */
  set(): Promise<void>
  /** Sets it once more, if it was set. */
  setAgain(): Promise<void>
  /** The list came whole. One of today ends every earlier mark; one of older days ends its own. */
  end(isUpToToday: boolean): Promise<void>
  /** Nothing of the list was stored, because a later one already was, or no consent covers the account. */
  takeBack(): Promise<void>
}

export function incompleteMark(deps: FlowDeps, customerId: string, productId: string): IncompleteMark {
  const { products } = deps.store
  let own: { at: Date; isFirst: boolean } | null = null
  const find = () => products.find(customerId, productId)
  const write = (at: Date) => products.setProblem(customerId, productId, LIST_INCOMPLETE, at)
  const clear = (at: Date) => products.clearProblem(customerId, productId, at, { only: LIST_INCOMPLETE })
  return {
    async set() {
      if (own !== null) return
      const isFirst = (await find())?.problem?.code !== LIST_INCOMPLETE
      own = { at: deps.now(), isFirst }
      await write(own.at)
    },
    async setAgain() {
      if (own !== null) await write(deps.now())
    },
    async end(isUpToToday) {
      if (isUpToToday) await clear(deps.now())
      else if (own?.isFirst) await clear(own.at)
    },
    async takeBack() {
      if (!own?.isFirst) return
      // Where the newest list is a part, another reading relies on the mark.
      if ((await find())?.movements?.newestReadAt) await clear(own.at)
    },
  }
}
