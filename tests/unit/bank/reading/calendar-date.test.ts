import { afterEach, describe, expect, test, vi } from 'vitest'
import { readDate, writeDate } from '@/lib/bank/reading/calendar-date'

afterEach(() => vi.unstubAllEnvs())

describe('DAT-1: a day is a day', () => {
  test.each(['UTC', 'Europe/Rome', 'America/New_York', 'Asia/Tokyo'])('in %s', (zone) => {
    vi.stubEnv('TZ', zone)
    expect(readDate('03/04/2026')).toBe('2026-04-03')
    expect(readDate('31/12/2026')).toBe('2026-12-31')
    expect(writeDate('2026-04-03', 'date')).toBe('03/04/2026')
  })
})

test.each([
  ['30/12/2019', '2019-12-30'],
  ['20191230', '2019-12-30'],
  ['20191230T00:00:00', '2019-12-30'],
  ['2019-12-30', '2019-12-30'],
  ['2019-12-30T23:59:59.999', '2019-12-30'],
  ['2019-12-30T08:15', '2019-12-30'],
  [' 29/02/2024 ', '2024-02-29'],
  ['29/02/2000', '2000-02-29'],
  ['31/12/9999', '9999-12-31'],
])('%j is %s', (text, day) => expect(readDate(text)).toBe(day))

test.each([
  '29/02/2026',
  '29/02/1900',
  '31/04/2026',
  '00/01/2026',
  '01/13/2026',
  '01/00/2026',
  '1/2/2026',
  '01/01/0001',
  '01-02-2026',
  '2026/02/01',
  '2019-12-30T23:00:00Z',
  '2019-12-30T23:00:00+01:00',
  '20191230T',
  '',
  ' ',
  'x'.repeat(10_000),
  20191230,
  null,
  undefined,
  {},
])('%j is no day', (value) => expect(readDate(value)).toBeUndefined())

test('every day of 2026 and 2027 goes out and comes back as it was', () => {
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2028, 0, 1); day += 86_400_000) {
    const text = new Date(day).toISOString().slice(0, 10)
    expect(readDate(writeDate(text, 'date'))).toBe(text)
  }
})

test.each(['03/04/2026', '2026-02-29', '2026-2-1', '', '2026-02-01T00:00:00'])('%j is not sent', (text) => {
  expect(() => writeDate(text, 'dateFrom')).toThrow(new TypeError('dateFrom is not a day written YYYY-MM-DD'))
})
