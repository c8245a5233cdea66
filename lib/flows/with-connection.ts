import { BankApiError } from '@/lib/bank'
import { type Connection, TokenCipherError } from '@/lib/store'
import { AppError } from './app-error'
import { type Caller, type FlowDeps, type SignedInCustomer, type TrackedSession, trackSession } from './deps'
import { persistently } from './persistently'
import { expiryOf } from './session/connect-bank'

/** A token this close to its end is renewed first: the call still has to travel. */
const EXPIRY_MARGIN_MS = 10_000
/** A claim on the refresh outlives any refresh call; after a crash the next request may claim again. */
const REFRESH_CLAIM_MS = 30_000
const REFRESH_POLL_MS = 100
/** Longer than a refresh takes. After that a waiting process assumes that the refreshing one was killed. */
const REFRESH_WAIT_MS = 5_000
/** The bank gives the new tokens only once and the old ones are void, so storing them is tried this often. */
const SAVE_TRIES = 20

type TrackedCaller = Caller & { session: TrackedSession }

/** What a bank call for a signed-in customer needs. */
type CustomerContext = Caller & { accessToken: string; session: TrackedSession }

/**
 * The only place where a customer's access token exists in the clear. Runs `call` with it; renews it
 * when it has ended or the bank says so (401), once. Keeps the bank's trace id for the session's next call.
 * @throws AppError connection_expired when only the customer can help: the session stays; unavailable when the tokens
 *   are under a key that this process does not have
 * @throws whatever `call` throws
 */
export async function withConnection<T>(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  call: (context: CustomerContext) => Promise<T>,
): Promise<T> {
  const session = trackSession(customer.apitrackId)
  try {
    return await callWithToken(deps, customer, { ...caller, session }, call)
  } finally {
    const { sessionId, customerId } = customer
    const { apitrackId } = session
    if (apitrackId !== undefined && apitrackId !== customer.apitrackId && sessionId !== null) {
      await deps.store.sessions.setApitrackId(sessionId, customerId, apitrackId)
    }
  }
}

async function callWithToken<T>(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: TrackedCaller,
  call: (context: CustomerContext) => Promise<T>,
): Promise<T> {
  // Calls that begin together look the tokens up once. Tokens that were replaced meanwhile are refused by the bank, and
  // `renew` finds the new ones.
  const connection = await deps.flights.connection(customer.customerId, () => loadLive(deps, customer))
  const fresh = endsSoon(deps, connection) ? await renew(deps, customer, caller, connection) : connection
  try {
    return await call({ ...caller, accessToken: fresh.accessToken })
  } catch (error) {
    if (!isTokenRefused(error)) throw error
    const renewed = await renew(deps, customer, caller, fresh)
    try {
      return await call({ ...caller, accessToken: renewed.accessToken })
    } catch (second) {
      if (!isTokenRefused(second)) throw second
      await deps.store.connections.markExpired(customer.customerId, renewed.version)
      throw new AppError('connection_expired', { cause: second })
    }
  }
}

async function loadLive(deps: FlowDeps, customer: SignedInCustomer): Promise<Connection> {
  const connection = await deps.store.connections.load(customer.customerId).catch(async (error: unknown) => {
    if (!(error instanceof TokenCipherError)) throw error
    // Another process wrote them under a key that is not here yet, or not any more. They are not lost.
    if (error.reason === 'unknown_key') throw new AppError('unavailable', { cause: error })
    // Tokens that somebody tampered with are lost; a new sign-in at the bank replaces them.
    const unreadable = await deps.store.connections.status(customer.customerId)
    if (unreadable !== null) await deps.store.connections.markExpired(customer.customerId, unreadable.version)
    throw new AppError('connection_expired', { cause: error })
  })
  if (connection === null || connection.status === 'expired') throw new AppError('connection_expired')
  return connection
}

function endsSoon(deps: FlowDeps, connection: Connection): boolean {
  const endsAt = connection.accessExpiresAt?.getTime()
  return endsAt !== undefined && endsAt - EXPIRY_MARGIN_MS <= deps.now().getTime()
}

const isTokenRefused = (error: unknown): boolean => error instanceof BankApiError && error.status === 401

/**
 * One refresh per expiry across tabs and processes: the winner of the conditional update calls the bank,
 * the others wait for its outcome and share it, a failure too: the bank may have spent the refresh token
 * on a call whose answer was lost, and each further try with it looks like theft.
 */
async function renew(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: TrackedCaller,
  connection: Connection,
): Promise<Connection> {
  const deadline = deps.now().getTime() + REFRESH_WAIT_MS
  for (let waited = false; ; waited = true) {
    const current = await loadLive(deps, customer)
    if (current.version !== connection.version) return current
    if (current.refreshToken === null) {
      await deps.store.connections.markExpired(customer.customerId, current.version)
      throw new AppError('connection_expired')
    }
    const claimedUntil = new Date(deps.now().getTime() + REFRESH_CLAIM_MS)
    if (await deps.store.connections.claimRefresh(customer.customerId, current.version, claimedUntil)) {
      if (waited) {
        await deps.store.connections.releaseRefresh(customer.customerId, current.version)
        throw new AppError('bank_unreachable')
      }
      await refresh(deps, customer, caller, current, current.refreshToken)
      return loadLive(deps, customer)
    }
    if (deps.now().getTime() > deadline) throw new AppError('bank_unreachable')
    await new Promise((resolve) => setTimeout(resolve, REFRESH_POLL_MS))
  }
}

/** Errors about us or our request (RFC 6749 §5.2): the customer cannot mend them by signing in again. */
const OWN_OAUTH_ERRORS = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

/**
 * `invalid_grant`, whatever the status of the answer, or a bank that says the same in its envelope; not a refused
 * signature or date (412).
 */
function isRefreshTokenDead(error: unknown): boolean {
  if (!(error instanceof BankApiError)) return false
  if (error.code === 'invalid_grant') return true
  return (error.status === 400 || error.status === 401) && !OWN_OAUTH_ERRORS.has(error.code)
}

async function refresh(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: TrackedCaller,
  connection: Connection,
  refreshToken: string,
): Promise<void> {
  try {
    const tokens = await deps.bank.oauth.refreshToken({ refreshToken, context: caller })
    const fresh = {
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken ?? refreshToken,
      accessExpiresAt: expiryOf(deps, tokens.expiresInSeconds),
    }
    // Before anything else that may fail.
    await persistently(
      () => deps.store.connections.saveRefreshed(customer.customerId, connection.version, fresh),
      SAVE_TRIES,
    )
  } catch (error) {
    if (isRefreshTokenDead(error)) {
      await deps.store.connections.markExpired(customer.customerId, connection.version)
      throw new AppError('connection_expired', { cause: error })
    }
    await deps.store.connections.releaseRefresh(customer.customerId, connection.version)
    throw error
  }
}
