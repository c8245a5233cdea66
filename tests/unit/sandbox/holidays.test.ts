import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, weekdayOf } from '@/sandbox/calendar/bank-day'
import {
  easterOf,
  holidaysBetween,
  isHoliday,
  isWorkingDay,
  workingDayFrom,
  workingDayUpTo,
} from '@/sandbox/calendar/holidays'

const year = fc.integer({ min: 1900, max: 2199 })
const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1990-01-01', days))

describe('Easter', () => {
  test.each([
    [1954, '1954-04-18'],
    [1961, '1961-04-02'],
    [1981, '1981-04-19'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2011, '2011-04-24'],
    [2019, '2019-04-21'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('in %i', (of, easter) => {
    expect(easterOf(of)).toBe(easter)
  })

  test('is a Sunday from 22 March to 25 April', () => {
    fc.assert(
      fc.property(year, (of) => {
        const easter = easterOf(of)
        expect(weekdayOf(easter)).toBe(0)
        expect(easter >= `${of}-03-22` && easter <= `${of}-04-25`).toBe(true)
      }),
    )
  })

  test('is the first Sunday after the full moon of the church', () => {
    // the older rule: golden number, solar and lunar corrections, paschal full moon (Clavius, as Knuth writes it down)
    const byFullMoon = (of: number): string => {
      const golden = (of % 19) + 1
      const century = Math.floor(of / 100) + 1
      const solar = Math.floor((3 * century) / 4) - 12
      const lunar = Math.floor((8 * century + 5) / 25) - 5
      const sunday = Math.floor((5 * of) / 4) - solar - 10
      let epact = (((11 * golden + 20 + lunar - solar) % 30) + 30) % 30
      if ((epact === 25 && golden > 11) || epact === 24) epact += 1
      let moon = 44 - epact
      if (moon < 21) moon += 30
      return addDays(`${of}-03-01`, moon + 7 - ((sunday + moon) % 7) - 1)
    }
    fc.assert(
      fc.property(year, (of) => {
        expect(easterOf(of)).toBe(byFullMoon(of))
      }),
    )
  })
})

describe('bank holidays', () => {
  test('of 2026, weekends aside', () => {
    expect(holidaysBetween('2026-01-01', '2026-12-31')).toEqual([
      '2026-01-01',
      '2026-01-06',
      '2026-04-03', // Good Friday
      '2026-04-06', // Easter Monday
      '2026-05-01',
      '2026-06-02',
      '2026-12-08',
      '2026-12-25',
    ])
  })

  test('4 October is one from 2026 on', () => {
    expect([isHoliday('2025-10-04'), isHoliday('2026-10-04'), isHoliday('2027-10-04')]).toEqual([
      false,
      true,
      true,
    ])
    expect(holidaysBetween('2027-10-01', '2027-10-31')).toEqual(['2027-10-04'])
  })

  test('a single day', () => {
    expect(holidaysBetween('2026-12-08', '2026-12-08')).toEqual(['2026-12-08'])
    expect(holidaysBetween('2026-12-09', '2026-12-08')).toEqual([])
  })

  test('a working day is neither weekend nor holiday', () => {
    fc.assert(
      fc.property(day, (of) => {
        const weekend = [0, 6].includes(weekdayOf(of))
        expect(isWorkingDay(of)).toBe(!weekend && !isHoliday(of))
      }),
    )
  })

  test('the next and the last working day, the day itself included', () => {
    expect(workingDayFrom('2026-12-24')).toBe('2026-12-24')
    expect(workingDayFrom('2026-12-25')).toBe('2026-12-28')
    expect(workingDayUpTo('2026-12-27')).toBe('2026-12-24')
    fc.assert(
      fc.property(day, (of) => {
        const next = workingDayFrom(of)
        expect(isWorkingDay(next) && next >= of && next <= addDays(of, 6)).toBe(true)
        for (let between = of; between < next; between = addDays(between, 1)) {
          expect(isWorkingDay(between)).toBe(false)
        }
        expect(workingDayUpTo(next)).toBe(next)
      }),
    )
  })
})
