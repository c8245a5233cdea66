import type { Grant, IssuedTokens, TokenEvent } from './token-events'

type Code = { grantId: string; redirectUri: string; codeChallenge: string; expiresAt: number; used: boolean }
type Access = { grantId: string; expiresAt: number }
type Refresh = { grantId: string; used: boolean }

/** Codes and tokens in memory, and how an event changes them. */
export type TokenState = {
  grants: Map<string, Grant>
  codes: Map<string, Code>
  access: Map<string, Access>
  refresh: Map<string, Refresh>
}

export function applyTokenEvent(state: TokenState, event: TokenEvent): void {
  const keep = (grantId: string, { access, accessExpiresAt, refresh }: IssuedTokens) => {
    state.access.set(access, { grantId, expiresAt: accessExpiresAt })
    if (refresh) state.refresh.set(refresh, { grantId, used: false })
  }
  switch (event.type) {
    case 'code-issued': {
      const { grant, code, redirectUri, codeChallenge, expiresAt } = event
      state.grants.set(grant.grantId, grant)
      state.codes.set(code, { grantId: grant.grantId, redirectUri, codeChallenge, expiresAt, used: false })
      return
    }
    case 'code-exchanged': {
      const code = state.codes.get(event.code)
      if (!code) return
      code.used = true
      keep(code.grantId, event.issued)
      return
    }
    case 'tokens-refreshed': {
      const refresh = state.refresh.get(event.refresh)
      if (!refresh) return
      refresh.used = true
      keep(refresh.grantId, event.issued)
      return
    }
    case 'client-token-issued':
      state.grants.set(event.grant.grantId, event.grant)
      keep(event.grant.grantId, event.issued)
      return
    case 'grant-revoked':
      state.grants.delete(event.grantId)
  }
}

/** Plays the events of a log and returns those that still matter, for a log that starts anew. */
export function compactTokenEvents(events: readonly TokenEvent[], now: number): TokenEvent[] {
  const state = emptyTokenState()
  for (const event of events) applyTokenEvent(state, event)
  const usable = usableGrants(state, now)
  const grantOf = (event: TokenEvent): string | undefined => {
    switch (event.type) {
      case 'code-issued':
      case 'client-token-issued':
        return event.grant.grantId
      case 'code-exchanged':
        return state.codes.get(event.code)?.grantId
      case 'tokens-refreshed':
        return state.refresh.get(event.refresh)?.grantId
      case 'grant-revoked':
        return undefined
    }
  }
  return events.filter((event) => usable.has(grantOf(event) ?? ''))
}

/** Takes away what can be used no more, with the grants of which nothing is left. `now` in epoch milliseconds. */
export function forgetUnusable(state: TokenState, now: number): void {
  for (const [hash, { expiresAt }] of state.access) if (expiresAt <= now) state.access.delete(hash)
  const usable = usableGrants(state, now)
  for (const items of [state.codes, state.access, state.refresh]) {
    for (const [hash, { grantId }] of items) if (!usable.has(grantId)) items.delete(hash)
  }
  for (const grantId of state.grants.keys()) if (!usable.has(grantId)) state.grants.delete(grantId)
}

/** Grants of which a code, an access token or a refresh token can still be used. */
function usableGrants(state: TokenState, now: number): Set<string> {
  const live = [...state.codes.values(), ...state.access.values()].filter((item) => item.expiresAt > now)
  const refreshable = [...state.refresh.values()].filter((refresh) => !refresh.used)
  return new Set([...live, ...refreshable].map((item) => item.grantId).filter((id) => state.grants.has(id)))
}

export function emptyTokenState(): TokenState {
  return { grants: new Map(), codes: new Map(), access: new Map(), refresh: new Map() }
}
