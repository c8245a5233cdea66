import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AmountFault,
  type AmountReading,
  decimalsOf,
  orderAmount,
  readAmount,
} from '@/lib/domain/money/amount-input'
import { hostileTexts } from '@/tests/support/hostile-texts'
import { unreadText } from '@/tests/support/unread-text'

/** One row for each typed text: currency, the right answer for an Italian and in English. */
const rows = readFileSync('tests/fixtures/transfers/amounts.tsv', 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [typed = '', currency = '', it = '', en = ''] = line.split('\t')
    const text: unknown = JSON.parse(typed)
    return { typed: String(text), currency, it, en }
  })

/** In the notation of the table. */
function written(reading: AmountReading): string {
  if (reading.kind === 'amount') return reading.amount
  if (reading.kind === 'ask') return `?${reading.readings.join('|')}`
  return `!${reading.fault.kind}${detailsOf(reading.fault)}`
}

function detailsOf(fault: AmountFault): string {
  if (fault.kind === 'character' || fault.kind === 'digits') return ` ${fault.character} ${fault.position}`
  if (fault.kind === 'currency' || fault.kind === 'decimals') return ` ${fault.found}`
  return ''
}

describe('DAT-3: amounts as they are typed', () => {
  it('has at least 300 of them', () => {
    expect(rows.length).toBeGreaterThanOrEqual(300)
  })

  it.each(rows)('$typed $currency: $it, $en', ({ typed, currency, it: italian, en: english }) => {
    expect(written(readAmount(typed, currency, 'it'))).toBe(italian)
    expect(written(readAmount(typed, currency, 'en'))).toBe(english)
  })

  it('reads back every amount in the form of each language, or asks for it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_999 }),
        fc.constantFrom('it-IT', 'en-GB', 'de-CH', 'fr-FR'),
        fc.constantFrom('EUR', 'KWD', 'JPY'),
        fc.constantFrom('it' as const, 'en' as const),
        (units, form, currency, locale) => {
          const places = decimalsOf(currency)
          const digits = String(units).padStart(places + 1, '0')
          const whole = digits.slice(0, digits.length - places)
          const amount = places === 0 ? whole : `${whole}.${digits.slice(-places)}`
          const typed = new Intl.NumberFormat(form, {
            style: 'currency',
            currency,
            currencyDisplay: 'code',
            useGrouping: 'always',
          }).format(units / 10 ** places)
          const reading = readAmount(typed, currency, locale)
          if (reading.kind === 'ask') expect(reading.readings).toContain(amount)
          else if (reading.kind === 'amount') expect(reading.amount).toBe(amount)
          // A single mark before three digits, which in the customer's language begins decimals.
          else
            expect([typed, reading.fault.kind]).toEqual([
              expect.stringMatching(/^\D*\d{1,3}[.,]\d{3}\D*$/),
              'decimals',
            ])
        },
      ),
    )
  })

  it('ends in an answer whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 70 }), (text) => {
        expect(['amount', 'ask', 'fault']).toContain(readAmount(text, 'EUR', 'it').kind)
      }),
    )
    for (const text of hostileTexts('amount')) {
      expect(['amount', 'ask', 'fault']).toContain(readAmount(text, 'EUR', 'it').kind)
    }
  })

  it.each([61, 1_000_000])('looks at no character of a text of %d', (length) => {
    expect(written(readAmount(unreadText(length), 'EUR', 'it'))).toBe('!too_long')
  })
})

describe('DAT-4: decimals of a currency', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['CLP', 0],
    ['TND', 3],
    ['HUF', 2],
  ])('%s has %i', (currency, decimals) => {
    expect(decimalsOf(currency)).toBe(decimals)
  })

  it.each([
    ['1234.50', '1234.50'],
    ['1500', '1500.00'],
    ['1.5', '1.50'],
    ['1.500', '1.50'],
    ['1.505', undefined],
    ['12345678901234.00', undefined],
    ['-1.00', undefined],
    ['1,50', undefined],
  ])('%s goes to the bank as %s', (amount, sent) => {
    expect(orderAmount(amount)).toBe(sent)
  })
})
