import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { POST as signOut } from '@/app/api/session/sign-out/route'
import { startJobs } from '@/lib/jobs'
import { createCustomerBrowser, startTestApp, type TestApp } from '@/tests/support/app'
import { describeOnEachDatabase } from '@/tests/support/database'
import {
  atBank,
  comeBack,
  decide,
  executes,
  type Payer,
  pressed,
  seenUntil,
  startPayer,
  statusReads,
} from '@/tests/support/paying'
import { until } from '@/tests/support/until'

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

  const untilIn = (transferId: string, wanted: string) =>
    seenUntil(payer, transferId, ({ state, receipt }) => state === wanted && receipt !== 'pending')

  /** When each read of a status began, by the app's clock, as the store has it. */
  function readsOfStatus(): number[] {
    const { flows } = app.server
    const { store } = flows
    const begun: number[] = []
    const claimStatusRead: typeof store.transfers.claimStatusRead = async (transfer, busyMs) => {
      const isClaimed = await store.transfers.claimStatusRead(transfer, busyMs)
      const claimed = await store.transfers.find(payer.customerId, transfer.transferId)
      if (isClaimed) begun.push(claimed?.statusReads.lastAt?.getTime() ?? Number.NaN)
      return isClaimed
    }
    flows.store = { ...store, transfers: { ...store.transfers, claimStatusRead } }
    return begun
  }

  it('a transfer that the customer came back from is executed, with its document', async () => {
    const { transferId, bankUrl } = await atBank(payer)
    const back = await decide(payer, { bankUrl })
    // In a browser without our session, which is told nothing (case SCA-3).
    await comeBack({ browser: createCustomerBrowser() }, back)
    expect(await untilIn(transferId, 'accepted')).toMatchObject({ receipt: 'stored' })
    expect([executes(app), statusReads(app)]).toEqual([1, 1])
  })

  /** What the bank was told of the customer with each call since the return. */
  const told = () =>
    app.sandbox.journal
      .entries()
      .filter(({ request: { target } }) => /\/(status|execute|retrieve)$|\/transactions\//.test(target))
      .map(({ request }) => new Map(request.headers.map(([name, value]) => [name.toLowerCase(), value])))
      .map((headers) => ({
        address: headers.get('psu-ip-address'),
        session: headers.get('svc-apitrack-id'),
      }))

  it('its calls carry the address and the trace id of a customer who has just come back here', async () => {
    const { transferId, bankUrl } = await atBank(payer)
    await app.server.flows.background.settled()
    const back = await decide(payer, { bankUrl })
    app.sandbox.journal.clear()
    await comeBack(payer, back)
    await untilIn(transferId, 'accepted')
    const [first, ...others] = told()
    expect(others.length).toBeGreaterThanOrEqual(3)
    expect(first).toEqual({ address: '127.0.0.1', session: expect.stringMatching(/.{8}/) })
    for (const one of others) expect(one).toEqual(first)
  })

  it('they carry neither when the customer is not there: back in a browser without our session, or gone', async () => {
    const elsewhere = await atBank(payer)
    const away = await atBank(payer)
    await app.server.flows.background.settled()
    const back = await decide(payer, elsewhere)
    await decide(payer, away)
    app.sandbox.journal.clear()
    await comeBack({ browser: createCustomerBrowser() }, back)
    await untilIn(elsewhere.transferId, 'accepted')
    // Its page was asked for while the customer was at the bank; a quarter of a minute later nobody is there any more.
    await pressed(payer, away.transferId, 'continue')
    app.moveClock(15)
    const at = app.server.flows.now()
    const cameBack = { kind: 'came_back', check: 1, at } as const
    await app.server.store.transfers.move(payer.customerId, away.transferId, cameBack, { actor: 'customer' })
    app.server.flows.wake(away.transferId)
    await untilIn(away.transferId, 'accepted')
    expect(told().length).toBeGreaterThanOrEqual(6)
    for (const one of told()) expect(one.address).toBeUndefined()
  })

  it.each([false, true])(
    'they carry no address after the customer signed out (everywhere: %s)',
    async (everywhere) => {
      const { transferId, bankUrl } = await atBank(payer)
      await app.server.flows.background.settled()
      await decide(payer, { bankUrl })
      await pressed(payer, transferId, 'continue')
      await payer.browser.post(signOut, '/api/session/sign-out', { everywhere })
      app.sandbox.journal.clear()
      const cameBack = { kind: 'came_back', check: 1, at: app.server.flows.now() } as const
      await app.server.store.transfers.move(payer.customerId, transferId, cameBack, { actor: 'customer' })
      app.server.flows.wake(transferId)
      await until(
        async () => (await app.server.store.transfers.find(payer.customerId, transferId))?.state.name,
        (name) => name === 'accepted',
      )
      await app.server.flows.background.settled()
      expect(told().length).toBeGreaterThanOrEqual(3)
      for (const one of told()) expect(one.address).toBeUndefined()
    },
  )

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
    const begun = readsOfStatus()
    app.server.flows.wake(transferId)
    await until(
      () => begun,
      ({ length }) => length >= 4,
    )
    const pauses = begun.slice(1, 4).map((at, index) => at - (begun[index] ?? Number.NaN))
    expect(pauses.map((pause, index) => pause >= 1_000 * ([1, 1, 2][index] ?? 0))).toEqual([true, true, true])
    await decide(payer, { bankUrl })
    expect((await untilIn(transferId, 'accepted')).result?.cro).toMatch(/^\d{16}$/)
    expect(executes(app)).toBe(1)
  })

  it('a sweep that fails at the start is reported, and the start continues', async () => {
    const { flows, store } = app.server
    const liveIds = () => Promise.reject(new Error('57014'))
    const failing = { ...flows, store: { ...store, transfers: { ...store.transfers, liveIds } } }
    const told: unknown[] = []
    const jobs = await startJobs(failing, store.executeSql, (error) => void told.push(error))
    await jobs.close()
    expect(told).toEqual([new Error('57014')])
  })
})
