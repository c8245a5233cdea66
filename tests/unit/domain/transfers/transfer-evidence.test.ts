import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AlikeMovement,
  firstDayCounted,
  type KnownBefore,
  type MovementList,
  mayBeCounted,
  type OtherTransferLike,
  provingMovement,
} from '@/lib/domain/transfers/transfer-evidence'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 9, minute))
const RETURN = 20
const CLAIM = 40
const END = 80
const firstDay = firstDayCounted('2026-11-30')

const good: MovementList = {
  ...{ begunAt: at(RETURN), from: firstDay, isWhole: true, hasPending: true, isLatest: true },
  isCountable: true,
}

describe('a list is counted only when', () => {
  it.each<[string, Partial<MovementList>]>([
    ['all of its pages were read', { isWhole: false }],
    ['pending movements are in it', { hasPending: false }],
    ['the sum of each of its rows can be read', { isCountable: false }],
    ['no later list has been stored since', { isLatest: false }],
    ['it was begun after the customer came back', { begunAt: at(RETURN - 1) }],
    ['it reaches back to the first day', { from: '2026-11-24' }],
  ])('%s', (_, change) => {
    expect(firstDay).toBe('2026-11-23')
    expect(mayBeCounted(good, at(RETURN), firstDay)).toBe(true)
    expect(mayBeCounted({ ...good, ...change }, at(RETURN), firstDay)).toBe(false)
  })
})

const TODAY = '2026-11-30'
const EARLIER = '2026-11-21'

/** A payment booked today with the payee's name, and without a reference, unless it says otherwise. */
const row = (movementId: string, change: Partial<AlikeMovement> = {}): AlikeMovement => ({
  ...{ movementId, isOut: true, isPending: false, day: TODAY },
  ...{ namesPayee: true, reference: null, content: movementId },
  ...change,
})
const pending = { isPending: true, day: null }
const known = (...movements: AlikeMovement[]): KnownBefore => ({ day: TODAY, movements })
const proofOf = (now: AlikeMovement[], before: KnownBefore | null, others: OtherTransferLike[] = []) =>
  provingMovement(now, before, others)?.movementId ?? null

describe('a movement proves the execute', () => {
  const rent = row('rent', { day: EARLIER })
  it.each<[string, AlikeMovement[], AlikeMovement[]]>([
    ['where nothing like it was there', [], []],
    ['beside one of an earlier day that stays', [rent], [rent]],
    ['beside one whose day the bank corrects, as long as it can be known again', [rent], [row('rent')]],
    [
      'beside one that says another payee',
      [row('other', { namesPayee: false })],
      [row('other', { namesPayee: false })],
    ],
    ['beside one of today that stays', [row('first')], [row('first')]],
  ])('%s', (_, before, still) => {
    expect(proofOf([...still, row('own')], known(...before))).toBe('own')
  })

  it('while it is pending, unless one like it was booked lately, which may be listed as pending once more', () => {
    const own = row('own', pending)
    expect(proofOf([rent, own], known(rent))).toBe('own')
    const late = row('late', { day: '2026-11-23' })
    expect(proofOf([late, own], known(late))).toBeNull()
  })

  it('once what was pending is booked beside it', () => {
    const before = known(row('first', pending))
    expect(proofOf([row('first', pending), row('own', pending)], before)).toBeNull()
    const [booked, own] = [row('first booked', { reference: 'R1' }), row('own', { reference: 'R2' })]
    expect(proofOf([booked], before)).toBeNull()
    expect(proofOf([own], before)).toBeNull()
    // Which of the two it is nobody can tell, so it has no reference.
    expect(provingMovement([booked, own], before, [])).toMatchObject({ reference: null })
  })
})

