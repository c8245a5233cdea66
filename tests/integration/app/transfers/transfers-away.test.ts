import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GET as accountsRoute } from '@/app/api/accounts/route'
import { POST as forgetRoute } from '@/app/api/forget/route'
import { endStaleTransfers } from '@/lib/flows'
import { createLog } from '@/lib/log'
import { closeServer, createServer, installServer } from '@/lib/server'
import { startTestApp, type TestApp } from '@/tests/support/app'
import { approveInBankChannel, newFormToken, setBank } from '@/tests/support/consent'
import { holdAnswer } from '@/tests/support/held'
import {
  atBank,
  beginWith,
  comeBack,
  decide,
  draftOf,
  executes,
  goOnUntil,
  history,
  type Payer,
  press,
  pressed,
  returned,
  startPayer,
  statusReads,
  verifies,
  view,
} from '@/tests/support/paying'

/* The customer stays away, the server stops, the bank is slow or gone. */

let app: TestApp
let payer: Payer
beforeEach(async () => {
  app = await startTestApp()
  payer = await startPayer(app, 'niccolo')
})
afterEach(() => app.stop())

/** The same application on the same data, as its start makes it. */
async function restart(): Promise<void> {
  const { config, flows } = app.server
  await closeServer()
  const server = await createServer(config, { log: createLog('silent'), now: flows.now })
  installServer(server)
  await endStaleTransfers(server.flows)
}

const current = async () => (await import('@/lib/server')).getServer()

async function move(
  transferId: string,
  ...events: Parameters<TestApp['server']['store']['transfers']['move']>[2][]
) {
  const { store } = await current()
  for (const event of events) {
    const moved = await store.transfers.move(payer.customerId, transferId, event, { actor: 'system' })
    expect([event.kind, moved.kind]).toEqual([event.kind, 'moved'])
  }
}

