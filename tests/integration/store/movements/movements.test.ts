import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BankMovement, MovementFilter } from '@/lib/store'
import type { ListedDays } from '@/lib/store/movements/movement-days'
import { allow, bankMovement } from '@/tests/support/consented'
import { describeStore } from '@/tests/support/database'

const november = { from: '2026-11-01', to: '2026-11-30', isWhole: true }
const october = { from: '2026-10-01', to: '2026-10-31', isWhole: true }

describeStore('movements', (fixture) => {
  const after = (seconds: number) => new Date(fixture.clock.now().getTime() + seconds * 1000)

  /** An account that may be read, and what is asked of it. */
  async function newAccount() {
    const customerId = await fixture.newCustomer()
    await allow(fixture.store, customerId, after(0), 'P')
    const { movements, products } = fixture.store
    let reads = 0
    return {
      customerId,
      replace: (
        booked: BankMovement[],
        given: { pending?: BankMovement[]; range?: ListedDays; readAt?: Date } = {},
      ) => {
        reads += 1
        const { pending = [], range = november, readAt = after(reads) } = given
        return movements.replaceRange(customerId, 'P', range, { booked, pending }, readAt)
      },
      stored: async (filter: MovementFilter = {}) =>
        (await movements.page(customerId, 'P', filter, null, 1_000)).movements,
      known: async () => (await products.find(customerId, 'P'))?.movements,
    }
  }

  it('come back as the bank wrote them, every field and every character', async () => {
    const account = await newAccount()
    const row = bankMovement({
      amount: '+0488.000',
      currency: 'JPY',
      extendedDescription: 'Bar «Òrsù» 🏦 100% _\\',
      index: '0',
      fields: [{ path: 'merchant.city', kind: 'text', value: 'Forlì' }],
      odd: ['dateLiquidationValue'],
    })
    const pending = bankMovement({ bookingDate: null, moneyTransferId: undefined, shortDescription: ' ' })
    expect(await account.replace([row], { pending: [pending] })).toEqual({
      kind: 'replaced',
      added: 2,
      changed: 0,
      removed: 0,
      unchanged: 0,
    })
    const [first, second] = await account.stored()
    expect(second).toEqual({ ...row, movementId: expect.any(String), status: 'booked', day: '2026-11-20' })
    expect(first).toEqual({
      ...pending,
      movementId: expect.any(String),
      status: 'pending',
      day: null,
      moneyTransferId: null,
      shortDescription: null,
    })
    const { movements } = fixture.store
    expect(await movements.find(account.customerId, 'P', second?.movementId ?? '')).toEqual(second)
    expect(await movements.find(account.customerId, 'Q', second?.movementId ?? '')).toBeNull()
    expect(await movements.find(account.customerId, 'P', 'no id')).toBeNull()
    const stranger = await fixture.newCustomer()
    expect(await movements.find(stranger, 'P', second?.movementId ?? '')).toBeNull()
  })

  it('DAT-7: blank ids are none, and movements alike in everything stay as many as there are', async () => {
    const account = await newAccount()
    const alike = [' ', ' ', '', undefined].map((moneyTransferId) => bankMovement({ moneyTransferId }))
    expect(await account.replace(alike)).toMatchObject({ added: 4 })
    expect((await account.stored()).map(({ moneyTransferId }) => moneyTransferId)).toEqual(
      Array(4).fill(null),
    )
    expect(await account.replace(alike)).toMatchObject({ added: 0, removed: 0, unchanged: 4 })
    expect(await account.replace([...alike, bankMovement({ moneyTransferId: '\u00a0' })])).toMatchObject({
      added: 1,
      unchanged: 4,
    })
    expect(await account.replace(alike.slice(1))).toMatchObject({ removed: 2, unchanged: 3 })
    expect(await account.stored()).toHaveLength(3)
  })

  it('with one id for two, a transfer and its fee, stay two', async () => {
    const account = await newAccount()
    const both = [bankMovement({ amount: '-100.00' }), bankMovement({ amount: '-1.00' })]
    await account.replace(both)
    expect(await account.replace(both)).toMatchObject({ added: 0, unchanged: 2 })
    const twice = [bankMovement(), bankMovement()]
    await account.replace(twice)
    expect(await account.replace(twice)).toMatchObject({ added: 0, removed: 0, unchanged: 2 })
  })

  it('DAT-8: the same list with new ids and changed texts gives no duplicate, and each keeps its place', async () => {
    const account = await newAccount()
    const list = [
      bankMovement({ moneyTransferId: 'A', bookingDate: '2026-11-22' }),
      bankMovement({ moneyTransferId: 'B', shortDescription: 'CAFFE' }),
      bankMovement({ moneyTransferId: 'C', shortDescription: 'GIORNALE' }),
      bankMovement({ moneyTransferId: undefined, bookingDate: undefined, valueDate: undefined }),
    ]
    await account.replace(list)
    const before = await account.stored()
    const again = list.map((row, index) => ({
      ...row,
      moneyTransferId: `NEW${index}`,
      extendedDescription: `${row.extendedDescription} (contabilizzato)`,
    }))
    expect(await account.replace(again)).toMatchObject({ added: 0, removed: 0, changed: 4 })
    const now = await account.stored()
    expect(now.map(({ movementId }) => movementId)).toEqual(before.map(({ movementId }) => movementId))
    expect(now.map(({ moneyTransferId }) => moneyTransferId)).toEqual(['NEW3', 'NEW0', 'NEW1', 'NEW2'])
    expect(now[0]).toMatchObject({ status: 'pending', day: null })
  })

  it('DAT-8: nor does it on days outside of what was asked for', async () => {
    const account = await newAccount()
    const day = '2026-10-31'
    await account.replace([bankMovement({ bookingDate: day }), bankMovement({ bookingDate: day })], {
      range: october,
    })
    const reworded = bankMovement({ bookingDate: day, moneyTransferId: 'X', shortDescription: 'altro' })
    expect(await account.replace([reworded])).toMatchObject({ added: 0, changed: 1, removed: 0 })
    expect(await account.stored()).toHaveLength(2)
  })

  it('DAT-8: one that was pending and is booked now is there once', async () => {
    const account = await newAccount()
    await account.replace([], { pending: [bankMovement({ bookingDate: null })] })
    await account.replace([bankMovement({ moneyTransferId: 'NEW', shortDescription: 'PAGAMENTO' })])
    expect(await account.stored()).toMatchObject([{ status: 'booked', moneyTransferId: 'NEW' }])
  })

  it('keep each its id, so that a link to one stays right when others come and go', async () => {
    const account = await newAccount()
    const coffee = bankMovement({ moneyTransferId: 'A', shortDescription: 'BAR' })
    const paper = bankMovement({ moneyTransferId: 'B', shortDescription: 'GIORNALE' })
    await account.replace([coffee, paper])
    const idOf = async (text: string) => (await account.stored({ text }))[0]?.movementId
    const [coffeeId, paperId] = [await idOf('bar'), await idOf('giornale')]
    await account.replace([bankMovement({ moneyTransferId: 'C', shortDescription: 'PANE' }), paper, coffee])
    expect([await idOf('bar'), await idOf('giornale')]).toEqual([coffeeId, paperId])
    await account.replace([{ ...coffee, moneyTransferId: 'Z' }])
    expect(await idOf('bar')).toBe(coffeeId)
    expect(await account.stored()).toHaveLength(1)
  })

  it('replaces the days that were asked for and everything pending, and no other day', async () => {
    const account = await newAccount()
    await account.replace([bankMovement({ bookingDate: '2026-10-31' })], {
      range: october,
      pending: [bankMovement()],
    })
    await account.replace([
      bankMovement({ bookingDate: '2026-11-01' }),
      bankMovement({ bookingDate: '2026-11-30' }),
    ])
    expect((await account.stored()).map(({ day }) => day)).toEqual(['2026-11-30', '2026-11-01', '2026-10-31'])
    expect(await account.replace([])).toMatchObject({ removed: 2 })
    expect((await account.stored()).map(({ day }) => day)).toEqual(['2026-10-31'])
  })

  it('takes nothing away for a list that broke off, and does not claim its days', async () => {
    const account = await newAccount()
    await account.replace([bankMovement(), bankMovement({ amount: '5' })], { pending: [bankMovement()] })
    const readAt = (await account.known())?.readAt
    const broken = { ...november, from: '2026-09-01', isWhole: false }
    const answer = await account.replace([bankMovement(), bankMovement({ amount: '7' })], { range: broken })
    expect(answer).toMatchObject({ added: 1, removed: 0, unchanged: 1 })
    expect(await account.stored()).toHaveLength(4)
    expect(await account.known()).toEqual({
      readAt,
      from: '2026-11-01',
      to: '2026-11-30',
      newestReadAt: null,
    })
  })

  it('knows of which days it holds the list, without a gap', async () => {
    const account = await newAccount()
    const days = async (from: string, to: string) => {
      await account.replace([], { range: { from, to, isWhole: true } })
      const known = await account.known()
      return [known?.from, known?.to]
    }
    expect(await account.known()).toBeUndefined()
    expect(await days('2026-11-10', '2026-11-20')).toEqual(['2026-11-10', '2026-11-20'])
    expect(await days('2026-11-15', '2026-11-25')).toEqual(['2026-11-10', '2026-11-25'])
    expect(await days('2026-10-31', '2026-11-09')).toEqual(['2026-10-31', '2026-11-25'])
    expect(await days('2026-01-01', '2026-10-29')).toEqual(['2026-10-31', '2026-11-25'])
    expect(await days('2026-12-01', '2026-12-02')).toEqual(['2026-12-01', '2026-12-02'])
  })

  it('knows when the newest of its days was read, which older days do not change', async () => {
    const account = await newAccount()
    const newest = async (range: typeof november, at: number) => {
      await account.replace([], { range, readAt: after(at) })
      return (await account.known())?.newestReadAt
    }
    expect(await newest(november, 1)).toEqual(after(1))
    expect(await newest(october, 2)).toEqual(after(1))
    expect(await newest(november, 3)).toEqual(after(3))
    expect(await newest({ ...november, isWhole: false }, 4)).toBeNull()
    expect(await newest({ ...november, from: '2026-11-20' }, 5)).toEqual(after(5))
  })

  it('never lets an older list that arrives late replace a newer one, and ends whole when 10 cross', async () => {
    const account = await newAccount()
    const version = (number: number) =>
      account.replace([bankMovement({ amount: `${number}` }), bankMovement()], { readAt: after(number) })
    await Promise.all([3, 9, 1, 7, 5, 0, 8, 2, 6, 4].map(version))
    expect(await version(8)).toEqual({ kind: 'stale' })
    expect((await account.stored()).map(({ amount }) => amount)).toEqual(['9', '-12.50'])
    expect((await account.known())?.readAt).toEqual(after(9))
  })

  it('loses none to what is odd: no amount, no date, text for a number', async () => {
    const account = await newAccount()
    await account.replace([
      bankMovement({ amount: null, odd: ['amountTransaction.amount'] }),
      bankMovement({ amount: '1.234,56' }),
      bankMovement({ bookingDate: 'domani', valueDate: '2026-11-03' }),
      bankMovement({ bookingDate: 'domani', valueDate: '2026-13-03' }),
      bankMovement({ shortDescription: 'NUL\0 and \ud800', currency: null }),
    ])
    const rows = await account.stored()
    expect(rows.map(({ day, amount, odd }) => [day, amount, odd])).toEqual([
      [null, '-12.50', ['bookingDate', 'valueDate']],
      ['2026-11-20', null, ['amountTransaction.amount']],
      ['2026-11-20', null, ['amount']],
      ['2026-11-20', '-12.50', []],
      ['2026-11-03', '-12.50', ['bookingDate']],
    ])
    expect(rows[3]).toMatchObject({ shortDescription: 'NUL and \ufffd', currency: null })
  })

  it('writes nothing for a list without news, or with new indexes only', async () => {
    const account = await newAccount()
    const list = [bankMovement({ index: '1' }), bankMovement({ index: '2', moneyTransferId: 'B' })]
    await account.replace(list)
    const before = await account.stored()
    const counted = [bankMovement({ index: '1', moneyTransferId: 'C', amount: '3' }), ...list]
    expect(await account.replace(counted)).toMatchObject({ added: 1, changed: 0, unchanged: 2 })
    expect((await account.stored()).slice(1)).toEqual(before)
  })

  it.each(['2026-12-01', '9999-12-31', '2027-02-28', '1900-01-01', '2026-11-03'])(
    'one whose booking day was %s is there once when the bank corrects it, under the same id',
    async (wrong) => {
      const account = await newAccount()
      const rest = [bankMovement({ index: '101', amount: '7' }), bankMovement({ index: '102' })]
      const row = (bookingDate: string) => bankMovement({ index: '103', amount: '-40.00', bookingDate })
      await account.replace([row(wrong), ...rest])
      const [before] = await account.stored({ minAmount: '40' })
      expect(before).toMatchObject({ day: wrong })
      expect(await account.replace([row('2026-11-27'), ...rest])).toMatchObject({
        added: 0,
        changed: 1,
        removed: 0,
      })
      expect(await account.stored({ minAmount: '40' })).toEqual([
        { ...before, day: '2026-11-27', bookingDate: '2026-11-27' },
      ])
      expect(await account.stored()).toHaveLength(3)
    },
  )

  it('one on a day that no list was asked for is gone when the newest whole list lacks it, and not before', async () => {
    const account = await newAccount()
    const odd = ['9999-12-31', '2026-12-01', '1900-01-01'].map((bookingDate) => bankMovement({ bookingDate }))
    const days = async () => (await account.stored()).map(({ day }) => day)
    await account.replace([...odd, bankMovement()])
    await account.replace([bankMovement()], { range: { ...november, isWhole: false } })
    await account.replace([], { range: october })
    expect(await days()).toEqual(['9999-12-31', '2026-12-01', '2026-11-20', '1900-01-01'])
    expect(await account.replace([bankMovement()])).toMatchObject({ removed: 3 })
    expect(await days()).toEqual(['2026-11-20'])
  })

  it('one on a day before those that are asked for moves by its index, and nothing else that is alike does', async () => {
    const rent = (bookingDate: string, index: string, moneyTransferId?: string) =>
      bankMovement({ bookingDate, index, moneyTransferId, amount: '-500', shortDescription: 'AFFITTO' })
    const bread = bankMovement({ index: '57' })
    const days = async (october: BankMovement, inNovember: BankMovement, more = bread) => {
      const account = await newAccount()
      await account.replace([october], { range: { from: '2026-10-01', to: '2026-10-31', isWhole: true } })
      await account.replace([inNovember, more])
      return (await account.stored({ text: 'affitto' })).map(({ day }) => day)
    }
    const [october, moved] = ['2026-10-30', '2026-11-02']
    // Corrected: the bank's own number, which no other has.
    expect(await days(rent(october, '58'), rent(moved, '58'))).toEqual([moved])
    expect(await days(rent(october, '58', 'A'), rent(moved, '58', 'B'))).toEqual([moved])
    // Paid every month.
    expect(await days(rent(october, '58'), rent(moved, '59'))).toEqual([moved, october])
    expect(await days(rent(october, '58', 'A'), rent(moved, '59', 'A'))).toEqual([moved, october])
    // The place in the list is no number of its own, unless the bank's id says the same.
    const second = bankMovement({ index: '2' })
    expect(await days(rent(october, '1'), rent(moved, '1'), second)).toEqual([moved, october])
    expect(await days(rent(october, '1', 'A'), rent(moved, '1', 'A'), second)).toEqual([moved])
    // Another text or amount is another movement.
    expect(await days(rent(october, '58'), { ...rent(moved, '58'), codeDescription: 'x' })).toHaveLength(2)
    expect(await days(rent(october, '58'), { ...rent(moved, '58'), amount: '-501' })).toHaveLength(2)
  })

  const walks: [name: string, days: string[]][] = [
    ['back', ['2026-11-25', '2020-01-01', '2026-11-25']],
    ['to another day', ['2026-11-25', '2020-01-01', '2026-11-03']],
    ['through years', ['2026-11-25', '2020-01-01', '1900-01-01', '9999-12-31', '2027-01-01', '2026-11-25']],
    ['from the days before those asked for', ['2026-10-31', '2026-11-25', '2026-10-31', '2026-11-24']],
    ['from a year that no list was asked for', ['2020-01-01', '2019-01-01', '2026-11-25']],
  ]
  it.each(walks)(
    'one that walks %s over successive lists is there once, under the same id',
    async (_, days) => {
      for (const isPlaced of [true, false]) {
        const account = await newAccount()
        const rest = ['2', '3', '4', '5'].map((index) =>
          bankMovement({ index: isPlaced ? index : undefined, moneyTransferId: ' ', amount: `-${index}.00` }),
        )
        const ids = new Set<string>()
        for (const bookingDate of days) {
          const row = {
            index: isPlaced ? '1' : undefined,
            moneyTransferId: ' ',
            amount: '-40.00',
            bookingDate,
          }
          await account.replace([bankMovement(row), ...rest])
          const stored = await account.stored()
          expect(stored).toHaveLength(5)
          const [walking] = stored.filter(({ amount }) => amount === '-40.00')
          expect(walking?.day).toBe(bookingDate)
          ids.add(walking?.movementId ?? '')
        }
        expect(ids.size).toBe(1)
      }
    },
  )

  it('one outside of the days asked for is gone when a whole list of the day that it had lacks it, and not before', async () => {
    const account = await newAccount()
    const days = async () => (await account.stored()).map(({ day }) => day)
    const row = (bookingDate: string) => bankMovement({ index: '1', moneyTransferId: '', bookingDate })
    const other = bankMovement({ amount: '7', index: '2' })
    await account.replace([row('2026-11-10'), other])
    await account.replace([row('2020-01-01'), other])
    await account.replace([other], { range: { ...november, isWhole: false } })
    await account.replace([], { range: october })
    await account.replace([other], { range: { ...november, from: '2026-11-11' } })
    expect(await days()).toEqual(['2026-11-20', '2020-01-01'])
    await account.replace([other])
    expect(await days()).toEqual(['2026-11-20'])
  })

  it('older ones that a bank lists unasked stay when it lists them no longer', async () => {
    const account = await newAccount()
    const old = bankMovement({ bookingDate: '2026-10-20', index: '1', moneyTransferId: '' })
    const other = bankMovement({ amount: '7', index: '2' })
    await account.replace([other, old])
    const later = { ...november, from: '2026-11-02', to: '2026-12-01' }
    await account.replace([other], { range: later })
    expect((await account.stored()).map(({ day }) => day)).toEqual(['2026-11-20', '2026-10-20'])
    // Asked for, it is as any other: one that is alike next month is another.
    await account.replace([old], { range: october })
    await account.replace([{ ...old, bookingDate: '2026-11-22' }, other], { range: later })
    expect(await account.stored()).toHaveLength(3)
  })

  const usual = { from: '2026-09-02', to: '2026-11-30' }
  const few = { from: '2026-11-16', to: '2026-11-30', isWhole: true, usual }
  const bill = (bookingDate: string, given: Partial<BankMovement> = {}) =>
    bankMovement({ amount: '-41.17', index: '', moneyTransferId: '', bookingDate, ...given })
  const [before, within] = ['2026-10-20', '2026-11-25']

  it.each<[string, known: BankMovement[], given: BankMovement[]]>([
    ['lacks a booked one', [bill(within)], []],
    ['lacks one that is booked on its first day', [bill('2026-11-16')], []],
    ['has one more with the texts of an earlier one', [bill(before)], [bill(within)]],
    [
      'has one more with the id of an earlier one',
      [bill(before, { moneyTransferId: 'A' })],
      [bill(within, { moneyTransferId: 'A', shortDescription: 'ALTRO' })],
    ],
    [
      'has one more with the number of an earlier one, and other texts',
      [bill(before, { index: '58' })],
      [bill(within, { index: '58', shortDescription: 'ALTRO' })],
    ],
  ])('a list of a few days that %s is undecided, and nothing of it is stored', async (_, known, given) => {
    const account = await newAccount()
    const others = [bankMovement({ index: '57' }), bankMovement({ index: '59' })]
    await account.replace([...known, ...others], { range: { ...usual, isWhole: true } })
    const stored = await account.stored()
    const read = await account.known()
    const fresh = bankMovement({ amount: '8', index: '60', bookingDate: within })
    expect(await account.replace([...given, ...others, fresh], { range: few })).toEqual({ kind: 'undecided' })
    expect([await account.stored(), await account.known()]).toEqual([stored, read])
  })

  it.each<[string, known: BankMovement[], given: BankMovement[]]>([
    ['has one more', [], [bill(within)]],
    ['has one corrected within its days', [bill(within)], [bill('2026-11-17')]],
    ['has one more of another sum', [bill(before)], [bill(within, { amount: '-41.18' })]],
    ['has one more of another currency', [bill(before)], [bill(within, { currency: 'CHF' })]],
    [
      'has one more with other texts',
      [bill(before)],
      [bill(within, { shortDescription: 'ALTRO', moneyTransferId: 'B' })],
    ],
    ['has one more with another number', [bill(before, { index: '58' })], [bill(within, { index: '61' })]],
    ['has one more, like an old one that the usual days lack', [bill('2026-08-20')], [bill(within)]],
  ])('a list of a few days that %s decides by itself', async (_, known, given) => {
    const account = await newAccount()
    const others = [bankMovement({ index: '57' }), bankMovement({ index: '59' })]
    await account.replace([...known, ...others], {
      range: { from: '2026-08-01', to: '2026-11-30', isWhole: true },
    })
    expect(await account.replace([...given, ...others], { range: few })).toMatchObject({ kind: 'replaced' })
  })

  it('are what the bank has, however it corrects days across those of a short list, and whichever lists break off', async () => {
    const day = fc.constantFrom('2026-11-16', '2026-11-30', '2026-11-15', '2026-10-20', '2026-09-02')
    const kind = fc.record({
      amount: fc.constantFrom('-12.50', '7'),
      shortDescription: fc.constantFrom('BAR', 'PANE'),
      moneyTransferId: fc.constantFrom('A', ' '),
    })
    const step = fc.record({
      at: fc.nat(7),
      /** null: the bank has it no longer. */
      to: fc.option(day),
      outcome: fc.constantFrom('whole', 'whole', 'short list breaks', 'usual days break'),
      rowsRead: fc.nat(8),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(kind, day), { minLength: 1, maxLength: 7 }),
        fc.array(step, { maxLength: 4 }),
        fc.constantFrom('number', 'place', 'none'),
        async (start, steps, numbering) => {
          const account = await newAccount()
          const isWide = () => fixture.store.movements.hasStray(account.customerId, 'P', usual.from)
          let rows = start.map(([given, bookingDate], number) => ({ ...given, bookingDate, number }))
          const listOf = ({ from, to }: { from: string; to: string }) =>
            rows
              .filter(({ bookingDate }) => bookingDate >= from && bookingDate <= to)
              .map(({ number, ...given }, place) => {
                const index = { number: `${number + 100}`, place: `${place + 1}`, none: undefined }[numbering]
                return bankMovement({ ...given, valueDate: null, index })
              })
          const whole = { ...usual, isWhole: true, usual }
          await account.replace(listOf(usual), { range: whole })
          /** As lib/flows reads: a few days, and the usual ones where these do not decide. @returns whether it decides */
          const read = async ({ outcome, rowsRead }: { outcome: string; rowsRead: number }) => {
            if (outcome === 'short list breaks') {
              const range = (await isWide()) ? whole : few
              await account.replace(listOf(range).slice(0, rowsRead), { range: { ...range, isWhole: false } })
              return false
            }
            const isDecided =
              !(await isWide()) && (await account.replace(listOf(few), { range: few })).kind === 'replaced'
            if (isDecided) return true
            if (outcome === 'whole') {
              expect((await account.replace(listOf(usual), { range: whole })).kind).toBe('replaced')
              return true
            }
            await account.replace(listOf(usual).slice(0, rowsRead), { range: { ...whole, isWhole: false } })
            await account.replace(listOf(few), { range: { ...few, isWhole: false } })
            return false
          }
          let isKnown = true
          for (const { at, to, ...how } of [...steps, { at: 99, to: null, outcome: 'whole', rowsRead: 0 }]) {
            const [moved] = rows.slice(at)
            // A list of a few days says nothing of what changes among the others. Two changes may hide each other: one
            // payment goes, and one alike takes its place.
            const isSeen = [moved?.bookingDate, to].some((one) => one != null && one >= few.from)
            if (isSeen && isKnown)
              rows = rows.flatMap((row) =>
                row !== moved ? row : to === null ? [] : { ...row, bookingDate: to },
              )
            isKnown = await read(how)
            if (!isKnown) continue
            const told = ({ bookingDate, amount, shortDescription }: Partial<BankMovement>) =>
              [bookingDate, Number(amount), shortDescription].join(' ')
            expect((await account.stored()).map(told).sort()).toEqual(rows.map(told).sort())
          }
        },
      ),
      { numRuns: 15 },
    )
  }, 120_000)

  it('are what the last whole list says, whatever days the bank corrects and however it numbers them', async () => {
    const day = fc.constantFrom(
      ...['2026-11-02', '2026-11-20', '2026-11-30', '2026-12-01', '2027-02-28', '9999-12-31', '1900-01-01'],
      // Outside of the days asked for, where a list may be asked for them some day.
      ...['2020-01-01', '2026-10-31', '1999-12-31'],
      null,
    )
    const kind = fc.record({
      amount: fc.constantFrom('-12.50', '7', '-12.5'),
      shortDescription: fc.constantFrom('BAR', 'PANE'),
      moneyTransferId: fc.constantFrom('A', 'B', ' ', undefined),
    })
    const correction = fc.array(fc.tuple(fc.nat(11), day, fc.boolean()), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(kind, day), { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(correction, fc.boolean()), { maxLength: 5 }),
        fc.constantFrom('number', 'place', 'none'),
        async (start, corrections, numbering) => {
          const account = await newAccount()
          let rows = start.map(([given, bookingDate], number) => ({ ...given, bookingDate, number }))
          const steps: typeof corrections = [[[], true], ...corrections, [[], true]]
          for (const [changes, isWhole] of steps) {
            for (const [at, bookingDate, isGone] of changes) {
              rows = isGone
                ? rows.filter((_row, index) => index !== at)
                : rows.map((row, index) => (index === at ? { ...row, bookingDate } : row))
            }
            const list = rows.map(({ number, ...given }, place) =>
              bankMovement({
                ...given,
                valueDate: null,
                index: { number: `${number + 100}`, place: `${place + 1}`, none: undefined }[numbering],
              }),
            )
            await account.replace(list, { range: { ...november, isWhole } })
            if (!isWhole) continue
            const told = (row: {
              bookingDate?: string | null
              amount?: string | null
              shortDescription?: string | null
            }) => [row.bookingDate, Number(row.amount), row.shortDescription].join(' ')
            const stored = await account.stored()
            expect(stored.map(told).sort()).toEqual(list.map(told).sort())
            expect(new Set(stored.map(({ movementId }) => movementId)).size).toBe(list.length)
          }
        },
      ),
      { numRuns: 25 },
    )
  }, 120_000)

  it('keeps customers and products apart', async () => {
    const [account, other] = [await newAccount(), await newAccount()]
    await allow(fixture.store, account.customerId, after(1), 'P', 'Q')
    const { movements } = fixture.store
    const listed = { booked: [bankMovement({ shortDescription: 'of Q' })], pending: [] }
    await movements.replaceRange(account.customerId, 'Q', november, listed, after(0))
    await account.replace([bankMovement()])
    await other.replace([bankMovement({ shortDescription: 'of other' })])
    await account.replace([])
    expect(await movements.count(account.customerId, 'Q', {})).toBe(1)
    expect(await other.stored()).toMatchObject([{ shortDescription: 'of other' }])
  })

  it.each<[string, (customerId: string) => Promise<unknown>]>([
    ['is forgotten', (customerId) => fixture.store.forget(customerId)],
    [
      'takes back the consent',
      (customerId) =>
        fixture.store.consents.replaceFromBank(customerId, { grants: [], isWhole: true }, after(60)),
    ],
  ])('of a joint account stay with one holder when the other one %s', async (_, end) => {
    const [account, other] = [await newAccount(), await newAccount()]
    const list = [bankMovement(), bankMovement({ amount: '7', bookingDate: '2026-11-03' })]
    for (const holder of [account, other]) await holder.replace(list, { pending: [bankMovement()] })
    const [stored, known] = [await account.stored(), await account.known()]
    expect(stored).toHaveLength(3)
    await end(other.customerId)
    expect(await other.stored()).toEqual([])
    expect([await account.stored(), await account.known()]).toEqual([stored, known])
    expect(await account.replace(list, { pending: [bankMovement()] })).toMatchObject({ unchanged: 3 })
  })

  it('takes a list of any usual length in chunks, all of one day included', async () => {
    const account = await newAccount()
    const list = Array.from({ length: 2_345 }, (_, index) => bankMovement({ index: `${index}` }))
    expect(await account.replace(list)).toMatchObject({ added: 2_345 })
    expect(await account.replace(list.slice(1))).toMatchObject({ removed: 1, unchanged: 2_344 })
    const reworded = list.map((row) => ({ ...row, shortDescription: 'altro' }))
    expect(await account.replace(reworded)).toMatchObject({ added: 1, changed: 2_344 })
    const { movements } = fixture.store
    const indexes = new Set<string | null>()
    for await (const { index } of movements.iterate(account.customerId, 'P', {})) indexes.add(index)
    expect(indexes.size).toBe(2_345)
  })

  it('refuses a range that ends before it begins, or is none', async () => {
    const account = await newAccount()
    const wrong = [
      { from: '2026-11-30', to: '2026-11-01', isWhole: true },
      { from: '01/11/2026', to: '2026-11-30', isWhole: true },
    ]
    for (const range of wrong) {
      await expect(account.replace([], { range })).rejects.toThrow(
        'movements.replaceRange failed (RangeError)',
      )
    }
  })
})
