import { addDays, type BankDay, bankTimeOf } from '../../calendar/bank-day'
import { isWorkingDay, workingDayFrom, workingDayUpTo } from '../../calendar/holidays'

/** How a transfer travels: inside this bank, to another bank, or at once. */
export type Speed = 'internal' | 'other-bank' | 'urgent'

/** Bank time of a working day up to which a transfer is still carried out that day. */
const cutOff: Readonly<Record<Speed, string>> = {
  internal: '22:00:00',
  'other-bank': '17:30:00',
  urgent: '23:59:00',
}

const opening = '08:00:00'
const closing = cutOff.internal
/** When the day's exchange rates are published. */
const ratesHour = '16:00'

/** How far ahead a transfer may be ordered, in days of the calendar. */
const maxDaysAhead = 180

/** The first day on which a transfer ordered now can be carried out. */
export function firstExecutionDay(now: Date, speed: Speed): BankDay {
  const [today, time] = bankTimeOf(now)
  return workingDayFrom(isWorkingDay(today) && time >= cutOff[speed] ? addDays(today, 1) : today)
}

/** The last working day that is not too far ahead. */
export function lastExecutionDay(today: BankDay): BankDay {
  return workingDayUpTo(addDays(today, maxDaysAhead))
}

/** Outside the bank's hours an order is taken in and dealt with when the bank opens. */
export function isOffline(now: Date): boolean {
  const [today, time] = bankTimeOf(now)
  return !isWorkingDay(today) || time < opening || time >= closing
}

/** When the exchange rates in force were published. */
export function ratesPublished(now: Date): { day: BankDay; hour: string } {
  const [today, time] = bankTimeOf(now)
  return { day: workingDayUpTo(time >= ratesHour ? today : addDays(today, -1)), hour: ratesHour }
}