describe('time passes', () => {
  it('what was approved more than a quarter of an hour ago asks before it is paid, and is then paid once', async () => {
    const { transferId } = await returned(payer)
    await move(transferId, {
      kind: 'status_read',
      check: 1,
      status: 'AUTHORIZED',
      at: app.server.flows.now(),
    })
    app.moveClock(16 * 60)
    const late = await pressed(payer, transferId, 'continue')
    expect(late).toMatchObject({
      state: 'late',
      money: 'not_paid',
      actions: ['pay_now', 'abandon'],
      lookAgainInMs: null,
    })
    expect(executes(app)).toBe(0)
    const pressings = await Promise.all(
      Array.from({ length: 5 }, () => press(payer, transferId, 'pay-now', { check: 1 })),
    )
    expect(new Set(pressings.map(({ view: { state } }) => state))).toEqual(new Set(['accepted']))
    expect(executes(app)).toBe(1)
  })

  it('the bank’s word counts when it is too late even for that', async () => {
    const { transferId } = await returned(payer)
    await move(transferId, {
      kind: 'status_read',
      check: 1,
      status: 'AUTHORIZED',
      at: app.server.flows.now(),
    })
    app.moveClock(2 * 60 * 60)
    expect((await pressed(payer, transferId, 'continue')).state).toBe('late')
    // The bank may fail to find it for a moment, so it has to say so twice.
    const first = await press(payer, transferId, 'pay-now', { check: 1 })
    expect([first.status, first.code]).toEqual([502, 'bank_error'])
    expect((await view(payer, transferId)).state).toBe('late')
    app.moveClock(61)
    expect(await pressed(payer, transferId, 'pay-now', { check: 1 })).toMatchObject({ state: 'expired' })
    expect(executes(app)).toBe(0)
  })

  it('PAY-2: who never comes back has not paid; nor who comes back and never decides, after at most forty reads', async () => {
    const left = await atBank(payer)
    app.moveClock(31 * 60)
    expect(await pressed(payer, left.transferId, 'continue')).toMatchObject({
      state: 'not_returned',
      money: 'not_paid',
    })
    expect(statusReads(app)).toBe(0)
    await setBank(app, { authorizationSeconds: 3600 })
    const undecided = await atBank(payer)
    await move(undecided.transferId, { kind: 'came_back', check: 1, at: app.server.flows.now() })
    for (let second = 0; second < 20 * 60; second += 5) {
      app.moveClock(5)
      const now = await Promise.all(
        Array.from({ length: 3 }, () => pressed(payer, undecided.transferId, 'continue')),
      )
      if (now.every(({ state }) => state === 'unanswered')) break
    }
    expect(await view(payer, undecided.transferId)).toMatchObject({ state: 'unanswered', money: 'not_paid' })
    // Whatever the tabs do. Once it has ended there is none.
    expect(statusReads(app)).toBeGreaterThan(20)
    expect(statusReads(app)).toBeLessThanOrEqual(40)
    for (let look = 0; look < 5; look += 1) await pressed(payer, undecided.transferId, 'continue')
    expect(statusReads(app)).toBeLessThanOrEqual(40)
  })

  it('waits for the last read, whose answer counts even when another request looks in between', async () => {
    await setBank(app, { authorizationSeconds: 3600 })
    const { transferId } = await returned(payer)
    app.moveClock(15 * 60 + 2)
    const status = holdAnswer(app, 'getOperationStatus')
    const reading = pressed(payer, transferId, 'continue')
    await status.answered
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({ state: 'returned' })
    status.release()
    expect(await reading).toMatchObject({ state: 'late', money: 'not_paid' })
  })

  it('SCA-6: a status that cannot be read is not known yet; without one in time nothing was paid', async () => {
    const { transferId } = await returned(payer)
    app.sandbox.scenarios.add({ fault: 'status-unavailable', match: { operation: 'status' } })
    for (let second = 0; second < 40; second += 2) {
      expect((await pressed(payer, transferId, 'continue')).state).toBe('returned')
      app.moveClock(2)
    }
    expect(statusReads(app)).toBeLessThan(9)
    app.sandbox.scenarios.clear()
    app.moveClock(20)
    expect((await pressed(payer, transferId, 'continue')).state).toBe('accepted')
    app.sandbox.scenarios.add({ fault: 'status-unavailable', match: { operation: 'status' } })
    const other = await returned(payer)
    app.moveClock(16 * 60)
    expect((await goOnUntil(payer, other.transferId, ({ state }) => state !== 'returned')).state).toBe(
      'unanswered',
    )
    expect(executes(app)).toBe(1)
  })

  it('one 412 of the status right after the approval ends nothing: the transfer is paid when the bank finds it again', async () => {
    const { transferId } = await returned(payer)
    app.sandbox.scenarios.add({ fault: 'not-found-backend', match: { operation: 'status' }, times: 1 })
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({ state: 'returned' })
    app.moveClock(2)
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({ state: 'accepted' })
    expect(executes(app)).toBe(1)
  })

  it('a 412 that the bank repeats a minute later ends the wait: the approval lapsed', async () => {
    const { transferId } = await returned(payer)
    // The minute passes by the test alone: on a busy machine the looks themselves take as long.
    app.holdClock()
    app.sandbox.scenarios.add({ fault: 'not-found-backend', match: { operation: 'status' } })
    for (let second = 0; second < 58; second += 2) {
      expect((await pressed(payer, transferId, 'continue')).state).toBe('returned')
      app.moveClock(2)
    }
    app.moveClock(30)
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({
      state: 'expired',
      money: 'not_paid',
    })
    expect(executes(app)).toBe(0)
  })

  it('a document that the bank does not find once is asked for again, and kept', async () => {
    const { transferId } = await returned(payer)
    app.sandbox.scenarios.add({ fault: 'not-found-backend', match: { operation: 'printer' }, times: 1 })
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({
      state: 'accepted',
      receipt: 'pending',
    })
    app.moveClock(5)
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({ receipt: 'stored' })
  })

  it.each([
    ['REJECTED', 'taken_back', 'rejected'],
    ['CANCELLED', 'taken_back', 'cancelled'],
    ['Rejected', 'taken_back', 'rejected'],
    ['canc', 'taken_back', 'cancelled'],
    ['SETTLED', 'accepted', null],
    ['PENDING', 'accepted', null],
  ])(
    'executionStatus %s after the acceptance is read and shown: the money is %s',
    async (value, money, takenBack) => {
      const { transferId } = await returned(payer)
      expect((await pressed(payer, transferId, 'continue')).money).toBe('accepted')
      const before = statusReads(app)
      app.sandbox.scenarios.add({
        fault: 'unknown-enum',
        match: { operation: 'status' },
        parameters: { field: 'data.executionStatus', value },
        times: 3,
      })
      for (const seconds of [6, 1, 1, 30]) {
        app.moveClock(seconds)
        expect((await pressed(payer, transferId, 'continue')).money).toBe('accepted')
      }
      expect(statusReads(app) - before).toBe(2)
      app.moveClock(90)
      const told = await pressed(payer, transferId, 'continue')
      expect(told).toMatchObject({ state: 'accepted', money, result: { executionStatus: value } })
      const what = told.timeline.map((entry) => entry.what)
      expect(what.includes(`execution_${takenBack}`)).toBe(takenBack !== null)
      expect((await history(payer)).transfers[0]).toMatchObject({ money, takenBack })
      const since = { receipt: app.now(), unknown: new Date(0), execution: new Date(0) }
      expect(await app.server.store.transfers.liveIds(since)).toContain(transferId)
      app.moveClock(300)
      const after = await pressed(payer, transferId, 'continue')
      expect(after).toMatchObject({ money: 'accepted', result: { executionStatus: 'PENDING' } })
      const isRestored = after.timeline.some((entry) => entry.what === 'execution_restored')
      expect(isRestored).toBe(takenBack !== null)
    },
  )

  it('executionStatus REJECTED said only once, or again after another status, takes nothing back', async () => {
    const { transferId } = await returned(payer)
    await pressed(payer, transferId, 'continue')
    const say = (value: string) =>
      app.sandbox.scenarios.add({
        fault: 'unknown-enum',
        match: { operation: 'status' },
        parameters: { field: 'data.executionStatus', value },
        times: 1,
      })
    for (const [value, seconds] of [
      ['REJECTED', 6],
      ['EXECUTED', 120],
      ['REJECTED', 300],
      ['EXECUTED', 600],
    ] as const) {
      say(value)
      app.moveClock(seconds)
      expect(await pressed(payer, transferId, 'continue')).toMatchObject({ money: 'accepted' })
    }
    expect((await view(payer, transferId)).result?.executionStatus).toBe('EXECUTED')
  })

  it('PAY-2: what became of it is read until the resource is gone, within the forty reads', async () => {
    const { transferId } = await returned(payer)
    expect((await pressed(payer, transferId, 'continue')).money).toBe('accepted')
    for (let minute = 0; minute < 40; minute += 1) {
      app.moveClock(60)
      await pressed(payer, transferId, 'continue')
    }
    const reads = statusReads(app)
    expect(reads).toBeGreaterThan(4)
    expect(reads).toBeLessThan(12)
    app.moveClock(8 * 60 * 60)
    const { store } = app.server
    const day = { receipt: new Date(0), unknown: new Date(0), execution: new Date(0) }
    const live = await store.transfers.liveIds({ ...day, receipt: app.server.flows.now() })
    expect(live).not.toContain(transferId)
    expect((await view(payer, transferId)).money).toBe('accepted')
  })

  it('an approval in the bank’s own app (DECOUPLED) has no return, and is found', async () => {
    await setBank(app, { scaApproach: 'DECOUPLED' })
    const { transferId, draft } = await beginWith(payer)
    await pressed(payer, transferId, 'check', { check: 0, draft })
    const waiting = await pressed(payer, transferId, 'approve', { check: 1 })
    expect(waiting).toMatchObject({ state: 'returned', approach: 'decoupled', bankUrl: null })
    await pressed(payer, transferId, 'continue')
    await approveInBankChannel(app, 'niccolo')
    app.moveClock(5)
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({
      state: 'accepted',
      receipt: 'stored',
    })
  })
})

