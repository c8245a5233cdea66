import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addDays, type BankDay, bankDayOf, toSlashed } from '@/sandbox/calendar/bank-day'
import { seedMovements } from '@/sandbox/seed/movements'
import { createCustomers } from '@/sandbox/state/customers'
import { type Banking, outcomeOf, startBanking, success } from './banking'
import { decideSca, grantConsent, succeed } from './consent-journey'
import { refusalOf } from './journey'
import { callBank, digestOf, type RawAnswer, type RawCall } from './raw-client'

const perPage = 40

let niccolo: Banking
let today: BankDay
beforeAll(async () => {
  niccolo = await withConsent('niccolo', { movementsPerPage: perPage })
  today = bankDayOf(niccolo.bank.clock.now())
})
afterAll(() => niccolo.bank.stop())

async function withConsent(
  username: string,
  settings: NonNullable<Parameters<typeof startBanking>[1]>['settings'],
): Promise<Banking> {
  const banking = await startBanking(username, { settings, inTheMorning: true })
  const { kit, token, customerId, products } = banking
  await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products }])
  return banking
}

const movement = z.strictObject({
  amountTransaction: z.strictObject({ amount: z.string().regex(/^-?\d+\.\d{3}$/), currency: z.string() }),
  dateAccountingCurrency: z.string().regex(/^\d{8}T00:00:00$/),
  dateLiquidationValue: z.string().regex(/^\d{8}T00:00:00$/),
  shortDescription: z.string(),
  extendedDescription: z.string(),
  idMoneyTransfer: z.string(),
  codeDescription: z.string(),
  index: z.number(),
})

const page = z.object({
  data: z.strictObject({
    transactionsAccounting: z.array(movement),
    transactionsNotAccounting: z.array(movement.omit({ dateAccountingCurrency: true })),
  }),
  _links: z.object({ next: z.object({ href: z.string(), method: z.literal('GET') }).optional() }),
})

type Page = z.infer<typeof page>

const groupOf = ({ customerId }: Banking, productId = '') =>
  `/private/customers/${customerId}/products/${productId}/transactions`

function movementsCall(query = '', banking = niccolo, productId = banking.products[0]): RawCall {
  return { path: `${groupOf(banking, productId)}/retrieve${query}`, token: banking.token }
}

async function pageOf(call: RawCall, { kit } = niccolo): Promise<Page> {
  return page.parse((await succeed(kit, call)).json())
}

/** All pages of a range, by following `next`. */
async function pagesOf(query: string, banking = niccolo): Promise<Page[]> {
  const pages = [await pageOf(movementsCall(query, banking), banking)]
  for (let next = pages[0]?._links.next; next; next = pages.at(-1)?._links.next) {
    const path = `${groupOf(banking, banking.products[0])}/${next.href}`
    pages.push(await pageOf({ path, token: banking.token }, banking))
  }
  return pages
}

const cents = ({ amountTransaction }: { amountTransaction: { amount: string } }) =>
  BigInt(amountTransaction.amount.replace('.', '').slice(0, -1))

const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)
const compact = (day: BankDay) => `${day.replaceAll('-', '')}T00:00:00`
const range = (from: BankDay, to: BankDay) => `?dateFrom=${toSlashed(from)}&dateTo=${toSlashed(to)}`
const everything = () => range('2000-01-01', today)

