import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as overviewRoute } from '@/app/api/overview/route'
import type { ReadingProblem } from '@/lib/contracts/problem'
import { addDays } from '@/lib/domain/days/bank-day'
import type { ScenarioRequest } from '@/sandbox/control/scenarios'
import { startTestApp, type TestApp } from '@/tests/support/app'
import {
  countCalls,
  decideAtBank,
  goOn,
  revokeAtBank,
  scaReturn,
  setBank,
  startAfresh,
  view,
} from '@/tests/support/consent'
import { movementsOf, refreshOf, shareAccount } from '@/tests/support/movements'

let app: TestApp
let browser: Shared['browser']
let customerId: string
let productId: string
let page: Shared['page']
let reread: Shared['reread']
let all: Shared['all']
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  ;({ browser, customerId, productId, page, reread, all } = await shareAccount(app, 'niccolo'))
})
afterEach(async () => {
  app.sandbox.scenarios.clear()
  await setBank(app, {})
})
afterAll(() => app.stop())

type Shared = Awaited<ReturnType<typeof shareAccount>>
const today = () => app.today()

describe('when the bank fails, what is known stays with its age', () => {
  const cases: [ScenarioRequest['fault'], ReadingProblem][] = [
    ['server-error', 'bank_error'],
    ['limit-reached', 'bank_limit_reached'],
    ['forbidden', 'bank_forbidden'],
    ['other-key', 'bank_answer_unverified'],
    ['truncated-json', 'bank_answer_not_understood'],
    ['unsigned-html', 'bank_unreachable'],
    ['reset-before-headers', 'bank_unreachable'],
  ]
  it.each(cases)('%s -> %s', async (fault, problem) => {
    await reread()
    const before = await page()
    app.sandbox.scenarios.add({ fault, match: { operation: 'transactions' } })
    const answer = await reread()
    expect(answer).toMatchObject({
      reading: { kind: 'kept', problem },
      changes: null,
      problem: { code: problem },
    })
    expect(await page()).toMatchObject({ movements: before.movements, total: before.total })
  })

  it.each([
    ['balance', 'transactions'],
    ['transactions', 'balance'],
  ])('%s fails again and again while %s goes well: it stays said', async (failing, slower) => {
    app.sandbox.scenarios.add({ fault: 'server-error', match: { operation: failing } })
    app.sandbox.scenarios.add({
      fault: 'slow',
      match: { operation: slower },
      parameters: { delayMs: 60 },
    })
    for (let round = 0; round < 6; round += 1) {
      const { reading, balance, problem } = await reread()
      expect([reading.kind, balance?.kind].sort()).toEqual(['fresh', 'kept'])
      expect([round, problem?.code, (await page()).problem?.code]).toEqual([
        round,
        'bank_error',
        'bank_error',
      ])
    }
    app.sandbox.scenarios.clear()
    expect((await reread()).problem).toBeNull()
  })

  it.each(['no-content', 'missing-field'] as const)(
    '%s: what is not said takes nothing away',
    async (fault) => {
      await reread()
      const { total } = await page()
      app.sandbox.scenarios.add({ fault, match: { operation: 'transactions' } })
      expect(await reread()).toMatchObject({
        reading: { kind: 'kept', problem: 'bank_list_incomplete' },
        changes: { removed: 0 },
      })
      expect(await page()).toMatchObject({ total, problem: { code: 'bank_list_incomplete' } })
    },
  )

  it('an odd movement is kept and marked', async () => {
    app.sandbox.scenarios.add({
      fault: 'unknown-enum',
      match: { operation: 'transactions' },
      parameters: { field: 'data.transactionsAccounting[0].amountTransaction.amount', value: 'twelve' },
    })
    const { changes } = await reread()
    const odd = (await all()).filter((movement) => movement.odd.length > 0)
    expect(odd).toMatchObject([{ amount: null, odd: ['amountTransaction.amount'] }])
    expect((await page()).total).toBe(changes?.added)
  })

  it('an account on which nothing ever happened is empty, with a 204 too', async () => {
    ;({ page, reread } = await shareAccount(app, 'matteo', 1))
    await setBank(app, { emptyAnswer: '204' })
    expect(await reread()).toMatchObject({ reading: { kind: 'fresh' }, covered: { to: today() } })
    expect(await page()).toMatchObject({ movements: [], total: 0, problem: null })
  })
})

