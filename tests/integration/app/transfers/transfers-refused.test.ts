import type { NextRequest } from 'next/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as preparationRoute } from '@/app/api/transfers/preparation/route'
import type { TransferDraft, TransferField } from '@/lib/contracts/transfers'
import { addDays, weekdayOf } from '@/sandbox/calendar/bank-day'
import { holidaysBetween, workingDayFrom } from '@/sandbox/calendar/holidays'
import type { FaultName } from '@/sandbox/control/faults'
import type { ScenarioRequest } from '@/sandbox/control/scenarios'
import { startTestApp, type TestApp } from '@/tests/support/app'
import { bankCalls, change, revokeAtBank, scope } from '@/tests/support/consent'
import {
  beginWith,
  checked,
  draftOf,
  executes,
  type Payer,
  press,
  pressed,
  returned,
  startPayer,
  verifies,
  view,
} from '@/tests/support/paying'

let app: TestApp
let payer: Payer
beforeAll(async () => {
  app = await startTestApp()
  payer = await startPayer(app, 'niccolo')
})
beforeEach(() => app.sandbox.journal.clear())
afterEach(async () => {
  app.sandbox.scenarios.clear()
  await app.server.store.products.markOpen(payer.customerId, payer.productId)
})
afterAll(() => app.stop())

const stage = (fault: FaultName, operation: string, parameters: ScenarioRequest['parameters'] = {}) =>
  app.sandbox.scenarios.add({ fault, match: { operation }, parameters, times: 1 })

/** The first holiday after this day that is no weekend, within the days for which a transfer can be ordered. */
function nextHoliday(today: string): string {
  const [holiday] = holidaysBetween(addDays(today, 1), addDays(today, 180))
  if (holiday === undefined) throw new Error(`no holiday follows ${today}`)
  return holiday
}

const sundayFrom = (day: string) => addDays(day, (7 - weekdayOf(day)) % 7)

describe('what is typed', () => {
  const wrongOn = (today: string): [string, Partial<TransferDraft>, TransferField, string][] => [
    ['DAT-3: an amount with two meanings', { amount: '1,234' }, 'amount', 'ambiguous'],
    ['an amount of nothing', { amount: '' }, 'amount', 'empty'],
    [
      'DAT-5: an IBAN with a wrong check digit',
      { iban: 'IT61X0542811101000000123456' },
      'iban',
      'check_digits',
    ],
    ['DAT-5: a country outside SEPA', { iban: 'AE07 0331 2345 6789 0123 456' }, 'iban', 'not_sepa'],
    ['DAT-2: a Sunday', { date: sundayFrom(addDays(today, 1)) }, 'date', 'weekend'],
    ['DAT-2: a holiday', { date: nextHoliday(today) }, 'date', 'holiday'],
    ['DAT-2: yesterday', { date: addDays(today, -1) }, 'date', 'past'],
    ['DAT-2: beyond the limit', { date: addDays(today, 400) }, 'date', 'too_far'],
    ['DAT-2: no day of the calendar', { date: '29/02/2027' }, 'date', 'no_such_day'],
    ['DAT-6: letters of another script', { payeeName: 'ЮРИЙ' }, 'payeeName', 'characters'],
    ['DAT-6: a note that is too long', { note: 'x'.repeat(141) }, 'note', 'too_long'],
    ['a currency that the account does not send', { currency: 'USD' }, 'currency', 'not_offered'],
    ['no account', { productId: '' }, 'productId', 'empty'],
    ['an account that is not shared for payments', { productId: '0000000000' }, 'productId', 'not_shared'],
  ]

  it('is refused on its field before the bank is asked for its verdict, and kept as it was typed', async () => {
    const { transferId } = await beginWith(payer)
    for (const [what, given, field, code] of wrongOn(app.today())) {
      const draft = draftOf({ productId: payer.productId, ...given })
      const told = await pressed(payer, transferId, 'check', { check: 0, draft })
      const faults = told.faults.map((fault) => [fault.field, fault.code])
      expect([what, faults, told.state, told.draft]).toEqual([what, [[field, code]], 'draft', draft])
    }
    expect(verifies(app)).toBe(0)
    const last = draftOf({ productId: payer.productId })
    expect(await pressed(payer, transferId, 'check', { check: 0, draft: last })).toMatchObject({
      state: 'checked',
      faults: [],
    })
  })

  it('DAT-2: a blocked day names the nearest that is not, by what the bank’s prepare says', async () => {
    const { transferId } = await beginWith(payer)
    const day = nextHoliday(app.today())
    const draft = draftOf({ productId: payer.productId, date: day })
    const told = await pressed(payer, transferId, 'check', { check: 0, draft })
    expect(told.faults).toMatchObject([{ field: 'date', values: { day, next: workingDayFrom(day) } }])
  })
})

