import { describe, expect, it } from 'vitest'
import { readTypedAmount } from '@/lib/domain/money/typed-amount'

describe('an amount in a filter', () => {
  it.each([
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['12.345.678', '12345678'],
    ['1234,5', '1234.5'],
    ['0,005', '0.005'],
    ['€ 1 234,56', '1234.56'],
    ['1\u00a0234', '1234'],
    ['9999999999.99', '9999999999.99'],
  ])('DAT-4: %s is %s, exactly', (typed, amount) => {
    expect(readTypedAmount(typed)).toEqual({ kind: 'amount', amount })
  })

  it.each(['1.234', '1,234', '12.345'])('%s is asked and not guessed', (typed) => {
    expect(readTypedAmount(typed)).toEqual({ kind: 'ambiguous' })
  })

  it.each(['-1', '1e3', '٣,٥٠', 'ten', '', '1,2,3', '1.234.56', '1,234,56.7', '9'.repeat(25)])(
    '%s is none',
    (typed) => {
      expect(readTypedAmount(typed)).toEqual({ kind: 'none' })
    },
  )
})
