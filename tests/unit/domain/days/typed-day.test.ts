import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '@/lib/domain/days/bank-day'
import { readDay } from '@/lib/domain/days/typed-day'
import type { Locale } from '@/lib/domain/locale'
import { hostileTexts } from '@/tests/support/hostile-texts'
import { unreadText } from '@/tests/support/unread-text'

const TODAY = '2026-11-28'
const DAYS_OF_MONTH = {
  2026: [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
  2027: [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
}
const two = (figure: number) => String(figure).padStart(2, '0')

/** As the table above has them, and not as any calendar of the program does. */
const everyDay = Object.entries(DAYS_OF_MONTH).flatMap(([year, months]) =>
  months.flatMap((length, month) =>
    Array.from({ length }, (_, index) => ({ year, month: month + 1, day: index + 1 })),
  ),
)

/** `YYYY-MM-DD`, `?` and both when asked, `!` and the fault. */
function written(text: string, locale: Locale): string {
  const reading = readDay(text, TODAY, locale)
  if (reading.kind === 'day') return reading.day
  return reading.kind === 'ask' ? `?${reading.readings.join('|')}` : `!${reading.fault}`
}

describe('every day of 2026 and 2027', () => {
  it('is 730 days', () => {
    expect(everyDay).toHaveLength(730)
  })

  it('is read day first by an Italian, in each of its forms', () => {
    for (const { year, month, day } of everyDay) {
      const iso = `${year}-${two(month)}-${two(day)}`
      const short = year.slice(2)
      const forms = [
        `${two(day)}/${two(month)}/${year}`,
        `${day}/${month}/${year}`,
        `${day}.${month}.${short}`,
        `${two(day)}-${two(month)}-${short}`,
        `${day} / ${month} / ${year}`,
        `${two(day)} ${two(month)} ${year}`,
        `${two(day)}${two(month)}${year}`,
      ]
      for (const form of forms) expect([form, written(form, 'it')]).toEqual([form, iso])
    }
  })

  it('is asked in English where it is another day the other way round', () => {
    for (const { year, month, day } of everyDay) {
      const iso = `${year}-${two(month)}-${two(day)}`
      const isTwofold = day <= 12 && day !== month
      const right = isTwofold ? `?${iso}|${year}-${two(day)}-${two(month)}` : iso
      const form = `${two(day)}/${two(month)}/${year}`
      expect([form, written(form, 'en')]).toEqual([form, right])
      if (day > 12) expect(written(`${month}/${day}/${year}`, 'en')).toBe(iso)
      if (day > 12) expect(written(`${month}/${day}/${year}`, 'it')).toBe('!no_such_day')
    }
  })

  it('is one day in both languages when it is written out', () => {
    for (const { year, month, day } of everyDay) {
      const iso = `${year}-${two(month)}-${two(day)}`
      const at = new Date(`${iso}T12:00:00Z`)
      const wordsOf = (locale: string, options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(locale, {
          timeZone: 'UTC',
          year: 'numeric',
          day: 'numeric',
          ...options,
        }).format(at)
      const forms = [
        iso,
        `${year}/${month}/${day}`,
        ...['it-IT', 'en-GB', 'en-US'].flatMap((locale) => [
          wordsOf(locale, { month: 'long' }),
          wordsOf(locale, { month: 'short' }),
          wordsOf(locale, { month: 'long', weekday: 'long' }),
          wordsOf(locale, { month: 'short', weekday: 'short' }),
        ]),
      ]
      for (const form of forms) {
        for (const locale of ['it', 'en'] as const) expect([form, written(form, locale)]).toEqual([form, iso])
      }
    }
  })
})

describe('days that are none', () => {
  it('are all the others with two figures each', () => {
    const known = new Set(everyDay.map(({ year, month, day }) => `${year}-${month}-${day}`))
    const taken: string[] = []
    let none = 0
    for (const year of Object.keys(DAYS_OF_MONTH)) {
      for (let month = 0; month < 100; month += 1) {
        for (let day = 0; day < 100; day += 1) {
          if (known.has(`${year}-${month}-${day}`)) continue
          none += 1
          const readings = [
            written(`${two(day)}/${two(month)}/${year}`, 'it'),
            written(`${year}-${two(month)}-${two(day)}`, 'en'),
          ]
          if (readings.join() !== '!no_such_day,!no_such_day') taken.push(`${year}-${month}-${day}`)
        }
      }
    }
    expect(taken).toEqual([])
    expect(none).toBe(2 * 10_000 - 730)
  })

  it.each([
    ['29/02/2027', '!no_such_day'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2100', '!no_such_day'],
    ['31 aprile 2026', '!no_such_day'],
    ['31/12/1899', '!no_such_day'],
    ['0/1/2026', '!no_such_day'],
    ['', '!empty'],
    [' \u200b', '!empty'],
    ['1/12', '!year'],
    ['1 dicembre', '!year'],
    ['December 1', '!year'],
    ['1', '!form'],
    ['1/12/', '!form'],
    ['1/12/026', '!form'],
    ['1/12/20266', '!form'],
    ['1//12/2026', '!form'],
    ['-1/12/2026', '!form'],
    ['1/12/2026 10:30', '!form'],
    ['2026-12-01T00:00:00Z', '!form'],
    ['1 di 2026', '!form'],
    ['1 xyz 2026', '!form'],
    ['lunedì', '!form'],
    ['dopodomani', '!form'],
    ['tra 3 giorni', '!form'],
    ['1e1/12/2026', '!form'],
    ['dicembre 2026', '!form'],
    ['٠١/١٢/٢٠٢٦', '!form'],
    ['x'.repeat(41), '!form'],
  ])('%j: %s', (text, right) => {
    expect(written(text, 'it')).toBe(right)
  })
})

describe('what else is typed', () => {
  it.each([
    ['oggi', TODAY],
    ['Today', TODAY],
    ['DOMANI', '2026-11-29'],
    ['tomorrow ', '2026-11-29'],
    ['1º dicembre 2026', '2026-12-01'],
    ['1° dic. 26', '2026-12-01'],
    ['1-dic-2026', '2026-12-01'],
    ['Dec 1st, 2026', '2026-12-01'],
    ['2nd of December 2026', '2026-12-02'],
    ['Sept. 3 2026', '2026-09-03'],
    ['martedi 3 marzo 2026', '2026-03-03'],
    ['mar 3, 2026', '2026-03-03'],
    ['mar 3 mar 2026', '2026-03-03'],
    ['０１／１２／２０２６', '2026-12-01'],
    ['01‑12‑2026', '2026-12-01'],
    ['\u200e1/12/2026\u00a0', '2026-12-01'],
  ])('%j is %s', (text, right) => {
    expect(written(text, 'it')).toBe(right)
  })

  it('ends in an answer that is a day', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 45 }),
        fc.constantFrom('it' as const, 'en' as const),
        (text, locale) => {
          const reading = readDay(text, TODAY, locale)
          if (reading.kind === 'day') expect(addDays(reading.day, 0)).toBe(reading.day)
        },
      ),
    )
    for (const text of hostileTexts('day')) expect(readDay(text, TODAY, 'en').kind).toBe('fault')
  })

  it.each([41, 1_000_000])('looks at no character of a text of %d', (length) => {
    expect(written(unreadText(length), 'en')).toBe('!form')
  })
})
