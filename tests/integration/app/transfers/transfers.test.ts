import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '@/sandbox/calendar/bank-day'
import { workingDayFrom } from '@/sandbox/calendar/holidays'
import { APP_URL, startTestApp, type TestApp } from '@/tests/support/app'
import { bankCalls } from '@/tests/support/consent'
import {
  atBank,
  beginWith,
  checked,
  comeBack,
  decide,
  draftOf,
  executes,
  history,
  type Payer,
  pressed,
  receipt,
  startPayer,
  statusReads,
  transactionIds,
  verifies,
  view,
} from '@/tests/support/paying'

let app: TestApp
let payer: Payer
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  payer = await startPayer(app, 'niccolo')
})
afterAll(() => app.stop())

describe('a transfer', () => {
  it('goes the whole way: typed, checked, approved at the bank, executed, with its document', async () => {
    const draft = draftOf({ productId: payer.productId })
    const { transferId, ...begun } = await beginWith(payer)
    expect(begun).toMatchObject({ state: 'draft', check: 0, draft, money: 'not_paid', snapshot: null })
    expect(bankCalls(app)).toEqual([])

    const review = await pressed(payer, transferId, 'check', { check: 0, draft })
    expect(review).toMatchObject({
      state: 'checked',
      check: 1,
      actions: ['approve', 'edit', 'abandon'],
      snapshot: {
        productId: payer.productId,
        amount: '12.50',
        currency: 'EUR',
        payeeName: 'Mario Rossi',
        iban: draft.iban,
        note: 'Affitto novembre',
        type: 'SEPA',
        fee: { amount: '0.50', currency: 'EUR' },
        total: { amount: '13.00', currency: 'EUR' },
      },
    })
    const handOver = await pressed(payer, transferId, 'approve', { check: 1 })
    expect(handOver).toMatchObject({ state: 'at_bank', approach: 'redirect' })
    expect(handOver.bankUrl).toMatch(/^http/)
    const back = await decide(payer, handOver)
    // The status is never read before the customer is back, however often the page asks.
    for (let look = 0; look < 5; look += 1) await pressed(payer, transferId, 'continue')
    expect(statusReads(app)).toBe(0)
    expect(await comeBack(payer, back)).toBe(`${APP_URL}/transfers/${transferId}`)
    expect((await view(payer, transferId)).state).toBe('returned')

    const result = await pressed(payer, transferId, 'continue')
    expect(result).toMatchObject({
      state: 'accepted',
      money: 'accepted',
      receipt: 'stored',
      actions: ['repeat'],
      bankUrl: null,
      lookAgainInMs: null,
    })
    expect(result.result?.cro).toMatch(/^\d{16}$/)
    expect(result.result?.messages.map(({ type }) => type)).toEqual(['SUCCESS', 'INFO'])
    expect([verifies(app), executes(app), statusReads(app)]).toEqual([1, 1, 1])
    expect(new Set(transactionIds(app).slice(1)).size).toBe(1)
    expect(result.timeline.map(({ what }) => what)).toEqual([
      'created',
      'check_started',
      'check_answered',
      'approval_started',
      'approval_answered',
      'came_back',
      'status_read',
      'execute_claimed',
      'execute_accepted',
      'receipt_stored',
    ])

    const file = await payer.browser.get(receipt, `/api/transfers/${transferId}/receipt`)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toContain(`${result.result?.cro}.pdf`)
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await history(payer)).transfers).toMatchObject([
      {
        transferId,
        state: 'accepted',
        payeeName: 'Mario Rossi',
        amount: { amount: '12.50', currency: 'EUR' },
      },
    ])
    // Nothing more is asked once it has ended.
    app.sandbox.journal.clear()
    for (let look = 0; look < 5; look += 1) await pressed(payer, transferId, 'continue')
    expect(bankCalls(app)).toEqual([])
  })

  it('asks for the address of a payee in Switzerland (verify1), and names what is wrong with it', async () => {
    const { transferId, ...asked } = await checked(payer, {
      iban: 'CH93 0076 2011 6238 5295 7',
      amount: '20',
    })
    expect(asked).toMatchObject({ state: 'incomplete', check: 1, actions: ['add_data', 'edit', 'abandon'] })
    expect(asked.step?.fields.map(({ name }) => name)).toEqual(['beneficiaryAddress', 'beneficiaryTown'])
    const wrong = { beneficiaryAddress: 'Zürichstraße 1', beneficiaryTown: '' }
    const told = await pressed(payer, transferId, 'step', { check: 1, step: 1, data: wrong })
    expect(told.step?.fields.map(({ value, fault }) => [value, fault?.code])).toEqual([
      ['Zürichstraße 1', 'characters'],
      ['', 'empty'],
    ])
    const half = { beneficiaryAddress: 'Bahnhofstrasse 1', beneficiaryTown: 'Zu' }
    await pressed(payer, transferId, 'draft', { check: 1, step: 1, data: half })
    expect((await view(payer, transferId)).step?.fields.map(({ value }) => value)).toEqual(
      Object.values(half),
    )
    const right = { beneficiaryAddress: 'Bahnhofstrasse 1', beneficiaryTown: 'Zurich' }
    const review = await pressed(payer, transferId, 'step', { check: 1, step: 1, data: right })
    const further = Object.entries(right).map(([name, value]) => ({ name, value }))
    expect(review).toMatchObject({
      state: 'checked',
      check: 1,
      step: null,
      snapshot: { amount: '20.00', further },
    })

    // After an edit it is asked for again, and filled in; for another payee it is not.
    const { draft } = await pressed(payer, transferId, 'edit', { check: 1 })
    const again = await pressed(payer, transferId, 'check', {
      check: 1,
      draft: { ...draft, note: 'Another' },
    })
    expect(again).toMatchObject({ state: 'incomplete', check: 2, snapshot: { further: [] } })
    expect(again.step?.fields.map(({ value }) => value)).toEqual(Object.values(right))
    const last = await pressed(payer, transferId, 'step', { check: 2, step: 1, data: right })
    expect(last).toMatchObject({ state: 'checked', check: 2, snapshot: { note: 'Another', further } })
    await comeBack(payer, await decide(payer, await pressed(payer, transferId, 'approve', { check: 2 })))
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({
      state: 'accepted',
      receipt: 'stored',
    })
  })

  it('is urgent, or for a day ahead, or in dollars, as the account’s bank allows it', async () => {
    const officine = await startPayer(app, 'officine')
    const british = 'GB33 BUKB 2020 1555 5555 55'
    const dayAhead = workingDayFrom(addDays(app.today(), 40))
    for (const [given, seen] of [
      [{ isUrgent: true }, { isUrgent: true, type: 'SEPA', fee: { amount: '3.00', currency: 'EUR' } }],
      [{ date: dayAhead }, { date: dayAhead, type: 'SEPA' }],
      [
        { currency: 'USD', amount: '1.000,00', iban: british },
        { amount: '1000.00', currency: 'USD', type: 'SWIFT' },
      ],
    ] as const) {
      const review = await checked(officine, given)
      expect(review).toMatchObject({ state: 'checked', snapshot: seen })
      if (seen.type === 'SWIFT') expect(review.snapshot?.equivalent?.currency).toBe('EUR')
      const { transferId } = review
      await comeBack(
        officine,
        await decide(officine, await pressed(officine, transferId, 'approve', { check: 1 })),
      )
      expect(await pressed(officine, transferId, 'continue')).toMatchObject({
        state: 'accepted',
        receipt: 'stored',
      })
    }
    expect(executes(app)).toBe(3)
  })

  it('is refused by the customer, or lapses: nothing is executed, and the transfer can be repeated', async () => {
    for (const [decision, state] of [
      ['refuse', 'declined'],
      ['expire', 'expired'],
    ] as const) {
      const transfer = await atBank(payer)
      await comeBack(payer, `${await decide(payer, transfer, decision)}?status=ok`)
      const ended = await pressed(payer, transfer.transferId, 'continue')
      expect(ended).toMatchObject({ state, money: 'not_paid', actions: ['repeat'], draft: transfer.draft })
      const again = await beginWith(payer, transfer.draft, { repeatOf: transfer.transferId })
      expect(again).toMatchObject({ state: 'draft', draft: transfer.draft, repeatOf: transfer.transferId })
    }
    expect(executes(app)).toBe(0)
  })
})
