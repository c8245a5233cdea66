import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  compareDecimals,
  negateDecimal,
  parseDecimal,
  signOfDecimal,
  sumDecimals,
} from '@/lib/domain/money/decimal'

describe('DAT-4: decimals are exact', () => {
  it.each([
    ['0.10', '0.20', '0.30'],
    ['9999999999.99', '0.01', '10000000000.00'],
    ['-488.000', '488.00', '0.000'],
    ['100', '0.125', '100.125'],
    ['-0.05', '0.02', '-0.03'],
    ['+1.5', '1', '2.5'],
    ['123456789012345678.12345678', '0.00000001', '123456789012345678.12345679'],
  ])('%s + %s = %s', (a, b, sum) => {
    expect(addDecimals(a, b)).toBe(sum)
    expect(addDecimals(b, a)).toBe(sum)
  })

  it('sum nothing to zero, and many without a trace of a float', () => {
    expect(sumDecimals([])).toBe('0')
    expect(sumDecimals(Array.from({ length: 1_000 }, () => '0.1'))).toBe('100.0')
  })

  it('compare by amount and not by text', () => {
    expect(compareDecimals('9', '10')).toBe(-1)
    expect(compareDecimals('1.50', '1.5')).toBe(0)
    expect(compareDecimals('-0.00', '0')).toBe(0)
    expect(compareDecimals('-1', '-2')).toBe(1)
  })

  it('have a sign, which zero has not', () => {
    expect(['-0.00', '0', '-0.01', '3'].map(signOfDecimal)).toEqual([0, 0, -1, 1])
    expect(['-0.00', '-12.50', '3'].map(negateDecimal)).toEqual(['0.00', '12.50', '-3'])
  })

  it.each(['', '1,5', '1.', '.5', '1e3', ' 1', '--1', '1.5.0', '٣', '9'.repeat(65)])('refuse %j', (text) => {
    expect(parseDecimal(text)).toBeNull()
    expect(() => addDecimals(text, '1')).toThrow(RangeError)
  })

  it('agree with whole numbers of cents', () => {
    const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    const textOf = (value: bigint) => {
      const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
      return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
    }
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(addDecimals(textOf(a), textOf(b))).toBe(textOf(a + b))
        expect(compareDecimals(textOf(a), textOf(b))).toBe(a === b ? 0 : a < b ? -1 : 1)
      }),
    )
  })
})