describe('PAY-3: what the bank refuses at verify', () => {
  it.each<[FaultName, ScenarioRequest['parameters'], TransferField]>([
    ['validation-error', { field: 'moneyTransferAmount.amount' }, 'amount'],
    ['validation-error', { field: 'moneyTransferExecutionDate' }, 'date'],
    ['validation-error', { field: 'ibanBeneficiary' }, 'iban'],
    ['validation-error', { field: 'data.flagUrgency' }, 'isUrgent'],
    ['special-characters', { field: 'description' }, 'note'],
    ['special-characters', { field: 'beneficiaryName' }, 'payeeName'],
  ])('%s %o lands on its field, with the bank’s words, after one hit', async (fault, parameters, field) => {
    const { transferId, draft } = await beginWith(payer)
    stage(fault, 'moneyTransfer-verify', parameters)
    const told = await pressed(payer, transferId, 'check', { check: 0, draft })
    expect(told).toMatchObject({ state: 'draft', check: 1, draft, problem: null, snapshot: null })
    expect(told.faults.map((one) => [one.field, one.code])).toEqual([[field, 'bank']])
    expect(told.faults[0]?.bankWords).toMatch(/\w{3}/)
    if (fault === 'special-characters') expect(told.faults[0]?.bankWords).toContain('Ю')
    expect(verifies(app)).toBe(1)
    expect(await pressed(payer, transferId, 'check', { check: 1, draft })).toMatchObject({
      state: 'checked',
      check: 2,
    })
  })

  it('an amount that is not there (412) lands on the amount', async () => {
    expect(await checked(payer, { amount: '999.999.999,00' })).toMatchObject({
      state: 'draft',
      faults: [{ field: 'amount', code: 'bank', bankWords: expect.stringContaining('available') }],
    })
  })

  it.each<[FaultName, string]>([
    ['limit-reached', 'bank_limit_reached'],
    ['forbidden', 'bank_forbidden'],
    ['server-error', 'bank_error'],
    ['not-found-backend', 'bank_refused'],
    ['sign-refused', 'bank_error'],
    ['unsigned-html', 'bank_unreachable'],
    ['wrong-signature', 'bank_answer_unverified'],
    ['reset-after-request', 'bank_unreachable'],
    ['reset-before-headers', 'bank_unreachable'],
    ['missing-field', 'bank_answer_not_understood'],
  ])('%s is the problem %s, and can be tried again', async (fault, code) => {
    const { transferId, draft } = await beginWith(payer)
    stage(fault, 'moneyTransfer-verify', fault === 'missing-field' ? { field: 'resources.resourceId' } : {})
    const told = await pressed(payer, transferId, 'check', { check: 0, draft })
    expect(told).toMatchObject({ state: 'draft', draft, faults: [], problem: { code } })
    expect(verifies(app)).toBe(1)
    expect(await pressed(payer, transferId, 'check', { check: 1, draft })).toMatchObject({
      state: 'checked',
      check: 2,
    })
  })

  it('a closed account, and an ended consent, are shown at the account field', async () => {
    for (const [fault, code] of [
      ['closed-account', 'closed'],
      ['consent-missing', 'bank_forbidden'],
    ] as const) {
      const { transferId, draft } = await beginWith(payer)
      stage(fault, 'moneyTransfer-verify')
      const told = await pressed(payer, transferId, 'check', { check: 0, draft })
      const said = [...told.faults.map((one) => [one.field, one.code]), told.problem?.code]
      expect(said).toEqual(code === 'closed' ? [['productId', 'closed'], undefined] : ['bank_forbidden'])
      await app.server.store.products.markOpen(payer.customerId, payer.productId)
    }
  })

  it('an unknown next step ends the transfer as unsupported, and is never skipped', async () => {
    stage('unknown-enum', 'moneyTransfer-verify', { field: '_links.next.href', value: 'x/verify7' })
    const { transferId, check, state } = await checked(payer)
    expect(state).toBe('unsupported')
    expect((await payerPress(transferId, check)).state).toBe('unsupported')
    expect(executes(app)).toBe(0)
  })
})

describe('an approval that the bank may or may not have started', () => {
  it('is not requested again in vain: the order is checked again, with every field kept', async () => {
    for (const fault of ['other-key', 'server-error'] as const) {
      const { transferId, check, draft } = await checked(payer)
      stage(fault, 'sca-approach')
      expect(await payerPress(transferId, check)).toMatchObject({
        state: 'draft',
        money: 'not_paid',
        draft,
        problem: { code: 'approval_lost' },
      })
      const again = await pressed(payer, transferId, 'check', { check, draft })
      expect(again).toMatchObject({ state: 'checked', check: check + 1 })
      expect(await payerPress(transferId, check + 1)).toMatchObject({ state: 'at_bank', problem: null })
    }
  })
})

const payerPress = (transferId: string, check: number) => pressed(payer, transferId, 'approve', { check })

