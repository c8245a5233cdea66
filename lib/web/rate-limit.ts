import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { RequestError } from './problem'

export type RateLimit = (address: string | null) => Promise<void>

/**
 * Counts per client address and minute, in this process. Callers whose address is unknown share one count.
 * @returns a check that throws RequestError rate_limited
 */
export function createRateLimit(points: number): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: 60 })
  return async (address) => {
    try {
      await limiter.consume(address ?? 'unknown')
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection
      throw new RequestError('rate_limited', { retryAfterSeconds: Math.ceil(rejection.msBeforeNext / 1000) })
    }
  }
}
