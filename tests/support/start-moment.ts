import { addDays, bankDayOf, instantOf } from '@/sandbox/calendar/bank-day'
import { workingDayFrom } from '@/sandbox/calendar/holidays'

/**
 * The moment at which the clock of app and bank starts in a test: ten in the morning of the bank's next working day. So no
 * test meets midnight, a weekend or a holiday by the hour at which it happens to run. It lies ahead, because certificates
 * made now are not valid yesterday. `TEST_START_AT` is another moment within their year (`2027-08-15T10:00:00+02:00`).
 */
export function startMoment(now = new Date()): Date {
  const asked = process.env.TEST_START_AT
  if (asked) return new Date(asked)
  return instantOf(workingDayFrom(addDays(bankDayOf(now), 1)), '10:00:00')
}
