import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TransferDraft, TransferView } from '@/lib/contracts/transfers'
import { liveTransfers, settleTransfer } from '@/lib/flows'
import type { FaultName } from '@/sandbox/control/faults'
import { startTestApp, type TestApp } from '@/tests/support/app'
import { setBank } from '@/tests/support/consent'
import {
  atBank,
  comeBack,
  decide,
  executes,
  type Payer,
  pressed,
  returned,
  startPayer,
  statusReads,
  view,
} from '@/tests/support/paying'

let app: TestApp
/** How far the clock of the app was set ahead by mistake, while the bank's went on. */
let setAheadMs = 0
beforeAll(async () => {
  app = await startTestApp({ bankBehindMs: () => setAheadMs })
})
afterEach(async () => {
  setAheadMs = 0
  app.sandbox.scenarios.clear()
  await setBank(app, {})
})
afterAll(() => app.stop())

const stage = (fault: FaultName, operation: string, parameters = {}, times = 1) =>
  app.sandbox.scenarios.add({ fault, match: { operation }, parameters, times })

/** Seconds from now to half past ten on the Wednesday that follows, in the bank's time (UTC+1 in winter). */
function nextWorkingMorning(now: Date): number {
  const morning = new Date(now)
  morning.setUTCHours(9, 30, 0, 0)
  do morning.setUTCDate(morning.getUTCDate() + 1)
  while (morning.getUTCDay() !== 3)
  return (morning.getTime() - now.getTime()) / 1_000
}

/** As far as an execute whose answer is lost. */
async function lost(
  payer: Payer,
  fault: FaultName,
  given: Partial<TransferDraft> = {},
): Promise<TransferView> {
  const transfer = await atBank(payer, given)
  // What the movements are before it is paid is read behind the approval.
  await app.server.flows.background.settled()
  await comeBack(payer, await decide(payer, transfer))
  stage(fault, 'moneyTransfer-execute')
  const doubt = await pressed(payer, transfer.transferId, 'continue')
  expect(doubt).toMatchObject({ state: 'unknown', money: 'maybe', actions: [] })
  expect(executes(app)).toBe(1)
  return doubt
}

/** Looks at it again and again while the clock runs on. */
async function lookFor(
  payer: Payer,
  transferId: string,
  seconds: number,
  step: number,
): Promise<TransferView> {
  for (let passed = 0; passed < seconds; passed += step) {
    app.moveClock(step)
    const now = await pressed(payer, transferId, 'continue')
    if (now.state !== 'unknown') return now
  }
  return view(payer, transferId)
}

