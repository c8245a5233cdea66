export const dayForm = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** A calendar date `YYYY-MM-DD`. @throws RangeError for anything else */
export function requireDay(day: string): string {
  if (!dayForm.test(day)) throw new RangeError('a date is not YYYY-MM-DD')
  return day
}

/** The calendar date after this one. UTC has no hour that is missing or comes twice. */
export function dayAfter(day: string): string {
  const next = new Date(`${requireDay(day)}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

/** Calendar dates, both inclusive. */
export type DayRange = { from: string; to: string }

/**
 * The days known after `read` was added to `known`: both when they overlap or touch, else the later of
 * the two, because what is known must have no gap.
 */
export function joinDays(known: DayRange | null, read: DayRange): DayRange {
  if (known === null) return read
  const isJoined = read.from <= dayAfter(known.to) && known.from <= dayAfter(read.to)
  if (!isJoined) return known.to > read.to ? known : read
  // As text, which is the order of the days.
  const [from = known.from] = [known.from, read.from].sort()
  const [to = known.to] = [known.to, read.to].sort().reverse()
  return { from, to }
}
