import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as movementsRoute } from '@/app/api/accounts/[productId]/movements/route'
import { POST as refreshRoute } from '@/app/api/accounts/[productId]/refresh/route'
import type { MovementsPage, RefreshAnswer } from '@/lib/contracts/movements'
import type { ReadingProblem } from '@/lib/contracts/overview'
import { addDays, bankDay } from '@/lib/domain/bank-day'
import type { ScenarioRequest } from '@/sandbox/control/scenarios'
import { type CustomerBrowser, startTestApp, type TestApp } from '../../support/app'
import {
  at,
  bankCalls,
  change,
  countCalls,
  decideAtBank,
  goOn,
  productOf,
  revokeAtBank,
  scaReturn,
  scope,
  setBank,
  startAfresh,
  view,
} from '../../support/consent'

let app: TestApp
let browser: CustomerBrowser
let customerId: string
let productId: string
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => share('niccolo'))
afterEach(async () => {
  app.sandbox.scenarios.clear()
  await setBank(app, {})
})
afterAll(() => app.stop())

const list = at(movementsRoute, productOf)
const refresh = at(refreshRoute, productOf)
const today = () => bankDay(new Date())

/** From now on the customer of the test, who shares their first account. */
async function share(username: string, place = 0): Promise<void> {
  const fresh = await startAfresh(app, username)
  ;({ browser, customerId } = fresh)
  productId = fresh.products[place] ?? ''
  const done = await change(app, browser, username, 'grant', scope('ACCOUNT_INFO', productId))
  expect(done.state).toBe('done')
  app.sandbox.journal.clear()
}

async function page(query = '', id = productId): Promise<MovementsPage> {
  const response = await browser.get(list, `/api/accounts/${id}/movements${query}`)
  expect(response.status).toBe(200)
  return response.json()
}

async function reread(body: object = {}, id = productId): Promise<RefreshAnswer> {
  const response = await browser.post(refresh, `/api/accounts/${id}/refresh`, body)
  expect(response.status).toBe(200)
  const answer: RefreshAnswer = await response.json()
  await app.server.flows.background.settled()
  return answer
}

async function all(query = '?limit=200'): Promise<MovementsPage['movements']> {
  const movements: MovementsPage['movements'] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const next: MovementsPage = await page(`${query}${cursor && `&cursor=${cursor}`}`)
    movements.push(...next.movements)
    cursor = next.nextCursor
  }
  return movements
}

describe('movements', () => {
  it('of the last 90 days at first, then of the days that may hold something new', async () => {
    expect(await page()).toMatchObject({ isShared: true, covered: null, movements: [], total: 0 })
    const first = await reread()
    expect(first).toMatchObject({
      reading: { kind: 'fresh' },
      covered: { from: addDays(today(), -89), to: today() },
      isReading: false,
      problem: null,
    })
    expect(first.changes?.added).toBeGreaterThan(20)
    expect(await reread()).toMatchObject({ changes: { added: 0, changed: 0, removed: 0 } })
    const queries = bankCalls(app).flatMap((call) => /dateFrom=([^&]+)/.exec(call)?.[1] ?? [])
    const written = (day: string) => day.split('-').reverse().join('/')
    expect(queries).toEqual([addDays(today(), -89), addDays(today(), -14)].map(written))
  })

  it('pending apart and first, then by day with its totals, and nothing lost between pages', async () => {
    await reread()
    const first = await page('?limit=10')
    expect(first.movements.slice(0, 2).map(({ status, day }) => [status, day])).toEqual([
      ['pending', null],
      ['pending', null],
    ])
    const movements = await all('?limit=7')
    expect(movements).toHaveLength(first.total ?? 0)
    expect(new Set(movements.map(({ movementId }) => movementId)).size).toBe(movements.length)
    const days = movements.flatMap(({ day }) => day ?? [])
    expect(days).toEqual([...days].sort().reverse())
    for (const { day, total, movements: count } of first.dayTotals) {
      const ofDay = movements.filter((movement) => movement.day === day)
      expect(ofDay).toHaveLength(count)
      const mills = (text: string) => BigInt(text.replace('.', ''))
      const sum = ofDay.reduce((known, { amount }) => known + mills(amount ?? '0'), 0n)
      expect(mills(total)).toBe(sum)
    }
  })

  it('begin at the beginning after a place that nothing comes after any more', async () => {
    await reread()
    const { movements, nextCursor } = await page('?limit=5')
    const { store } = app.server
    const range = { from: addDays(today(), -89), to: today(), isWhole: true }
    const pending = movements.filter(({ status }) => status === 'pending')
    await store.movements.replaceRange(customerId, productId, range, { booked: [], pending }, new Date())
    for (const filter of ['', '&status=pending']) {
      const again = await page(`?limit=5&cursor=${nextCursor}${filter}`)
      expect(again.movements.map(({ movementId }) => movementId)).toEqual(
        pending.map(({ movementId }) => movementId),
      )
    }
  })

  it('are found by text, amount, direction, status and day', async () => {
    await reread()
    const everything = await all()
    const bookedOut = await page('?direction=out&status=booked&limit=200')
    expect(bookedOut.movements.every(({ amount, day }) => amount?.startsWith('-') && day !== null)).toBe(true)
    const large = await page('?minAmount=500&limit=200')
    expect(large.total).toBe(everything.filter(({ amount }) => Math.abs(Number(amount)) >= 500).length)
    const days = await page(`?from=${addDays(today(), -20)}&to=${addDays(today(), -10)}&limit=200`)
    expect(days.total).toBe(
      everything.filter(({ day }) => day && day >= addDays(today(), -20) && day <= addDays(today(), -10))
        .length,
    )
    expect((await page('?text=no%20such%20words')).total).toBe(0)
  })

  it.each(['?from=2026-02-30', '?from=x', '?minAmount=1e3', '?limit=0', '?unknown=1', '?text=a&text=b'])(
    'refuse the filter %s',
    async (query) => {
      const response = await browser.get(list, `/api/accounts/${productId}/movements${query}`)
      expect(response.status).toBe(400)
    },
  )

  it('older ones are read when asked for, and take nothing from what is pending', async () => {
    await reread()
    const from = addDays(today(), -200)
    const answer = await reread({ from, to: addDays(today(), -90) })
    expect(answer).toMatchObject({ reading: { kind: 'fresh' }, covered: { from, to: today() } })
    expect(answer.changes?.removed).toBe(0)
    expect((await page('?status=pending')).total).toBe(2)
  })

  it.each([
    { from: '2026-13-01' },
    { from: '2026-11-02', to: '2026-11-01' },
    { from: addDays(today(), 2) },
    { days: 3 },
  ])('are not read for %o', async (body) => {
    const response = await browser.post(refresh, `/api/accounts/${productId}/refresh`, body)
    expect(response.status).toBe(400)
    expect(countCalls(app, /transactions/)).toBe(0)
  })

  it('that several requests want at the same time are asked for once', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => browser.post(refresh, `/api/accounts/${productId}/refresh`, {})),
    )
    expect(countCalls(app, /transactions/)).toBe(1)
  })

  it('DAT-4: amounts are what the bank wrote, to the letter', async () => {
    await reread()
    expect((await all()).every(({ amount }) => /^-?\d+\.\d{3}$/.test(amount ?? ''))).toBe(true)
  })
})

