import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '@/lib/domain/days/bank-day'
import { earliestFor, firstAllowed, judgeDay, type PaymentCalendar } from '@/lib/domain/days/payment-days'

/** What prepare says on Wednesday 23 December 2026. */
const christmas: PaymentCalendar = {
  today: '2026-12-23',
  earliestDate: '2026-12-24',
  earliestDateInternal: '2026-12-23',
  latestDate: '2027-12-23',
  holidays: ['2026-12-25', '2026-12-26', '2027-01-01', '2027-01-06', '2027-03-29'],
  abi: '05428',
}
const OTHER_BANK = '03069'
const THIS_BANK = '05428'

describe('DAT-2: the day of execution', () => {
  it.each([
    ['2026-12-24', 'allowed', undefined],
    ['2026-12-22', 'past', '2026-12-24'],
    ['2026-12-23', 'too_early', '2026-12-24'],
    ['2026-12-25', 'holiday', '2026-12-28'],
    // A Saturday and a holiday.
    ['2026-12-26', 'weekend', '2026-12-28'],
    ['2026-12-27', 'weekend', '2026-12-28'],
    ['2027-01-01', 'holiday', '2027-01-04'],
    ['2027-12-23', 'allowed', undefined],
    ['2027-12-24', 'too_far', '2027-12-23'],
    ['2031-05-05', 'too_far', '2027-12-23'],
  ])('%s is %s, and %s is offered instead', (day, verdict, next) => {
    const judged = judgeDay(day, christmas, OTHER_BANK)
    expect(judged.kind === 'blocked' ? judged.reason.kind : 'allowed').toBe(verdict)
    expect(judged.kind === 'blocked' ? judged.next : undefined).toBe(next)
  })

  it('begins earlier for a payee at the same bank, whose ABI is the bank’s', () => {
    expect(judgeDay('2026-12-23', christmas, THIS_BANK)).toEqual({ kind: 'allowed' })
    expect(earliestFor(christmas, THIS_BANK)).toBe('2026-12-23')
    expect(earliestFor(christmas, OTHER_BANK)).toBe('2026-12-24')
    expect(earliestFor(christmas, undefined)).toBe('2026-12-24')
    expect(earliestFor({ ...christmas, abi: undefined }, undefined)).toBe('2026-12-24')
  })

  it('names the day that a reason is about', () => {
    expect(judgeDay('2026-12-23', christmas, OTHER_BANK)).toMatchObject({
      reason: { kind: 'too_early', earliest: '2026-12-24' },
    })
    expect(judgeDay('2028-01-03', christmas, OTHER_BANK)).toMatchObject({
      reason: { kind: 'too_far', latest: '2027-12-23' },
    })
  })

  it('is not limited by what prepare did not say, nor begins before today', () => {
    const silent: PaymentCalendar = {
      today: '2026-12-23',
      earliestDate: undefined,
      earliestDateInternal: undefined,
      latestDate: undefined,
      holidays: [],
      abi: undefined,
    }
    expect(firstAllowed(silent, OTHER_BANK)).toBe('2026-12-23')
    expect(judgeDay('2040-01-02', silent, OTHER_BANK)).toEqual({ kind: 'allowed' })
    expect(earliestFor({ ...silent, earliestDate: '2026-12-01' }, OTHER_BANK)).toBe('2026-12-23')
  })

  it('is none at all when the bank leaves none', () => {
    const closed = { ...christmas, latestDate: '2026-12-23' }
    expect(firstAllowed(closed, OTHER_BANK)).toBeUndefined()
    expect(judgeDay('2026-12-25', closed, OTHER_BANK)).toMatchObject({ kind: 'blocked', next: undefined })
  })

  it('ends where days end', () => {
    const endless = { ...christmas, latestDate: '9999-12-31' }
    expect(judgeDay('9999-12-25', endless, OTHER_BANK)).toMatchObject({ kind: 'blocked', next: '9999-12-27' })
    expect(judgeDay('9999-12-31', { ...endless, holidays: ['9999-12-31'] }, OTHER_BANK)).toMatchObject({
      kind: 'blocked',
      next: '9999-12-30',
    })
  })
})

describe('every day of 2026 and 2027', () => {
  const holidays = [2026, 2027].flatMap((year) => [
    ...['01-01', '01-06', '04-25', '05-01', '06-02', '08-15', '11-01', '12-08', '12-25', '12-26'].map(
      (day) => `${year}-${day}`,
    ),
    year === 2026 ? '2026-04-06' : '2027-03-29',
  ])
  /** 1 January 2026 was a Thursday, the fourth day of the week. */
  const everyDay = Array.from({ length: 730 }, (_, index) => ({
    day: addDays('2026-01-01', index),
    isWeekend: (index + 3) % 7 >= 5,
  }))
  const calendar: PaymentCalendar = {
    today: '2026-03-02',
    earliestDate: '2026-03-04',
    earliestDateInternal: '2026-03-03',
    latestDate: '2027-09-30',
    holidays,
    abi: THIS_BANK,
  }

  it.each([
    [THIS_BANK, '2026-03-03'],
    [OTHER_BANK, '2026-03-04'],
  ])('is allowed or not for a payee at %s, with the nearest that is', (abi, earliest) => {
    const isAllowed = ({ day, isWeekend }: (typeof everyDay)[number]) =>
      day >= earliest && day <= '2027-09-30' && !isWeekend && !holidays.includes(day)
    const allowed = everyDay.filter(isAllowed).map(({ day }) => day)
    expect(everyDay.at(-1)?.day).toBe('2027-12-31')
    for (const entry of everyDay) {
      const { day } = entry
      const nearest = allowed.find((other) => other > day) ?? allowed.at(-1)
      const judged = judgeDay(day, calendar, abi)
      expect([day, judged.kind === 'blocked' ? judged.next : 'allowed']).toEqual([
        day,
        isAllowed(entry) ? 'allowed' : nearest,
      ])
    }
    expect(firstAllowed(calendar, abi)).toBe(allowed[0])
  })

  it('is offered only when it is allowed itself, whatever the bank says', () => {
    const anyDay = fc.integer({ min: -20, max: 120 }).map((count) => addDays('2026-12-01', count))
    const anyCalendar = fc.record({
      today: anyDay,
      earliestDate: fc.option(anyDay, { nil: undefined }),
      earliestDateInternal: fc.option(anyDay, { nil: undefined }),
      latestDate: fc.option(anyDay, { nil: undefined }),
      holidays: fc.array(anyDay, { maxLength: 60 }),
      abi: fc.constantFrom(THIS_BANK, undefined),
    })
    fc.assert(
      fc.property(
        anyDay,
        anyCalendar,
        fc.constantFrom(THIS_BANK, OTHER_BANK, undefined),
        (day, said, abi) => {
          const judged = judgeDay(day, said, abi)
          const offered = judged.kind === 'blocked' ? judged.next : day
          if (offered !== undefined) expect(judgeDay(offered, said, abi)).toEqual({ kind: 'allowed' })
        },
      ),
    )
  })

  it('looks at each of ten thousand holidays a few times, not at all of them for each day', () => {
    const days = Array.from({ length: 10_000 }, (_, index) => addDays('2026-03-04', index))
    let looks = 0
    const many = new Proxy(days, {
      get(target, name) {
        if (/^\d+$/.test(String(name))) looks += 1
        return Reflect.get(target, name)
      },
    })
    judgeDay('2026-03-04', { ...calendar, latestDate: undefined, holidays: many }, OTHER_BANK)
    expect(looks).toBeGreaterThan(0)
    expect(looks).toBeLessThanOrEqual(30_000)
  })
})
