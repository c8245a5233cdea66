import { afterAll, beforeAll, expect, it } from 'vitest'
import { GET as accountsRoute } from '@/app/api/accounts/route'
import { GET as transfersRoute } from '@/app/api/transfers/route'
import { type CustomerBrowser, startTestApp, type TestApp } from '@/tests/support/app'
import { startAfresh } from '@/tests/support/consent'
import { describeOnServer, lockTable } from '@/tests/support/database'

describeOnServer('while a table is locked', () => {
  let app: TestApp
  let browser: CustomerBrowser
  beforeAll(async () => {
    app = await startTestApp({ database: 'postgres' })
    browser = (await startAfresh(app, 'niccolo')).browser
  })
  afterAll(() => app.stop())

  const transfers = () => browser.get(transfersRoute, '/api/transfers')
  const accounts = () => browser.get(accountsRoute, '/api/accounts')

  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    const lock = await lockTable({ databaseUrl: app.server.config.DATABASE_URL, dataDir: '' }, table)
    try {
      await work()
    } finally {
      await lock.release()
    }
  }

  it('what needs it is a 503 that says when to try again, the log says why, and all else goes on', async () => {
    expect((await transfers()).status).toBe(200)
    await whileLocked('transfer', async () => {
      // Twice as many as there are connections.
      const blocked = Array.from({ length: 20 }, transfers)
      const others = await Promise.all([accounts(), accounts(), accounts()])
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
      const answers = await Promise.all(blocked)
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(503))
      for (const answer of answers) {
        expect(answer.headers.get('retry-after')).toBe('5')
        expect(await answer.json()).toMatchObject({
          code: 'unavailable',
          title: 'Not available at the moment',
        })
      }
    })
    expect(app.logLines()).toMatch(/"operation":"transfers\.\w+"[^\n]*"errorCode":"57014"/)
    expect(app.logLines()).toMatch(/"operation":"transfers\.\w+"[^\n]*"errorCode":"BUSY"/)
    expect(app.logLines()).not.toContain('P2010')
    expect((await transfers()).status).toBe(200)
  })
})
