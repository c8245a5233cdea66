import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as overviewRoute } from '@/app/api/overview/route'
import type { Overview } from '@/lib/contracts/overview'
import { addDays } from '@/lib/domain/days/bank-day'
import { readBalanceTrend } from '@/lib/flows'
import { readWholeMovementList } from '@/lib/flows/movements/refresh-movements'
import { type AlteredApp, put, startAlteredApp } from '@/tests/support/altering-bank'
import { bankCalls, setBank } from '@/tests/support/consent'
import { shareAccount } from '@/tests/support/movements'

/*
 * Lists of the bank that prove nothing by their rows: rows that are none, and rows that come twice. And lists of a few days,
 * which say nothing of a movement whose day the bank has corrected to one of the others.
 */

let app: AlteredApp
let shared: Awaited<ReturnType<typeof shareAccount>>
beforeAll(async () => {
  app = await startAlteredApp()
})
beforeEach(async () => {
  shared = await shareAccount(app, 'niccolo')
})
afterEach(async () => {
  app.alter(() => undefined)
  app.answer(() => 'pass')
  await setBank(app, {})
})
afterAll(() => app.stop())

/** From now on the first answers whose path ends so read otherwise. */
function alterOf(ending: RegExp, change: (json: unknown) => unknown): void {
  app.alter(({ path }, json) => (ending.test(path) ? change(json) : undefined))
}
const lists = /transactions\/retrieve/
const BOOKED = ['data', 'transactionsAccounting']
const days = () => ({ from: addDays(app.today(), -89) })
const slashed = (day: string) => day.split('-').reverse().join('/')