describe('this server stops', () => {
  it('between any two steps: the transfer goes on from where it was', async () => {
    const { transferId, draft } = await beginWith(payer, {}, { formToken: newFormToken() })
    await restart()
    expect(await pressed(payer, transferId, 'check', { check: 0, draft })).toMatchObject({ state: 'checked' })
    await restart()
    const handOver = await pressed(payer, transferId, 'approve', { check: 1 })
    await restart()
    expect((await view(payer, transferId)).bankUrl).toBe(handOver.bankUrl)
    const back = await decide(payer, handOver)
    await restart()
    await comeBack(payer, back)
    await restart()
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({
      state: 'accepted',
      receipt: 'stored',
    })
    await restart()
    expect(await view(payer, transferId)).toMatchObject({ state: 'accepted', receipt: 'stored' })
    expect([verifies(app), executes(app)]).toEqual([1, 1])
  })

  it('while the bank is being asked: nothing is at stake before the claim, and after it the outcome is unknown', async () => {
    const { transferId, draft } = await beginWith(payer)
    const order = (await (await current()).store.transfers.find(payer.customerId, transferId))?.draft
    expect(order).toEqual(draft)
    const { store } = await current()
    const newCheck = {
      order: {
        ...{ productId: payer.productId, amount: '1.00', currency: 'EUR', isUrgent: false, type: 'SEPA' },
        ...{ executionDate: '2027-01-04', beneficiaryIban: 'X', beneficiaryName: 'X', description: 'X' },
      },
    }
    const event = { kind: 'check_started', check: 1 } as const
    await store.transfers.move(payer.customerId, transferId, event, { actor: 'customer' }, { newCheck })
    await restart()
    expect(await view(payer, transferId)).toMatchObject({
      state: 'draft',
      check: 1,
      problem: { code: 'interrupted' },
    })
    expect(await pressed(payer, transferId, 'check', { check: 1, draft })).toMatchObject({
      state: 'checked',
      check: 2,
    })
    await move(transferId, { kind: 'approval_started', check: 2 })
    await restart()
    expect(await view(payer, transferId)).toMatchObject({
      state: 'checked',
      problem: { code: 'interrupted' },
    })
    const handOver = await pressed(payer, transferId, 'approve', { check: 2 })
    await comeBack(payer, await decide(payer, handOver))
    const at = app.server.flows.now()
    await move(
      transferId,
      { kind: 'status_read', check: 2, status: 'AUTHORIZED', at },
      { kind: 'execute_claimed', check: 2, by: 'system', at },
    )
    await restart()
    expect(await view(payer, transferId)).toMatchObject({ state: 'unknown', money: 'maybe', actions: [] })
    await pressed(payer, transferId, 'continue')
    expect(executes(app)).toBe(0)
  })
})

