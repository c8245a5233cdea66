import { addDays, toSlashed } from '@/sandbox/calendar/bank-day'
import { workingDayFrom } from '@/sandbox/calendar/holidays'
import { startTestApp, type TestApp } from '@/tests/support/app'
import { type BankOrder, truthOf } from '@/tests/support/bank-truth'
import { draftOf } from '@/tests/support/draft'
import * as paying from '@/tests/support/paying-visitor'
import { throughHandlers } from '@/tests/support/through-handlers'
import { createVisitor } from '@/tests/support/visitor'
import { Violation } from './proven-client'

/*
 * Between the verdict and the execution somebody changes what is paid: in each field, by each way in, at each moment. What
 * the bank executes is what was shown when the customer confirmed, or nothing.
 */

export type TamperSummary = {
  attempts: number
  /** The customer went on all the same: what was shown was executed. */
  asShown: number
  nothing: number
  /** Presses out of their order, or with another customer's ids. */
  misplaced: number
  bankWritesOfThose: number
}

/** @param otherDay a day on which the bank executes, and not the first one */
const changesTo = (otherDay: string) =>
  [
    { amount: '99,00' },
    { iban: 'DE89370400440532013000' },
    { payeeName: 'Altro Beneficiario' },
    { date: toSlashed(otherDay) },
  ] as const

/** With the page that shows the verdict, on the way to the bank, and after the decision there. */
const moments = ['checked', 'at_bank', 'decided'] as const
const doors = ['form', 'address', 'second tab', 'stale page', 'another customer'] as const
const buttons = ['draft', 'check', 'step', 'edit', 'approve', 'continue', 'pay-now', 'abandon'] as const

type Change = ReturnType<typeof changesTo>[number]
type Door = (typeof doors)[number]
type Moment = (typeof moments)[number]
type Scene = {
  app: TestApp
  victim: paying.PayingCustomer
  other: paying.PayingCustomer
  otherDay: string
}
type Attempt = { order: paying.PayingOrder; transferId: string; change: Change; back: string | null }

/** @param every only each so-manieth attempt. Throws a {@link Violation}. */
export async function proveTamper({ every = 1 }: { every?: number } = {}): Promise<TamperSummary> {
  const app = await startTestApp()
  const summary: TamperSummary = { attempts: 0, asShown: 0, nothing: 0, misplaced: 0, bankWritesOfThose: 0 }
  try {
    const scene = {
      app,
      victim: await openCustomer(app, 'giulia'),
      other: await openCustomer(app, 'niccolo'),
      otherDay: workingDayFrom(addDays(app.today(), 14)),
    }
    const all = changesTo(scene.otherDay).flatMap((change) =>
      doors.flatMap((door) => moments.map((moment) => ({ change, door, moment }))),
    )
    for (const [number, one] of all.entries()) {
      if (number % every !== 0) continue
      await attempt(scene, number, one, summary).catch((error: unknown) => {
        const what = error instanceof Error ? error.message : String(error)
        const { change, door, moment } = one
        throw new Violation(`${JSON.stringify(change)} by ${door} when ${moment}: ${what}`, { cause: error })
      })
    }
    await misplace(scene, summary)
    return summary
  } finally {
    await app.stop()
  }
}

async function openCustomer(app: TestApp, username: string): Promise<paying.PayingCustomer> {
  const { customers } = app.sandbox.kit
  const oneTimeCode = customers.find((one) => one.username === username)?.oneTimeCode ?? ''
  const visitor = createVisitor(app.server.config.APP_URL, throughHandlers)
  return paying.openPayer(visitor, { username, oneTimeCode })
}

async function attempt(
  scene: Scene,
  number: number,
  { change, door, moment }: { change: Change; door: Door; moment: Moment },
  summary: TamperSummary,
): Promise<void> {
  const { app, victim } = scene
  const order = paying.orderOf(number)
  const { transferId } = await paying.begin(victim, order)
  const one: Attempt = { order, transferId, change, back: null }
  // On a stale page the change is what was checked first; else what was ordered is.
  await paying.check(victim, { transferId, check: 0 }, order, door === 'stale page' ? change : {})
  await bringTo(victim, one, moment)
  await tamper(scene, one, door)
  const shown = await goOn(scene, one)
  const { executed, executeCalls } = truthOf(app.sandbox, order.note)
  if (executeCalls > 1) throw new Violation(`execute was sent ${executeCalls} times`)
  if (executed.some((done) => shown === null || !isSame(done, shown))) {
    throw new Violation(`executed was ${JSON.stringify(executed)}, and shown ${JSON.stringify(shown)}`)
  }
  if (executed.some((done) => !isOrdered(done, order))) throw new Violation('the change was executed')
  summary.attempts += 1
  summary[executed.length === 1 ? 'asShown' : 'nothing'] += 1
}

async function bringTo(victim: paying.PayingCustomer, one: Attempt, moment: Moment): Promise<void> {
  if (moment === 'checked') return
  const handedOver = await paying.press(victim, one.transferId, 'approve', { check: 1 })
  if (moment === 'decided') one.back = await paying.approveAtBank(victim, handedOver)
}

