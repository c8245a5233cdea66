import { parseHttpDate } from './wire/http-date'

/** How far our clock is ahead of the bank's, negative when it is behind, and when that was seen. */
export type ClockDifference = { aheadSeconds: number; at: Date }

/** The spec does not say which distance a bank permits. A clock that is kept by a time server is never so far off. */
const TOLERANCE_SECONDS = 60

export function isClockOff(aheadSeconds: number | undefined): boolean {
  return aheadSeconds !== undefined && Math.abs(aheadSeconds) > TOLERANCE_SECONDS
}

/** Undefined when the answer has no one Date that can be read. */
export function secondsAhead(now: number, date: string | string[] | undefined): number | undefined {
  const told = typeof date === 'string' ? parseHttpDate(date.trim()) : undefined
  return told === undefined ? undefined : Math.round((now - told) / 1000)
}
