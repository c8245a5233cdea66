import { describe, expect, it } from 'vitest'
import { readDay } from '@/lib/domain/days/typed-day'
import { locales } from '@/lib/domain/locale'
import { readAmount } from '@/lib/domain/money/amount-input'
import { typedAmount, typedDay } from '@/lib/ui/format/typed'
import { groupedAsTyped } from '@/lib/ui/iban-typing'
import { addMonths, monthGrid } from '@/lib/ui/month-grid'

/** `|` is the caret. */
function typed(marked: string): string {
  const { text, caret } = groupedAsTyped(marked.replace('|', ''), marked.indexOf('|'))
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

describe('an IBAN while it is typed', () => {
  it('is grouped by four, and the caret stays behind the same character', () => {
    expect(typed('it60|')).toBe('IT60|')
    expect(typed('IT60x|')).toBe('IT60 X|')
    expect(typed('IT|60 X054')).toBe('IT|60 X054')
    expect(typed('IT609| X054 2811')).toBe('IT60 9|X05 4281 1')
    expect(typed('IT60| X054')).toBe('IT60| X054')
    expect(typed('|IT60 X054')).toBe('|IT60 X054')
  })

  it('is taken as it is pasted, and what no IBAN has stays to be named', () => {
    expect(typed('IBAN: it60 x054-2811 1010|')).toBe('IT60 X054 2811 1010|')
    expect(typed('IT60 X0_4|')).toBe('IT60 X0_4|')
    expect(typed(`${'9'.repeat(300)}|`)).toBe(`${'9'.repeat(300)}|`)
  })
})

describe('what a button writes into a field', () => {
  it('has one meaning there, in each language', () => {
    for (const locale of locales) {
      for (const [amount, currency] of [
        ['1234.00', 'EUR'],
        ['1234567.50', 'EUR'],
        ['0.05', 'EUR'],
        ['1234', 'JPY'],
      ] as const) {
        const reading = readAmount(typedAmount(amount, locale), currency, locale)
        expect(reading, `${amount} ${locale}`).toEqual({ kind: 'amount', amount })
      }
      const reading = readDay(typedDay('2026-12-01', locale), '2026-11-28', locale)
      expect(reading, locale).toEqual({ kind: 'day', day: '2026-12-01' })
    }
  })
})

describe('a month on the wall', () => {
  it('has whole weeks from Monday on', () => {
    const weeks = monthGrid('2026-12')
    expect(weeks[0]).toEqual([
      null,
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
    ])
    expect(weeks.at(-1)).toEqual(['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', null, null, null])
    expect(monthGrid('2027-02').flat().filter(Boolean)).toHaveLength(28)
    expect(monthGrid('2027-02')).toHaveLength(4)
  })

  it('leads to the same day of another month, or to its last', () => {
    expect(addMonths('2026-12-31', 1)).toBe('2027-01-31')
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
    expect(addMonths('2027-01-15', -1)).toBe('2026-12-15')
    expect(addMonths('2027-03-31', -1)).toBe('2027-02-28')
  })
})
