import { describe, expect, it } from 'vitest'
import { formatMoment } from '@/lib/ui/format/moment'
import { formatMoney, moneyParts } from '@/lib/ui/format/money'

const plain = (amount: string, currency: string, locale: string) =>
  formatMoney({ amount, currency }, locale).replaceAll('\u00a0', ' ')

describe('an amount', () => {
  it.each([
    ['1234.56', 'EUR', 'en', '€ 1,234.56'],
    ['1234.56', 'EUR', 'it', '1.234,56 €'],
    ['-84.350', 'EUR', 'en', '− € 84.35'],
    ['-84.35', 'EUR', 'it', '− 84,35 €'],
    ['4100', 'USD', 'en', '$ 4,100.00'],
    ['1000', 'JPY', 'en', '¥ 1,000'],
    ['0.125', 'EUR', 'en', '€ 0.125'],
    ['-0.000', 'EUR', 'en', '€ 0.00'],
    ['4100', 'CAD', 'en', 'CA$ 4,100.00'],
    ['4100', 'CAD', 'it', '4.100,00 CA$'],
    ['1', 'SEK', 'en', 'SEK 1.00'],
    ['1', 'DKK', 'it', '1,00 DKK'],
    ['1', 'CNY', 'en', 'CN¥ 1.00'],
    ['1.5', 'KWD', 'it', '1,500 KWD'],
    ['99999999999999999.99', 'EUR', 'en', '€ 99,999,999,999,999,999.99'],
    ['12.5', 'points', 'en', '12.5 points'],
    ['1,5', 'EUR', 'en', '1,5 EUR'],
  ])('%s %s is written for %s as %s', (amount, currency, locale, text) => {
    expect(plain(amount, currency, locale)).toBe(text)
  })

  it('has its cents apart', () => {
    expect(moneyParts({ amount: '11088.05', currency: 'EUR' }, 'it')).toEqual({
      before: '',
      whole: '11.088',
      cents: ',05',
      after: '\u00a0€',
    })
  })
})

describe('a moment', () => {
  it('follows the bank’s clock, in any time zone of the server', () => {
    expect(formatMoment('2026-11-27T23:30:00Z', 'day', 'en')).toBe('28 November 2026')
    expect(formatMoment('2026-11-27T23:30:00Z', 'minute', 'it')).toBe('28 nov 2026, 00:30')
  })
})
