import { describe, expect, test } from 'vitest'
import {
  addDays,
  bankDayOf,
  instantOf,
  localTimestamp,
  parseSlashed,
  toSlashed,
  weekdayOf,
} from '@/sandbox/calendar/bank-day'

describe('the bank lives in Rome', () => {
  test.each([
    ['2026-01-15T22:59:59Z', '2026-01-15', '2026-01-15T23:59:59'],
    ['2026-01-15T23:00:00Z', '2026-01-16', '2026-01-16T00:00:00'],
    ['2026-07-15T22:00:00Z', '2026-07-16', '2026-07-16T00:00:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29', '2026-03-29T03:00:00'],
    ['9999-12-31T09:00:00Z', '9999-12-31', '9999-12-31T10:00:00'],
  ])('%s is %s there', (instant, day, local) => {
    expect(bankDayOf(new Date(instant))).toBe(day)
    expect(localTimestamp(new Date(instant))).toBe(local)
  })

  test.each([
    ['2026-01-15', '00:00:00', '2026-01-14T23:00:00.000Z'],
    ['2026-07-15', '12:00:00', '2026-07-15T10:00:00.000Z'],
    // the hour that summer time skips, and the one that happens twice
    ['2026-03-29', '02:30:00', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25', '02:30:00', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '03:00:00', '2026-10-25T02:00:00.000Z'],
  ])('%s %s there is %s', (day, time, instant) => {
    expect(instantOf(day, time).toISOString()).toBe(instant)
  })
})

test('days count over months, years and changes of the clock', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(weekdayOf('2026-11-28')).toBe(6)
})

test.each([
  ['03/04/2026', '2026-04-03'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', null],
  ['31/04/2026', null],
  ['3/4/2026', null],
  ['2026-04-03', null],
  ['٠٣/04/2026', null],
])('DAT-1: %s is read as %s', (text, day) => {
  expect(parseSlashed(text)).toBe(day)
  if (day) expect(toSlashed(day)).toBe(text)
})