describe('TLS-4: the answer of execute is lost after the bank carried it out', () => {
  let payer: Payer
  beforeEach(async () => {
    payer = await startPayer(app, 'niccolo')
  })

  // Each with an amount of its own: while a payment alike is pending, no movement proves another one.
  it.each<[FaultName, string]>([
    ['reset-before-headers', '61,01'],
    ['reset-after-headers', '61,02'],
    ['truncated-json', '61,03'],
    ['wrong-signature', '61,04'],
    ['empty-body', '61,05'],
    ['stale-date', '61,06'],
    ['unsigned-html', '61,07'],
    ['no-content', '61,08'],
  ])('%s: unknown, never sent again, and resolved by the movement that it made', async (fault, amount) => {
    const { transferId } = await lost(payer, fault, { amount })
    const found = await lookFor(payer, transferId, 60, 6)
    expect(found).toMatchObject({ state: 'accepted', money: 'accepted', receipt: 'stored' })
    expect(found.result?.cro).toMatch(/^\d{16}$/)
    expect(found.timeline.map(({ what }) => what)).toContain('movement_found')
    expect(executes(app)).toBe(1)
  })

  it('executionStatus REJECTED does not take back what a movement proves afterwards', async () => {
    const { transferId } = await lost(payer, 'reset-before-headers', { amount: '61,15' })
    stage('unknown-enum', 'status', { field: 'data.executionStatus', value: 'REJECTED' })
    app.moveClock(6)
    const proven = await pressed(payer, transferId, 'continue')
    expect(proven).toMatchObject({ state: 'accepted', money: 'accepted' })
  })

  it('a timeout: the call is aborted, and the next look finds the movement', async () => {
    const transfer = await atBank(payer, { amount: '61,09' })
    await app.server.flows.background.settled()
    await comeBack(payer, await decide(payer, transfer))
    stage('slow', 'moneyTransfer-execute', { delayMs: 60_000 })
    const { state, timeline } = await pressed(payer, transfer.transferId, 'continue')
    const what = timeline.map((entry) => entry.what)
    expect([state, what.includes('execute_lost'), what.includes('movement_found')]).toEqual([
      'accepted',
      true,
      true,
    ])
    expect(executes(app)).toBe(1)
  })

  it('a payment alike that was there before proves nothing, and one that another transfer made neither', async () => {
    // Without a reference code nothing but the count tells whose a movement is.
    const accepted = async () => {
      const { transferId } = await returned(payer)
      stage('missing-field', 'moneyTransfer-execute', { field: 'data.cro' })
      expect(await pressed(payer, transferId, 'continue')).toMatchObject({
        state: 'accepted',
        result: { cro: null },
      })
    }
    await accepted()
    app.sandbox.journal.clear()
    const { transferId } = await lost(payer, 'reset-after-request')
    expect((await lookFor(payer, transferId, 120, 21)).state).toBe('unknown')
    // A third one, alike, that the bank accepts: its movement is its own.
    await accepted()
    expect((await lookFor(payer, transferId, 120, 21)).state).toBe('unknown')
    expect(executes(app)).toBe(2)
  })
})

describe('a status that would end it, while the movements are shared', () => {
  let payer: Payer
  beforeEach(async () => {
    payer = await startPayer(app, 'niccolo')
  })

  it.each([
    ['NOT_AUTHORIZED', 'declined', '62,01'],
    ['EXPIRED', 'expired', '62,02'],
  ])(
    '%s, said twice, ends it as not paid, until a movement shows that it was',
    async (value, state, amount) => {
      const { transferId } = await lost(payer, 'reset-before-headers', { amount })
      // The list with its movement cannot be read for now.
      stage('server-error', 'transactions', {}, 1_000)
      stage('unknown-enum', 'status', { field: 'data.authorizationStatus', value }, 1_000)
      expect(await lookFor(payer, transferId, 120, 10)).toMatchObject({ state, money: 'not_paid' })
      app.sandbox.scenarios.clear()
      app.moveClock(6 * 60 * 60)
      const due: number[] = []
      for await (const live of liveTransfers(app.server.flows)) {
        for (const one of live)
          if (one.transferId === transferId) due.push(one.due.getTime() - app.now().getTime())
      }
      expect(due).toEqual([expect.any(Number)])
      expect(due[0]).toBeLessThanOrEqual(0)
      await settleTransfer(app.server.flows, transferId)
      const found = await app.server.store.transfers.find(payer.customerId, transferId)
      expect(found?.state.name).toBe('accepted')
      expect(executes(app)).toBe(1)
    },
  )

  it('a resource that is gone proves nothing: its movement would', async () => {
    const { transferId } = await lost(payer, 'reset-after-request', { amount: '62,03' })
    stage('not-found-backend', 'status', {}, 1_000)
    expect((await lookFor(payer, transferId, 840, 30)).state).toBe('unknown')
  })
})

