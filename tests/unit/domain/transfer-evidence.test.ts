import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countLikely,
  firstDayCounted,
  type MovementList,
  mayBeCounted,
  proofAmong,
} from '@/lib/domain/transfer-evidence'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 9, minute))
const RETURN = 20
const CLAIM = 40
const END = 80
const firstDay = firstDayCounted(at(CLAIM))

describe('a list is counted only when', () => {
  const good: MovementList = {
    ...{ begunAt: at(RETURN), from: firstDay, isWhole: true, hasPending: true, isLatest: true },
  }
  it.each<[string, Partial<MovementList>]>([
    ['all of its pages were read', { isWhole: false }],
    ['pending movements are in it', { hasPending: false }],
    ['no later list has been stored since', { isLatest: false }],
    ['it was begun after the customer came back', { begunAt: at(RETURN - 1) }],
    ['it reaches back to the first day', { from: '2026-11-24' }],
  ])('%s', (_, change) => {
    expect(firstDay).toBe('2026-11-23')
    expect(mayBeCounted(good, at(RETURN), firstDay)).toBe(true)
    expect(mayBeCounted({ ...good, ...change }, at(RETURN), firstDay)).toBe(false)
  })
})

/* The bank's truth: who paid what when. What the app knows of it, it has from lists alone. */

type Payment = {
  of: 'ours' | 'elsewhere' | 'other'
  paidAt: number
  page: number
  /** It is pending so long, and booked then. */
  bookedAt: number
  /** It is older than the days that a short list reaches back to. */
  isOld: boolean
  /** The app knows its reference; of others only. */
  isKnown: boolean
}

const PAGES = 3
const minuteUntil = (last: number) => fc.integer({ min: 0, max: last })

/** Payments elsewhere are made before the customer is back here (lib/domain/README.md, "Evidence"). */
const payment = (of: 'elsewhere' | 'other') =>
  fc.record({
    of: fc.constant(of),
    paidAt: minuteUntil(of === 'elsewhere' ? RETURN - 1 : END),
    page: fc.integer({ min: 0, max: PAGES - 1 }),
    bookedAt: minuteUntil(END),
    isOld: fc.boolean(),
    isKnown: fc.boolean(),
  })

type Reading = {
  begunAt: number
  /** Minutes between its pages: other lists begin and end meanwhile. */
  pace: number
  /** So many pages come; then the paging breaks, without a word or with one. */
  pages: number
  hasPending: boolean
  isShort: boolean
  /** Minutes from its last page to the count: another list may be stored in between. */
  countedAfter: number
}

const reading: fc.Arbitrary<Reading> = fc.record({
  begunAt: minuteUntil(END),
  pace: fc.integer({ min: 0, max: 12 }),
  pages: fc.integer({ min: 1, max: PAGES }),
  hasPending: fc.boolean(),
  isShort: fc.boolean(),
  countedAfter: fc.integer({ min: 0, max: 8 }),
})
const proper = { pages: PAGES, hasPending: true, isShort: false, pace: 0, countedAfter: 0 }

const world = fc.record({
  isExecuted: fc.boolean(),
  ours: fc.record({ page: fc.integer({ min: 0, max: PAGES - 1 }), delay: fc.integer({ min: 0, max: 10 }) }),
  elsewhere: fc.array(payment('elsewhere'), { maxLength: 3 }),
  others: fc.array(payment('other'), { maxLength: 3 }),
  readings: fc.array(reading, { maxLength: 8 }),
})

type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never

/** What the app says in the end: nothing, or that it was executed. Lists are stored as lib/store does it. */
function claimIn({ isExecuted, ours, elsewhere, others, readings }: World): 'executed' | null {
  const own: Payment = {
    ...{ of: 'ours', paidAt: CLAIM + ours.delay, bookedAt: 0, page: ours.page, isOld: false, isKnown: false },
  }
  const payments = [...elsewhere, ...others, ...(isExecuted ? [own] : [])]
  const seenBy = new Map<Reading, Set<Payment>>()
  let stored = new Set<Payment>()
  let newest = -1
  let before: number | null = null

  /** A part only adds; a whole list takes away what it does not have, of the days that it has. */
  const store = (read: Reading, page: number, minute: number) => {
    const seen = seenBy.get(read) ?? new Set()
    seenBy.set(read, seen)
    for (const one of payments) {
      const isThere = one.page === page && one.paidAt <= minute && !(read.isShort && one.isOld)
      if (isThere && (read.hasPending || one.bookedAt <= minute)) seen.add(one)
    }
    if (newest > read.begunAt) return
    const isKept = (one: Payment) => page < PAGES - 1 || (read.isShort && one.isOld)
    stored = new Set([...[...stored].filter(isKept), ...seen])
    newest = read.begunAt
  }
  /** @returns whether the app takes it for executed now */
  const count = (read: Reading, minute: number): boolean => {
    const list: MovementList = {
      ...{ begunAt: at(read.begunAt), from: read.isShort ? '2026-11-25' : '2026-11-20' },
      ...{ isWhole: read.pages === PAGES, hasPending: read.hasPending, isLatest: newest === read.begunAt },
    }
    const reference = (one: Payment) => `reference ${payments.indexOf(one)}`
    const counted = countLikely(
      [...stored].map((one) => ({
        movementId: String(payments.indexOf(one)),
        reference: one.of === 'other' ? reference(one) : null,
      })),
      others
        .filter(({ paidAt }) => paidAt <= minute)
        .map((one) => ({ movementId: null, reference: one.isKnown ? reference(one) : null })),
    )
    if (minute < CLAIM && mayBeCounted(list, at(RETURN), firstDay)) before = counted.movements.length
    const isAfter = minute >= CLAIM && mayBeCounted(list, at(CLAIM), firstDay)
    return isAfter && proofAmong(before, counted) !== undefined
  }
  const steps = readings
    .flatMap((read) => [
      ...Array.from({ length: read.pages }, (_, page) => ({
        read,
        page,
        minute: read.begunAt + page * read.pace,
      })),
      { read, page: null, minute: read.begunAt + (read.pages - 1) * read.pace + read.countedAfter },
    ])
    .sort((one, other) => one.minute - other.minute)
  for (const { read, page, minute } of steps) {
    if (page !== null) store(read, page, minute)
    else if (count(read, minute)) return 'executed'
  }
  return null
}

describe('whatever lists come, whole, in part or late, in any order', () => {
  it('an execute that never was is never claimed', () => {
    fc.assert(
      fc.property(world, (one) => {
        expect(claimIn({ ...one, isExecuted: false })).toBeNull()
      }),
      { numRuns: 5_000 },
    )
  })

  it('an execute that was is found as soon as whole lists come, unless others alike explain its movement', () => {
    const calm = world.map(({ others, ...rest }) => ({
      ...rest,
      isExecuted: true,
      others: others.map((other) => ({ ...other, isKnown: true })),
    }))
    fc.assert(
      fc.property(calm, (one) => {
        const readings = [
          ...one.readings.filter(({ begunAt }) => begunAt < RETURN),
          { ...proper, begunAt: CLAIM - 1 },
          ...one.readings.filter(({ begunAt, pages }) => begunAt >= CLAIM && pages < PAGES),
          { ...proper, begunAt: END + PAGES * 12 },
        ]
        expect(claimIn({ ...one, readings })).toBe('executed')
      }),
      { numRuns: 2_000 },
    )
  })
})
