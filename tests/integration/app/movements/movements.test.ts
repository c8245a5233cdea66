import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as overviewRoute } from '@/app/api/overview/route'
import type { RefreshAnswer } from '@/lib/contracts/movements'
import { addDays } from '@/lib/domain/days/bank-day'
import { readBalanceTrend } from '@/lib/flows'
import { readWholeMovementList } from '@/lib/flows/movements/refresh-movements'
import type { ScenarioRequest } from '@/sandbox/control/scenarios'
import { startTestApp, type TestApp } from '@/tests/support/app'
import { bankCalls, countCalls, setBank } from '@/tests/support/consent'
import { busyAfter, holdBackground, holdFlights } from '@/tests/support/held'
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
    await store.movements.replaceRange(customerId, productId, range, { booked: [], pending }, app.now())
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
      const response = await browser.get(movementsOf, `/api/accounts/${productId}/movements${query}`)
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

  it('can be asked for to the first day that can be written, which is then as far back as there is', async () => {
    for (const to of ['1900-03-31', '1900-03-30', '1900-01-01']) {
      const { reading, covered } = await reread({ to })
      expect([reading, covered?.from.slice(0, 4)]).toEqual([{ kind: 'fresh' }, '1900'])
      for (const query of [`?to=${to}`, `?from=${to}&to=2199-12-31`])
        expect((await page(query)).total).toBe(0)
    }
    expect((await reread()).reading).toEqual({ kind: 'fresh' })
  })

  it.each<[string, () => object]>([
    ['days before 1900', () => ({ from: '1899-12-31', to: '1900-01-01' })],
    ['an end before 1900', () => ({ to: '1899-12-31' })],
    ['a year after 2199', () => ({ to: '2200-01-01' })],
    ['the year 9999', () => ({ to: '9999-12-31' })],
    ['the year 10000', () => ({ to: '+010000-01-01' })],
    ['a month that is none', () => ({ from: '2026-13-01' })],
    ['an end before the beginning', () => ({ from: '2026-11-02', to: '2026-11-01' })],
    ['the day after tomorrow', () => ({ from: addDays(today(), 2) })],
    ['a field that is none', () => ({ days: 3 })],
  ])('are not read for %s', async (_, bodyOf) => {
    const response = await browser.post(refreshOf, `/api/accounts/${productId}/refresh`, bodyOf())
    expect(response.status).toBe(400)
    expect(countCalls(app, /transactions/)).toBe(0)
  })

  it.each([
    ['what may be new', 'refresh', () => ({})],
    ['the same days', 'movements', () => ({ from: addDays(today(), -30) })],
  ] as const)(
    'that several requests want at the same time are asked for once: %s',
    async (_, flight, bodyOf) => {
      const putBack = holdFlights(app, { [flight]: 5 })
      const ask = () => browser.post(refreshOf, `/api/accounts/${productId}/refresh`, bodyOf())
      await Promise.all(Array.from({ length: 5 }, ask)).finally(putBack)
      expect(countCalls(app, /transactions/)).toBe(1)
    },
  )

  it('DAT-4: amounts are what the bank wrote, to the letter', async () => {
    await reread()
    expect((await all()).every(({ amount }) => /^-?\d+\.\d{3}$/.test(amount ?? ''))).toBe(true)
  })
})

describe('a booking day that the bank corrects', () => {
  const trend = () => readBalanceTrend(app.server.flows, customerId, productId, 90)

  it.each<[string, () => string]>([
    ['the day after tomorrow', () => addDays(today(), 2)],
    ['90 days ahead', () => addDays(today(), 90)],
    ['9999', () => '9999-12-31'],
    ['1900', () => '1900-01-01'],
    ['2020', () => '2020-01-01'],
  ])(
    'from %s: the movement is there once, its money is counted once, and balances over time are back',
    async (_, wrongDay) => {
      const wrong = wrongDay()
      await reread()
      const truth = await page()
      // The same customer anew, of whom nothing is known before the wrong day.
      ;({ browser, customerId, productId, page, reread, all } = await shareAccount(app, 'niccolo'))
      app.sandbox.scenarios.add({
        fault: 'unknown-enum',
        match: { operation: 'transactions' },
        parameters: {
          field: 'data.transactionsAccounting[3].dateAccountingCurrency',
          value: `${wrong.replaceAll('-', '')}T00:00:00`,
        },
      })
      await reread()
      const [odd] = (await all()).filter(({ day }) => day === wrong)
      expect(odd).toBeDefined()
      app.sandbox.scenarios.clear()
      expect((await reread()).changes).toEqual({ added: 0, changed: 1, removed: 0 })
      const { total, sums } = await page()
      expect({ total, sums }).toEqual({ total: truth.total, sums: truth.sums })
      const corrected = (await all()).find(({ movementId }) => movementId === odd?.movementId)
      expect(corrected).toMatchObject({ amount: odd?.amount, index: odd?.index })
      expect(corrected?.day).not.toBe(wrong)
      expect((await trend()).kind).toBe('known')
    },
  )
})

