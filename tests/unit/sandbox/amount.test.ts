import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, parseAmount, scaleAmount } from '@/sandbox/money/amount'
import { writtenAmount } from '@/sandbox/money/written'

const cents = fc.bigInt({ min: 0n, max: 99_999_999_999_999n })

describe('amounts', () => {
  test.each([
    '',
    '1',
    '1.5',
    '1.555',
    '-1.00',
    '+1.00',
    '1,00',
    ' 1.00',
    '1e2',
    '.50',
    '1234567890123.00',
    '١.٠٠',
  ])('%j is none', (text) => {
    expect(parseAmount(text)).toBeNull()
  })

  test('are read as they are written', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseAmount(formatAmount(amount))).toBe(amount)
      }),
    )
  })

  test('are written with two decimals, or three', () => {
    expect([formatAmount(0n), formatAmount(-5n), formatAmount(123456n)]).toEqual(['0.00', '-0.05', '1234.56'])
    expect([formatAmount(0n, 3), formatAmount(-48800n, 3)]).toEqual(['0.000', '-488.000'])
  })

  test('scale to the nearest cent, half away from zero', () => {
    expect(scaleAmount(5n, 1n, 2n)).toBe(3n)
    expect(scaleAmount(-5n, 1n, 2n)).toBe(-3n)
    expect(scaleAmount(4n, 1n, 3n)).toBe(1n)
    fc.assert(
      fc.property(
        cents,
        fc.bigInt({ min: 1n, max: 10_000_000n }),
        fc.bigInt({ min: 1n, max: 10_000_000n }),
        (amount, up, down) => {
          const twiceError = 2n * (scaleAmount(amount, up, down) * down - amount * up)
          expect(twiceError <= down && twiceError > -down).toBe(true)
          expect(scaleAmount(-amount, up, down)).toBe(-scaleAmount(amount, up, down))
        },
      ),
    )
  })

  test('are written for people by their language', () => {
    expect(writtenAmount(123_456_789n, 'EUR', 'en')).toBe('1,234,567.89 EUR')
    expect(writtenAmount(123_456_789n, 'EUR', 'it')).toBe('1.234.567,89 EUR')
    expect(writtenAmount(7n, 'USD', 'it')).toBe('0,07 USD')
  })
})
