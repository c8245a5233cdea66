import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { POST as refreshRoute } from '@/app/api/accounts/[productId]/refresh/route'
import { POST as catchUpRoute } from '@/app/api/movements/catch-up/route'
import { GET as overviewRoute } from '@/app/api/overview/route'
import type { Overview } from '@/lib/contracts/overview'
import { addDays } from '@/lib/domain/days/bank-day'
import { compareDecimals } from '@/lib/domain/money/decimal'
import { readBalanceTrend, readLatestFigures } from '@/lib/flows'
import { type CustomerBrowser, startTestApp, type TestApp } from '@/tests/support/app'
import {
  at,
  change,
  countCalls,
  productOf,
  revokeAtBank,
  scope,
  setBank,
  startAfresh,
} from '@/tests/support/consent'
import { holdFlights } from '@/tests/support/held'

let app: TestApp
let browser: CustomerBrowser
let customerId: string
let products: string[]
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  app.sandbox.scenarios.clear()
  app.sandbox.clock.reset()
  await setBank(app, {})
})
afterAll(() => app.stop())

const refresh = at(refreshRoute, productOf)
const today = () => app.today()

async function share(username: string, ...places: number[]): Promise<void> {
  ;({ browser, customerId, products } = await startAfresh(app, username))
  const shared = places.map((place) => products[place])
  const done = await change(app, browser, username, 'grant', scope('ACCOUNT_INFO', ...shared))
  expect(done.state).toBe('done')
  app.sandbox.journal.clear()
}

async function overview(): Promise<Overview> {
  const response = await browser.get(overviewRoute, '/api/overview')
  expect(response.status).toBe(200)
  return response.json()
}

async function balanceOf(productId: string): Promise<string | undefined> {
  const { accounts } = await overview()
  return accounts.find((account) => account.productId === productId)?.balance?.accounting?.amount
}

async function catchUp(): Promise<{ read: number }> {
  const response = await browser.post(catchUpRoute, '/api/movements/catch-up', {})
  expect(response.status).toBe(200)
  const answer: { read: number } = await response.json()
  await app.server.flows.background.settled()
  return answer
}

const reread = (productId: string) => browser.post(refresh, `/api/accounts/${productId}/refresh`, {})
const trendOf = (productId: string, days = 90) =>
  readBalanceTrend(app.server.flows, customerId, productId, days)
const latest = () => readLatestFigures(app.server.flows, customerId, 90)

