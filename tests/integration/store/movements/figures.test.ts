import { expect, it } from 'vitest'
import type { Balance, Details } from '@/lib/store'
import { allow } from '@/tests/support/consented'
import { describeStore } from '@/tests/support/database'

const none: Details = { fields: [], isComplete: true }

describeStore('balances and what is known of products', (fixture) => {
  const after = (seconds: number) => new Date(fixture.clock.now().getTime() + seconds * 1000)
  const balance = (amount: string | null): Balance => ({
    accounting: amount === null ? null : { amount, currency: 'EUR' },
    available: { amount: '0.00', currency: 'EUR' },
    bankDate: '2026-11-27',
    details: none,
  })

  async function newReader(...productIds: string[]) {
    const customerId = await fixture.newCustomer()
    await allow(fixture.store, customerId, after(0), ...productIds)
    return customerId
  }

  it('DAT-4: a balance comes back as the bank wrote it, and one not given is null, not zero', async () => {
    const { balances } = fixture.store
    const customerId = await newReader('A', 'B', 'C')
    const details: Details = {
      fields: [{ path: 'limits.card', kind: 'number', value: '1500' }],
      isComplete: false,
    }
    const dinar = { amount: '9999999999.990', currency: 'KWD' }
    const given = { accounting: dinar, available: null, bankDate: null, details }
    expect(await balances.save(customerId, 'B', given, after(1))).toBe('saved')
    expect(await balances.save(customerId, 'A', balance('-0.10'), after(1))).toBe('saved')
    const ages = { readAt: after(1), unchangedSince: after(1) }
    expect(await balances.find(customerId, 'A')).toEqual({ productId: 'A', ...balance('-0.10'), ...ages })
    expect(await balances.find(customerId, 'B')).toEqual({ productId: 'B', ...given, ...ages })
    expect(await balances.find(customerId, 'C')).toBeNull()
  })

  it('the later read of a balance wins, whatever arrives last', async () => {
    const { balances } = fixture.store
    const customerId = await newReader('A')
    const answers = await Promise.all(
      [3, 9, 1, 7, 5].map((version) => balances.save(customerId, 'A', balance(`${version}`), after(version))),
    )
    expect(answers).toContain('saved')
    expect(await balances.save(customerId, 'A', balance('8'), after(8))).toBe('stale')
    expect(await balances.find(customerId, 'A')).toMatchObject({
      accounting: { amount: '9' },
      readAt: after(9),
    })
    expect(await balances.save(customerId, 'A', balance(null), after(10))).toBe('saved')
    expect(await balances.find(customerId, 'A')).toMatchObject({ accounting: null })
  })

  it('a balance says since when every read has given the same amounts', async () => {
    const { balances } = fixture.store
    const customerId = await newReader('A')
    const since = async (given: Balance, at: number) => {
      await balances.save(customerId, 'A', given, after(at))
      return (await balances.find(customerId, 'A'))?.unchangedSince
    }
    expect(await since(balance('5'), 1)).toEqual(after(1))
    expect(await since({ ...balance('5'), bankDate: '2026-11-28' }, 2)).toEqual(after(1))
    expect(await since(balance(null), 3)).toEqual(after(3))
    expect(await since(balance(null), 4)).toEqual(after(3))
    const lessAvailable = { ...balance(null), available: { amount: '-1.00', currency: 'EUR' } }
    expect(await since(lessAvailable, 5)).toEqual(after(5))
  })

  it('no amount that is not a decimal is stored', async () => {
    const { balances } = fixture.store
    const customerId = await newReader('A')
    for (const amount of ['1,5', '1e3', 'NaN', '', '0x10', ' 1']) {
      await expect(balances.save(customerId, 'A', balance(amount), after(1))).rejects.toThrow('RangeError')
    }
    expect(await balances.find(customerId, 'A')).toBeNull()
  })

  it('DAT-14: one of three accounts is closed, once, for this customer only, and may open again', async () => {
    const { products } = fixture.store
    const [customerId, other] = [await newReader('A', 'B', 'C'), await newReader('A')]
    const first = await Promise.all([1, 2, 3].map(() => products.markClosed(customerId, 'A', after(1))))
    expect(first.filter(Boolean)).toHaveLength(1)
    expect(await products.list(customerId)).toEqual([
      { productId: 'A', closedAt: after(1), details: null, movements: null, problem: null, incomplete: null },
    ])
    expect(await products.list(other)).toEqual([])
    expect(await products.markOpen(customerId, 'A')).toBe(true)
    expect(await products.markOpen(customerId, 'A')).toBe(false)
    expect(await products.find(customerId, 'A')).toMatchObject({ closedAt: null })
  })

  it('a closed account is opened by a list that has it and was asked for later, by no other', async () => {
    const { products, accounts } = fixture.store
    const [customerId, other] = [await newReader('A', 'B'), await newReader('A')]
    const closed = async () => (await products.list(customerId)).map((state) => state.closedAt !== null)
    const list = (...ids: string[]) =>
      ids.map((productId) => ({
        productId,
        type: { code: '', description: '' },
        nickname: productId,
        currency: 'EUR',
        iban: '',
      }))
    for (const id of [customerId, other]) await products.markClosed(id, 'A', after(5))
    await products.markClosed(customerId, 'B', after(5))
    await accounts.replace(customerId, list('A', 'B'), after(4))
    expect(await closed()).toEqual([true, true])
    await accounts.replace(customerId, list('A'), after(6))
    expect(await closed()).toEqual([false, true])
    // The same list once more, and one that broke off: both have it.
    await products.markClosed(customerId, 'A', after(7))
    await accounts.replace(customerId, list('A'), after(8))
    expect(await closed()).toEqual([false, true])
    await accounts.replace(customerId, list('B'), after(9), { isWhole: false })
    expect(await closed()).toEqual([false, false])
    expect(await products.find(other, 'A')).toMatchObject({ closedAt: after(5) })
    // What the bank said after it was asked for its list stays.
    await products.markClosed(customerId, 'A', after(11))
    expect(await products.markOpen(customerId, 'A', after(10))).toBe(false)
    expect(await products.markOpen(customerId, 'A', after(11))).toBe(true)
  })

  it('a reading of the future, stamped by a clock that has been set back since, wins over nothing', async () => {
    const { accounts, balances, consents, customers, movements, products } = fixture.store
    const customerId = await newReader('A')
    const type = { code: 'CC', description: 'Conto corrente' }
    const account = { productId: 'A', type, nickname: 'Conto', currency: 'EUR', iban: '' }
    const range = { from: '2026-11-01', to: '2026-11-27', isWhole: true }
    const grants = [{ category: 'ACCOUNT_INFO', productIds: ['A'] }]
    const readEverything = (at: Date) =>
      Promise.all([
        accounts.replace(customerId, [account], at),
        balances.save(customerId, 'A', balance('1'), at),
        consents.replaceFromBank(customerId, { grants, isWhole: true }, at).then(({ kind }) => kind),
        customers.saveDetails(customerId, none, at),
        products.saveDetails(customerId, 'A', none, at),
        movements
          .replaceRange(customerId, 'A', range, { booked: [], pending: [] }, at)
          .then(({ kind }) => kind),
      ])
    const all = [true, 'saved', 'replaced', 'saved', 'saved', 'replaced']
    expect(await readEverything(after(3_600))).toEqual(all)
    expect(await readEverything(after(1))).toEqual(all)
    expect(await readEverything(after(0))).toEqual([false, 'stale', 'stale', 'stale', 'stale', 'stale'])
  })

  it('details of a product and of the person: the later read wins', async () => {
    const { products, customers } = fixture.store
    const customerId = await newReader('A')
    const named = (value: string): Details => ({
      fields: [{ path: 'name', kind: 'text', value }],
      isComplete: true,
    })
    expect(await products.saveDetails(customerId, 'A', named('new'), after(2))).toBe('saved')
    expect(await products.saveDetails(customerId, 'A', named('old'), after(1))).toBe('stale')
    expect((await products.find(customerId, 'A'))?.details).toEqual({
      details: named('new'),
      readAt: after(2),
    })
    expect(await customers.findDetails(customerId)).toBeNull()
    expect(await customers.saveDetails(customerId, named('nuovo\0 \ud800'), after(2))).toBe('saved')
    expect(await customers.saveDetails(customerId, named('vecchio'), after(1))).toBe('stale')
    expect(await customers.findDetails(customerId)).toEqual({
      details: named('nuovo \ufffd'),
      readAt: after(2),
    })
  })

  it('a problem stays until a later read goes well', async () => {
    const { products } = fixture.store
    const customerId = await newReader('A')
    const problem = async () => (await products.find(customerId, 'A'))?.problem
    await products.setProblem(customerId, 'A', 'bank_down', after(5))
    await products.setProblem(customerId, 'A', 'earlier', after(4))
    await products.clearProblem(customerId, 'A', after(4))
    expect(await problem()).toEqual({ code: 'bank_down', at: after(5) })
    await products.clearProblem(customerId, 'A', after(5))
    expect(await problem()).toBeNull()
    await products.setProblem(customerId, 'NOT MINE', 'bank_down', after(5))
    expect(await products.find(customerId, 'NOT MINE')).toBeNull()
  })

  it('what was noted by a clock that has been set back since is over with the next reading', async () => {
    const { products } = fixture.store
    const customerId = await newReader('A')
    const ahead = new Date(fixture.clock.now().getTime() + 30 * 60_000)
    const days = { from: '2026-09-01', to: '2026-11-27' }
    await products.setProblem(customerId, 'A', 'bank_down', ahead)
    await products.setIncomplete(customerId, 'A', days, ahead)
    await products.markClosed(customerId, 'A', ahead)
    await products.setProblem(customerId, 'A', 'newer', fixture.clock.now())
    expect((await products.find(customerId, 'A'))?.problem?.code).toBe('newer')
    await products.clearProblem(customerId, 'A', fixture.clock.now())
    await products.endIncomplete(customerId, 'A', days, fixture.clock.now(), null)
    expect(await products.markOpen(customerId, 'A', fixture.clock.now())).toBe(true)
    expect(await products.find(customerId, 'A')).toMatchObject({ problem: null, incomplete: null })
  })

  it('a list is incomplete until a whole one of its days comes that was asked for later', async () => {
    const { products } = fixture.store
    const customerId = await newReader('A')
    const incomplete = async () => (await products.find(customerId, 'A'))?.incomplete ?? null
    const older = { from: '2026-09-28', to: '2026-11-02' }
    const newer = { from: '2026-11-13', to: '2026-11-27' }
    const first = await products.setIncomplete(customerId, 'A', older, after(1))
    expect(first).toEqual({ at: after(1), isFirst: true })
    await products.endIncomplete(customerId, 'A', newer, after(2), null)
    await products.endIncomplete(customerId, 'A', older, after(0), null)
    expect(await incomplete()).toEqual({ ...older, at: after(1) })

    // Another reading notes its own days beside them; the first one does not take that back.
    const second = await products.setIncomplete(customerId, 'A', newer, after(1))
    const both = { from: older.from, to: newer.to }
    expect(await incomplete()).toEqual({ ...both, at: second?.at })
    if (first !== null) await products.takeBackIncomplete(customerId, 'A', first)
    await products.endIncomplete(customerId, 'A', older, after(3), null)
    await products.endIncomplete(customerId, 'A', both, after(0), first?.at ?? null)
    expect(await incomplete()).not.toBeNull()
    await products.endIncomplete(customerId, 'A', both, after(0), second?.at ?? null)
    expect(await incomplete()).toBeNull()
    expect(await products.setIncomplete(customerId, 'NOT MINE', older, after(1))).toBeNull()
  })

  it('housekeeping goes through on every kind of database', async () => {
    await fixture.store.maintain()
  })
})
