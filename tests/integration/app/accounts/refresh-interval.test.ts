import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { GET as overviewRoute } from '@/app/api/overview/route'
import type { RefreshAnswer } from '@/lib/contracts/movements'
import type { OverviewAnswer } from '@/lib/contracts/overview'
import { createLog } from '@/lib/log'
import { createServer, installServer, type Server } from '@/lib/server'
import { startTestApp, type TestApp } from '@/tests/support/app'
import { countCalls } from '@/tests/support/consent'
import { describeOnEachDatabase } from '@/tests/support/database'
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
})
