import { describe, expect, test } from 'vitest'
import { readCurrency, readDecimal, readMoney } from '@/lib/bank/reading/money'

describe('DAT-4: an amount is the text that the bank wrote', () => {
  test.each([
    '0.10',
    '-488.000',
    '9999999999.99',
    '+5.00',
    '0',
    '123456789012345678.12345678',
    '-0.00',
    '007.50',
  ])('%j', (text) => expect(readDecimal(text)).toBe(text))

  test.each([
    [-488.5, '-488.5'],
    [0.1, '0.1'],
    [0, '0'],
    [1234567890123.45, '1234567890123.45'],
  ])('the JSON number %d is the decimal that was written', (number, text) =>
    expect(readDecimal(number)).toBe(text),
  )

  test.each([
    0.1 + 0.2,
    1234567890123456,
    1e21,
    1e-7,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1,50',
    '1.234,56',
    '1,234.56',
    '1e3',
    '.5',
    '5.',
    '--1',
    '12 345.00',
    '€ 5',
    '0x10',
    '',
    '1'.repeat(19),
    '٣.٠٠',
    true,
    null,
    ['1'],
  ])('%j is not guessed at', (value) => expect(readDecimal(value)).toBeUndefined())
})

test.each(['EUR', ' KWD '])('%j is a currency', (text) => expect(readCurrency(text)).toBe(text.trim()))
test.each(['eur', 'EURO', '', '€', 978, null])('%j is none', (value) => {
  expect(readCurrency(value)).toBeUndefined()
})

describe('money', () => {
  test('is an amount and its currency, whatever its decimals', () => {
    expect(readMoney({ amount: '0', currency: 'JPY' })).toEqual({ amount: '0', currency: 'JPY' })
    expect(readMoney({ amount: '1.250', currency: 'KWD' })).toEqual({ amount: '1.250', currency: 'KWD' })
    expect(readMoney({ commissions: '1.00', currency: 'EUR' }, 'commissions')).toEqual({
      amount: '1.00',
      currency: 'EUR',
    })
  })
  test.each([undefined, null, '', {}, { amount: '', currency: '' }, { amount: null, currency: 'EUR' }])(
    '%j is absent, which is not zero',
    (value) => expect(readMoney(value)).toBe('absent'),
  )
  test.each([
    5,
    [],
    { amount: '1,00', currency: 'EUR' },
    { amount: '1.00' },
    { amount: '1.00', currency: 'E' },
  ])('%j is odd', (value) => expect(readMoney(value)).toBe('odd'))
})
