import { addDays, bankDayOf, bankTimeOf, instantOf } from '../calendar/bank-day'
import { ControlError } from './controlled'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const searchedMs = 370 * dayMs

/** Moves of the clock that somebody at a page wants to make; each gives the instant to go to. */
export const clockJumps = {
  'one-day': { label: '+1 day', target: (now: Date) => laterBy(now, 1) },
  'ninety-days': { label: '+90 days', target: (now: Date) => laterBy(now, 90) },
  midnight: { label: 'To midnight', target: (now: Date) => instantOf(addDays(bankDayOf(now), 1)) },
  'clock-change': { label: 'To a minute before the clocks change', target: beforeClockChange },
} as const

export type ClockJump = keyof typeof clockJumps

export function isClockJump(name: string): name is ClockJump {
  return Object.hasOwn(clockJumps, name)
}

/** Reads `2026-03-29T01:59:00`, the bank's local time; null when there is no such time. */
export function parseBankTime(text: string): Date | null {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})$/.exec(text) ?? []
  const asUtc = Date.parse(`${day}T${time}Z`)
  const exists = !Number.isNaN(asUtc) && new Date(asUtc).toISOString().startsWith(text)
  return exists && text !== '' ? instantOf(day, time) : null
}

/** The same time of another day. */
function laterBy(now: Date, days: number): Date {
  const [day, time] = bankTimeOf(now)
  return instantOf(addDays(day, days), time)
}

/** One minute before daylight saving begins or ends, next after this moment. Clocks change at a full hour. */
function beforeClockChange(now: Date): Date {
  // a second before the first full hour that is more than a minute away
  let before = Math.ceil((now.getTime() + minuteMs + 1) / hourMs) * hourMs - 1000
  const end = before + searchedMs
  while (before < end && offsetAt(before + dayMs) === offsetAt(before)) before += dayMs
  if (before >= end) throw new ControlError('the clocks do not change in the coming year')
  while (offsetAt(before + hourMs) === offsetAt(before)) before += hourMs
  return new Date(before + 1000 - minuteMs)
}

function offsetAt(instantMs: number): number {
  return Date.parse(`${bankTimeOf(new Date(instantMs)).join('T')}Z`) - instantMs
}
