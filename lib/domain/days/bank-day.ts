/*
 * Calendar dates as `YYYY-MM-DD`. The bank's day is that of Rome wherever this server stands; from a date to another
 * it is counted in UTC, which has no hour that is missing or comes twice.
 */

const inRome = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Rome',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The bank's day at this instant. */
export function bankDay(at: Date): string {
  const parts = new Map(inRome.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

/** `count` days later, or earlier when below zero. */
export function addDays(day: string, count: number): string {
  const moved = new Date(`${day}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + count)
  return moved.toISOString().slice(0, 10)
}

/** Earlier years are how systems write that there is no date, so no day before it is asked for. */
export const FIRST_DAY = '1900-01-01'

/** `addDays`, and never before `FIRST_DAY`. */
export function daysBefore(day: string, count: number): string {
  const before = addDays(day, -count)
  return before < FIRST_DAY ? FIRST_DAY : before
}

/** How many years a list of movements can reach back at most: banks keep them for ten. */
const FURTHEST_YEARS = 50

/** A day before this one was written by mistake. */
export function furthestBack(day: string): string {
  return `${String(Number(day.slice(0, 4)) - FURTHEST_YEARS).padStart(4, '0')}-01-01`
}
