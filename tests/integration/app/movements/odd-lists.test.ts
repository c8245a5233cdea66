import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as overviewRoute } from '@/app/api/overview/route'
import type { Overview } from '@/lib/contracts/overview'
import { addDays } from '@/lib/domain/days/bank-day'
import { type AlteredApp, put, startAlteredApp } from '@/tests/support/altering-bank'
import { setBank } from '@/tests/support/consent'
import { shareAccount } from '@/tests/support/movements'

/* Lists of the bank that prove nothing by their rows: rows that are none, and rows that come twice. */

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
