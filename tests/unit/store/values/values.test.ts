import { describe, expect, it } from 'vitest'
import { dayAfter, joinDays, requireDay } from '@/lib/store/values/calendar-days'
import { canonicalDecimal } from '@/lib/store/values/money'
import { foldForSearch, searchWords } from '@/lib/store/values/search-text'

describe('calendar days', () => {
  it.each([
    ['2026-02-28', '2026-03-01'],
    ['2028-02-28', '2028-02-29'],
    ['2026-12-31', '2027-01-01'],
    ['2026-03-29', '2026-03-30'],
    ['2026-10-25', '2026-10-26'],
  ])('after %s comes %s, where clocks change too', (day, next) => {
    expect(dayAfter(day)).toBe(next)
  })

  it.each(['2026-1-01', '2026-13-01', '2026-01-32', '01/02/2026', '2026-01-01T00:00:00', ''])(
    '%s is none',
    (text) => {
      expect(() => requireDay(text)).toThrow(RangeError)
    },
  )

  it('are joined when they touch or overlap; else the later ones are known', () => {
    const days = (from: string, to: string) => ({ from: `2026-01-${from}`, to: `2026-01-${to}` })
    expect(joinDays(null, days('05', '10'))).toEqual(days('05', '10'))
    expect(joinDays(days('05', '10'), days('11', '12'))).toEqual(days('05', '12'))
    expect(joinDays(days('05', '10'), days('01', '04'))).toEqual(days('01', '10'))
    expect(joinDays(days('05', '10'), days('01', '20'))).toEqual(days('01', '20'))
    expect(joinDays(days('05', '10'), days('06', '07'))).toEqual(days('05', '10'))
    expect(joinDays(days('05', '10'), days('01', '03'))).toEqual(days('05', '10'))
    expect(joinDays(days('05', '10'), days('12', '13'))).toEqual(days('12', '13'))
  })
})

describe('amounts', () => {
  it.each([
    ['+012.50', '12.5'],
    ['12.5000', '12.5'],
    ['-488.000', '-488'],
    ['0.10', '0.1'],
    ['-0.00', '0'],
    ['000', '0'],
    ['100', '100'],
    ['-9999999999.99', '-9999999999.99'],
  ])('%s is the same as %s', (amount, canonical) => {
    expect(canonicalDecimal(amount)).toBe(canonical)
  })
})

describe('text to search in', () => {
  it.each([
    ['PAGAMENTO\t  POS ', 'pagamento pos'],
    ['Caffè dell’Università', "caffe dell'universita"],
    ['ÅNGSTRÖM Ⅸ İstanbul', 'angstrom ix istanbul'],
    ['ﬁorentina', 'fiorentina'],
  ])('%s is compared as %s', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded)
  })

  it('has each word once, the longest first, and not too many', () => {
    expect(searchWords(' pos  PAGAMENTO pos ')).toEqual(['pagamento', 'pos'])
    expect(searchWords('a b c d e f g h i j')).toHaveLength(8)
    expect(searchWords('')).toEqual([])
  })
})