async function tamper({ victim, other }: Scene, one: Attempt, door: Door): Promise<void> {
  const { transferId, change, order } = one
  const { amount, note } = order
  const draft = draftOf({ productId: victim.productId, amount, note, ...change })
  const query = new URLSearchParams({ check: '1', ...change })
  switch (door) {
    case 'form':
      await tolerate(paying.press(victim, transferId, 'draft', { draft }))
      await tolerate(paying.press(victim, transferId, 'check', { check: 1, draft }))
      await tolerate(
        paying.press(victim, transferId, 'approve', { check: 1, draft, order: draft, ...change }),
      )
      return
    case 'address':
      await tolerate(paying.press(victim, transferId, `approve?${query}`, { check: 1 }))
      await tolerate(paying.press(victim, transferId, `continue?${query}`))
      return
    case 'second tab':
      await paying.press(victim, transferId, 'edit', { check: 1 })
      await paying.check(victim, { transferId, check: 1 }, order, change)
      // The first tab still shows what was ordered.
      await tolerate(paying.press(victim, transferId, 'approve', { check: 1 }))
      return
    case 'stale page':
      await paying.press(victim, transferId, 'edit', { check: 1 })
      await paying.check(victim, { transferId, check: 1 }, order)
      for (const name of ['approve', 'check', 'edit', 'pay-now']) {
        await tolerate(paying.press(victim, transferId, name, { check: 1, draft }))
      }
      return
    case 'another customer':
      for (const name of buttons) {
        await tolerate(paying.press(other, transferId, name, { check: 1, step: 1, data: {}, draft }))
      }
  }
}

/** The way that the customer was on, in the tab they were in. @returns what was shown when they confirmed, if they did */
async function goOn({ victim, otherDay }: Scene, one: Attempt): Promise<paying.PayingView['snapshot']> {
  const { transferId, back, order } = one
  // What was decided of an older check comes back too.
  if (back !== null) await victim.visitor.get(back)
  let view = await paying.press(victim, transferId, 'continue')
  let shown = view.snapshot
  if (view.state === 'checked') {
    // Another sum or payee than they ordered is not confirmed.
    if (view.snapshot === null || !isSnapshotOf(view.snapshot, order) || view.snapshot.date === otherDay) {
      return null
    }
    view = await paying.press(victim, transferId, 'approve', { check: view.check })
    shown = view.snapshot
  }
  if (view.state === 'at_bank') await victim.visitor.get(await paying.approveAtBank(victim, view))
  for (let looks = 0; looks < 100 && view.state !== 'accepted'; looks += 1) {
    view = await paying.press(victim, transferId, 'continue')
    if (view.state === 'draft' || view.state === 'checked')
      throw new Violation(`it fell back to ${view.state}`)
  }
  if (view.state !== 'accepted') throw new Violation(`it stays ${view.state}`)
  return shown
}

type Snapshot = NonNullable<paying.PayingView['snapshot']>

const isSame = (done: BankOrder, shown: Snapshot) =>
  done.amount === shown.amount.replace('.', '') &&
  done.iban === shown.iban &&
  done.beneficiaryName === shown.payeeName &&
  done.executionDay === shown.date

const usual = draftOf()
const isOrdered = (done: BankOrder, { amount }: paying.PayingOrder) =>
  done.amount === amount.replace(',', '') &&
  done.iban === usual.iban &&
  done.beneficiaryName === usual.payeeName

const isSnapshotOf = (shown: Snapshot, { amount }: paying.PayingOrder) =>
  shown.amount.replace('.', '') === amount.replace(',', '') &&
  shown.iban === usual.iban &&
  shown.payeeName === usual.payeeName

/** A refusal is fine: what counts is what the bank does. */
async function tolerate(pressing: Promise<unknown>): Promise<void> {
  await pressing.catch((error: unknown) => {
    if (!(error instanceof paying.Refused) || error.status >= 500) throw error
  })
}

/** Each later step without its earlier one, and every one with another customer's ids, in each state. */
async function misplace({ app, victim, other }: Scene, summary: TamperSummary): Promise<void> {
  const order = paying.orderOf(99)
  const { transferId } = await paying.begin(victim, order)
  const later = ['step', 'approve', 'continue', 'pay-now'] as const
  const tooEarly: readonly (readonly [prepare: () => Promise<unknown>, names: readonly string[]])[] = [
    [async () => {}, later],
    [() => paying.check(victim, { transferId, check: 0 }, order), ['step', 'continue', 'pay-now']],
    [
      () => paying.press(victim, transferId, 'approve', { check: 1 }),
      ['step', 'continue', 'pay-now', 'check'],
    ],
  ]
  for (const [prepare, names] of tooEarly) {
    await prepare()
    app.sandbox.journal.clear()
    const { check } = await paying.look(victim, transferId)
    const draft = draftOf({ productId: victim.productId, amount: order.amount, note: order.note })
    const body = { check, step: 1, data: {}, draft }
    for (const name of names) await tolerate(paying.press(victim, transferId, name, body))
    for (const name of buttons) await tolerate(paying.press(other, transferId, name, body))
    summary.misplaced += names.length + buttons.length
    const writes = app.sandbox.journal
      .entries()
      .filter(({ request }) => /moneyTransfer|\/approach$|\/status$/.test(request.target))
    summary.bankWritesOfThose += writes.length
  }
  if (summary.bankWritesOfThose > 0) throw new Violation(`${summary.bankWritesOfThose} calls of the bank`)
}