describe('an account that is known to be no account to pay from any more', () => {
  it('closed: the approval is not begun at the bank, and the form says which field it is about', async () => {
    const { transferId, check, draft } = await checked(payer)
    const { products } = app.server.store
    await products.markClosed(payer.customerId, payer.productId, app.server.flows.now())
    app.sandbox.journal.clear()
    const told = await payerPress(transferId, check)
    expect(told).toMatchObject({
      state: 'draft',
      money: 'not_paid',
      draft,
      faults: [{ field: 'productId', code: 'closed' }],
      problem: null,
    })
    expect(bankCalls(app)).toEqual([])
    // Pressed again on the old page.
    expect((await press(payer, transferId, 'approve', { check })).code).toBe('out_of_date')
    await products.markOpen(payer.customerId, payer.productId)
    expect((await pressed(payer, transferId, 'check', { check, draft })).state).toBe('checked')
  })

  it('payments revoked: the same, and it can be abandoned', async () => {
    const { transferId, check } = await checked(payer)
    const scopes = scope('PAYMENTS', payer.productId)
    expect((await change(app, payer.browser, payer.username, 'revoke', scopes)).state).toBe('done')
    app.sandbox.journal.clear()
    expect(await payerPress(transferId, check)).toMatchObject({
      state: 'draft',
      faults: [{ field: 'productId', code: 'not_shared' }],
    })
    expect(bankCalls(app)).toEqual([])
    expect((await pressed(payer, transferId, 'abandon', { check })).state).toBe('abandoned')
    expect((await change(app, payer.browser, payer.username, 'grant', scopes)).state).toBe('done')
  })
})

describe('PAY-3: what the bank refuses at execute', () => {
  it.each<[FaultName, number]>([
    ['validation-error', 417],
    ['special-characters', 422],
    ['limit-reached', 420],
    ['token-expired', 401],
    ['forbidden', 403],
    ['closed-account', 500],
  ])('%s (%i): one hit, nothing was paid, and all of it can be sent anew', async (fault) => {
    const { transferId, draft } = await returned(payer)
    stage(fault, 'moneyTransfer-execute')
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({
      state: 'refused',
      money: 'not_paid',
      actions: ['repeat'],
      draft,
      receipt: 'none',
    })
    for (let look = 0; look < 3; look += 1) await pressed(payer, transferId, 'continue')
    expect(executes(app)).toBe(1)
    await app.server.flows.background.settled()
    const product = await app.server.store.products.find(payer.customerId, payer.productId)
    expect(product?.closedAt instanceof Date).toBe(fault === 'closed-account')
  })

  it('the day, as after a cut-off: the form says so, and the bank’s days are read again', async () => {
    const { transferId, draft } = await returned(payer)
    const readAt = async () =>
      (await app.server.store.transfers.preparation(payer.customerId, payer.productId))?.readAt
    const before = await readAt()
    stage('validation-error', 'moneyTransfer-execute', { field: 'moneyTransferExecutionDate' })
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({
      state: 'refused',
      money: 'not_paid',
      draft,
      problem: { code: 'day_refused', bankWords: [expect.stringMatching(/\w{3}/)] },
    })
    await app.server.flows.background.settled()
    expect((await readAt())?.getTime()).toBeGreaterThan(before?.getTime() ?? Number.POSITIVE_INFINITY)
    expect(executes(app)).toBe(1)
  })
})

describe('a 403', () => {
  it.each<[string, FaultName, 'has' | 'lacks', string]>([
    ['moneyTransfer-prepare', 'consent-missing', 'has', 'bank_forbidden'],
    ['sca-approach', 'forbidden', 'has', 'bank_forbidden'],
    ['sca-approach', 'consent-missing', 'has', 'bank_forbidden'],
    ['moneyTransfer-execute', 'forbidden', 'has', 'bank_forbidden'],
    ['moneyTransfer-execute', 'consent-missing', 'has', 'bank_forbidden'],
    ['moneyTransfer-prepare', 'forbidden', 'lacks', 'not_shared'],
    ['sca-approach', 'forbidden', 'lacks', 'not_shared'],
    ['moneyTransfer-execute', 'consent-missing', 'lacks', 'not_shared'],
  ])(
    'of %s (%s), where the bank’s list %s the consent, is the problem %s',
    async (operation, fault, list, code) => {
      payer = await startPayer(app, 'niccolo')
      const isPrepare = operation === 'moneyTransfer-prepare'
      const transfer = operation === 'moneyTransfer-execute' ? await returned(payer) : await checked(payer)
      if (list === 'lacks') await revokeAtBank(app, 'niccolo')
      app.moveClock(isPrepare ? 10 * 60 : 0)
      stage(fault, operation)
      const { transferId, check } = transfer
      if (isPrepare) {
        const query = `?productId=${payer.productId}`
        const answer = await payer.browser.get(
          preparationRoute as (request: NextRequest) => Promise<Response>,
          `/api/transfers/preparation${query}`,
        )
        expect((await answer.json()).problem.code).toBe(code)
        return
      }
      if (operation === 'sca-approach') await payerPress(transferId, check)
      else await pressed(payer, transferId, 'continue')
      await app.server.flows.background.settled()
      expect((await view(payer, transferId)).problem?.code).toBe(code)
    },
  )
})
