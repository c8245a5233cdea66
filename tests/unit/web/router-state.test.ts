import { expect, it } from 'vitest'
import { dropUnreadableRouterState } from '@/lib/web/router-state'

const header = 'next-router-state-tree'

/** What is left of the header. */
function keptOf(state: string | string[] | undefined) {
  const headers = { rsc: '1', [header]: state }
  dropUnreadableRouterState(headers)
  expect(headers.rsc).toBe('1')
  return headers[header]
}

it('keeps what the framework sends of itself', () => {
  const state = encodeURIComponent(JSON.stringify(['', { children: ['__PAGE__', {}] }, null, null, 16]))
  expect(keptOf(state)).toBe(state)
  expect(keptOf(undefined)).toBeUndefined()
})

it.each([
  ['cut short', '%5B%22%22%2C%7B%22child'],
  ['with half of an escape', '%E0%A4%A'],
  ['empty', ''],
  ['that is no state', encodeURIComponent('{"a":1}')],
  ['of another version', encodeURIComponent('["",{},"x",7,true]')],
  ['longer than Next reads', 'a'.repeat(40_001)],
  ['sent twice', ['a', 'b']],
])('drops one %s', (_, state) => {
  expect(keptOf(state)).toBeUndefined()
})
