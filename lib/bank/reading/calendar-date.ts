/** A day as `YYYY-MM-DD`; never a `Date`, which would move with the server's time zone. */
export type CalendarDate = string

/** How the spec writes days; how its unspecified payloads are seen to; and ISO 8601. No zone: it would be a moment. */
const FORMS = [
  /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?$/,
]

/**
 * The day in `DD/MM/YYYY`, `YYYYMMDD` or `YYYY-MM-DD`, the last two also before a zone-less time of day.
 * @returns undefined for anything else, days that no calendar has included
 */
export function readDate(value: unknown): CalendarDate | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const text = value.trim()
  for (const form of FORMS) {
    const { year = '', month = '', day = '' } = form.exec(text)?.groups ?? {}
    if (year !== '')
      return isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : undefined
  }
  return undefined
}

/**
 * `DD/MM/YYYY`, as the bank wants it.
 * @throws TypeError naming the parameter when it is not a day written `YYYY-MM-DD`
 */
export function writeDate(date: CalendarDate, parameter: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  if (!year || !isDay(Number(year), Number(month), Number(day))) {
    throw new TypeError(`${parameter} is not a day written YYYY-MM-DD`)
  }
  return `${day}/${month}/${year}`
}

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** From 1900 on: earlier years are how systems write that there is no date. */
function isDay(year: number, month: number, day: number): boolean {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = month === 2 && isLeap ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0)
  return year >= 1900 && day >= 1 && day <= days
}
