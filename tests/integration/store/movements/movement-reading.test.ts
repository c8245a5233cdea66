import { beforeEach, expect, it } from 'vitest'
import type { BankMovement, MovementFilter } from '@/lib/store'
import { allow, bankMovement } from '@/tests/support/consented'
import { describeStore } from '@/tests/support/database'

const range = { from: '2026-01-01', to: '2026-12-31', isWhole: true }

describeStore('reading movements', (fixture) => {
  let customerId = ''
  const movements = () => fixture.store.movements
  const after = (seconds: number) => new Date(fixture.clock.now().getTime() + seconds * 1000)

  beforeEach(async () => {
    customerId = await fixture.newCustomer()
    await allow(fixture.store, customerId, after(0), 'P')
  })

  const list = (booked: BankMovement[], pending: BankMovement[] = [], readAt = after(1)) =>
    movements().replaceRange(customerId, 'P', range, { booked, pending }, readAt)

  /** The short descriptions a filter finds, by each of the ways to ask. */
  async function found(filter: MovementFilter) {
    const { movements: rows } = await movements().page(customerId, 'P', filter, null, 100)
    const searched = await movements().search(customerId, 'P', filter, 100)
    const names = rows.map(({ shortDescription }) => shortDescription)
    const { sums, ...first } = searched
    expect(first).toEqual({ movements: rows, nextCursor: null, total: rows.length })
    expect(sums.reduce((count, sum) => count + sum.movements, 0)).toBe(rows.length)
    expect(await movements().count(customerId, 'P', filter)).toBe(rows.length)
    return names
  }
  const named = (shortDescription: string, given: Partial<BankMovement> = {}) =>
    bankMovement({ shortDescription, extendedDescription: null, codeDescription: null, ...given })

  it('finds parts of words in any case, with or without accents, in every text', async () => {
    await list([
      named('PAGAMENTO   POS', { extendedDescription: 'Caffè dell’Università — FORLÌ' }),
      named('Stipendio', { codeDescription: 'Bonifico SEPA' }),
      named('Straße', { fields: [{ path: 'merchant', kind: 'text', value: 'Bäckerei Groß' }] }),
    ])
    expect(await found({ text: 'affe' })).toEqual(['PAGAMENTO   POS'])
    expect(await found({ text: "CAFFÈ DELL'UNIVERSITA" })).toEqual(['PAGAMENTO   POS'])
    expect(await found({ text: 'forli pagamento pos' })).toEqual(['PAGAMENTO   POS'])
    expect(await found({ text: 'bonif' })).toEqual(['Stipendio'])
    expect(await found({ text: 'backerei straße' })).toEqual(['Straße'])
    expect(await found({ text: 'forli bonifico' })).toEqual([])
    expect(await found({ text: '   ' })).toHaveLength(3)
  })

  it('takes every character of a search for itself', async () => {
    await list([named('100% cotone'), named('a_b'), named('axb'), named("l'uovo\\"), named('(.*)')])
    expect(await found({ text: '%' })).toEqual(['100% cotone'])
    expect(await found({ text: '_' })).toEqual(['a_b'])
    expect(await found({ text: 'a_b' })).toEqual(['a_b'])
    expect(await found({ text: "'; DROP TABLE movement; --" })).toEqual([])
    expect(await found({ text: "l'uovo\\" })).toEqual(["l'uovo\\"])
    expect(await found({ text: '.*' })).toEqual(['(.*)'])
    expect(await found({ text: '\0' })).toHaveLength(5)
  })

  it('compares amounts as numbers, without their sign, and leaves out those that are not known', async () => {
    const amounts = ['-9.90', '10', '-10.000', '100.01', '0.00', '+10.001']
    await list([...amounts.map((amount) => named(amount, { amount })), named('none', { amount: null })])
    expect(await found({ minAmount: '10', maxAmount: '100' })).toEqual(['10', '-10.000', '+10.001'])
    expect(await found({ minAmount: '9.9', maxAmount: '9.90' })).toEqual(['-9.90'])
    expect(await found({ direction: 'in' })).toEqual(['10', '100.01', '+10.001'])
    expect(await found({ direction: 'out', minAmount: '10.0' })).toEqual(['-10.000'])
    expect(await found({ maxAmount: '0' })).toEqual(['0.00'])
  })

  it('goes by days, both ends included, and by status', async () => {
    const on = (day: string) => named(day, { bookingDate: day })
    await list([on('2026-03-03'), on('2026-03-02'), on('2026-03-01')], [named('pending')])
    expect(await found({ from: '2026-03-02' })).toEqual(['2026-03-03', '2026-03-02'])
    expect(await found({ from: '2026-03-01', to: '2026-03-01' })).toEqual(['2026-03-01'])
    expect(await found({ status: 'pending' })).toEqual(['pending'])
    expect(await found({ status: 'booked', to: '2026-03-02' })).toEqual(['2026-03-02', '2026-03-01'])
    expect(await found({})).toEqual(['pending', '2026-03-03', '2026-03-02', '2026-03-01'])
  })

  it('refuses a filter that is none', async () => {
    for (const filter of [{ from: '2026-3-1' }, { minAmount: '1,5' }, { maxAmount: '1e3' }]) {
      await expect(movements().count(customerId, 'P', filter)).rejects.toThrow('RangeError')
    }
  })

  it('has the newest first, within a day too, whichever way round the bank lists them', async () => {
    const rows = ['d', 'c', 'b', 'a'].map((name, index) =>
      named(name, { bookingDate: index < 2 ? '2026-03-02' : '2026-03-01' }),
    )
    await list(rows)
    expect(await found({})).toEqual(['d', 'c', 'b', 'a'])
    await list([...rows].reverse(), [], after(2))
    expect(await found({})).toEqual(['d', 'c', 'b', 'a'])
  })

  it('gives every movement once over pages of any size, those without a date included', async () => {
    const days = Array.from({ length: 23 }, (_, index) =>
      named(`b${index}`, { bookingDate: `2026-03-${String(28 - Math.floor(index / 4)).padStart(2, '0')}` }),
    )
    await list(days, [named('p0'), named('p1'), named('p2')])
    const inOrder = await found({})
    expect(inOrder).toHaveLength(26)
    for (const size of [1, 2, 5, 26]) {
      const names: (string | null)[] = []
      let cursor: string | null = null
      do {
        const page = await movements().page(customerId, 'P', {}, cursor, size)
        names.push(...page.movements.map(({ shortDescription }) => shortDescription))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(names).toEqual(inOrder)
    }
  })

  it('goes on after the same movement when newer ones have come meanwhile', async () => {
    const on = (name: string, day: string) => named(name, { bookingDate: day })
    const old = [on('c', '2026-03-02'), on('b', '2026-03-02'), on('a', '2026-03-01')]
    await list(old)
    const { nextCursor } = await movements().search(customerId, 'P', {}, 2)
    await list([on('e', '2026-03-03'), on('d', '2026-03-02'), ...old], [named('p')], after(2))
    const next = await movements().page(customerId, 'P', {}, nextCursor, 10)
    expect(next.movements.map(({ shortDescription }) => shortDescription)).toEqual(['a'])
  })

  it('begins at the beginning with a cursor that is none', async () => {
    await list([named('a')])
    const id = '00000000-0000-4000-8000-000000000000'
    const written = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url')
    const wrong = [
      ['2026', 1, 'no'],
      ['2026-01-01\0', 1, id],
      ['2026-01-01', 3_000_000_000, id],
      [null, -3e9, id],
    ]
    for (const cursor of ['', 'x', 'W10', ...wrong.map((place) => written(...place))]) {
      expect((await movements().page(customerId, 'P', {}, cursor, 10)).movements).toHaveLength(1)
    }
  })

  it('DAT-4: sums days exactly, each currency by itself, and says what could not be summed', async () => {
    const on = (amount: string | null, given: Partial<BankMovement> = {}) =>
      bankMovement({ bookingDate: '2026-03-01', amount, ...given })
    await list(
      [
        on('0.10'),
        on('0.20'),
        on('-9999999999.99'),
        on(null),
        on('1500', { currency: 'JPY' }),
        on('1.234', { currency: 'KWD' }),
        on('7', { currency: null }),
        on('3', { bookingDate: '2026-02-28' }),
      ],
      [on('1000')],
    )
    const total = (currency: string | null, sums: object) => ({
      day: '2026-03-01',
      currency,
      out: '0',
      movements: 1,
      withoutAmount: 0,
      ...sums,
    })
    const totals = await movements().dayTotals(customerId, 'P', {})
    expect(totals.slice(0, 4)).toEqual([
      total('EUR', {
        total: '-9999999999.69',
        in: '0.30',
        out: '-9999999999.99',
        movements: 4,
        withoutAmount: 1,
      }),
      total('JPY', { total: '1500', in: '1500' }),
      total('KWD', { total: '1.234', in: '1.234' }),
      total(null, { total: '7', in: '7' }),
    ])
    expect(totals[4]).toMatchObject({ day: '2026-02-28', total: '3' })
    expect(await movements().dayTotals(customerId, 'P', { direction: 'out' })).toMatchObject([
      { total: '-9999999999.99', movements: 1 },
    ])
    expect(await movements().dayTotals(await fixture.newCustomer(), 'P', {})).toEqual([])
  })

  it('exports what a filter finds, in the order of pages', async () => {
    const rows = Array.from({ length: 1_203 }, (_, index) => named(`n${index}`, { amount: `${index}` }))
    await list(rows)
    const exported: (string | null)[] = []
    for await (const { amount } of movements().iterate(customerId, 'P', { minAmount: '100' })) {
      exported.push(amount)
    }
    expect(exported).toEqual(rows.slice(100).map(({ amount }) => amount))
  })
})