describe('a booking day that the bank moves and moves back', () => {
  it.each(['2020-01-01', '1900-01-01', '2027-06-30', '9999-12-31'])(
    'to %s: the movement is there once after each list, and belongs to the usual days again',
    async (wrong) => {
      await reread()
      const truth = await page()
      app.sandbox.scenarios.add({
        fault: 'unknown-enum',
        match: { operation: 'transactions' },
        parameters: {
          field: 'data.transactionsAccounting[3].dateAccountingCurrency',
          value: `${wrong.replaceAll('-', '')}T00:00:00`,
        },
      })
      await reread({ from: addDays(today(), -89) })
      const away = await page()
      expect(away.total).toBe(truth.total)
      expect((await all()).filter(({ day }) => day === wrong)).toHaveLength(1)
      app.sandbox.scenarios.clear()
      await reread()
      const { total, sums } = await page()
      expect({ total, sums }).toEqual({ total: truth.total, sums: truth.sums })
      expect((await all()).filter(({ day }) => day === wrong)).toEqual([])
    },
  )
})

describe('a list of many pages', () => {
  it('shows the first at once and the others when they are read; none is lost or doubled', async () => {
    await setBank(app, { movementsPerPage: 10 })
    const response = await browser.post(refreshOf, `/api/accounts/${productId}/refresh`, {})
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

  const path = '/private/customers/70010001/products'
  const from = () => addDays(today(), -89)
  const ofPages = (fault: ScenarioRequest['fault'], parameters = {}, times?: number) =>
    app.sandbox.scenarios.add({ fault, match: { operation: 'transactions', path }, parameters, times })
  /** Pages that are as they should be. */
  const leave = (times: number) => ofPages('slow', { delayMs: 1 }, times)
  const slashed = (day: string) => day.split('-').reverse().join('/')
  const first = () => `retrieve?dateFrom=${slashed(from())}&dateTo=${slashed(today())}`
  const nextIs = (value: string, field = '_links.next.href') => ofPages('unknown-enum', { field, value })
  const trend = () => readBalanceTrend(app.server.flows, customerId, productId, 90)

  it.each<[string, number, () => unknown]>([
    ['whose first page names itself as the next', 1, () => nextIs(first())],
    ['whose second page names the first as the next', 2, () => [leave(1), nextIs(first())]],
    ['whose next is a GET of another path', 1, () => nextIs('elsewhere')],
    ['whose next is a POST', 1, () => nextIs('POST', '_links.next.method')],
    [
      'whose next is at another origin',
      1,
      () => nextIs('https://evil.example/{rel}', '_links.curies[0].href'),
    ],
    ['whose next is a text', 1, () => nextIs('retrieve?page=2', '_links.next')],
    ['whose next has no href', 1, () => ofPages('missing-field', { field: '_links.next.href' })],
    ['whose next asks for other days', 1, () => nextIs('retrieve?dateFrom=01/01/2020&dateTo=02/01/2020')],
    ['whose next asks for something else', 1, () => nextIs(`${first()}&status=pending`)],
    ['whose next leaves out pages', 1, () => nextIs(`${first()}&page=99`)],
    ['whose third page fails', 3, () => [leave(2), ofPages('server-error')]],
    ['whose second page is forged', 2, () => [leave(1), ofPages('other-key')]],
    ['whose second page is no answer of the bank', 2, () => [leave(1), ofPages('unsigned-html')]],
  ])('%s takes nothing away, and is told to be incomplete until one comes whole', async (_, calls, stage) => {
    await reread({ from: from() })
    await reread()
    const before = await page()
    expect((await trend()).kind).toBe('known')
    expect(before.total).toBeGreaterThan(20)
    await setBank(app, { movementsPerPage: 5 })
    app.sandbox.journal.clear()
    stage()
    const answer = await reread({ from: from() })
    if (calls === 1) expect(answer.reading).toEqual({ kind: 'kept', problem: 'bank_list_incomplete' })
    expect(countCalls(app, /transactions/)).toBe(calls)
    const { total, covered, movementsReadAt, problem } = await page()
    expect({ total, covered, movementsReadAt }).toEqual({
      total: before.total,
      covered: before.covered,
      movementsReadAt: before.movementsReadAt,
    })
    expect(problem?.code).toBe('bank_list_incomplete')
    expect(await trend()).toEqual({ kind: 'unknown', reason: 'movements_older' })
    // A balance that was read does not make the list whole.
    app.sandbox.scenarios.clear()
    await browser.get(overviewRoute, '/api/overview')
    expect((await page()).problem?.code).toBe('bank_list_incomplete')
    await reread()
    expect(await page()).toMatchObject({ problem: null, total: before.total })
    expect((await trend()).kind).toBe('known')
  })

  it('that breaks off when nothing was known shows what came, and claims no day', async () => {
    await setBank(app, { movementsPerPage: 5 })
    leave(2)
    ofPages('server-error')
    await reread()
    const broken = await page()
    expect(broken).toMatchObject({ covered: null, movementsReadAt: null })
    expect(broken.movements.filter(({ status }) => status === 'booked')).toHaveLength(10)
    expect(broken.problem?.code).toBe('bank_list_incomplete')
    app.sandbox.scenarios.clear()
    await reread()
    expect(await page()).toMatchObject({ covered: { from: from() }, problem: null })
  })
})

describe('a list of many pages whose reading ends early', () => {
  const trend = () => readBalanceTrend(app.server.flows, customerId, productId, 90)
  const ofTransfer = () =>
    readWholeMovementList(
      app.server.flows,
      { sessionId: null, customerId, bankCustomerId: '70010001' },
      { transactionId: randomUUID(), acceptLanguage: 'en' },
      { productId, from: addDays(today(), -89) },
    )
  const failing = () => {
    const match = { operation: 'transactions' }
    app.sandbox.scenarios.add({ fault: 'slow', match, parameters: { delayMs: 1 }, times: 2 })
    app.sandbox.scenarios.add({ fault: 'server-error', match })
  }
  const whole = () => reread({ from: addDays(today(), -89) })

  it.each<[string, () => Promise<unknown>]>([
    [
      'because the database is busy',
      async () => {
        const free = busyAfter(app, 2)
        await whole().finally(free)
      },
    ],
    [
      'because the server stops',
      async () => {
        const { flows } = app.server
        const { background } = flows
        flows.background = { ...background, isStopping: () => true }
        await whole().finally(() => {
          flows.background = background
        })
      },
    ],
    [
      'for a transfer, because the database is busy',
      async () => {
        const free = busyAfter(app, 2)
        await expect(ofTransfer().finally(free)).rejects.toMatchObject({ code: 'BUSY' })
      },
    ],
    [
      'for a transfer, because the bank does not answer',
      async () => {
        failing()
        expect(await ofTransfer()).toBeNull()
      },
    ],
  ])('%s, is told to be incomplete until one comes whole', async (_, readInPart) => {
    await whole()
    await reread()
    await setBank(app, { movementsPerPage: 5 })
    app.sandbox.journal.clear()
    await readInPart()
    expect((await page()).problem?.code).toBe('bank_list_incomplete')
    expect(await trend()).toEqual({ kind: 'unknown', reason: 'movements_older' })
    app.sandbox.scenarios.clear()
    await browser.get(overviewRoute, '/api/overview')
    expect((await page()).problem?.code).toBe('bank_list_incomplete')
    await whole()
    expect((await page()).problem).toBeNull()
    expect((await trend()).kind).toBe('known')
  })

  it('is told to be incomplete whatever else goes wrong and goes well until one comes whole', async () => {
    await whole()
    await setBank(app, { movementsPerPage: 5 })
    failing()
    await whole()
    app.sandbox.scenarios.add({ fault: 'server-error', match: { operation: 'balance' } })
    await browser.get(overviewRoute, '/api/overview')
    app.sandbox.scenarios.clear()
    await browser.get(overviewRoute, '/api/overview')
    expect((await page()).problem?.code).toBe('bank_list_incomplete')
    await whole()
    expect((await page()).problem).toBeNull()
  })

  it('of older days is told too, and the next reading of what may be new asks for these days once more', async () => {
    await whole()
    const before = await page()
    await setBank(app, { movementsPerPage: 5 })
    failing()
    await reread({ from: addDays(today(), -60), to: addDays(today(), -25) })
    expect((await page()).problem?.code).toBe('bank_list_incomplete')
    expect((await trend()).kind).toBe('unknown')
    app.sandbox.scenarios.clear()
    app.sandbox.journal.clear()
    await reread()
    expect(await page()).toMatchObject({ problem: null, total: before.total })
    const [first] = app.sandbox.journal.entries().filter(({ request }) => /transactions/.test(request.target))
    const [year, month, day] = addDays(today(), -60).split('-')
    expect(decodeURIComponent(first?.request.target ?? '')).toContain(`dateFrom=${day}/${month}/${year}`)
    await browser.get(overviewRoute, '/api/overview')
    expect((await trend()).kind).toBe('known')
  })

  it('is no problem while it is read, nor where it is of older days and came whole', async () => {
    await whole()
    await setBank(app, { movementsPerPage: 5 })
    const release = holdBackground(app)
    try {
      await browser.post(refreshOf, `/api/accounts/${productId}/refresh`, {})
      expect(await page()).toMatchObject({ isReading: true, problem: null })
      // What goes wrong meanwhile is told.
      app.sandbox.scenarios.add({ fault: 'server-error', match: { operation: 'balance' } })
      await browser.get(overviewRoute, '/api/overview')
      expect(await page()).toMatchObject({ isReading: true, problem: { code: 'bank_error' } })
    } finally {
      release()
    }
    app.sandbox.scenarios.clear()
    await app.server.flows.background.settled()
    await browser.get(overviewRoute, '/api/overview')
    const older = await reread({ from: addDays(today(), -200), to: addDays(today(), -90) })
    expect(older.isReading).toBe(true)
    expect(await page()).toMatchObject({ isReading: false, problem: null })
    expect((await trend()).kind).toBe('known')
  })
})
