import { parse } from 'csv-parse/sync'
import { NextRequest } from 'next/server'
import { parseSync } from 'ofx-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as exportRoute } from '@/app/api/accounts/[productId]/movements/export/route'
import { GET as movementsRoute } from '@/app/api/accounts/[productId]/movements/route'
import { POST as refreshRoute } from '@/app/api/accounts/[productId]/refresh/route'
import { GET as overviewRoute } from '@/app/api/overview/route'
import type { Movement, MovementsPage } from '@/lib/contracts/movements'
import { addDays } from '@/lib/domain/days/bank-day'
import { sumDecimals } from '@/lib/domain/money/decimal'
import { APP_URL, type CustomerBrowser, startTestApp, type TestApp } from '@/tests/support/app'
import { at, bankCalls, change, productOf, scope, startAfresh } from '@/tests/support/consent'

let app: TestApp
let browser: CustomerBrowser
let customerId: string
let productId: string
let products: string[]
beforeAll(async () => {
  app = await startTestApp()
  ;({ browser, customerId, products } = await startAfresh(app, 'niccolo'))
  productId = products[0] ?? ''
  await change(app, browser, 'niccolo', 'grant', scope('ACCOUNT_INFO', productId))
  await browser.get(overviewRoute, '/api/overview')
  await browser.post(at(refreshRoute, productOf), `/api/accounts/${productId}/refresh`, {})
  await app.server.flows.background.settled()
  app.sandbox.journal.clear()
})
afterAll(() => app.stop())

const list = at(movementsRoute, productOf)
const exported = at(exportRoute, productOf)
const pathOf = (query: string, id = productId) => `/api/accounts/${id}/movements/export?${query}`

async function file(query: string): Promise<string> {
  const response = await browser.get(exported, pathOf(query))
  expect(response.status).toBe(200)
  return response.text()
}

/** The rows of the international form, by heading. */
async function csv(query: string): Promise<Record<string, string>[]> {
  return parse(await file(`format=csv&${query}`), { columns: true, bom: true })
}

async function search(query: string): Promise<Movement[]> {
  const movements: Movement[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const path = `/api/accounts/${productId}/movements?limit=200&${query}${cursor && `&cursor=${cursor}`}`
    const page: MovementsPage = await (await browser.get(list, path)).json()
    movements.push(...page.movements)
    cursor = page.nextCursor
  }
  return movements
}

const today = () => app.today()