describe('a list of many pages', () => {
  it('shows the first at once and the others when they are read; none is lost or doubled', async () => {
    await setBank(app, { movementsPerPage: 10 })
    const response = await browser.post(refresh, `/api/accounts/${productId}/refresh`, {})
    const first: RefreshAnswer = await response.json()
    expect(first).toMatchObject({ reading: { kind: 'fresh' }, isReading: true })
    await app.server.flows.background.settled()
    const paged = await all()
    expect(await page()).toMatchObject({
      isReading: false,
      covered: { from: addDays(today(), -89), to: today() },
    })
    await setBank(app, {})
    expect((await reread({ from: addDays(today(), -89) })).changes).toEqual({
      added: 0,
      changed: 0,
      removed: 0,
    })
    expect(paged.length).toBeGreaterThan(20)
    expect(await all()).toEqual(paged)
  })

  it('that breaks off keeps what was read, without saying that the rest is known', async () => {
    await setBank(app, { movementsPerPage: 10 })
    const target = '/private/customers/70010001/products'
    app.sandbox.scenarios.add({
      fault: 'slow',
      match: { operation: 'transactions', path: target },
      times: 2,
      parameters: { delayMs: 1 },
    })
    app.sandbox.scenarios.add({ fault: 'server-error', match: { operation: 'transactions' } })
    await reread()
    const broken = await page()
    expect(broken.covered?.to).toBe(today())
    expect((broken.covered?.from ?? '') > addDays(today(), -89)).toBe(true)
    expect(broken.problem?.code).toBe('bank_error')
    app.sandbox.scenarios.clear()
    await reread({ from: addDays(today(), -89) })
    expect(await page()).toMatchObject({ covered: { from: addDays(today(), -89) }, problem: null })
  })
})

describe('when the bank fails, what is known stays with its age', () => {
  const cases: [ScenarioRequest['fault'], ReadingProblem][] = [
    ['server-error', 'bank_error'],
    ['limit-reached', 'bank_limit_reached'],
    ['forbidden', 'bank_forbidden'],
    ['other-key', 'bank_answer_unverified'],
    ['truncated-json', 'bank_answer_unverified'],
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
      expect(await reread()).toMatchObject({ reading: { kind: 'fresh' }, changes: { removed: 0 } })
      expect((await page()).total).toBe(total)
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
    await share('matteo', 1)
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
    const { products, browser: mine } = await startAfresh(app, 'niccolo')
    browser = mine
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
      expect((await other.browser.get(list, `${path}/movements`)).status).toBe(404)
      expect((await other.browser.post(refresh, `${path}/refresh`, {})).status).toBe(404)
    }
    expect(countCalls(app, /transactions/)).toBe(0)
  })
})
