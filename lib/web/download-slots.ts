import { RequestError } from './problem'

/** So long after its reader last took something, a download no longer holds back the next one. */
const IDLE_SECONDS = 30

export type DownloadSlot = {
  /** To be called with each part that is made. */
  use(): void
  release(): void
}

export type DownloadSlots = {
  /** @throws RequestError download_under_way */
  take(customerId: string): DownloadSlot
}

/** One file a customer at a time: to make a long one takes seconds of this process, which serves everybody. */
export function createDownloadSlots(now: () => Date): DownloadSlots {
  const taken = new Map<string, { usedAt: number }>()
  return {
    take(customerId) {
      const other = taken.get(customerId)
      const waitMs = other === undefined ? 0 : other.usedAt + IDLE_SECONDS * 1_000 - now().getTime()
      if (waitMs > 0)
        throw new RequestError('download_under_way', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
      const mine = { usedAt: now().getTime() }
      taken.set(customerId, mine)
      return {
        use: () => {
          mine.usedAt = now().getTime()
        },
        release: () => {
          if (taken.get(customerId) === mine) taken.delete(customerId)
        },
      }
    },
  }
}