describe('DAT-14: a closed account', () => {
  it('says so, keeps its history, and is not asked for again', async () => {
    await reread()
    const before = await page()
    app.sandbox.scenarios.add({ fault: 'closed-account', match: { operation: 'transactions' }, times: 1 })
    expect(await reread()).toMatchObject({ reading: { kind: 'closed' }, changes: null })
    app.sandbox.journal.clear()
    expect(await reread()).toMatchObject({ reading: { kind: 'closed' } })
    expect(countCalls(app, /transactions/)).toBe(0)
    const after = await page()
    expect(after.closedAt).not.toBeNull()
    expect(after.movements).toEqual(before.movements)
    // A list that the bank is asked for later has the account: it is open, and is asked about again.
    await browser.get(overviewRoute, '/api/overview')
    expect((await page()).closedAt).toBeNull()
    expect(await reread()).toMatchObject({ reading: { kind: 'fresh' } })
  })
})

describe('consent and approval', () => {
  it('taken back at the bank: the next reading says so and nothing is left', async () => {
    await reread()
    await revokeAtBank(app, 'niccolo')
    expect(await reread()).toMatchObject({ reading: { kind: 'not_shared' }, isShared: false, covered: null })
    expect(await page()).toMatchObject({ movements: [], total: 0, isShared: false })
    expect(await app.server.store.movements.count(customerId, productId, {})).toBe(0)
  })

  it('an account that is not shared is not asked for', async () => {
    const { products, reread } = await shareAccount(app, 'niccolo')
    expect(await reread({}, products[1])).toMatchObject({ reading: { kind: 'not_shared' } })
    expect(countCalls(app, /transactions/)).toBe(0)
  })

  it('PSD2_SCA_REQUIRED begins one approval, and the reading goes through after it', async () => {
    await setBank(app, { inquirySca: 'older-than-90-days' })
    app.sandbox.clock.move(21 * 60_000)
    try {
      const days = { from: addDays(today(), -200), to: addDays(today(), -150) }
      const asked = await reread(days)
      if (asked.reading.kind !== 'sca_required') throw new Error(`it is ${asked.reading.kind}`)
      const { authorizationId } = asked.reading
      expect(await reread(days)).toMatchObject({ reading: { kind: 'sca_required', authorizationId } })
      const run = await view(browser, authorizationId)
      expect(run).toMatchObject({
        kind: 'inquiry',
        state: 'at_bank',
        asked: [],
        productId,
        returnTo: `/accounts/${productId}`,
      })
      await browser.get(scaReturn, await decideAtBank(app, 'niccolo', run))
      expect(await goOn(browser, authorizationId)).toMatchObject({ state: 'done' })
      expect(countCalls(app, /^PUT/)).toBe(0)
      expect(await reread(days)).toMatchObject({ reading: { kind: 'fresh' } })
    } finally {
      app.sandbox.clock.reset()
    }
  })

  it('another customer’s account is as unknown as none', async () => {
    const id = productId
    const other = await startAfresh(app, 'aisha')
    for (const unknown of [id, 'AAAAAAAAAA', 'not an id']) {
      const path = `/api/accounts/${encodeURIComponent(unknown)}`
      expect((await other.browser.get(movementsOf, `${path}/movements`)).status).toBe(404)
      expect((await other.browser.post(refreshOf, `${path}/refresh`, {})).status).toBe(404)
    }
    expect(countCalls(app, /transactions/)).toBe(0)
  })
})