describe('TLS-4: the answer of execute is lost, and the account is not shared for reading', () => {
  let payer: Payer
  beforeEach(async () => {
    payer = await startPayer(app, 'aisha', ['PAYMENTS'])
  })

  it('a resource that the bank has disposed of proves nothing, however soon: it finished or lapsed', async () => {
    const { transferId } = await lost(payer, 'execute-answer-lost')
    expect((await lookFor(payer, transferId, 900, 30)).state).toBe('unknown')
    expect(executes(app)).toBe(1)
    expect(statusReads(app)).toBeLessThanOrEqual(40)
  })

  it('a bank that keeps a resource for a few minutes only does not make a lost execute accepted', async () => {
    await setBank(app, { resourceSeconds: 6 * 60, disposeAfterSeconds: 6 * 60 })
    const { transferId } = await lost(payer, 'reset-after-request')
    expect((await lookFor(payer, transferId, 900, 30)).state).toBe('unknown')
  })

  it('a resource that the bank does not find for a moment proves nothing: its backend may have failed for both', async () => {
    const { transferId } = await lost(payer, 'reset-after-request')
    stage('not-found-backend', 'status', {}, 2)
    expect((await lookFor(payer, transferId, 240, 30)).state).toBe('unknown')
    // And again, later: what was said before it was found again does not count.
    stage('not-found-backend', 'status', {}, 1)
    expect((await lookFor(payer, transferId, 60, 30)).state).toBe('unknown')
    expect(executes(app)).toBe(1)
  })

  it('a bank that finds nothing for two minutes proves nothing', async () => {
    const { transferId } = await lost(payer, 'reset-after-request')
    stage('not-found-backend', 'status', {}, 1_000)
    expect((await lookFor(payer, transferId, 150, 10)).state).toBe('unknown')
    app.sandbox.scenarios.clear()
    expect((await lookFor(payer, transferId, 240, 20)).state).toBe('unknown')
  })

  it('an execute that itself finds nothing is unknown, and no resource that is gone proves it', async () => {
    const { transferId } = await lost(payer, 'not-found-backend')
    expect((await lookFor(payer, transferId, 840, 30)).state).toBe('unknown')
    stage('not-found-backend', 'status', {}, 1_000)
    expect((await lookFor(payer, transferId, 3_000, 60)).state).toBe('unknown')
  })

  it('a resource that lapsed without an execute is not taken for one that finished', async () => {
    await setBank(app, { resourceSeconds: 20 * 60, disposeAfterSeconds: 20 * 60 })
    const { transferId } = await returned(payer)
    const at = app.server.flows.now()
    const approved = { kind: 'status_read', check: 1, status: 'AUTHORIZED', at } as const
    await app.server.store.transfers.move(payer.customerId, transferId, approved, { actor: 'bank' })
    app.moveClock(16 * 60)
    expect((await pressed(payer, transferId, 'continue')).state).toBe('late')
    stage('reset-after-request', 'moneyTransfer-execute')
    expect((await pressed(payer, transferId, 'pay-now', { check: 1 })).state).toBe('unknown')
    expect((await lookFor(payer, transferId, 600, 30)).state).toBe('unknown')
  })

  it.each<FaultName>(['reset-after-request', 'server-error'])(
    '%s, where nothing was executed: it stays unknown, with at most forty reads, and is never sent again',
    async (fault) => {
      const { transferId } = await lost(payer, fault)
      const later = await lookFor(payer, transferId, 5_000, 60)
      expect(later).toMatchObject({
        state: 'unknown',
        money: 'maybe',
        actions: [],
        lookAgainInMs: expect.any(Number),
      })
      expect(statusReads(app)).toBeLessThanOrEqual(40)
      expect(executes(app)).toBe(1)
    },
  )

  it.each([
    ['NOT_AUTHORIZED', 'declined'],
    ['EXPIRED', 'expired'],
  ])(
    'a status %s that the bank repeats a minute later says that nothing was executed',
    async (value, state) => {
      const { transferId } = await lost(payer, 'reset-after-request')
      stage('unknown-enum', 'status', { field: 'data.authorizationStatus', value }, 20)
      expect((await lookFor(payer, transferId, 50, 5)).state).toBe('unknown')
      expect(await lookFor(payer, transferId, 60, 10)).toMatchObject({ state, money: 'not_paid' })
      expect(executes(app)).toBe(1)
    },
  )

  it('a status EXPIRED is not said twice because our clock is set ahead by five minutes', async () => {
    const { transferId } = await lost(payer, 'reset-after-request')
    stage('unknown-enum', 'status', { field: 'data.authorizationStatus', value: 'EXPIRED' }, 20)
    expect((await lookFor(payer, transferId, 20, 5)).state).toBe('unknown')
    const reads = statusReads(app)
    expect(reads).toBeGreaterThan(0)
    app.moveClock(5 * 60)
    setAheadMs = 5 * 60_000
    expect((await lookFor(payer, transferId, 10, 5)).state).toBe('unknown')
    expect(statusReads(app)).toBeGreaterThan(reads)
    expect((await lookFor(payer, transferId, 240, 30)).state).toBe('expired')
  })

  it.each(['NOT_AUTHORIZED', 'EXPIRED'])('a status %s said only once proves nothing', async (value) => {
    const { transferId } = await lost(payer, 'reset-after-request')
    stage('unknown-enum', 'status', { field: 'data.authorizationStatus', value }, 1)
    expect((await lookFor(payer, transferId, 240, 30)).state).toBe('unknown')
    // And again, later: the bank has said something else in between.
    stage('unknown-enum', 'status', { field: 'data.authorizationStatus', value }, 1)
    expect((await lookFor(payer, transferId, 90, 30)).state).toBe('unknown')
  })

  it('PAY-4: an unknown value of executionStatus is kept as given, and proves nothing', async () => {
    const { transferId } = await lost(payer, 'reset-after-request')
    stage('unknown-enum', 'status', { field: 'data.executionStatus', value: 'SETTLED' }, 1_000)
    expect(await lookFor(payer, transferId, 10, 2)).toMatchObject({
      state: 'unknown',
      result: { executionStatus: 'SETTLED' },
    })
  })

  it('PAY-4: a success that says nothing more is accepted, and never failed or paid', async () => {
    const transfer = await returned(payer)
    stage('missing-field', 'moneyTransfer-execute', { field: 'data.cro' })
    const result = await pressed(payer, transfer.transferId, 'continue')
    expect(result).toMatchObject({
      state: 'accepted',
      money: 'accepted',
      result: { cro: null },
      receipt: 'stored',
    })
  })
})