describe('a payment made elsewhere proves nothing', () => {
  const elsewhere = row('elsewhere')
  const again = row('again')
  it.each<[string, AlikeMovement[], AlikeMovement[]]>([
    ['whose day is corrected from nine days back', [row('elsewhere', { day: EARLIER })], [again]],
    ['whose day is corrected from 1900', [row('elsewhere', { day: '1900-01-01' })], [again]],
    [
      'that named no payee while it was pending',
      [row('elsewhere', { ...pending, namesPayee: false })],
      [again],
    ],
    ['that is booked, and pending still', [row('elsewhere', pending)], [row('elsewhere', pending), again]],
    ['that is pending again beside the booked one', [elsewhere], [row('pending again', pending), elsewhere]],
    ['that a list has twice', [elsewhere], [elsewhere, row('again', { content: 'elsewhere' })]],
    [
      'that a list has twice on another day',
      [row('elsewhere', { day: EARLIER })],
      [row('again', { content: 'moved' }), row('once more', { content: 'moved' })],
    ],
    [
      'whose reference was there before',
      [row('elsewhere', { reference: 'R1', day: EARLIER })],
      [row('again', { reference: 'R1' })],
    ],
    ['that is booked on a day before the claim', [], [row('yesterday', { day: '2026-11-29' })]],
    ['that names another payee', [], [row('other', { namesPayee: false })]],
    ['that comes in', [], [row('refund', { isOut: false })]],
    [
      'that may be one from before, taken back and booked once more',
      [elsewhere],
      [elsewhere, row('storno', { isOut: false, namesPayee: false }), row('booked once more')],
    ],
    [
      'whose sign the list before did not have',
      [row('unsigned', { isOut: false })],
      [row('signed', { content: 'signed' })],
    ],
  ])('%s', (_, before, now) => {
    expect(proofOf(now, known(...before))).toBeNull()
  })

  it('nor does anything when the movements before the claim are unknown', () => {
    expect(proofOf([row('own')], null)).toBeNull()
  })
})

describe('another transfer of this app like it', () => {
  const like = (change: Partial<OtherTransferLike> = {}): OtherTransferLike => ({
    ...{ movementId: null, reference: null, isToSamePayee: true, before: known() },
    ...change,
  })
  const first = row('first')

  it('may have made a new movement, as long as none is known to be its own', () => {
    expect(proofOf([row('new')], known(), [like()])).toBeNull()
    expect(proofOf([row('new'), row('newer')], known(), [like()])).not.toBeNull()
  })

  it.each<[string, OtherTransferLike]>([
    ['by its id', like({ movementId: 'first' })],
    ['by its reference', like({ reference: 'R1' })],
    ['because it was new before this one was claimed', like()],
  ])('explains the movement that is known to be its own: %s', (_, other) => {
    const own = row('first', { reference: other.reference })
    expect(proofOf([own, row('second')], known(own), [other])).toBe('second')
  })

  it.each<[string, OtherTransferLike]>([
    ['was there before that one too', like({ before: known(first) })],
    ['is of a day before that one', like({ before: { day: '2026-12-01', movements: [] } })],
    ['may be of one that pays somebody else', like({ isToSamePayee: false })],
    ['may be of one of which nobody knows what was there before', like({ before: null })],
  ])('is not explained by a movement that %s', (_, other) => {
    expect(proofOf([first, row('second')], known(first), [other])).toBeNull()
  })

  it('has its movement followed by the reference that the bank gave to its execute', () => {
    const own = row('first', { ...pending, reference: 'R1' })
    const now = [own, row('second', pending)]
    expect(proofOf(now, known(own), [like({ movementId: 'first' })])).toBeNull()
    expect(proofOf(now, known(own), [like({ reference: 'R1' })])).toBe('second')
  })

  it('is explained together with others like it', () => {
    const others = [like(), like({ before: known(first) })]
    expect(proofOf([first, row('second')], known(first), others)).toBeNull()
    expect(proofOf([first, row('second'), row('third')], known(first, row('second')), others)).toBe('third')
  })
})

/*
 * A bank that writes a payment otherwise each time: as pending and booked at once, twice, on another day, with and without
 * the payee, under another id of ours. Every payment elsewhere was there before.
 */
