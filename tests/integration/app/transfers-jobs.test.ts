import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCustomerBrowser, startTestApp, type TestApp } from '../../support/app'
import { describeOnEachDatabase } from '../../support/database'
import {
  atBank,
  comeBack,
  decide,
  executes,
  type Payer,
  startPayer,
  statusReads,
  view,
} from '../../support/paying'

/* No page asks for anything here: what is done, jobs do. */

describeOnEachDatabase('without a page', (database) => {
  let app: TestApp
  let payer: Payer
  beforeAll(async () => {
    app = await startTestApp({ database, jobs: true })
  })
  beforeEach(async () => {
    payer = await startPayer(app, 'niccolo')
  })
  afterAll(async () => {
    await app.stop()
    // What was being asked of the queue when it closed is no failure.
    expect(app.logLines()).not.toContain('a job failed')
  })

  const until = async (transferId: string, state: string) => {
    const deadline = Date.now() + 20_000
    for (;;) {
      const now = await view(payer, transferId)
      if (now.state === state && now.receipt !== 'pending') return now
      if (Date.now() > deadline) throw new Error(`it stays ${now.state}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  it('a transfer that the customer came back from is executed, with its document', async () => {
    const { transferId, bankUrl } = await atBank(payer)
    const back = await decide(payer, { bankUrl })
    // In a browser without our session, which is told nothing (case SCA-3).
    await comeBack({ browser: createCustomerBrowser() }, back)
    expect(await until(transferId, 'accepted')).toMatchObject({ receipt: 'stored' })
    expect([executes(app), statusReads(app)]).toEqual([1, 1])
  })

  it('one that is not decided yet is read more and more slowly, until it is', async () => {
    const { transferId, bankUrl } = await atBank(payer)
    const back = new URL(bankUrl ?? '')
    expect(back.href).toBe(bankUrl)
    // Whoever comes back too early proves nothing: the bank still waits for the decision.
    const { transfers } = app.server.store
    await transfers.move(
      payer.customerId,
      transferId,
      { kind: 'came_back', check: 1, at: app.server.flows.now() },
      { actor: 'customer' },
    )
    app.server.flows.wake(transferId)
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    expect(statusReads(app)).toBeGreaterThan(1)
    expect(statusReads(app)).toBeLessThan(6)
    await decide(payer, { bankUrl })
    expect((await until(transferId, 'accepted')).result?.cro).toMatch(/^\d{16}$/)
    expect(executes(app)).toBe(1)
  })
})
