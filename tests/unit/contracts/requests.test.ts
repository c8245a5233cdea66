import { describe, expect, it } from 'vitest'
import { grantBody, movementsQuery, ownPath, refreshBody } from '@/lib/contracts/requests'

describe('a path to come back to', () => {
  it.each(['/', '/accounts', '/accounts/AB12CD34EF?from=2026-01-01&text=caff%C3%A8', '/settings/forget'])(
    'is ours: %s',
    (path) => expect(ownPath.safeParse(path).success).toBe(true),
  )

  it.each([
    '',
    'accounts',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/accounts//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/accounts\nset-cookie: a=b',
    '/accounts#fragment',
    `/${'a'.repeat(500)}`,
  ])('is none: %j', (path) => expect(ownPath.safeParse(path).success).toBe(false))
})

describe('bodies and queries', () => {
  it('have bounds', () => {
    const formToken = 'a'.repeat(32)
    const scope = { category: 'ACCOUNT_INFO', productIds: ['A'] }
    expect(grantBody.safeParse({ formToken, scopes: [scope] }).success).toBe(true)
    for (const scopes of [
      [],
      [{ ...scope, productIds: [] }],
      [{ ...scope, productIds: Array(101).fill('A') }],
      [{ ...scope, category: 'OTHER' }],
      [{ ...scope, productIds: ['../..'] }],
      Array(4).fill(scope),
    ]) {
      expect(grantBody.safeParse({ formToken, scopes }).success).toBe(false)
    }
    expect(grantBody.safeParse({ formToken: 'short', scopes: [scope] }).success).toBe(false)
  })

  it('take days of the calendar and decimals, and nothing else', () => {
    for (const day of ['2026-02-30', '0001-01-01', '2200-01-01', '01/02/2026', '2026-1-1']) {
      expect(movementsQuery.safeParse({ from: day }).success).toBe(false)
      expect(refreshBody.safeParse({ from: day }).success).toBe(false)
    }
    for (const amount of ['-1', '1e3', '1,5', '', '1.123456789']) {
      expect(movementsQuery.safeParse({ minAmount: amount }).success).toBe(false)
    }
    expect(movementsQuery.parse({ minAmount: '0.5', limit: '20' })).toEqual({ minAmount: '0.5', limit: 20 })
  })
})
