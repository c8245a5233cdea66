import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '@/lib/domain/days/bank-day'
import { balanceTrend, trendFacts, trendStart } from '@/lib/domain/money/balance-trend'
import { addDecimals, compareDecimals, sumDecimals } from '@/lib/domain/money/decimal'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const moment = (text: string) => new Date(`2026-11-${text}Z`)
const balance = {
  accounting: eur('100.00'),
  bankDate: '2026-11-28',
  readAt: moment('28T10:00:00'),
  unchangedSince: moment('28T09:00:00'),
}
const movements = { from: '2026-11-20', newestReadAt: moment('28T09:30:00') }
const total = (day: string, amount: string, more: object = {}) => ({
  day: `2026-11-${day}`,
  currency: 'EUR',
  total: amount,
  withoutAmount: 0,
  ...more,
})
const days = (trend: ReturnType<typeof balanceTrend>) =>
  trend.kind === 'known' ? trend.points.map(({ day, amount }) => `${day.slice(-2)}: ${amount}`) : trend.reason

describe('the balance taken back by what was booked', () => {
  it('ends with the balance, and every day differs from the one before by its total', () => {
    const trend = balanceTrend(balance, movements, [total('28', '-5'), total('26', '0.015')], 5)
    expect(trend).toMatchObject({ kind: 'known', currency: 'EUR', limit: null })
    expect(days(trend)).toEqual(['24: 104.985', '25: 104.985', '26: 105.00', '27: 105.00', '28: 100.00'])
  })

  it('goes only as far back as every movement is known', () => {
    expect(days(balanceTrend(balance, { ...movements, from: '2026-11-27' }, [], 90))).toEqual([
      '27: 100.00',
      '28: 100.00',
    ])
    expect(days(balanceTrend(balance, { ...movements, from: '2026-11-28' }, [], 90))).toEqual(['28: 100.00'])
  })

  it('stops at a movement without an amount or in another currency, and says so', () => {
    const missing = balanceTrend(balance, movements, [total('27', '1', { withoutAmount: 1 })], 90)
    expect([days(missing), missing]).toMatchObject([
      ['27: 100.00', '28: 100.00'],
      { limit: 'amount_missing' },
    ])
    for (const currency of ['USD', null]) {
      const other = balanceTrend(balance, movements, [total('27', '1', { currency })], 90)
      expect([days(other), other]).toMatchObject([['27: 100.00', '28: 100.00'], { limit: 'other_currency' }])
    }
  })

  it.each([
    ['no_balance', null, movements],
    ['no_balance', { ...balance, accounting: null }, movements],
    ['no_movements', balance, null],
    ['movements_older', balance, { ...movements, newestReadAt: null }],
    ['movements_older', balance, { ...movements, newestReadAt: moment('28T08:59:00') }],
    ['balance_older', balance, { ...movements, newestReadAt: moment('28T10:01:00') }],
    ['balance_older', { ...balance, bankDate: '2026-11-26' }, movements],
    ['no_movements', balance, { ...movements, from: '2026-11-29' }],
  ] as const)('says %s instead of guessing', (reason, known, read) => {
    expect(balanceTrend(known, read, [total('27', '1')], 90)).toEqual({ kind: 'unknown', reason })
  })

  it('a balance of yesterday’s close goes with movements that end yesterday', () => {
    const closed = { ...balance, bankDate: '2026-11-27' }
    expect(days(balanceTrend(closed, movements, [total('27', '1')], 2))).toEqual(['26: 99.00', '27: 100.00'])
  })

  it('a balance that stood still until another day goes on with the days in between', () => {
    const later = { ...balance, bankDate: null, readAt: moment('29T23:30:00') }
    // After midnight in Rome.
    expect(days(balanceTrend(later, movements, [], 3))).toEqual(['28: 100.00', '29: 100.00', '30: 100.00'])
    expect(trendStart(later, 3)).toBe('2026-11-28')
  })

  it('a business day that the bank names ahead is not drawn unless something is booked on it', () => {
    const ahead = { ...balance, bankDate: '2026-11-30' }
    expect(days(balanceTrend(ahead, movements, [], 2))).toEqual(['27: 100.00', '28: 100.00'])
    expect(days(balanceTrend(ahead, movements, [total('30', '1')], 2))).toEqual([
      '27: 99.00',
      '28: 99.00',
      '29: 99.00',
      '30: 100.00',
    ])
  })
})

describe('for any movements', () => {
  const cents = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map((units) => {
    const text = (units < 0n ? -units : units).toString().padStart(4, '0')
    return `${units < 0n ? '-' : ''}${text.slice(0, -3)}.${text.slice(-3)}`
  })
  const booked = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 120 }), cents), {
    selector: ([day]) => day,
  })

  it('the end is the balance, and start plus the totals in between is the end', () => {
    fc.assert(
      fc.property(cents, booked, fc.integer({ min: 1, max: 365 }), (amount, list, count) => {
        const totals = list.map(([back, sum]) => ({
          ...total('28', sum),
          day: addDays('2026-11-28', -back),
        }))
        const known = { ...movements, from: '2026-08-01' }
        const trend = balanceTrend({ ...balance, accounting: eur(amount) }, known, totals, count)
        if (trend.kind !== 'known') throw new Error(trend.reason)
        expect(trend.points.at(-1)).toEqual({ day: '2026-11-28', amount })
        expect(trend.points).toHaveLength(Math.min(count, 120))
        const facts = trendFacts(trend.points)
        if (facts === null) throw new Error('no points')
        const between = totals.filter(({ day }) => day > facts.start.day).map((one) => one.total)
        expect(compareDecimals(addDecimals(facts.start.amount, sumDecimals(between)), amount)).toBe(0)
        expect(compareDecimals(addDecimals(facts.start.amount, facts.change), amount)).toBe(0)
        for (const point of trend.points) {
          expect(compareDecimals(facts.lowest.amount, point.amount)).toBeLessThanOrEqual(0)
          expect(compareDecimals(facts.highest.amount, point.amount)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

it('facts of nothing are none; of equal days the first is named', () => {
  expect(trendFacts([])).toBeNull()
  const [first, second] = [
    { day: '2026-11-01', amount: '1' },
    { day: '2026-11-02', amount: '1.0' },
  ]
  expect(trendFacts([first, second])).toEqual({
    start: first,
    end: second,
    lowest: first,
    highest: first,
    change: '0.0',
  })
})
