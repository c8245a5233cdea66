/** A calendar date, `YYYY-MM-DD`. Never a Date: a day has no time zone. Days compare as text. */
export type BankDay = string

const zone = 'Europe/Rome'
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** Day and time of the bank's wall clock in Rome: `['2026-03-29', '03:00:00']`. */
export function bankTimeOf(instant: Date): [day: BankDay, time: string] {
  const found = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]))
  return [`${found.year}-${found.month}-${found.day}`, `${found.hour}:${found.minute}:${found.second}`]
}

/** The day in Rome. */
export function bankDayOf(instant: Date): BankDay {
  const time = instant.getTime()
  // the one that has begun and not ended: a comparison, where formatting a date costs many times more
  for (const offset of offsetsOfRome) {
    const day = new Date(time + offset).toISOString().slice(0, 10)
    if (beginningOf(day) <= time && time < beginningOf(addDays(day, 1))) return day
  }
  return bankTimeOf(instant)[0]
}

/** Local timestamp without zone, as the spec has `creationTimestamp`. */
export function localTimestamp(instant: Date): string {
  return bankTimeOf(instant).join('T')
}

/**
 * The instant at which the bank's clock shows a time of a day. A time that daylight saving skips is read with the
 * offset of the day before it; one that happens twice is the earlier.
 */
export function instantOf(day: BankDay, time = '00:00:00'): Date {
  return new Date(time === '00:00:00' ? beginningOf(day) : searchInstant(day, time))
}

/** Beginnings of days: asked for very often, and dear to find. */
const beginnings = new Map<BankDay, number>()
const maxBeginnings = 50_000

function beginningOf(day: BankDay): number {
  const known = beginnings.get(day)
  if (known !== undefined) return known
  const found = searchInstant(day, '00:00:00')
  if (beginnings.size < maxBeginnings) beginnings.set(day, found)
  return found
}

/** Summer time and winter time, the greater first: of a time that happens twice it gives the earlier. */
const offsetsOfRome = [2 * hourMs, hourMs]

function searchInstant(day: BankDay, time: string): number {
  // the day after the last of the year 9999 has no such form
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return Number.NaN
  const asUtc = Date.parse(`${day}T${time}Z`)
  const shows = (candidate: number) => bankTimeOf(new Date(candidate)).join('T') === `${day}T${time}`
  const usual = offsetsOfRome.map((offset) => asUtc - offset).find(shows)
  if (usual !== undefined) return usual
  const offsets = [-dayMs, 0, dayMs].map((shift) => offsetAt(new Date(asUtc + shift)))
  const other = offsets.map((offset) => asUtc - offset).find(shows)
  return other ?? asUtc - (offsets[0] ?? 0)
}

function offsetAt(instant: Date): number {
  const [day, time] = bankTimeOf(instant)
  return Date.parse(`${day}T${time}Z`) - Math.floor(instant.getTime() / 1000) * 1000
}

export function addDays(day: BankDay, days: number): BankDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** 0 is Sunday, 6 is Saturday. */
export function weekdayOf(day: BankDay): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** `DD/MM/YYYY`, as the interface writes dates. */
export function toSlashed(day: BankDay): string {
  return day.split('-').reverse().join('/')
}

/** Reads `DD/MM/YYYY`; null when it is not a day of the calendar. */
export function parseSlashed(text: string): BankDay | null {
  const [, dayOfMonth, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  const day = `${year}-${month}-${dayOfMonth}`
  const instant = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === day ? day : null
}
