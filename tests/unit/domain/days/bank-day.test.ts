import { afterEach, describe, expect, it } from 'vitest'
import { addDays, bankDay } from '@/lib/domain/days/bank-day'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

describe('DAT-1: the day of the bank, wherever the server stands', () => {
  it.each(['UTC', 'Europe/Rome', 'America/New_York', 'Asia/Tokyo'])('in %s', (timeZone) => {
    process.env.TZ = timeZone
    expect(bankDay(new Date('2026-04-02T21:59:59Z'))).toBe('2026-04-02')
    expect(bankDay(new Date('2026-04-02T22:00:00Z'))).toBe('2026-04-03')
    expect(bankDay(new Date('2026-12-31T23:00:00Z'))).toBe('2027-01-01')
    // The days on which the clocks change.
    expect(addDays('2026-03-28', 1)).toBe('2026-03-29')
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })
})
