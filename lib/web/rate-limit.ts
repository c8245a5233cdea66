import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import { limitKeyOf } from './client-address'
import { customerLimits, type LimitGroup, type RouteName, routeLimits } from './customer-limits'
import { RequestError } from './problem'

export type RateLimits = {
  /** Counts a sign-in by the client's address. @throws RequestError rate_limited */
  signIn(address: string | null): Promise<void>
  /** Counts a request of a customer. @throws RequestError rate_limited */
  customer(route: RouteName, customerId: string): Promise<void>
}

/** Runs a statement of the limiter's on its table. */
export type CountIn = (text: string, values: readonly unknown[]) => Promise<unknown[]>

type Settings = {
  signInsPerMinute: number
  /** So many times the numbers of `customerLimits`. */
  factor: number
  /** Where all processes count together; without it each counts in its memory. */
  countIn?: CountIn
  /** Stored instead of an address or a customer's id. */
  pseudonym: (text: string) => string
  /** Called once, because it means a wrong setting. */
  onUnknownAddress: () => void
}

const WINDOW_SECONDS = 60
/** A database that does not answer by then does not hold up the request: this process counts alone for that time. */
const COUNT_WITHIN_MS = 1_000

export function createRateLimits(settings: Settings): RateLimits {
  const { factor, pseudonym } = settings
  const signIn = limiterOf(settings, 'signIn', settings.signInsPerMinute)
  const groups = new Map<LimitGroup, RateLimiterAbstract>()
  const limiterOfGroup = (group: LimitGroup) => {
    const limiter = groups.get(group) ?? limiterOf(settings, group, customerLimits[group] * factor)
    groups.set(group, limiter)
    return limiter
  }
  let isReported = false
  return {
    async signIn(address) {
      // Counted together with the others that are unknown, one customer would lock out all of them.
      if (address !== null) return consume(signIn, pseudonym(limitKeyOf(address)))
      if (!isReported) settings.onUnknownAddress()
      isReported = true
    },
    async customer(route, customerId) {
      const group = routeLimits[route]
      if (group !== 'address' && group !== 'none') await consume(limiterOfGroup(group), pseudonym(customerId))
    },
  }
}

function limiterOf({ countIn }: Settings, keyPrefix: string, points: number): RateLimiterAbstract {
  const options = { keyPrefix, points, duration: WINDOW_SECONDS }
  const inMemory = new RateLimiterMemory(options)
  if (countIn === undefined) return inMemory
  const limiter = new RateLimiterPostgres({
    ...options,
    storeClient: clientOf(countIn),
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    // One process deletes expired rows for all.
    clearExpiredByTimeout: keyPrefix === 'signIn',
    // Of those who go on in spite of a refusal the database hears nothing.
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: inMemory,
  })
  return new RLWrapperTimeouts({ limiter, timeoutMs: COUNT_WITHIN_MS })
}

/** As much of a client of the `pg` library as the limiter uses. */
function clientOf(countIn: CountIn) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const rows = await countIn(text, values)
      return { rows: rows.map(withNumbers), rowCount: rows.length }
    },
  }
}

/** The limiter calculates with the moment at which a count ends. */
function withNumbers(row: unknown): object {
  const entries = Object.entries(row ?? {}).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'bigint' ? Number(value) : value,
  ])
  return Object.fromEntries(entries)
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    const retryAfterSeconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000))
    throw new RequestError('rate_limited', { retryAfterSeconds })
  }
}