describe('a list of movements', () => {
  it.each<[string, unknown]>([
    ['null', [null, null, null]],
    ['texts, numbers and lists', ['x', 5, ['y']]],
    ['empty', [{}, {}, {}]],
  ])('whose rows are %s takes nothing away and adds nothing', async (_, rows) => {
    const { page, reread, all } = shared
    await reread(days())
    const [before, known] = [await page(), await all()]
    for (const name of ['transactionsAccounting', 'transactionsNotAccounting']) {
      alterOf(lists, (json) => put(json, ['data', name], rows))
      expect(await reread(days())).toMatchObject({
        reading: { kind: 'kept', problem: 'bank_list_incomplete' },
        changes: { added: 0, removed: 0 },
      })
      expect(await page()).toMatchObject({ total: before.total, sums: before.sums })
    }
    expect(await all()).toEqual(known)
    app.alter(() => undefined)
    expect((await reread(days())).reading.kind).toBe('fresh')
    expect((await page()).problem).toBeNull()
  })

  it('with a row on two of its pages keeps it once, and is shown as incomplete', async () => {
    const { page, reread, all } = shared
    await setBank(app, { movementsPerPage: 10 })
    let last: unknown
    alterOf(lists, (json) => {
      const rows = read(json, BOOKED)
      const overlapping = last === undefined ? json : put(json, BOOKED, [last, ...rows])
      last = rows.at(-1)
      return overlapping
    })
    await reread(days())
    expect(await page()).toMatchObject({ covered: null, problem: { code: 'bank_list_incomplete' } })
    const indexes = (await all()).filter(({ status }) => status === 'booked').map(({ index }) => index)
    expect(indexes.length).toBeGreaterThan(20)
    expect(new Set(indexes).size).toBe(indexes.length)
    const { total, sums } = await page()
    app.alter(() => undefined)
    await reread(days())
    expect(await page()).toMatchObject({ total, sums, problem: null })
  })

  it('with a row twice on its page has it once', async () => {
    const { page, reread } = shared
    await reread(days())
    const before = await page()
    alterOf(lists, (json) => {
      const rows = read(json, BOOKED)
      return put(json, BOOKED, [...rows.slice(0, 3), rows[2], ...rows.slice(3)])
    })
    expect(await reread(days())).toMatchObject({
      reading: { kind: 'kept' },
      changes: { added: 0, removed: 0 },
    })
    expect(await page()).toMatchObject({ total: before.total, sums: before.sums })
  })

  it.each<[string, self: string, next?: string, selfOfSecond?: string]>([
    ['by page number is whole', '', '&page=2'],
    ['whose next has a larger page size takes nothing away', '&page=1&size=10', '&page=2&size=20'],
    ['whose next has a row number that leaves out rows takes nothing away', '', '&rowFrom=21'],
    ['whose second answer is page 3 takes nothing away', '&page=1', '&page=2', '&page=3'],
    ['whose self has fewer days takes nothing away', '&dateFrom='],
  ])('%s', async (title, self, next, selfOfSecond = next) => {
    const { page, reread } = shared
    let whole: unknown
    alterOf(lists, (json) => {
      whole ??= json
    })
    await reread(days())
    const { total, sums } = await page()
    const isWhole = title.endsWith('is whole')
    const href = `retrieve?dateFrom=${slashed(addDays(app.today(), -89))}&dateTo=${slashed(app.today())}`
    const withLinks = (rows: unknown[], self: string, next?: string) => {
      const links = Reflect.get(Object(whole), '_links')
      const [own, following] = [self, next].map((query) => ({ href: href + (query ?? ''), method: 'GET' }))
      return put(put(whole, BOOKED, rows), ['_links'], {
        ...links,
        self: own,
        next: next === undefined ? null : following,
      })
    }
    const rows = read(whole, BOOKED)
    app.alter(() => undefined)
    app.answer((seen, bank) => {
      if (!lists.test(seen.target)) return 'pass'
      const isSecond = next !== undefined && seen.target.endsWith(next)
      const json = isSecond
        ? withLinks(rows.slice(isWhole ? 10 : 20), selfOfSecond ?? '')
        : withLinks(rows.slice(0, 10), self.replace(/dateFrom=$/, `dateFrom=${slashed(app.today())}`), next)
      return bank.seal(seen, { status: 200, body: JSON.stringify(json) })
    })
    await reread(days())
    expect(await page()).toMatchObject({
      total,
      sums,
      problem: isWhole ? null : { code: 'bank_list_incomplete' },
    })
  })

  it('with places for indexes, and a row booked while it is read, is shown as incomplete', async () => {
    const { page, reread } = shared
    await setBank(app, { movementsPerPage: 10 })
    let [count, last]: [number, unknown] = [0, undefined]
    alterOf(lists, (json) => {
      const rows = [...(last === undefined ? [] : [last]), ...read(json, BOOKED)]
      last = rows.at(-1)
      const placed = rows.map((row, at) => put(row, ['index'], count + at + 1))
      count += rows.length
      return put(json, BOOKED, placed)
    })
    await reread(days())
    expect(count).toBeGreaterThan(20)
    expect(await page()).toMatchObject({ covered: null, problem: { code: 'bank_list_incomplete' } })
  })

  it('whose last page has no rows takes nothing away', async () => {
    const { page, reread } = shared
    await reread(days())
    const before = await page()
    await setBank(app, { movementsPerPage: 10 })
    let pages = 0
    alterOf(lists, (json) => {
      pages += 1
      return pages === 1 ? undefined : put(put(json, BOOKED, []), ['_links', 'next'], null)
    })
    await reread(days())
    expect(pages).toBe(2)
    expect(await page()).toMatchObject({
      total: before.total,
      sums: before.sums,
      problem: { code: 'bank_list_incomplete' },
    })
  })
})

