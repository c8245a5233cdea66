import { addDays } from '@/lib/domain/days/bank-day'

/** A month as it hangs on the wall: whole weeks from Monday on; null before its first day and after its last. */
export type MonthGrid = readonly (readonly (string | null)[])[]

/** @param month `YYYY-MM` @returns rows of seven days, `YYYY-MM-DD` */
export function monthGrid(month: string): MonthGrid {
  const first = `${month}-01`
  const places: (string | null)[] = Array(weekdayOf(first)).fill(null)
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) places.push(day)
  while (places.length % 7 !== 0) places.push(null)
  const weeks: (string | null)[][] = []
  for (let start = 0; start < places.length; start += 7) weeks.push(places.slice(start, start + 7))
  return weeks
}

/** The same day so many months later, or the last of that month where it has no such day. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const months = year * 12 + (month - 1) + count
  const start = `${pad(Math.floor(months / 12), 4)}-${pad((months % 12) + 1, 2)}`
  const last = addDays(monthAfter(start), -1)
  const wished = `${start}-${pad(date, 2)}`
  return wished < last ? wished : last
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

function monthAfter(month: string): string {
  return `${addDays(`${month}-28`, 4).slice(0, 7)}-01`
}

const pad = (figure: number, length: number) => String(figure).padStart(length, '0')
