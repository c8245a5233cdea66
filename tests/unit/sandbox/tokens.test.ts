import { expect, test } from 'vitest'
import { createClock } from '@/sandbox/clock'
import type { TokenEvent } from '@/sandbox/state/token-events'
import { applyTokenEvent, emptyTokenState, forgetUnusable } from '@/sandbox/state/token-state'
import { createTokens } from '@/sandbox/state/tokens'

const hash = (letter: string) => letter.repeat(64)

function issued(
  grantId: string,
  access: string,
  accessExpiresAt: number,
  refresh: string | null,
): TokenEvent {
  return {
    type: 'client-token-issued',
    grant: { grantId, clientId: 'c', customerId: null },
    issued: { access: hash(access), accessExpiresAt, refresh: refresh && hash(refresh) },
  }
}

test('deletes expired tokens, and keeps a grant that can be refreshed', () => {
  const state = emptyTokenState()
  applyTokenEvent(state, issued('over', 'a', 100, null))
  applyTokenEvent(state, issued('refreshable', 'b', 100, 'r'))
  applyTokenEvent(state, issued('live', 'c', 101, null))
  forgetUnusable(state, 100)
  expect([...state.grants.keys()]).toEqual(['refreshable', 'live'])
  expect([...state.access.keys()]).toEqual([hash('c')])
  expect([...state.refresh.keys()]).toEqual([hash('r')])
})

test('an old refresh token that comes back still ends the grant after tidying up', () => {
  const state = emptyTokenState()
  applyTokenEvent(state, issued('g', 'a', 100, 'r'))
  applyTokenEvent(state, {
    type: 'tokens-refreshed',
    refresh: hash('r'),
    issued: { access: hash('b'), accessExpiresAt: 100, refresh: hash('s') },
  })
  forgetUnusable(state, 500)
  expect(state.refresh.get(hash('r'))).toEqual({ grantId: 'g', used: true })
})

test('many short-lived tokens do not pile up, and a token in use outlasts the tidying', async () => {
  let now = 0
  const clock = createClock(() => new Date(now))
  const tokens = createTokens([], async () => {}, clock, { codeSeconds: 60, accessTokenSeconds: 1 })
  for (let count = 0; count < 3000; count += 1) {
    now += 1000
    const { accessToken } = await tokens.issueClientToken('c')
    expect(tokens.findAccessToken(accessToken)).toBeDefined()
  }
  expect(tokens.size()).toBeLessThan(1100)
})
