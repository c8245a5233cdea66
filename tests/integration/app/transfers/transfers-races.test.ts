import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { abandonTransfer, continueTransfer, editTransfer, returnFromSca } from '@/lib/flows'
import { createLog } from '@/lib/log'
import { createServer, type Server } from '@/lib/server'
import { attachJobs, startTestApp, type TestApp } from '@/tests/support/app'
import { describeOnEachDatabase } from '@/tests/support/database'
import { beginWith, decide, type Payer, press, seenUntil, startPayer } from '@/tests/support/paying'
import { type SeededRandom, seededRandom } from '@/tests/support/random'

/*
 * Transfers that everything happens to at once: buttons pressed many times, edits, returns, pages and jobs, in two servers
 * on one database where there is one. What the sandbox's journal shows must be what each transfer says.
 * `RACES=n RACES_SEED=n` make another run.
 */

const RACES = Number(process.env.RACES ?? 12)
const SEED = Number(process.env.RACES_SEED ?? 20_261_128)

describeOnEachDatabase('races', (database) => {
  let app: TestApp
  let payer: Payer
  let servers: Server[]
  beforeAll(async () => {
    app = await startTestApp({ database, jobs: true })
    servers = [app.server]
    if (database === 'postgres') {
      const { config, flows } = app.server
      const other = await createServer(config, { log: createLog('silent'), now: flows.now })
      await attachJobs(other)
      servers.push(other)
    }
    payer = await startPayer(app, 'niccolo')
  })
  afterAll(async () => {
    for (const server of servers.slice(1)) await server.close()
    await app.stop()
  })

  it('execute each transfer once at most, and say of each what the bank did', async () => {
    const any = seededRandom(SEED)
    const states = new Map<string, number>()
    for (let race = 0; race < RACES; race += 1) {
      if (race % 40 === 39) await beginAnew()
      const transferId = await run(any)
      const { state } = await settled(transferId)
      states.set(state, (states.get(state) ?? 0) + 1)
      await expectTrue(transferId, `race ${race} of seed ${SEED} on ${database}`)
    }
    // They are races only where some win.
    expect(states.get('accepted')).toBeGreaterThan(0)
    expect(states.size).toBeGreaterThan(1)
  }, 600_000)

  /** The bank takes a hundred resources of a customer at a time, and forgets them after an hour and ten minutes. */
  async function beginAnew(): Promise<void> {
    app.moveClock(75 * 60)
    payer = await startPayer(app, 'niccolo')
  }

  /** One customer, several tabs and devices, at once. */
  async function run(any: SeededRandom): Promise<string> {
    const { transferId, draft } = await beginWith(payer, {
      amount: `${any.between(1, 9)},${any.between(10, 99)}`,
    })
    let check = 0
    for (let round = any.between(1, 2); round > 0; round -= 1) {
      await times(any.between(1, 4), () => press(payer, transferId, 'check', { check, draft }))
      check += 1
      if (round > 1) await times(any.between(1, 3), () => press(payer, transferId, 'edit', { check }))
    }
    const [{ view: handOver } = { view: undefined }] = await times(any.between(1, 4), () =>
      press(payer, transferId, 'approve', { check }),
    )
    if (any.chance(0.15)) app.sandbox.scenarios.add({ fault: 'execute-answer-lost', times: 1 })
    const back = await decide(
      payer,
      { bankUrl: handOver?.bankUrl ?? null },
      any.chance(0.85) ? 'approve' : 'refuse',
    )
    const returnId = back.split('?')[0]?.split('/').at(-1) ?? ''
    const works: (() => Promise<unknown>)[] = []
    const visitor = {
      customer: { customerId: payer.customerId, bankCustomerId: '', sessionId: null },
      caller: { transactionId: randomUUID(), acceptLanguage: 'en' },
    }
    for (const server of servers) {
      for (let count = any.between(1, 3); count > 0; count -= 1) {
        works.push(() => returnFromSca(server.flows, returnId, visitor))
      }
      for (let count = any.between(2, 8); count > 0; count -= 1) works.push(() => goOn(server, transferId))
      if (any.chance(0.2)) works.push(() => abandonTransfer(server.flows, payer, { transferId, check }))
      if (any.chance(0.2)) works.push(() => editTransfer(server.flows, payer, { transferId, check }))
      if (any.chance(0.2)) works.push(async () => server.flows.wake(transferId))
    }
    await Promise.allSettled(shuffled(any, works).map((work) => work()))
    return transferId
  }

  async function goOn(server: Server, transferId: string): Promise<void> {
    const owner = await server.store.transfers.ownerOf(transferId)
    if (owner === null) throw new Error('no such transfer')
    const caller = { transactionId: server.flows.newId(), acceptLanguage: 'en' }
    await continueTransfer(server.flows, { ...owner, sessionId: null }, caller, transferId)
  }

  /** Ended, or in a state in which nothing comes by itself before long. */
  const settled = (transferId: string) =>
    seenUntil(
      payer,
      transferId,
      ({ state, endedAt, receipt }) =>
        (endedAt !== null && receipt !== 'pending') || ['draft', 'at_bank', 'unknown'].includes(state),
    )

  async function expectTrue(transferId: string, where: string): Promise<void> {
    app.sandbox.scenarios.clear()
    const transfer = await app.server.store.transfers.find(payer.customerId, transferId)
    const resourceId = transfer?.check?.resourceId ?? ''
    const executes = app.sandbox.journal
      .entries()
      .filter(({ operation }) => operation === 'moneyTransfer-execute')
      .map(({ request }) => request.target.split('/').at(-2) ?? '')
    expect(new Set(executes).size, where).toBe(executes.length)
    const isExecuted = executes.includes(resourceId)
    const state = transfer?.state.name ?? ''
    expect([state, isExecuted, where]).toEqual([state, ['accepted', 'unknown'].includes(state), where])
  }
})

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

function shuffled<T>(any: SeededRandom, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: any.between(0, 1_000_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
