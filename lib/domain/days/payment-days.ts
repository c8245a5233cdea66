import { addDays } from './bank-day'

/*
 * The days on which a transfer may be executed, by what the bank's prepare says. It only saves the customer a refusal:
 * verify has the last word.
 */

/** What prepare says of days, each `YYYY-MM-DD`; what it does not say limits nothing. */
export type PaymentCalendar = {
  /** The bank's day. */
  today: string
  /** First day for a payee at another bank. */
  earliestDate: string | undefined
  /** First day for a payee at this bank. */
  earliestDateInternal: string | undefined
  latestDate: string | undefined
  holidays: readonly string[]
  /** The bank's own. */
  abi: string | undefined
}

export type DayVerdict =
  | { kind: 'allowed' }
  | {
      kind: 'blocked'
      reason: BlockedReason
      /** The nearest day that is allowed, after this one where there is such, else undefined. */
      next: string | undefined
    }

export type BlockedReason =
  | { kind: 'past' }
  | { kind: 'too_early'; earliest: string }
  | { kind: 'weekend' }
  | { kind: 'holiday' }
  | { kind: 'too_far'; latest: string }

/** Holidays in a row are not more than that; it also bounds the search. */
const FURTHEST_SEARCH = 62
/** After the end of this year there is no day that can be written. */
const LAST_SEARCHED = '9999-12-30'

/**
 * @param day `YYYY-MM-DD`, a day of the calendar
 * @param payeeAbi of the payee's IBAN; undefined for a bank abroad
 */
export function judgeDay(day: string, calendar: PaymentCalendar, payeeAbi: string | undefined): DayVerdict {
  const reason = reasonAgainst(day, calendar, payeeAbi)
  if (reason === undefined) return { kind: 'allowed' }
  return { kind: 'blocked', reason, next: nextAllowed(day, calendar, payeeAbi) }
}

/** The first day that is allowed at all; undefined when the bank leaves none. */
export function firstAllowed(calendar: PaymentCalendar, payeeAbi: string | undefined): string | undefined {
  return searchFrom(earliestFor(calendar, payeeAbi), calendar, payeeAbi)
}

/** Of two days the bank says, the one that holds for this payee; never before today. */
export function earliestFor(calendar: PaymentCalendar, payeeAbi: string | undefined): string {
  const isInternal = calendar.abi !== undefined && calendar.abi === payeeAbi
  const said = isInternal ? calendar.earliestDateInternal : calendar.earliestDate
  return said !== undefined && said > calendar.today ? said : calendar.today
}

function reasonAgainst(
  day: string,
  calendar: PaymentCalendar,
  payeeAbi: string | undefined,
): BlockedReason | undefined {
  const earliest = earliestFor(calendar, payeeAbi)
  if (day < calendar.today) return { kind: 'past' }
  if (calendar.latestDate !== undefined && day > calendar.latestDate) {
    return { kind: 'too_far', latest: calendar.latestDate }
  }
  if (isWeekend(day)) return { kind: 'weekend' }
  if (calendar.holidays.includes(day)) return { kind: 'holiday' }
  return day < earliest ? { kind: 'too_early', earliest } : undefined
}

/** Beyond the last day there is none, so the last one before it is offered. */
function nextAllowed(
  day: string,
  calendar: PaymentCalendar,
  payeeAbi: string | undefined,
): string | undefined {
  const earliest = earliestFor(calendar, payeeAbi)
  return (
    searchFrom(day < earliest ? earliest : day, calendar, payeeAbi) ?? lastAllowed(day, calendar, payeeAbi)
  )
}

function searchFrom(from: string, calendar: PaymentCalendar, payeeAbi: string | undefined) {
  return search(from, 1, calendar, payeeAbi)
}

function lastAllowed(before: string, calendar: PaymentCalendar, payeeAbi: string | undefined) {
  const { latestDate } = calendar
  const from = latestDate !== undefined && latestDate < before ? latestDate : before
  return search(from, -1, calendar, payeeAbi)
}

function search(
  from: string,
  step: 1 | -1,
  calendar: PaymentCalendar,
  payeeAbi: string | undefined,
): string | undefined {
  let day = from
  for (let tries = 0; tries < FURTHEST_SEARCH; tries += 1) {
    if (reasonAgainst(day, calendar, payeeAbi) === undefined) return day
    if (step === 1 && day > LAST_SEARCHED) return undefined
    day = addDays(day, step)
  }
  return undefined
}

function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6
}