describe('the balance over time', () => {
  it('is what the bank itself says of those days', async () => {
    await share('niccolo', 0)
    const [productId = ''] = products
    expect(await trendOf(productId)).toEqual({ kind: 'unknown', reason: 'no_balance' })
    const balance = await balanceOf(productId)
    expect(await trendOf(productId)).toEqual({ kind: 'unknown', reason: 'no_movements' })
    await reread(productId)
    const trend = await trendOf(productId)
    if (trend.kind !== 'known') throw new Error(trend.reason)
    expect(trend.points).toHaveLength(90)
    expect(trend.points.at(-1)).toEqual({ day: today(), amount: balance })
    expect(new Set(trend.points.map(({ amount }) => amount)).size).toBeGreaterThan(5)

    for (const back of [1, 7, 30, 60, 89]) {
      const day = addDays(today(), -back)
      const moved = await fetch(`${app.sandbox.controlUrl}/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to: `${day}T23:59:30` }),
      })
      expect(moved.ok).toBe(true)
      const told = trend.points.find((point) => point.day === day)?.amount ?? ''
      expect([day, compareDecimals(told, (await balanceOf(productId)) ?? '')]).toEqual([day, 0])
    }
  })

  it('is not computed from movements older than the balance, until they are read again', async () => {
    await share('niccolo', 0)
    const [productId = ''] = products
    await overview()
    await reread(productId)
    expect(await trendOf(productId)).toMatchObject({ kind: 'known' })
    app.moveClock(60)
    await overview()
    expect(await trendOf(productId)).toMatchObject({ kind: 'known' })
    expect((await latest()).behind).toEqual([])

    // What is booked at the bank meanwhile.
    app.sandbox.clock.move(3 * 24 * 60 * 60_000)
    app.moveClock(60)
    await overview()
    expect(await trendOf(productId)).toEqual({ kind: 'unknown', reason: 'movements_older' })
    expect((await latest()).behind).toEqual([productId])
    app.sandbox.journal.clear()
    expect(await catchUp()).toEqual({ read: 1 })
    expect(countCalls(app, /transactions/)).toBe(1)
    expect((await latest()).behind).toEqual([])
    expect(await catchUp()).toEqual({ read: 0 })
    expect(countCalls(app, /transactions/)).toBe(1)
  })

  it('another customer’s account is as unknown as none', async () => {
    await share('niccolo', 0)
    const [productId = ''] = products
    const other = await startAfresh(app, 'aisha')
    for (const id of [productId, 'AAAAAAAAAA']) {
      await expect(readBalanceTrend(app.server.flows, other.customerId, id, 90)).rejects.toMatchObject({
        code: 'not_found',
      })
    }
  })
})

describe('movements of accounts that were never looked into', () => {
  it('are read once, all at the same time, and the newest are known then', async () => {
    await share('niccolo', 0, 1)
    await overview()
    expect(await latest()).toMatchObject({ movements: [], behind: products.slice(0, 2) })
    app.sandbox.journal.clear()
    const putBack = holdFlights(app, { movements: 6 })
    await Promise.all([catchUp(), catchUp(), catchUp()]).finally(putBack)
    expect(countCalls(app, /transactions/)).toBe(2)
    const { movements, behind, trends } = await latest()
    expect(behind).toEqual([])
    expect(movements).toHaveLength(3)
    expect([...trends.keys()].sort()).toEqual(products.slice(0, 2).sort())
  })

  it('that the bank refuses are left alone: no problem is noted, and the others are read', async () => {
    await share('niccolo', 0, 1)
    await overview()
    app.sandbox.scenarios.add({ fault: 'limit-reached', match: { operation: 'transactions' }, times: 1 })
    expect(await catchUp()).toEqual({ read: 1 })
    expect((await latest()).behind).toHaveLength(1)
    const { accounts } = await overview()
    expect(accounts.slice(0, 2).map(({ reading }) => reading)).toEqual([{ kind: 'fresh' }, { kind: 'fresh' }])
    expect(await catchUp()).toEqual({ read: 1 })
  })

  it('whose list is incomplete are asked for again after an hour, and not with every page view', async () => {
    await share('niccolo', 0)
    const [productId = ''] = products
    await overview()
    app.sandbox.scenarios.add({
      fault: 'unknown-enum',
      match: { operation: 'transactions' },
      parameters: { field: '_links', value: 'broken' },
    })
    app.sandbox.journal.clear()
    expect(await catchUp()).toEqual({ read: 0 })
    await overview()
    expect((await latest()).behind).toEqual([])
    expect(await catchUp()).toEqual({ read: 0 })
    expect(countCalls(app, /transactions/)).toBe(1)
    expect(await trendOf(productId)).toEqual({ kind: 'unknown', reason: 'no_movements' })
    app.sandbox.scenarios.clear()
    app.moveClock(60 * 60)
    await overview()
    expect((await latest()).behind).toEqual([productId])
    expect(await catchUp()).toEqual({ read: 1 })
    expect(await trendOf(productId)).toMatchObject({ kind: 'known' })
  })

  it('of an account whose consent ended at the bank are not kept', async () => {
    await share('niccolo', 0)
    await overview()
    await revokeAtBank(app, 'niccolo')
    expect(await catchUp()).toEqual({ read: 0 })
    expect(await latest()).toMatchObject({ movements: [], behind: [] })
  })
})
