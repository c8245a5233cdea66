import { addDays, type BankDay, weekdayOf } from './bank-day'

/** Fixed public holidays of Italy, `MM-DD`. */
const fixedHolidays = new Set([
  '01-01', // Capodanno
  '01-06', // Epifania
  '04-25', // Liberazione
  '05-01', // Festa del Lavoro
  '06-02', // Festa della Repubblica
  '08-15', // Ferragosto
  '11-01', // Ognissanti
  '12-08', // Immacolata
  '12-25', // Natale
  '12-26', // Santo Stefano
])

/** San Francesco is a public holiday again from this year on. */
const firstYearOfSanFrancesco = '2026'

/** Easter Sunday by the Gregorian computus (Meeus, Jones, Butcher). */
export function easterOf(year: number): BankDay {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const place = epact + toSunday - 7 * late + 114
  const month = String(Math.floor(place / 31)).padStart(2, '0')
  const day = String((place % 31) + 1).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${month}-${day}`
}

/**
 * Whether banks in Italy are closed on a day for another reason than the weekend: the national holidays, and Good Friday,
 * when TARGET does not settle.
 */
export function isHoliday(day: BankDay): boolean {
  const [year = '', monthAndDay] = [day.slice(0, 4), day.slice(5)]
  if (fixedHolidays.has(monthAndDay)) return true
  if (monthAndDay === '10-04') return year >= firstYearOfSanFrancesco
  const easter = easterOf(Number(year))
  return day === addDays(easter, -2) || day === addDays(easter, 1)
}

function isWeekend(day: BankDay): boolean {
  const weekday = weekdayOf(day)
  return weekday === 0 || weekday === 6
}

export function isWorkingDay(day: BankDay): boolean {
  return !isWeekend(day) && !isHoliday(day)
}

/** The first working day from a day on, the day itself included. */
export function workingDayFrom(day: BankDay): BankDay {
  let found = day
  while (!isWorkingDay(found)) found = addDays(found, 1)
  return found
}

/** The last working day up to a day, the day itself included. */
export function workingDayUpTo(day: BankDay): BankDay {
  let found = day
  while (!isWorkingDay(found)) found = addDays(found, -1)
  return found
}

/** Days from one to the other, both included, on which the bank is closed although it is no weekend. */
export function holidaysBetween(from: BankDay, to: BankDay): BankDay[] {
  const found: BankDay[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (isHoliday(day) && !isWeekend(day)) found.push(day)
  }
  return found
}