describe('movements', () => {
  test('a page in full: booked and pending, each row as it was booked', async () => {
    const { kit, products } = niccolo
    const account = createCustomers().byId(niccolo.customerId)?.accounts[0]
    if (!account) throw new Error('the seed has no such account')
    const seeded = seedMovements(account, addDays(today, -1))
    const now = niccolo.bank.clock.now().getTime()
    const booked = seeded.filter(({ bookedFrom }) => bookedFrom <= now)
    const pending = seeded.filter(({ bookedFrom }) => bookedFrom > now)
    const row = ({ cents, bookedFrom, valueDay, description, reference }: (typeof seeded)[0]) => ({
      amountTransaction: { amount: `${(Number(cents) / 100).toFixed(2)}0`, currency: 'EUR' },
      ...(bookedFrom > now ? {} : { dateAccountingCurrency: compact(bankDayOf(new Date(bookedFrom))) }),
      dateLiquidationValue: compact(valueDay),
      shortDescription: description.short,
      extendedDescription: description.extended,
      idMoneyTransfer: reference ?? '',
      codeDescription: description.code,
    })
    const from = bankDayOf(new Date(booked.at(-3)?.bookedFrom ?? 0))
    const shown = booked.filter(({ bookedFrom }) => bankDayOf(new Date(bookedFrom)) >= from)
    expect(pending.length).toBeGreaterThan(0)
    expect((await callBank(kit, movementsCall(range(from, today)))).json()).toEqual(
      success({
        data: {
          transactionsAccounting: shown
            .toReversed()
            .map((one) => ({ ...row(one), index: booked.indexOf(one) + 1 })),
          transactionsNotAccounting: pending
            .toReversed()
            .map((one, index) => ({ ...row(one), index: index + 1 })),
        },
        _links: {
          self: { href: `retrieve${range(from, today)}`, method: 'GET' },
          curies: [{ href: `${kit.baseUrl}${groupOf(niccolo, products[0])}/{rel}`, name: 'transactions' }],
        },
      }),
    )
  })

  test('all of them make the balances', async () => {
    const { kit, token, customerId, products } = niccolo
    const pages = await pagesOf(everything())
    const path = `/private/customers/${customerId}/products/${products[0]}/balance/retrieve`
    const { data } = z
      .object({
        data: z.object({
          accountBalance: z.object({ amount: z.string() }),
          availableBalance: z.object({ amount: z.string() }),
        }),
      })
      .parse((await succeed(kit, { path, token })).json())
    const booked = sum(pages.flatMap((one) => one.data.transactionsAccounting.map(cents)))
    const pending = sum(pages.flatMap((one) => one.data.transactionsNotAccounting.map(cents)))
    expect(booked).toBe(BigInt(data.accountBalance.amount.replace('.', '')))
    expect(booked + pending).toBe(BigInt(data.availableBalance.amount.replace('.', '')))
  })

  test('pages are full but for the last, newest first, without gap or repetition; pending is on the first', async () => {
    const pages = await pagesOf(everything())
    const sizes = pages.map((one) => one.data.transactionsAccounting.length)
    expect(pages.length).toBeGreaterThan(3)
    expect(sizes.slice(0, -1).every((size) => size === perPage)).toBe(true)
    const rows = pages.flatMap((one) => one.data.transactionsAccounting)
    expect(rows.map(({ index }) => index)).toEqual(rows.map((_, at) => rows.length - at))
    const days = rows.map(({ dateAccountingCurrency }) => dateAccountingCurrency)
    expect(days).toEqual(days.toSorted().toReversed())
    const [first, ...others] = pages
    expect(first?.data.transactionsNotAccounting.length).toBeGreaterThan(0)
    expect(others.every((one) => one.data.transactionsNotAccounting.length === 0)).toBe(true)
  })

  test('a range holds its first and its last day, and nothing else', async () => {
    const all = (await pagesOf(everything())).flatMap((one) => one.data.transactionsAccounting)
    const [from, to] = [addDays(today, -200), addDays(today, -120)]
    const rows = (await pagesOf(range(from, to))).flatMap((one) => one.data.transactionsAccounting)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(
      all.filter(({ dateAccountingCurrency: day }) => day >= compact(from) && day <= compact(to)),
    )
    const day = rows[0]?.dateAccountingCurrency ?? ''
    const one = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`
    const ofOneDay = await pageOf(movementsCall(range(one, one)))
    expect(ofOneDay.data.transactionsAccounting).toEqual(
      all.filter(({ dateAccountingCurrency }) => dateAccountingCurrency === day),
    )
    expect(ofOneDay.data.transactionsNotAccounting).toEqual([])
  })

  test('without dates the last 90 days; with the last day alone the 90 before it', async () => {
    const selfOf = async (query: string) => {
      const answer = await succeed(niccolo.kit, movementsCall(query))
      return z.object({ _links: z.object({ self: z.object({ href: z.string() }) }) }).parse(answer.json())
        ._links.self.href
    }
    expect(await selfOf('')).toBe(`retrieve${range(addDays(today, -90), today)}`)
    expect(await selfOf('?unknown=1')).toBe(`retrieve${range(addDays(today, -90), today)}`)
    expect(await selfOf('?dateTo=31%2F01%2F2026')).toBe(`retrieve${range('2025-11-02', '2026-01-31')}`)
    const later = addDays(today, 30)
    expect(await selfOf(`?dateTo=${toSlashed(later)}`)).toBe(`retrieve${range(addDays(today, -90), later)}`)
    expect(await selfOf('?dateFrom=01/01/2020')).toBe(`retrieve${range('2020-01-01', today)}`)
  })
})

describe('a query that does not fit', () => {
  test.each<[query: string, field: string]>([
    ['?dateFrom=2026-01-01', 'dateFrom'],
    ['?dateFrom=1/1/2026', 'dateFrom'],
    ['?dateFrom=30/02/2026', 'dateFrom'],
    ['?dateFrom=01/01/0000', 'dateFrom'],
    ['?dateFrom=', 'dateFrom'],
    ['?dateFrom=%', 'dateFrom'],
    ['?dateFrom=01/01/2026&dateFrom=01/01/2026', 'dateFrom'],
    ['?dateFrom=02/01/2026&dateTo=01/01/2026', 'dateFrom'],
    ['?dateFrom=01/01/2199', 'dateFrom'],
    ['?dateTo=31/12/9999', 'dateTo'],
    ['?dateTo=29/02/2025', 'dateTo'],
    ['?dateTo=01/01/2026&dateTo=02/01/2026', 'dateTo'],
    ['?page=', 'page'],
    ['?page=2', 'page'],
    ['?page=__proto__', 'page'],
    ['?page=1-0000000000000000', 'page'],
    [`?page=${'9'.repeat(30)}-0000000000000000`, 'page'],
  ])('%s', async (query, field) => {
    expect(await outcomeOf(niccolo.kit, movementsCall(query))).toBe(`417 FIELD_INVALID ${field}`)
  })

  test('a page of another account, of other days, changed, or twice', async () => {
    const { kit, products } = niccolo
    const href = (await pageOf(movementsCall(everything())))._links.next?.href ?? ''
    const [, cursor = ''] = /page=([^&]+)$/.exec(href) ?? []
    const at = (query: string, productId = products[0]) =>
      outcomeOf(kit, movementsCall(query, niccolo, productId))
    expect(await at(`${everything()}&page=${cursor}`)).toBe('200')
    expect(await at(`${everything()}&page=${cursor}`, products[1])).toBe('417 FIELD_INVALID page')
    expect(await at(`${range('2000-01-02', today)}&page=${cursor}`)).toBe('417 FIELD_INVALID page')
    expect(await at(`?page=${cursor}`)).toBe('417 FIELD_INVALID page')
    expect(await at(`${everything()}&page=1${cursor}`)).toBe('417 FIELD_INVALID page')
    for (const place of ['NaN', '-1', '1e3', '']) {
      const bound = createHash('sha256').update(`${products[0]} 2000-01-01 ${today} ${place}`).digest('hex')
      expect(await at(`${everything()}&page=${place}-${bound.slice(0, 16)}`)).toBe('417 FIELD_INVALID page')
    }
    expect(await at(`${everything()}&page=${cursor}&page=${cursor}`)).toBe('417 FIELD_INVALID page')
  })
})

describe('a range without movements', () => {
  const empty = range('2001-01-01', '2001-02-01')

  test('is an empty page', async () => {
    const { data, _links } = await pageOf(movementsCall(empty))
    expect(data).toEqual({ transactionsAccounting: [], transactionsNotAccounting: [] })
    expect(_links.next).toBeUndefined()
  })

  test('or, by a setting, 204 with signed headers and no body', async () => {
    const terse = await withConsent('niccolo', { emptyAnswer: '204' })
    const answer = await callBank(terse.kit, movementsCall(empty, terse))
    expect(answer.status).toBe(204)
    expect(answer.body.length).toBe(0)
    expect(answer.header('signature')).toContain('(request-target) digest svc-response-id date')
    expect(await outcomeOf(terse.kit, movementsCall('', terse))).toBe('200')
    terse.bank.scenarios.add({ fault: 'wrong-digest', times: 1 })
    const altered = await callBank(terse.kit, movementsCall(empty, terse))
    expect([altered.status, altered.body.length]).toEqual([204, 0])
    expect(altered.header('digest')).toMatch(/^SHA-256=[\w+/]{43}=$/)
    expect(altered.header('digest')).not.toBe(digestOf(''))
    await terse.bank.stop()
  })
})

test('movements older than 90 days, where they need a fresh SCA: refused with a resource until it is done', async () => {
  const strict = await withConsent('niccolo', { inquirySca: 'older-than-90-days' })
  const { bank, kit, token, customerId } = strict
  const old = movementsCall(`?dateFrom=${toSlashed(addDays(today, -91))}`, strict)
  expect(await outcomeOf(kit, old)).toBe('200')
  bank.clock.move(21 * 60 * 1000)
  expect(await outcomeOf(kit, movementsCall('', strict))).toBe('200')

  const refused = await callBank(kit, old)
  const resourceId = resourceIn(refused)
  expect(refused.status).toBe(403)
  expect(refused.json()).toMatchObject({
    result: { messages: [{ code: 'PSD2_SCA_REQUIRED', type: 'ERROR' }], outcome: 'ERROR' },
    data: {},
    resources: { resourceId },
  })
  await decideSca(kit, token, customerId, resourceId, 'refuse')
  const again = await callBank(kit, old)
  expect(refusalOf(again)).toBe('403 PSD2_SCA_REQUIRED')

  await decideSca(kit, token, customerId, resourceIn(again))
  const status = await succeed(kit, { path: `/private/operations/${resourceIn(again)}/status`, token })
  expect(status.json()).toMatchObject({ data: { authorizationStatus: 'AUTHORIZED' } })
  expect(await outcomeOf(kit, old)).toBe('200')
  await bank.stop()
})

function resourceIn(answer: RawAnswer): string {
  return z.object({ resources: z.object({ resourceId: z.uuid() }) }).parse(answer.json()).resources.resourceId
}
