import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { GET as overviewRoute } from '@/app/api/overview/route'
import type { RefreshAnswer } from '@/lib/contracts/movements'
import type { OverviewAnswer } from '@/lib/contracts/overview'
import { addDays, bankDay } from '@/lib/domain/days/bank-day'
import { createLog } from '@/lib/log'
import { createServer, installServer, type Server } from '@/lib/server'
import { startTestApp, type TestApp } from '@/tests/support/app'
import { bankCalls, countCalls, setBank } from '@/tests/support/consent'
import { describeOnEachDatabase } from '@/tests/support/database'
import { holdBackground } from '@/tests/support/held'
import { refreshOf, shareAccount } from '@/tests/support/movements'

const INTERVAL_SECONDS = 10

describeOnEachDatabase('an account that is refreshed again and again', (database) => {
  let app: TestApp
  let servers: Server[]
  let shared: Awaited<ReturnType<typeof shareAccount>>
  beforeAll(async () => {
    app = await startTestApp({
      database,
      settings: () => ({ REFRESH_INTERVAL_SECONDS: String(INTERVAL_SECONDS) }),
    })
    const { config, flows } = app.server
    const other = () => createServer(config, { log: createLog('silent'), now: flows.now })
    servers = database === 'postgres' ? [app.server, await other()] : [app.server]
  })
  beforeEach(async () => {
    shared = await shareAccount(app, 'niccolo')
  })
  afterAll(async () => {
    for (const server of servers.slice(1)) await server.close()
    await app.stop()
  })

  /** Presses "Refresh", at one process after the other. */
  async function press(index: number): Promise<RefreshAnswer> {
    installServer(servers[index % servers.length] ?? app.server)
    const path = `/api/accounts/${shared.productId}/refresh`
    const answered = shared.browser.post(refreshOf, path, {})
    installServer(app.server)
    const answer = await answered
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const balances = () => countCalls(app, /balance/)
  const movements = () => countCalls(app, /transactions/)

  it('is read once in the interval, and everybody gets that answer', async () => {
    const release = app.holdClock()
    try {
      const first = await press(0)
      await app.server.flows.background.settled()
      app.sandbox.journal.clear()
      for (let index = 1; index < 100; index += 1) {
        const { reading, balance, changes, movementsReadAt } = await press(index)
        expect({ reading, balance, changes, movementsReadAt }).toEqual({
          reading: { kind: 'fresh' },
          balance: { kind: 'fresh' },
          changes: { added: 0, changed: 0, removed: 0 },
          movementsReadAt: first.movementsReadAt,
        })
      }
      expect([balances(), movements()]).toEqual([0, 0])
      app.moveClock(INTERVAL_SECONDS)
      await press(0)
      expect([balances(), movements()]).toEqual([1, 1])
    } finally {
      release()
    }
  })

  it('is read once by each process where a hundred ask at the same moment', async () => {
    const release = app.holdClock()
    try {
      await Promise.all(Array.from({ length: 100 }, (_, index) => press(index)))
      expect(balances()).toBeLessThanOrEqual(servers.length)
      expect(movements()).toBeLessThanOrEqual(servers.length)
    } finally {
      release()
    }
  })

  it('is read again at once after a problem', async () => {
    const release = app.holdClock()
    try {
      app.sandbox.scenarios.add({ fault: 'server-error', match: { operation: 'balance' } })
      expect((await press(0)).balance).toMatchObject({ kind: 'kept' })
      app.sandbox.scenarios.clear()
      expect((await press(0)).balance).toEqual({ kind: 'fresh' })
    } finally {
      release()
      app.sandbox.scenarios.clear()
    }
  })

  it('is not read by the overview either, which says that its balance is fresh', async () => {
    const release = app.holdClock()
    try {
      await press(0)
      app.sandbox.journal.clear()
      const overview: OverviewAnswer = await (await shared.browser.get(overviewRoute, '/api/overview')).json()
      const account = overview.accounts.find(({ productId }) => productId === shared.productId)
      expect(account?.reading).toEqual({ kind: 'fresh' })
      expect(balances()).toBe(0)
    } finally {
      release()
    }
  })

  const ask = async (body: object): Promise<RefreshAnswer> => {
    const path = `/api/accounts/${shared.productId}/refresh`
    const response = await shared.browser.post(refreshOf, path, body)
    expect(response.status).toBe(200)
    return response.json()
  }
  const daysAgo = (days: number) => addDays(bankDay(app.server.flows.now()), -days)
  const firstDaysAsked = () =>
    new Set(bankCalls(app).flatMap((call) => /dateFrom=([\d/%F]+)/.exec(call)?.[1] ?? []))

  it('has one list read at a time, however many different days are asked for', async () => {
    await setBank(app, { movementsPerPage: 5 })
    const releaseRest = holdBackground(app)
    try {
      const many = Array.from({ length: 50 }, (_, index) => ask({ from: daysAgo(80 - index) }))
      for (const answer of await Promise.all(many)) expect(answer.isReading).toBe(true)
      const left = { reading: { kind: 'kept', problem: null }, changes: null, isReading: true }
      expect(await ask({ from: daysAgo(85) })).toMatchObject(left)
      expect(await ask({})).toMatchObject({ ...left, balance: { kind: 'fresh' } })
      expect(firstDaysAsked().size).toBe(1)
    } finally {
      releaseRest()
      await app.server.flows.background.settled()
      await setBank(app, {})
    }
    expect((await ask({ from: daysAgo(85) })).reading).toEqual({ kind: 'fresh' })
  })

  it('has two readings of other days one after the other, each with its own answer', async () => {
    // Neither has the days of the other in it, so it does not matter which comes first.
    const older = { from: daysAgo(60), to: daysAgo(40) }
    const answers = await Promise.all([ask({ from: daysAgo(20) }), ask(older)])
    expect(answers.map(({ reading }) => reading.kind)).toEqual(['fresh', 'fresh'])
    expect(firstDaysAsked().size).toBe(2)
  })

  it('has days that were just read, and days among them, not read again in the interval', async () => {
    const release = app.holdClock()
    try {
      const days = { from: daysAgo(120), to: daysAgo(30) }
      await ask(days)
      for (const again of [days, { ...days, from: daysAgo(60) }, { ...days, to: daysAgo(90) }]) {
        expect(await ask(again)).toMatchObject({
          reading: { kind: 'fresh' },
          changes: { added: 0, changed: 0, removed: 0 },
        })
      }
      expect(movements()).toBe(1)
      await ask({ ...days, from: daysAgo(121) })
      expect(movements()).toBe(2)
      app.moveClock(INTERVAL_SECONDS)
      await ask(days)
      expect(movements()).toBe(3)
    } finally {
      release()
    }
  })

  it('has days read again at once whose list broke off', async () => {
    const release = app.holdClock()
    try {
      app.sandbox.scenarios.add({ fault: 'server-error', match: { operation: 'transactions' } })
      expect((await ask({ from: daysAgo(60) })).reading).toMatchObject({ kind: 'kept' })
      app.sandbox.scenarios.clear()
      expect((await ask({ from: daysAgo(60) })).reading).toEqual({ kind: 'fresh' })
    } finally {
      release()
      app.sandbox.scenarios.clear()
    }
  })
})
