import type { Locale } from '../locale'
import { addDays } from './bank-day'

/*
 * Days as people type them. Day and month in figures are day first for an Italian; in English they may be either way
 * round, so what is a day both ways is asked.
 */

/** @see readDay */
export type DayReading =
  /** `YYYY-MM-DD`, a day of the calendar. */
  | { kind: 'day'; day: string }
  /** Two different days, day first and then month first. */
  | { kind: 'ask'; readings: readonly [string, string] }
  | { kind: 'fault'; fault: DayFault }

export type DayFault =
  | 'empty'
  /** Not the form of a date. */
  | 'form'
  /** `1/12`: the year is not guessed, for in December both could be meant. */
  | 'year'
  /** The form of a date, and in no calendar: 29/02/2027, 31/04/2026, 12/13/2026 for an Italian. */
  | 'no_such_day'

const LONGEST_INPUT = 40

const TODAY = /^(?:oggi|today)$/
const TOMORROW = /^(?:domani|tomorrow)$/

/** The first three letters are enough, and those are all looked at. */
const MONTHS: Record<Locale, readonly string[]> = {
  en: [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
  it: [
    'gennaio',
    'febbraio',
    'marzo',
    'aprile',
    'maggio',
    'giugno',
    'luglio',
    'agosto',
    'settembre',
    'ottobre',
    'novembre',
    'dicembre',
  ],
}

/**
 * @param text `1/12/2026`, `1.12.26`, `01-12-26`, `01122026`, `2026-12-01`, `1 dicembre 2026`, `Dec 1, 2026`, `oggi`,
 * `tomorrow`; names of months and of days in both languages
 * @param today the bank's day, `YYYY-MM-DD`
 * @param locale the language the customer reads: which of day and month comes first
 */
export function readDay(text: string, today: string, locale: Locale): DayReading {
  if (text.length > LONGEST_INPUT) return fault('form')
  const bare = plain(text)
  if (bare === '') return fault('empty')
  if (TODAY.test(bare)) return { kind: 'day', day: today }
  if (TOMORROW.test(bare)) return { kind: 'day', day: addDays(today, 1) }
  const iso = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(bare)
  if (iso !== null) return only(dayOf(iso[1], iso[2], iso[3]))
  const figures =
    /^(\d{1,2}) ?[-/. ] ?(\d{1,2})(?: ?[-/. ] ?(\d{4}|\d{2}))?$/.exec(bare) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(bare)
  return figures === null ? readWords(bare) : readFigures(figures, locale)
}

const fault = (what: DayFault): DayReading => ({ kind: 'fault', fault: what })

const only = (day: string | undefined): DayReading =>
  day === undefined ? fault('no_such_day') : { kind: 'day', day }

/** Lower case, full width digits and blanks of any kind made plain, dashes of any kind too. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

function readFigures([, first, second, year]: RegExpExecArray, locale: Locale): DayReading {
  if (year === undefined) return fault('year')
  const dayFirst = dayOf(year, second, first)
  if (locale === 'it') return only(dayFirst)
  const monthFirst = dayOf(year, first, second)
  if (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst) {
    return only(dayFirst ?? monthFirst)
  }
  return { kind: 'ask', readings: [dayFirst, monthFirst] }
}

/** `1 dicembre 2026`, `1° dic. 26`, `December 1st, 2026`, `lunedì 1 dicembre 2026`. */
function readWords(text: string): DayReading {
  const italian = /^(\d{1,2})(?:st|nd|rd|th|[°ºo])?[ .-]?(?:of )?(\p{L}+)\.?(?:,? ?-?(\d{4}|\d{2}))?$/u
  const american = /^(\p{L}+)\.? ?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}|\d{2}))?$/u
  const words = text.replace(WEEKDAY, '')
  const [, day, name, year] = italian.exec(words) ?? []
  const [, otherName, otherDay, otherYear] = american.exec(words) ?? []
  const month = monthOf(name ?? otherName ?? '')
  if (month === undefined) return fault('form')
  const named = name === undefined ? otherYear : year
  return named === undefined ? fault('year') : only(dayOf(named, month, name === undefined ? otherDay : day))
}

/** Not held against the date: a weekday that does not fit is seen in the day that is echoed. */
const WEEKDAY =
  /^(?:lun(?:ed[iì])?|mar(?:ted[iì])?|mer(?:coled[iì])?|gio(?:ved[iì])?|ven(?:erd[iì])?|sab(?:ato)?|dom(?:enica)?|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)[.,]? (?=\d\S* (?:of )?\p{L}|\p{L}+\.? \d)/u

function monthOf(name: string): string | undefined {
  if (name.length < 3) return undefined
  const index = [MONTHS.en, MONTHS.it]
    .map((months) => months.findIndex((month) => month.startsWith(name)))
    .find((found) => found >= 0)
  return index === undefined ? undefined : String(index + 1)
}

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A year of two figures is of this century. */
function dayOf(year = '', month = '', day = ''): string | undefined {
  const [y, m, d] = [Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day)]
  const isLeap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0
  const days = m === 2 && isLeap ? 29 : (DAYS_OF_MONTH[m - 1] ?? 0)
  if (y < 1900 || d < 1 || d > days) return undefined
  return [y, m, d].map((figure) => String(figure).padStart(2, '0')).join('-')
}