describe('a list of movements that is not whole', () => {
  it('a payment alike that stands beyond its broken paging is never taken for this one', async () => {
    // A working day: what is paid is booked at once, and no longer pending on the first page.
    app.moveClock(nextWorkingMorning(app.server.flows.now()))
    const before = await startPayer(app, 'niccolo')
    await setBank(app, { bookingDelaySeconds: 0 })
    // The same payment, made where this app does not see it; and a later one, which is the first page.
    const elsewhere = await returned(before)
    expect((await pressed(before, elsewhere.transferId, 'continue')).state).toBe('accepted')
    await app.server.store.executeSql('DELETE FROM "transfer" WHERE "id" = $1', [elsewhere.transferId])
    const later = await returned(before, { amount: '7,77' })
    expect((await pressed(before, later.transferId, 'continue')).state).toBe('accepted')
    await app.server.flows.background.settled()
    const payer = await startPayer(app, 'niccolo')
    await setBank(app, { bookingDelaySeconds: 0, movementsPerPage: 1 })
    stage('unknown-enum', 'transactions', { field: '_links.next.href', value: 'retrieve' }, 1_000)
    const { transferId } = await lost(payer, 'reset-after-request')
    await setBank(app, { bookingDelaySeconds: 0 })
    app.sandbox.scenarios.clear()
    expect((await lookFor(payer, transferId, 120, 21)).state).toBe('unknown')
    expect(executes(app)).toBe(1)
  })
})
