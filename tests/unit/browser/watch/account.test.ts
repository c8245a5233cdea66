import { expect, it } from 'vitest'
import { readAccountNews } from '@/lib/browser/watch/account'

const fresh = { kind: 'fresh' }

it('says whether something changed, and why it is not fresh', () => {
  const nothing = { added: 0, changed: 0, removed: 0 }
  expect(readAccountNews({ reading: fresh, balance: fresh, changes: nothing })).toEqual({
    isChanged: false,
    problem: null,
    stop: null,
  })
  expect(readAccountNews({ reading: fresh, balance: null, changes: { ...nothing, added: 2 } })).toEqual({
    isChanged: true,
    problem: null,
    stop: null,
  })
  const kept = { kind: 'kept', problem: 'bank_unreachable' }
  expect(readAccountNews({ reading: fresh, balance: kept, changes: null })?.problem).toBe('bank_unreachable')
  expect(readAccountNews({ reading: { kind: 'kept', problem: 'new_code' }, balance: null })?.problem).toBe(
    'bank_error',
  )
})

it.each(['closed', 'sca_required', 'not_shared'])('says that the bank told nothing: %s', (kind) => {
  const stopped = { kind, authorizationId: '1', closedAt: '2026-11-28T10:00:00.000Z' }
  expect(readAccountNews({ reading: stopped, balance: fresh, changes: null })?.stop).toBe(kind)
  expect(readAccountNews({ reading: fresh, balance: stopped, changes: null })?.stop).toBe(kind)
})

it.each([null, 'x', {}, { reading: null }, { reading: 'fresh' }])('takes %j for no answer', (body) => {
  expect(readAccountNews(body)).toBeUndefined()
})