describe('however the bank writes what was there before', () => {
  const days = fc.constantFrom('1900-01-01', EARLIER, '2026-11-29', TODAY, '2026-12-01', '9999-12-31')
  const form = fc.record({
    kinds: fc.subarray(['pending', 'booked'] as const),
    copies: fc.integer({ min: 1, max: 2 }),
    day: days,
    namesPayee: fc.boolean(),
    keepsId: fc.constantFrom('none', 'first', 'last'),
  })
  type Form = typeof form extends fc.Arbitrary<infer Value> ? Value : never

  /** The rows of a payment; one at most keeps the id that it had. What is pending and booked at once is so of these days. */
  const rowsOf = (name: string, { kinds, copies, day, namesPayee, keepsId }: Form, version: number) => {
    const bookedOn = kinds.length > 1 && day < firstDay ? TODAY : day
    const rows = kinds.flatMap((kind) => Array.from({ length: copies }, () => kind))
    const kept = { none: -1, first: 0, last: rows.length - 1 }[keepsId]
    return rows.map((kind, place): AlikeMovement => {
      const said = { isPending: kind === 'pending', day: kind === 'pending' ? null : bookedOn, namesPayee }
      const movementId = place === kept ? name : `${name} ${version} ${place}`
      return { movementId, isOut: true, ...said, reference: null, content: JSON.stringify([name, said]) }
    })
  }

  const elsewhere = fc.array(
    fc.record({
      before: form,
      earlier: form,
      now: form,
      isUnsigned: fc.boolean(),
      isTakenBack: fc.boolean(),
      // Its amount or currency cannot be read in the list before, or now: then nobody finds it by its sum.
      isUnreadable: fc.constantFrom('never', 'never', 'before', 'now'),
    }),
    { maxLength: 3 },
  )
  /** The bank takes a payment back and books it once more. */
  const takenBack = (name: string): AlikeMovement[] => [
    row(`${name} storno`, { isOut: false, namesPayee: false }),
    row(`${name} once more`),
  ]
  /** Others were claimed before this one; what they made is in a list before it, or only in a later one. */
  const others = fc.array(
    fc.record({
      isExecuted: fc.boolean(),
      isSeenBefore: fc.boolean(),
      knows: fc.constantFrom('nothing', 'movement', 'before'),
      now: form,
    }),
    { maxLength: 2 },
  )
  const lacking = fc.constantFrom('neither', 'neither', 'neither', 'before', 'now')
  const one = (kinds: ('pending' | 'booked')[], form: Form): Form => ({
    ...form,
    kinds,
    copies: 1,
    keepsId: 'first',
  })

  it('an execute that never was is never claimed', () => {
    fc.assert(
      fc.property(elsewhere, others, lacking, (payments, transfers, withoutBooked) => {
        const seen = (form: Form) =>
          one(form.kinds.slice(0, 1).length > 0 ? form.kinds.slice(0, 1) : ['booked'], form)
        const earlier = payments.flatMap((one, place) => rowsOf(`elsewhere ${place}`, seen(one.earlier), 0))
        const own = { day: TODAY, namesPayee: true, keepsId: 'first', copies: 1 } as const
        const made = transfers.map(({ isExecuted, isSeenBefore }, place) =>
          isExecuted && isSeenBefore ? rowsOf(`transfer ${place}`, { ...own, kinds: ['booked'] }, 1) : [],
        )
        // A page without a list of booked movements has the pending ones alone.
        const pagesOf = (list: 'before' | 'now', rows: AlikeMovement[]) =>
          withoutBooked === list ? rows.filter(({ isPending }) => isPending) : rows
        const rowsBefore = [
          ...payments.flatMap(({ before: form, isUnsigned, isUnreadable }, place) =>
            (isUnreadable === 'before' ? [] : rowsOf(`elsewhere ${place}`, seen(form), 1)).map((one) =>
              isUnsigned ? { ...one, isOut: false, content: `unsigned ${one.content}` } : one,
            ),
          ),
          ...made.flat(),
        ]
        const rowsNow = [
          ...payments.flatMap(({ now: form, isTakenBack, isUnreadable }, place) => [
            ...(isUnreadable === 'now' ? [] : rowsOf(`elsewhere ${place}`, form, 2)),
            ...(isTakenBack ? takenBack(`elsewhere ${place}`) : []),
          ]),
          ...transfers.flatMap(({ isExecuted, isSeenBefore, now: form }, place) =>
            isExecuted
              ? rowsOf(`transfer ${place}`, { ...form, keepsId: isSeenBefore ? form.keepsId : 'none' }, 2)
              : [],
          ),
        ]
        const like = transfers.map(
          ({ isExecuted, isSeenBefore, knows }, place): OtherTransferLike => ({
            movementId: knows === 'movement' && isExecuted && isSeenBefore ? `transfer ${place}` : null,
            reference: null,
            isToSamePayee: true,
            before: knows === 'before' ? { day: TODAY, movements: earlier } : null,
          }),
        )
        const isCounted = (list: 'before' | 'now') => {
          const isReadable = payments.every(({ isUnreadable }) => isUnreadable !== list)
          const isCountable = isReadable && withoutBooked !== list
          return mayBeCounted({ ...good, isCountable }, at(RETURN), firstDay)
        }
        const before = isCounted('before') ? known(...pagesOf('before', rowsBefore)) : null
        const proof = isCounted('now') ? proofOf(pagesOf('now', rowsNow), before, like) : null
        expect(proof).toBeNull()
      }),
      { numRuns: 20_000 },
    )
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
  /** The payments, by their number, whose row has no amount or currency that can be read. */
  unreadable: number[]
  /** This page has no list of booked movements. */
  withoutBooked: number | null
  /** Minutes from its last page to the count: another list may be stored in between. */
  countedAfter: number
}

const reading: fc.Arbitrary<Reading> = fc.record({
  begunAt: minuteUntil(END),
  pace: fc.integer({ min: 0, max: 12 }),
  pages: fc.integer({ min: 1, max: PAGES }),
  hasPending: fc.boolean(),
  isShort: fc.boolean(),
  unreadable: fc
    .option(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), { freq: 2 })
    .map((some) => some ?? []),
  withoutBooked: fc.option(fc.integer({ min: 0, max: PAGES - 1 }), { freq: 5 }),
  countedAfter: fc.integer({ min: 0, max: 8 }),
})
const proper = {
  ...{ pages: PAGES, hasPending: true, isShort: false, pace: 0, countedAfter: 0 },
  ...{ unreadable: [], withoutBooked: null },
}

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
  const uncountable = new Set<Reading>()
  let newest = -1
  let before: KnownBefore | null = null

  /** A part only adds; a whole list takes away what it does not have, of the days that it has. */
  const store = (read: Reading, page: number, minute: number) => {
    const seen = seenBy.get(read) ?? new Set()
    seenBy.set(read, seen)
    if (read.withoutBooked === page) uncountable.add(read)
    for (const [number, one] of payments.entries()) {
      const isBooked = one.bookedAt <= minute
      const isThere = one.page === page && one.paidAt <= minute && !(read.isShort && one.isOld)
      if (!isThere || (isBooked ? read.withoutBooked === page : !read.hasPending)) continue
      // It is stored without its sum, so nobody finds it by that.
      if (read.unreadable.includes(number)) uncountable.add(read)
      else seen.add(one)
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
      isCountable: !uncountable.has(read),
    }
    const reference = (one: Payment) => `reference ${payments.indexOf(one)}`
    const rows = [...stored].map((one) =>
      row(String(payments.indexOf(one)), { reference: one.of === 'other' ? reference(one) : null }),
    )
    if (minute < CLAIM && mayBeCounted(list, at(RETURN), firstDay)) before = known(...rows)
    const like = others
      .filter(({ paidAt }) => paidAt <= minute)
      .map((one): OtherTransferLike => {
        const reference = one.isKnown ? `reference ${payments.indexOf(one)}` : null
        return { movementId: null, reference, isToSamePayee: true, before: null }
      })
    const isAfter = minute >= CLAIM && mayBeCounted(list, at(CLAIM), firstDay)
    return isAfter && provingMovement(rows, before, like) !== undefined
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
      fc.property(world, reading, fc.boolean(), (one, { unreadable, withoutBooked }, isSettled) => {
        // Two lists with all pages, just before the claim and in the end, where most worlds have none.
        const before = { ...proper, begunAt: CLAIM - 1, unreadable, withoutBooked }
        const settled = isSettled ? [before, { ...proper, begunAt: END + PAGES * 12 }] : []
        const readings = [...one.readings, ...settled]
        expect(claimIn({ ...one, isExecuted: false, readings })).toBeNull()
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