describe('the bank', () => {
  it('DB-2: is waited for without holding up anything else: no transaction is open meanwhile', async () => {
    const { transferId, draft } = await beginWith(payer)
    const verify = holdAnswer(app, 'verifyTransfer')
    const slow = pressed(payer, transferId, 'check', { check: 0, draft })
    await verify.answered
    for (let write = 0; write < 20; write += 1) await beginWith(payer, { amount: `${write + 1},00` })
    expect((await view(payer, transferId)).state).toBe('checking')
    verify.release()
    expect((await slow).state).toBe('checked')
  })

  it('is gone when execute is to be sent: surely nothing left, and nothing was paid', async () => {
    const { transferId } = await returned(payer)
    await move(transferId, {
      kind: 'status_read',
      check: 1,
      status: 'AUTHORIZED',
      at: app.server.flows.now(),
    })
    await app.sandbox.close()
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({
      state: 'not_sent',
      money: 'not_paid',
      actions: ['repeat'],
      draft: draftOf({ productId: payer.productId }),
    })
  })

  it('no longer accepts the token: the approved transfer waits for the customer, and is not claimed', async () => {
    const { transferId } = await returned(payer)
    await move(transferId, {
      kind: 'status_read',
      check: 1,
      status: 'AUTHORIZED',
      at: app.server.flows.now(),
    })
    const connection = await app.server.store.connections.status(payer.customerId)
    await app.server.store.connections.markExpired(payer.customerId, connection?.version ?? 0)
    expect(await press(payer, transferId, 'continue')).toMatchObject({
      status: 409,
      code: 'connection_expired',
    })
    expect((await view(payer, transferId)).state).toBe('authorized')
    app.moveClock(16 * 60)
    expect((await pressed(payer, transferId, 'continue')).state).toBe('late')
    expect(executes(app)).toBe(0)
  })

  it('is executing: who wants to be forgotten waits, and is then forgotten', async () => {
    const { transferId } = await returned(payer)
    const at = app.server.flows.now()
    await move(
      transferId,
      { kind: 'status_read', check: 1, status: 'AUTHORIZED', at },
      { kind: 'execute_claimed', check: 1, by: 'system', at },
    )
    const forget = () => payer.browser.post(forgetRoute, '/api/forget', { mode: 'here_only' })
    const refused = await forget()
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'payment_under_way'])
    expect((await payer.browser.get(accountsRoute, '/api/accounts')).status).toBe(200)
    await move(transferId, { kind: 'execute_lost', check: 1 })
    const { erased } = await (await forget()).json()
    expect(erased).toMatchObject({ transfers: 1, transferChecks: 1, customers: 1 })
    expect(erased.transferEvents).toBeGreaterThan(5)
  })
})
