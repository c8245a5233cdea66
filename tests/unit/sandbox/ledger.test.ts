import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, instantOf } from '@/sandbox/calendar/bank-day'
import { createLedger } from '@/sandbox/state/account-ledger'
import type { Line } from '@/sandbox/state/account-lines'
import { createCustomers } from '@/sandbox/state/customers'

const customers = createCustomers()
const [account, other] = customers.byUsername('niccolo')?.accounts ?? []
if (!account || !other) throw new Error('the seed lacks an account')
const { productId } = account
const today = '2026-03-10'
const at = (day: string, time = '12:00:00') => instantOf(day, time).getTime()

function line(cents: bigint, bookedFrom: number): Omit<Line, 'orderedAt'> {
  const description = { short: 'X', extended: 'Y', code: 'Z' }
  return { cents, bookedFrom, valueDay: today, description, reference: null }
}
const seed = [
  line(1000n, at('2026-03-01')),
  line(-300n, at('2026-03-05')),
  line(50n, at('2026-03-05', '23:59:59')),
  line(-100n, at('2026-03-12')),
]
let now: number
let made: ReturnType<typeof createLedger>
beforeEach(() => {
  now = at(today)
  made = createLedger({
    customers,
    now: () => now,
    seedOf: ({ productId: id }) => (id === productId ? seed : []),
  })
})

const amounts = (movements: readonly { cents: bigint }[]) => movements.map(({ cents }) => Number(cents))
const all = { from: '2026-01-01', to: '2026-12-31', beforeSequence: null, limit: 100 }

function pay(cents: bigint, bookedFrom: number): void {
  const { cents: _, ...rest } = line(0n, bookedFrom)
  const posting = { ...rest, currency: 'EUR' }
  const postings = [
    { ...posting, account: productId, cents: (-cents).toString() },
    { ...posting, account: other?.productId ?? '', cents: cents.toString() },
  ]
  made.post(postings, now)
}

describe('balances', () => {
  test('what is pending lowers the available balance, booking lowers the other', () => {
    expect(made.ledger.balances(productId)).toEqual({
      currency: 'EUR',
      accountingCents: 750n,
      availableCents: 650n,
    })
    pay(200n, now + 1)
    expect(made.ledger.balances(productId)).toMatchObject({ accountingCents: 750n, availableCents: 450n })
    expect(made.ledger.balances(other.productId)).toMatchObject({ accountingCents: 0n, availableCents: 0n })
    now += 1
    expect(made.ledger.balances(productId)).toMatchObject({ accountingCents: 550n, availableCents: 450n })
    expect(made.ledger.balances(other.productId)).toMatchObject({
      accountingCents: 200n,
      availableCents: 200n,
    })
  })

  test('with the clock before an order, or before a card payment, nothing is pending of it', () => {
    pay(200n, now + 1)
    now -= 1
    expect(made.ledger.balances(productId).availableCents).toBe(650n)
    now = at('2026-03-01', '13:00:00')
    expect(made.ledger.balances(productId)).toMatchObject({ accountingCents: 1000n, availableCents: 1000n })
    expect(made.ledger.pending(productId)).toEqual([])
  })

  test('time that goes back takes bookings back', () => {
    now = at('2026-03-12')
    expect(made.ledger.balances(productId).accountingCents).toBe(650n)
    now = at('2026-03-02')
    expect(made.ledger.balances(productId).accountingCents).toBe(1000n)
  })
})

describe('movements', () => {
  test('newest first, with place and booking day; pending ones apart', () => {
    pay(200n, now + 1)
    expect(made.ledger.booked(productId, all).movements).toMatchObject([
      { sequence: 3, cents: 50n, bookingDay: '2026-03-05' },
      { sequence: 2, cents: -300n, bookingDay: '2026-03-05' },
      { sequence: 1, cents: 1000n, bookingDay: '2026-03-01' },
    ])
    expect(made.ledger.pending(productId)).toMatchObject([
      { sequence: null, bookingDay: null, cents: -100n },
      { sequence: null, bookingDay: null, cents: -200n },
    ])
    // a credit under way is not shown to its payee
    expect(made.ledger.pending(other.productId)).toEqual([])
  })

  test.each([
    ['2026-03-05', '2026-03-05', [50, -300]],
    ['2026-03-02', '2026-03-04', []],
    ['2026-03-01', '2026-03-04', [1000]],
    ['2026-03-06', '2026-03-31', []],
  ])('of the days %s to %s, both included', (from, to, expected) => {
    expect(amounts(made.ledger.booked(productId, { ...all, from, to }).movements)).toEqual(expected)
  })

  test('pages go on where the last one ended, whatever is booked meanwhile', () => {
    const first = made.ledger.booked(productId, { ...all, limit: 2 })
    expect([amounts(first.movements), first.more]).toEqual([[50, -300], true])
    pay(200n, now + 1)
    now += 2
    const last = first.movements.at(-1)?.sequence ?? null
    const second = made.ledger.booked(productId, { ...all, limit: 2, beforeSequence: last })
    expect([amounts(second.movements), second.more]).toEqual([[1000], false])
  })

  test('an operation booked later keeps the places of those before it', () => {
    pay(1n, at(addDays(today, 3)))
    pay(2n, now)
    const places = () =>
      made.ledger.booked(productId, all).movements.map(({ sequence, cents }) => [sequence, Number(cents)])
    expect(places()[0]).toEqual([4, -2])
    now = at(addDays(today, 4))
    expect(places().slice(0, 3)).toEqual([
      [6, -1],
      [5, -100],
      [4, -2],
    ])
  })
})

test('the audit holds every cent, whatever the time', () => {
  const total = () => {
    const {
      customers: ofCustomers,
      bank,
      underWay,
    } = made.ledger.audit().EUR ?? { customers: 0n, bank: 0n, underWay: 0n }
    return ofCustomers + bank + underWay
  }
  const before = total()
  expect(before).toBe(650n)
  pay(200n, now + 5000)
  expect(total()).toBe(before)
  now += 10_000
  expect(total()).toBe(before)
  now = at('2026-04-01')
  expect(total()).toBe(before)
})
