import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { limitKeyOf } from './client-address'
import { RequestError } from './problem'

export type RateLimit = (address: string | null) => Promise<void>

/**
 * Counts per client address and minute, in this process. An unknown address is not counted: together with the others that
 * are unknown, one customer would lock out all of them. `onUnknown` is called once, because it means a wrong setting.
 * @returns a check that throws RequestError rate_limited
 */
export function createRateLimit(points: number, onUnknown: () => void): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: 60 })
  let isReported = false
  return async (address) => {
    if (address === null) {
      if (!isReported) onUnknown()
      isReported = true
      return
    }
    try {
      await limiter.consume(limitKeyOf(address))
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection
      throw new RequestError('rate_limited', { retryAfterSeconds: Math.ceil(rejection.msBeforeNext / 1000) })
    }
  }
}
