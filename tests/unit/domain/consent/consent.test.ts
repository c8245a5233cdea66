import { describe, expect, it } from 'vitest'
import {
  categoriesOf,
  judgeChange,
  sameScopes,
  scopesOf,
  scopesWithin,
  scopesWithout,
} from '@/lib/domain/consent/consent'

const reading = (...productIds: string[]) => ({ category: 'ACCOUNT_INFO', productIds })
const paying = (...productIds: string[]) => ({ category: 'PAYMENTS', productIds })

describe('what a provider may ask for', () => {
  it.each([
    [['PSP_AI'], ['ACCOUNT_INFO']],
    [['PSP_IC'], ['FUNDS_AVAILABILITY']],
    [['PSP_PI'], ['PAYMENTS']],
    [
      ['PSP_PI', 'PSP_AI'],
      ['ACCOUNT_INFO', 'PAYMENTS'],
    ],
    [['PSP_AS'], []],
    [[], []],
  ])('with the roles %o is %o', (roles, categories) => {
    expect(categoriesOf(roles)).toEqual(categories)
  })
})

describe('scopes', () => {
  it('are compared by pairs of category and product', () => {
    const asked = [reading('a', 'b'), paying('a')]
    expect(scopesWithout(asked, [reading('a')])).toEqual([reading('b'), paying('a')])
    expect(scopesWithin(asked, [reading('a', 'c'), paying('b')])).toEqual([reading('a')])
    expect(sameScopes(asked, [paying('a'), reading('b', 'a')])).toBe(true)
    expect(sameScopes(asked, [reading('a', 'b')])).toBe(false)
    const pairs = [
      { category: 'ACCOUNT_INFO', productId: 'a' },
      { category: 'PAYMENTS', productId: 'a' },
      { category: 'ACCOUNT_INFO', productId: 'b' },
    ]
    expect(scopesOf(pairs)).toEqual(asked)
  })
})

describe('what the bank’s list says of a change that was confirmed', () => {
  it.each([
    ['grant', [reading('a')], true, 'done'],
    ['grant', [reading('a')], false, 'done'],
    ['grant', [paying('a')], true, 'not_done'],
    ['grant', [], false, 'unproven'],
    ['revoke', [reading('a')], true, 'not_done'],
    ['revoke', [reading('a')], false, 'not_done'],
    ['revoke', [paying('a')], true, 'done'],
    ['revoke', [], false, 'unproven'],
  ] as const)('%s, listed %o, whole %s: %s', (direction, grants, isWhole, verdict) => {
    expect(judgeChange(direction, [reading('a', 'b')], { grants, isWhole })).toBe(verdict)
  })
})
