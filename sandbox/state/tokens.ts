import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { BankClock } from '../clock'
import { hashOf } from '../secrets'
import type { IssuedTokens, TokenEvent } from './token-events'
import { applyTokenEvent, emptyTokenState, forgetUnusable, type TokenState } from './token-state'

export type LiveToken = { clientId: string; customerId: string | null; grantId: string }

/** Fresh tokens in the clear; they exist here only, on their way to the client. */
export type TokenPair = { accessToken: string; refreshToken: string | null; expiresInSeconds: number }

export type CodeRequest = {
  clientId: string
  customerId: string
  redirectUri: string
  codeChallenge: string
}

export type CodeExchange = { code: string; clientId: string; redirectUri: string; codeVerifier: string }

export type RefreshExchange = { refreshToken: string; clientId: string }

/** Why an exchange is refused, for the journal. */
export type ExchangeProblem =
  | 'unknown'
  | 'used'
  | 'expired'
  | 'other client'
  | 'redirect_uri'
  | 'code_verifier'

export type ExchangeResult = { tokens: TokenPair } | { problem: ExchangeProblem }

export type TokenLifetimes = { codeSeconds: number; accessTokenSeconds: number }

/** Codes, access tokens and refresh tokens (RFC 6749, RFC 7636). Each method answers after its event is on the disk. */
export type Tokens = {
  issueCode(request: CodeRequest): Promise<string>
  exchangeCode(exchange: CodeExchange): Promise<ExchangeResult>
  refresh(exchange: RefreshExchange): Promise<ExchangeResult>
  issueClientToken(clientId: string): Promise<TokenPair>
  findAccessToken(token: string): LiveToken | undefined
  /** Whose a code or a refresh token is, used up or not; undefined when unknown. */
  customerOf(codeOrRefreshToken: string): string | undefined
  /** How many access tokens are kept in memory, for the person who watches it. */
  size(): number
}

/** So many access tokens and codes are kept before the first look at what can be used no more. */
const tidyFrom = 1000

type Desk = {
  state: TokenState
  lifetimes: TokenLifetimes
  now(): number
  /** Memory changes in the same tick as the decision that allowed it; the promise waits for the disk. */
  record(event: TokenEvent): Promise<void>
}

/** `commit` writes an event to the disk. */
export function createTokens(
  events: readonly TokenEvent[],
  commit: (event: TokenEvent) => Promise<void>,
  clock: BankClock,
  lifetimes: TokenLifetimes,
): Tokens {
  const state = emptyTokenState()
  let tidyAt = tidyFrom
  for (const event of events) applyTokenEvent(state, event)
  const desk: Desk = {
    state,
    lifetimes,
    now: () => clock.now().getTime(),
    record: (event) => {
      applyTokenEvent(state, event)
      if (state.access.size + state.codes.size > tidyAt) {
        forgetUnusable(state, Math.min(clock.now().getTime(), clock.wall().getTime()))
        tidyAt = Math.max(tidyFrom, 2 * (state.access.size + state.codes.size))
      }
      return commit(event)
    },
  }
  return {
    issueCode: (request) => issueCode(desk, request),
    exchangeCode: (exchange) => exchangeCode(desk, exchange),
    refresh: (exchange) => refresh(desk, exchange),
    issueClientToken: (clientId) => issueClientToken(desk, clientId),
    findAccessToken: (token) => findAccessToken(desk, token),
    customerOf: (secret) => {
      const hash = hashOf(secret)
      const { grantId } = state.codes.get(hash) ?? state.refresh.get(hash) ?? {}
      return state.grants.get(grantId ?? '')?.customerId ?? undefined
    },
    size: () => state.access.size,
  }
}

function mintPair(desk: Desk, refreshable: boolean): { tokens: TokenPair; issued: IssuedTokens } {
  const { accessTokenSeconds } = desk.lifetimes
  const accessToken = randomUUID()
  const refreshToken = refreshable ? randomBytes(32).toString('base64url') : null
  return {
    tokens: { accessToken, refreshToken, expiresInSeconds: accessTokenSeconds },
    issued: {
      access: hashOf(accessToken),
      accessExpiresAt: desk.now() + accessTokenSeconds * 1000,
      refresh: refreshToken === null ? null : hashOf(refreshToken),
    },
  }
}

async function issueCode(desk: Desk, request: CodeRequest): Promise<string> {
  const { clientId, customerId, redirectUri, codeChallenge } = request
  const code = randomBytes(32).toString('base64url')
  await desk.record({
    type: 'code-issued',
    grant: { grantId: randomUUID(), clientId, customerId },
    code: hashOf(code),
    redirectUri,
    codeChallenge,
    expiresAt: desk.now() + desk.lifetimes.codeSeconds * 1000,
  })
  return code
}

async function exchangeCode(desk: Desk, exchange: CodeExchange): Promise<ExchangeResult> {
  const code = hashOf(exchange.code)
  const known = desk.state.codes.get(code)
  const grant = known && desk.state.grants.get(known.grantId)
  if (!known || !grant) return { problem: 'unknown' }
  if (grant.clientId !== exchange.clientId) return { problem: 'other client' }
  if (known.used) {
    // RFC 6749, 4.1.2: a code seen twice was stolen, so what it gave is taken back
    await desk.record({ type: 'grant-revoked', grantId: known.grantId })
    return { problem: 'used' }
  }
  if (known.expiresAt <= desk.now()) return { problem: 'expired' }
  if (known.redirectUri !== exchange.redirectUri) return { problem: 'redirect_uri' }
  const challenge = createHash('sha256').update(exchange.codeVerifier).digest('base64url')
  if (challenge !== known.codeChallenge) return { problem: 'code_verifier' }
  const { tokens, issued } = mintPair(desk, true)
  await desk.record({ type: 'code-exchanged', code, issued })
  return { tokens }
}

async function refresh(desk: Desk, exchange: RefreshExchange): Promise<ExchangeResult> {
  const refreshHash = hashOf(exchange.refreshToken)
  const known = desk.state.refresh.get(refreshHash)
  const grant = known && desk.state.grants.get(known.grantId)
  if (!known || !grant) return { problem: 'unknown' }
  if (grant.clientId !== exchange.clientId) return { problem: 'other client' }
  if (known.used) {
    // RFC 9700, 4.14.2: a rotated refresh token that comes back ends the whole grant
    await desk.record({ type: 'grant-revoked', grantId: known.grantId })
    return { problem: 'used' }
  }
  const { tokens, issued } = mintPair(desk, true)
  await desk.record({ type: 'tokens-refreshed', refresh: refreshHash, issued })
  return { tokens }
}

async function issueClientToken(desk: Desk, clientId: string): Promise<TokenPair> {
  const { tokens, issued } = mintPair(desk, false)
  const grant = { grantId: randomUUID(), clientId, customerId: null }
  await desk.record({ type: 'client-token-issued', grant, issued })
  return tokens
}

function findAccessToken(desk: Desk, token: string): LiveToken | undefined {
  const known = desk.state.access.get(hashOf(token.toLowerCase()))
  const grant = known && desk.state.grants.get(known.grantId)
  if (!known || !grant || known.expiresAt <= desk.now()) return undefined
  return { clientId: grant.clientId, customerId: grant.customerId, grantId: known.grantId }
}