describe('an export', () => {
  it.each([
    '',
    'text=pagamento',
    'direction=in',
    'direction=out&status=booked',
    'status=pending',
    'minAmount=50&maxAmount=900',
    'from=30 days ago&to=5 days ago',
    'text=no%20such%20words',
  ])('holds what the page finds with the same filters: %s', async (filters) => {
    const query = filters.replace(/(\d+) days ago/g, (_, days: string) => addDays(today(), -Number(days)))
    const found = await search(query)
    if (query === '') expect(found.length).toBeGreaterThan(20)
    const rows = await csv(query)
    expect(rows.map((row) => row['Movement id'])).toEqual(found.map(({ movementId }) => movementId))
    const booked = found.filter(({ status, amount }) => status === 'booked' && amount !== null)
    const xml = await file(`format=camt053&${query}`)
    expect([...xml.matchAll(/<NtryRef>(\w+)</g)].map(([, id]) => id)).toEqual(
      booked.map(({ movementId }) => movementId.replaceAll('-', '')),
    )
    const ofx = await file(`format=ofx&${query}`)
    expect([...ofx.matchAll(/<FITID>([\w-]+)</g)].map(([, id]) => id)).toEqual(
      booked.map(({ movementId }) => movementId),
    )
    const amounts = [...ofx.matchAll(/<TRNAMT>([^<]+)</g)].map(([, amount = '']) => amount)
    expect(Number(sumDecimals(amounts))).toBe(Number(sumDecimals(booked.map(({ amount }) => amount ?? '0'))))
  })

  it('says as of when, does not ask the bank, and is never cached', async () => {
    app.sandbox.journal.clear()
    const response = await browser.get(exported, pathOf('format=csv-it'))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-type': 'text/csv; charset=utf-8; header=present',
    })
    const name = response.headers.get('content-disposition') ?? ''
    expect(name).toMatch(/^attachment; filename="[\x20-\x7e]+\.csv"; filename\*=UTF-8''[\w%.-]+\.csv$/)
    const { account }: MovementsPage = await (
      await browser.get(list, `/api/accounts/${productId}/movements`)
    ).json()
    expect(account.iban).not.toBe('')
    expect(decodeURIComponent(name)).not.toContain(account.iban)
    const [row] = await csv('')
    const [state] = await app.server.store.products.list(customerId)
    expect(row).toMatchObject({
      'Read at': state?.movements?.readAt.toISOString(),
      'Complete from': addDays(today(), -89),
      'Complete to': today(),
    })
    expect(bankCalls(app)).toEqual([])
  })

  it('tells opening and closing balance where they follow from what was read, and not of a choice', async () => {
    const balanceOf = (xml: string, code: string) => {
      const [, amount, indicator] =
        new RegExp(`<Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">([^<]+)</Amt><CdtDbtInd>(\\w+)<`).exec(
          xml,
        ) ?? []
      return amount === undefined ? null : `${indicator === 'DBIT' ? '-' : ''}${amount}`
    }
    const [from, to] = [addDays(today(), -30), addDays(today(), -5)]
    const xml = await file(`format=camt053&from=${from}&to=${to}`)
    const balance = await app.server.store.balances.find(customerId, productId)
    const sumOf = async (query: string) =>
      sumDecimals((await search(`status=booked&${query}`)).map(({ amount }) => amount ?? '0'))
    const cents = (amount: string | null | undefined) => Math.round(Number(amount) * 100)
    expect(cents(balanceOf(xml, 'OPBD'))).toBe(
      cents(balance?.accounting?.amount) - cents(await sumOf(`from=${from}`)),
    )
    expect(cents(balanceOf(xml, 'CLBD'))).toBe(
      cents(balanceOf(xml, 'OPBD')) + cents(await sumOf(`from=${from}&to=${to}`)),
    )
    const upToNow = await file('format=camt053')
    expect([balanceOf(upToNow, 'OPBD'), balanceOf(upToNow, 'CLBD')]).toEqual([expect.any(String), null])
    for (const query of ['text=a', 'direction=in', 'minAmount=1', 'from=2020-01-01']) {
      const choice = await file(`format=camt053&${query}`)
      expect([balanceOf(choice, 'OPBD'), balanceOf(choice, 'CLBD')]).toEqual([null, null])
      expect(cents(balanceOf(choice, 'ITBD'))).toBe(cents(balance?.accounting?.amount))
    }
  })

  it.each(['', 'format=pdf', 'format=csv&cursor=x', 'format=csv&from=2026-02-30', 'format=csv&format=ofx'])(
    'refuses the address with %j',
    async (query) => {
      expect((await browser.get(exported, pathOf(query))).status).toBe(400)
    },
  )

  it('of an account that is not shared is a problem', async () => {
    const response = await browser.get(exported, pathOf('format=csv', products[1]))
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'not_shared' })
  })

  it('OA-8: is not made for a browser that looks ahead, nor for HEAD, nor for another site', async () => {
    const ahead = await browser.get(exported, pathOf('format=csv'), { 'sec-purpose': 'prefetch' })
    expect([ahead.status, await ahead.text()]).toEqual([204, ''])
    const head = await exported(new NextRequest(new URL(pathOf('format=csv'), APP_URL), { method: 'HEAD' }))
    expect(head.status).toBe(405)
    const foreign = await browser.get(exported, pathOf('format=csv'), { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
  })
})

describe('an export that is opened as a page', () => {
  const asPage = { 'sec-fetch-dest': 'document' }

  it('is the file', async () => {
    const response = await browser.get(exported, pathOf('format=csv'), asPage)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toContain('attachment')
  })

  it('leads back to the page with the same filters and the reason when there is no file', async () => {
    const response = await browser.get(exported, pathOf('format=xls&text=bar&direction=out&more=1'), asPage)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(
      `${APP_URL}/accounts/${productId}?noFile=bad_request&text=bar&direction=out`,
    )
  })
})

describe('an export while the movements change', () => {
  it('restarts as long as nothing was sent, and holds one state', async () => {
    const { store } = app.server
    const { movements: before } = await store.movements.page(customerId, productId, {}, null, 1000)
    const groups = store.movements.groups
    let changes = 0
    store.movements.groups = async (...asked) => {
      const found = await groups(...asked)
      // between the figures and the movements, twice
      if (changes < 2) {
        changes += 1
        const booked = before.filter(({ status }) => status === 'booked').slice(changes)
        const range = { from: addDays(today(), -89), to: today(), isWhole: true }
        const pending = before.filter(({ status }) => status === 'pending')
        await store.movements.replaceRange(customerId, productId, range, { booked, pending }, app.now())
      }
      return found
    }
    try {
      const rows = await csv('')
      expect(changes).toBe(2)
      expect(rows).toHaveLength(before.length - 2)
    } finally {
      store.movements.groups = groups
    }
    const { OFX } = parseSync(await file('format=ofx'))
    expect(OFX.BANKMSGSRSV1).toBeDefined()
  })

  it('is refused when they never stand still', async () => {
    const { store } = app.server
    const groups = store.movements.groups
    let asked = 0
    store.movements.groups = async (...args) => {
      asked += 1
      const found = await groups(...args)
      return { ...found, stamp: `${found.stamp} ${asked}` }
    }
    try {
      const response = await browser.get(exported, pathOf('format=csv'))
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ code: 'changed_meanwhile' })
    } finally {
      store.movements.groups = groups
    }
  })
})