describe('a booking day that the bank corrects across the first of the days that may hold something new', () => {
  const daysAgo = (count: number) => addDays(app.today(), -count)
  const row = (day: string, index?: string) => ({
    amountTransaction: { amount: '-41.170', currency: 'EUR' },
    dateAccountingCurrency: `${day.replaceAll('-', '')}T00:00:00`,
    dateLiquidationValue: `${day.replaceAll('-', '')}T00:00:00`,
    shortDescription: 'BOLLETTA',
    idMoneyTransfer: '',
    index,
  })
  const LIMIT_REACHED = JSON.stringify({
    result: { messages: [], outcome: 'ERROR', requestId: randomUUID() },
  })

  /** From now on the bank has these rows too, each where its day is asked for, on the first page. */
  function bookOn(days: string[], { index, isAlone = false }: { index?: string; isAlone?: boolean } = {}) {
    app.alter(({ path, query }, json) => {
      if (!lists.test(path) || (query.get('page') ?? '1') !== '1') return undefined
      const dayOf = (name: string) => (query.get(name) ?? '').split('/').reverse().join('-')
      const asked = days.filter((day) => day >= dayOf('dateFrom') && day <= dayOf('dateTo'))
      const others = read(json, BOOKED).filter((other) => !isAlone || daysOf(other) < daysAgo(15))
      const numbered = (other: unknown) => put(other, ['index'], index === undefined ? '' : numberOf(other))
      return put(json, BOOKED, [...asked.map((day) => row(day, index)), ...others.map(numbered)])
    })
  }
  const numbers = new Map<string, string>()
  /** A number of the bank's own, the same in every list. */
  function numberOf(other: unknown): string {
    const said = JSON.stringify(put(other, ['index'], ''))
    const number = numbers.get(said) ?? `${1_000 + numbers.size}`
    numbers.set(said, number)
    return number
  }
  const daysOf = (other: unknown) =>
    String(Reflect.get(Object(other), 'dateAccountingCurrency')).replace(/^(....)(..)(..).*/, '$1-$2-$3')
  const asked = () =>
    bankCalls(app).flatMap((call) => (/page=/.test(call) ? [] : (/dateFrom=([^&]+)/.exec(call)?.[1] ?? [])))
  const [usual, short] = [() => slashed(daysAgo(89)), () => slashed(daysAgo(14))]
  const trend = () => readBalanceTrend(app.server.flows, shared.customerId, shared.productId, 90)
  const stored = async () => (await shared.all()).filter(({ amount }) => amount === '-41.170')

  const corrections: [
    string,
    from: number,
    to: number,
    { index?: string; isAlone?: boolean; pages?: number },
  ][] = [
    ['back by more than 14 days', 5, 40, { index: '9001' }],
    ['back by more than 14 days, without an index', 5, 40, {}],
    ['back over the first day asked for', 13, 15, {}],
    ['back, and it was the only one of the days asked for', 5, 40, { isAlone: true }],
    ['back, in a list of many pages', 5, 40, { pages: 5 }],
    ['forwards, with an index of its own', 40, 5, { index: '9001' }],
    ['forwards, without an index', 40, 5, {}],
    ['forwards, in a list of many pages', 40, 5, { pages: 5 }],
  ]
  it.each(corrections)(
    '%s: it is there once, and the usual days are asked for once',
    async (_, from, to, how) => {
      const { page, reread } = shared
      bookOn([daysAgo(from)], how)
      await reread()
      const [[before], truth] = [await stored(), await page()]
      if (how.pages !== undefined) await setBank(app, { movementsPerPage: how.pages })
      bookOn([daysAgo(to)], how)
      app.sandbox.journal.clear()
      await reread()
      expect(await stored()).toMatchObject([
        how.pages === undefined ? { movementId: before?.movementId, day: daysAgo(to) } : { day: daysAgo(to) },
      ])
      const isMatchedByIndex = how.index !== undefined && from > to
      expect(asked()).toEqual(isMatchedByIndex ? [short()] : [short(), usual()])
      expect(await page()).toMatchObject({ total: truth.total, sums: truth.sums, problem: null })
      expect((await trend()).kind).toBe('known')
      app.sandbox.journal.clear()
      await reread()
      expect(asked()).toEqual([short()])
      expect(await stored()).toHaveLength(1)
    },
  )

  it('a payment alike within the days asked for is another one, and the usual days are asked for once', async () => {
    const { reread } = shared
    bookOn([daysAgo(40)])
    await reread()
    bookOn([daysAgo(5), daysAgo(40)])
    app.sandbox.journal.clear()
    for (let round = 0; round < 2; round += 1) await reread()
    expect(asked()).toEqual([short(), usual(), short()])
    expect((await stored()).map(({ day }) => day)).toEqual([daysAgo(5), daysAgo(40)])
  })

  it('one that the bank has no longer is gone, and the usual days are asked for once', async () => {
    const { reread } = shared
    bookOn([daysAgo(5)])
    await reread()
    bookOn([])
    app.sandbox.journal.clear()
    for (let round = 0; round < 2; round += 1) await reread()
    expect(asked()).toEqual([short(), usual(), short()])
    expect(await stored()).toEqual([])
  })

  it.each<[string, from: number, to: number, first: number, second: () => string[]]>([
    ['back', 5, 40, 5, () => [short(), usual()]],
    ['forwards', 40, 5, 5, () => [usual()]],
  ])(
    '%s, while the bank refuses the usual days: nothing is lost, and the next reading asks for them',
    async (_, from, to, day, second) => {
      const { page, reread } = shared
      bookOn([daysAgo(from)])
      await reread()
      const truth = await page()
      bookOn([daysAgo(to)])
      app.answer((seen, bank) =>
        seen.target.includes(usual()) ? bank.seal(seen, { status: 420, body: LIMIT_REACHED }) : 'pass',
      )
      const kept = { reading: { kind: 'kept', problem: 'bank_list_incomplete' } }
      expect(await reread()).toMatchObject(kept)
      expect((await stored())[0]).toMatchObject({ day: daysAgo(day) })
      expect((await page()).problem?.code).toBe('bank_list_incomplete')
      expect((await trend()).kind).toBe('unknown')
      app.answer(() => 'pass')
      app.sandbox.journal.clear()
      expect((await reread()).reading).toEqual({ kind: 'fresh' })
      expect(asked()).toEqual(second())
      expect((await stored()).map((one) => one.day)).toEqual([daysAgo(to)])
      expect(await page()).toMatchObject({ total: truth.total, sums: truth.sums, problem: null })
      expect((await trend()).kind).toBe('known')
    },
  )

  it.each([
    ['back', 5, 40],
    ['forwards', 40, 5],
  ])(
    '%s, as a transfer reads the list: it is whole, and reaches back to the usual days',
    async (_, from, to) => {
      const { customerId, productId } = shared
      bookOn([daysAgo(from)])
      await shared.reread()
      bookOn([daysAgo(to)])
      const whole = await readWholeMovementList(
        app.server.flows,
        { sessionId: null, customerId, bankCustomerId: '70010001' },
        { transactionId: randomUUID(), acceptLanguage: 'en' },
        { productId, from: daysAgo(7) },
      )
      const newestReadAt = (await app.server.store.products.find(customerId, productId))?.movements
        ?.newestReadAt
      expect(whole).toMatchObject({ from: daysAgo(89), begunAt: newestReadAt })
      expect((await stored()).map(({ day }) => day)).toEqual([daysAgo(to)])
    },
  )
})

describe('the list of accounts', () => {
  it.each<[string, unknown]>([
    ['null', [null, null]],
    ['texts and lists', ['x', ['y']]],
    ['empty', [{}, {}]],
  ])('whose rows are %s takes no account away', async (_, rows) => {
    const overview = async (): Promise<Overview> =>
      (await shared.browser.get(overviewRoute, '/api/overview')).json()
    const { accounts } = await overview()
    expect(accounts.length).toBeGreaterThan(0)
    alterOf(/\/accounts$/, (json) => put(json, ['data', 'accounts'], rows))
    const after = await overview()
    expect(after.accounts.map(({ productId }) => productId)).toEqual(
      accounts.map(({ productId }) => productId),
    )
    expect(after.listProblem).toBe('bank_list_incomplete')
  })
})

function read(json: unknown, path: readonly string[]): unknown[] {
  const value = path.reduce((inner: unknown, name) => Reflect.get(Object(inner), name), json)
  if (!Array.isArray(value)) throw new Error('not a list')
  return value
}
