import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankClient, BankLimits, MovementsPage } from '@/lib/bank'
import { callContext, type HostileBank, refusalOf, startHostileBank } from '@/tests/support/hostile-bank'
import { movementRow } from '@/tests/support/movement-row'
import { envelope, errorEnvelope } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const product = { customerId: '10023456', productId: 'Ab12Cd34Ef' }
const customer = { customerId: '10023456' }
const base = '/psd2/v0/private/customers/10023456'
const client = (limits?: Partial<BankLimits>) => bank.client({ limits }).client
const answerWith = (data: unknown, rest: object = {}) =>
  bank.answer((request) => bank.seal(request, { body: envelope(data, {}, rest) }))
const targets = () => bank.requests.map(({ method, target }) => `${method} ${target}`)
const nextPage = (query: string) => ({
  _links: {
    next: { href: `retrieve${query}`, method: 'GET' },
    curies: [{ href: `${bank.origin}${base}/products/Ab12Cd34Ef/transactions/{rel}`, name: 'transactions' }],
  },
})

describe('customer and product details', () => {
  test('are the fields of whatever came', async () => {
    answerWith({ firstName: 'Anna', address: { city: 'Bergamo' } })
    const fields = [
      { path: 'firstName', kind: 'text', value: 'Anna' },
      { path: 'address.city', kind: 'text', value: 'Bergamo' },
    ]
    expect(await client().getCustomerDetails(callContext(), customer)).toEqual({ fields, isComplete: true })
    expect(await client().getProduct(callContext(), product)).toEqual({ fields, isComplete: true })
    expect(targets()).toEqual([`GET ${base}`, `GET ${base}/products/Ab12Cd34Ef`])
  })

  test.each([[undefined], [null], [[]], ['Anna']])('data %j is refused', async (data) => {
    answerWith(data)
    expect(await refusalOf(client().getCustomerDetails(callContext(), customer))).toMatchObject({
      reason: 'schema',
    })
  })
})

describe('products', () => {
  test('are listed over their pages, each once', async () => {
    bank.answer((request) => {
      const isFirst = !request.target.includes('?')
      const links = {
        next: { href: '10023456/products?page=2', method: 'GET' },
        curies: [{ href: `${bank.origin}/psd2/v0/private/customers/{rel}`, name: 'customers' }],
      }
      const products = isFirst
        ? [{ productId: 'A', colour: 'blue' }, {}]
        : [{ accountId: 'B' }, { accountId: 'A' }]
      return bank.seal(request, { body: envelope({ products }, {}, { _links: links }) })
    })
    const { products, skippedRows, isWhole } = await client().listProducts(callContext(), customer)
    // The second page names itself as the next.
    expect(isWhole).toBe(false)
    expect(products.map(({ productId }) => productId)).toEqual(['A', 'B'])
    expect(products[0]?.details.fields).toContainEqual({ path: 'colour', kind: 'text', value: 'blue' })
    expect(skippedRows).toBe(2)
    expect(targets()).toEqual([`GET ${base}/products`, `GET ${base}/products?page=2`])
  })

  test.each([[undefined], [{}], [{ products: 'none' }]])('data %j is not an empty list', async (data) => {
    answerWith(data)
    expect(await refusalOf(client().listProducts(callContext(), customer))).toMatchObject({
      reason: 'schema',
    })
  })
})

describe('lists that are read whole', () => {
  const lists: [string, object, (client: BankClient) => Promise<object>][] = [
    [
      'accounts',
      { accounts: [{ accountId: 'A' }] },
      (client) => client.listAccounts(callContext(), customer),
    ],
    [
      'products',
      { products: [{ accountId: 'A' }] },
      (client) => client.listProducts(callContext(), customer),
    ],
    [
      'consent/list',
      { categories: [{ name: 'PAYMENTS', products: ['A'] }] },
      (client) => client.listConsents(callContext(), customer),
    ],
  ]
  const leadingTo = (path: string, next: unknown) => ({
    _links: { next, curies: [{ href: `${bank.origin}${base}/{rel}`, name: path }] },
  })

  test.each(lists)('%s: end without next, or with a step that follows', async (path, data, list) => {
    for (const next of [undefined, { href: 'consent/request', method: 'POST' }]) {
      answerWith(data, leadingTo(path, next))
      expect(await list(client())).toMatchObject({ isWhole: true })
    }
  })

  test.each(lists)('%s: are not whole where the paging breaks', async (path, data, list) => {
    const broken: [reason: string, next: unknown][] = [
      ['repeats', { href: path, method: 'GET' }],
      ['leads_elsewhere', { href: 'elsewhere', method: 'GET' }],
      ['malformed', { href: `${path}?page=2`, method: 'POST' }],
      ['malformed', { method: 'GET' }],
      ['malformed', 'more'],
    ]
    for (const [reason, next] of broken) {
      bank.requests.length = 0
      answerWith(data, leadingTo(path, next))
      const { client, exchanges } = bank.client()
      expect(await list(client)).toMatchObject({ isWhole: false })
      expect(bank.requests).toHaveLength(1)
      expect(exchanges.map(({ brokenPaging }) => brokenPaging)).toEqual([{ reason, pages: 1 }])
    }
  })

  const others = { accountId: 'B', name: 'PAYMENTS', products: ['B'] }
  test.each(lists)('%s: are not whole with a row that cannot be read', async (path, data, list) => {
    for (const row of [null, 'A', 5, ['A'], {}]) {
      const [name = '', rows] = Object.entries(data)[0] ?? []
      answerWith({ [name]: [...rows, row] })
      const { client, exchanges } = bank.client()
      expect(await list(client)).toMatchObject({ isWhole: false })
      expect(exchanges[0]?.odd, path).toEqual(
        row !== null && typeof row === 'object' && name === 'categories' && !Array.isArray(row) ? [] : [name],
      )
    }
  })

  test.each(lists)('%s: are not whole where their pages are not of one list', async (path, data, list) => {
    const [name = '', rows] = Object.entries(data)[0] ?? []
    const paging: [query: string, second: unknown, reason: string][] = [
      ['?page=2', [], 'ends_empty'],
      ['?page=99', [others], 'skips_pages'],
      ['?status=active&page=2', [others], 'other_filters'],
      ['?page=2', [others, ...rows], 'repeats_rows'],
    ]
    for (const [query, second, reason] of paging) {
      bank.answer((request) => {
        const links = leadingTo(path, { href: `${path}${query}`, method: 'GET' })
        const isFirst = !request.target.includes('?')
        return bank.seal(request, {
          body: isFirst ? envelope(data, {}, links) : envelope({ [name]: second }),
        })
      })
      const { client, exchanges } = bank.client()
      expect(await list(client)).toMatchObject({ isWhole: false })
      expect(exchanges.at(-1)?.brokenPaging?.reason).toBe(reason)
    }
  })

  test.each(lists)('%s: of more than 20 pages are not whole', async (path, data, list) => {
    bank.answer((request) => {
      const number = Number(/page=(\d+)/.exec(request.target)?.[1] ?? 1)
      const rest = leadingTo(path, { href: `${path}?page=${number + 1}`, method: 'GET' })
      return bank.seal(request, { body: envelope(data, {}, rest) })
    })
    const { client, exchanges } = bank.client()
    expect(await list(client)).toMatchObject({ isWhole: false })
    expect(bank.requests).toHaveLength(20)
    const observed = exchanges.flatMap(({ brokenPaging }) => brokenPaging ?? [])
    expect(observed).toEqual([{ reason: 'too_many_pages', pages: 20 }])
  })
})

describe('balance', () => {
  const balance = () => client().getBalance(callContext(), product)

  test('DAT-4: keeps every decimal that was written', async () => {
    answerWith({ availableBalance: { amount: '-488.000', currency: 'KWD' } })
    expect(await balance()).toMatchObject({
      accounting: undefined,
      available: { amount: '-488.000', currency: 'KWD' },
    })
    expect(targets()).toEqual([`GET ${base}/products/Ab12Cd34Ef/balance/retrieve`])
  })

  test('DAT-14: of a closed account is ARC04, asked for once', async () => {
    bank.answer((request) => bank.seal(request, { status: 500, body: errorEnvelope('ARC04') }))
    expect(await refusalOf(balance())).toMatchObject({ name: 'BankApiError', code: 'ARC04', status: 500 })
    expect(bank.requests).toHaveLength(1)
  })
})

describe('movements', () => {
  const pages = (request: object = {}, limits?: Partial<BankLimits>) =>
    client(limits).listTransactions(callContext(), { ...product, ...request })
  const allOf = async (list: AsyncIterable<MovementsPage>) => {
    const read: MovementsPage[] = []
    for await (const page of list) read.push(page)
    return read
  }

  test('are asked for by day, and signed with that query', async () => {
    answerWith({ transactionsAccounting: [movementRow(1)] })
    const { client, exchanges } = bank.client()
    const list = client.listTransactions(callContext(), {
      ...product,
      dateFrom: '2026-04-03',
      dateTo: '2026-12-31',
    })
    const [page] = await allOf(list)
    expect(page).toMatchObject({ booked: [{ index: '1' }], pending: [], more: 'no' })
    const target = `${base}/products/Ab12Cd34Ef/transactions/retrieve?dateFrom=03/04/2026&dateTo=31/12/2026`
    expect(targets()).toEqual([`GET ${target}`])
    const logged = '/private/customers/{customerId}/products/{productId}/transactions/retrieve'
    const query = '?datefrom=03/04/2026&dateto=31/12/2026'
    expect(exchanges[0]?.signingString).toContain(`${logged}${query}\n`)
  })

  test.each<[string, object]>([
    ['dateFrom is not', { dateFrom: '03/04/2026' }],
    ['dateTo is not', { dateTo: '2026-02-30' }],
    ['dateFrom is after', { dateFrom: '2026-04-04', dateTo: '2026-04-03' }],
  ])('%s a day: nothing is sent', async (message, dates) => {
    await expect(pages(dates).next()).rejects.toThrow(new RegExp(`^${message}`))
    expect(bank.requests).toEqual([])
  })

  test('come a page at a time: who stops after the first has made one call', async () => {
    bank.answer((request) => {
      const number = Number(/page=(\d+)/.exec(request.target)?.[1] ?? 1)
      const rest = number < 3 ? nextPage(`?page=${number + 1}`) : {}
      return bank.seal(request, {
        body: envelope({ transactionsAccounting: [movementRow(number)] }, {}, rest),
      })
    })
    for await (const page of pages()) {
      expect(page).toMatchObject({ booked: [{ index: '1' }], more: 'yes' })
      break
    }
    expect(bank.requests).toHaveLength(1)
    const all = await allOf(pages())
    expect(all.map(({ booked, more }) => [booked[0]?.index, more])).toEqual([
      ['1', 'yes'],
      ['2', 'yes'],
      ['3', 'no'],
    ])
  })

  test('whose next repeats are not a whole list', async () => {
    bank.answer((request) =>
      bank.seal(request, {
        body: envelope({ transactionsAccounting: [movementRow(1)] }, {}, nextPage('?page=2')),
      }),
    )
    const all = await allOf(pages())
    expect(all.map(({ more }) => more)).toEqual(['yes', 'unknown'])
    expect(bank.requests).toHaveLength(2)
  })

  const listOf = async (
    answers: readonly { booked: unknown; pending?: readonly unknown[]; next?: string }[],
    request: object = {},
  ) => {
    let number = 0
    bank.answer((seen) => {
      const { booked, pending = [], next } = answers[number++] ?? { booked: [] }
      const data = { transactionsAccounting: booked, transactionsNotAccounting: pending }
      return bank.seal(seen, { body: envelope(data, {}, next === undefined ? {} : nextPage(next)) })
    })
    const { client, exchanges } = bank.client()
    const all = await allOf(client.listTransactions(callContext(), { ...product, ...request }))
    const indexes = (name: 'booked' | 'pending') => all.map((page) => page[name].map(({ index }) => index))
    return {
      more: all.at(-1)?.more,
      reason: exchanges.at(-1)?.brokenPaging?.reason,
      booked: indexes('booked'),
      pending: indexes('pending'),
    }
  }
  const rows = (...indexes: number[]) => indexes.map(movementRow)
  const placed = (row: object, index: unknown) => ({ ...row, index })
  const alike = movementRow(1)

  test.each<[string, Parameters<typeof listOf>[0], booked: (string | undefined)[][]]>([
    [
      'two pages',
      [{ booked: rows(6, 5, 4), next: '?page=2' }, { booked: rows(4, 3, 2, 1) }],
      [
        ['6', '5', '4'],
        ['3', '2', '1'],
      ],
    ],
    [
      'pages that are not neighbours',
      [{ booked: rows(6, 5), next: '?page=2' }, { booked: rows(4), next: '?page=3' }, { booked: rows(6, 3) }],
      [['6', '5'], ['4'], ['3']],
    ],
    [
      'two pages, with another id and text',
      [
        { booked: rows(6, 5), next: '?page=2' },
        { booked: [{ ...movementRow(5), idMoneyTransfer: 'new', shortDescription: 'other' }, ...rows(4)] },
      ],
      [['6', '5'], ['4']],
    ],
    ['one page', [{ booked: rows(6, 5, 5, 4) }], [['6', '5', '4']]],
    [
      'a page that comes again',
      [
        { booked: [placed(alike, ''), placed(movementRow(2), '')], next: '?page=2' },
        { booked: [placed(alike, ''), placed(movementRow(2), '')] },
      ],
      [[undefined, undefined], []],
    ],
  ])('with a row twice on %s are not a whole list, and have it once', async (_, answers, booked) => {
    expect(await listOf(answers)).toMatchObject({ more: 'unknown', reason: 'repeats_rows', booked })
  })

  test('with a pending row on two pages are not a whole list', async () => {
    const answers = [
      { booked: rows(6), pending: rows(2, 1), next: '?page=2' },
      { booked: rows(5), pending: rows(1, 3) },
    ]
    expect(await listOf(answers)).toMatchObject({ more: 'unknown', pending: [['2', '1'], ['3']] })
  })

  test.each<[string, Parameters<typeof listOf>[0], booked: number, pending: number]>([
    [
      'equal payments without an index on one page',
      [{ booked: [placed(alike, ''), placed(alike, ' '), placed(alike, null)] }],
      3,
      0,
    ],
    [
      'equal payments with an index each',
      [{ booked: [placed(alike, 9), placed(alike, 8)], next: '?page=2' }, { booked: [placed(alike, 7)] }],
      3,
      0,
    ],
    ['one index for all rows', [{ booked: [placed(alike, 0), placed(alike, 0), placed(alike, 0)] }], 3, 0],
    [
      'indexes that count the rows of each page',
      [
        { booked: [placed(alike, 1), placed(movementRow(5), 2)], next: '?page=2' },
        { booked: [placed(alike, 1), placed(movementRow(6), 2)] },
      ],
      4,
      0,
    ],
    [
      'the same pending rows on every page',
      [
        { booked: rows(6), pending: rows(2, 1), next: '?page=2' },
        { booked: rows(5), pending: rows(2, 1) },
      ],
      2,
      2,
    ],
    [
      'one pending row without an index on every page',
      [
        { booked: rows(6), pending: [placed(alike, null)], next: '?page=2' },
        { booked: rows(5), pending: [placed(alike, null)], next: '?page=3' },
        { booked: rows(4), pending: [placed(alike, null)] },
      ],
      3,
      1,
    ],
    [
      'the same pending rows in another order on each page',
      [
        { booked: rows(6), pending: [placed(alike, null), placed(movementRow(7), null)], next: '?page=2' },
        { booked: rows(5), pending: [placed(movementRow(7), null), placed(alike, null)] },
      ],
      2,
      2,
    ],
    [
      'the same pending rows and a new one on the next page',
      [
        { booked: rows(6), pending: [placed(alike, null), placed(movementRow(7), null)], next: '?page=2' },
        {
          booked: rows(5),
          pending: [placed(movementRow(8), null), placed(alike, null), placed(movementRow(7), null)],
        },
      ],
      2,
      3,
    ],
    ['the indexes of booked rows in the pending ones', [{ booked: rows(2, 1), pending: rows(2, 1) }], 2, 2],
  ])('with %s are a whole list of all rows', async (_, answers, booked, pending) => {
    const list = await listOf(answers)
    expect([list.more, list.booked.flat().length, list.pending.flat().length]).toEqual([
      'no',
      booked,
      pending,
    ])
  })

  test.each<[string, Parameters<typeof listOf>[0], booked: number]>([
    [
      'that end one page and begin the next without an index',
      [
        { booked: [placed(movementRow(9), null), placed(alike, null)], next: '?page=2' },
        { booked: [placed(alike, null), placed(movementRow(5), null)] },
      ],
      4,
    ],
    [
      'that end one page and begin the next with one index for all rows',
      [
        { booked: [placed(movementRow(9), 0), placed(alike, 0)], next: '?page=2' },
        { booked: [placed(alike, 0), placed(movementRow(5), 0)] },
      ],
      4,
    ],
    [
      'of which several end one page and begin the next, with indexes that count the rows of each page',
      [
        { booked: [placed(movementRow(9), 1), placed(movementRow(8), 2), placed(alike, 3)], next: '?page=2' },
        { booked: [placed(movementRow(8), 1), placed(alike, 2), placed(movementRow(5), 3)] },
      ],
      6,
    ],
    [
      'of which one ends a page and begins the next, with places in the list from 1 on',
      [
        { booked: [placed(movementRow(9), 1), placed(alike, 2)], next: '?page=2' },
        { booked: [placed(alike, 3), placed(movementRow(5), 4)] },
      ],
      4,
    ],
    [
      'of which several end one page and begin the next, with places in the list from 0 on',
      [
        { booked: [placed(movementRow(9), 0), placed(movementRow(8), 1), placed(alike, 2)], next: '?page=2' },
        { booked: [placed(movementRow(8), 3), placed(alike, 4), placed(movementRow(5), 5)] },
      ],
      6,
    ],
  ])('with rows %s are not a whole list: they may be one payment or two', async (_, answers, booked) => {
    const list = await listOf(answers)
    expect([list.more, list.booked.flat().length]).toEqual(['unknown', booked])
  })

  test.each<[string, unknown]>([
    ['an empty list', []],
    ['null', null],
    ['nothing', undefined],
  ])(
    'whose last page has %s of booked rows and repeats the pending ones are not a whole list',
    async (_, last) => {
      const pending = [placed(alike, null)]
      const list = await listOf([
        { booked: rows(6), pending, next: '?page=2' },
        { booked: last, pending },
      ])
      expect([list.more, list.pending.flat().length]).toEqual(['unknown', 1])
    },
  )

  const days = { dateFrom: '2026-02-01', dateTo: '2026-02-28' }
  const inDays = 'dateFrom=01/02/2026&dateTo=28/02/2026'
  test.each<[string, Parameters<typeof listOf>[0], string]>([
    [
      'of other days',
      [{ booked: rows(1), next: '?dateFrom=01/01/2020&dateTo=02/01/2020' }, { booked: [] }],
      'other_filters',
    ],
    [
      'of pending movements alone',
      [{ booked: rows(1), next: `?${inDays}&status=pending` }, { booked: [] }],
      'other_filters',
    ],
    ['far behind', [{ booked: rows(1), next: `?${inDays}&page=99` }, { booked: [] }], 'skips_pages'],
    ['without a row', [{ booked: rows(1), next: `?${inDays}&page=2` }, { booked: [] }], 'ends_empty'],
    [
      'of any days, by its rows',
      [{ booked: rows(1), next: '?cursor=x' }, { booked: rows(13, 3) }],
      'other_filters',
    ],
  ])('whose next page is one %s are not a whole list', async (_, answers, reason) => {
    expect(await listOf(answers, days)).toMatchObject({ more: 'unknown', reason })
  })

  test('whose next page leaves the days to a cursor are a whole list', async () => {
    const answers = [
      { booked: rows(1), next: '?cursor=x' },
      { booked: rows(13), next: '?cursor=y' },
      { booked: rows(25) },
    ]
    expect(await listOf(answers, days)).toMatchObject({ more: 'no', booked: [['1'], ['13'], ['25']] })
  })

  test('are read up to 200 pages of a list without end, which is then not whole', async () => {
    bank.answer((request) => {
      const number = Number(/page=(\d+)/.exec(request.target)?.[1] ?? 1)
      const links = nextPage(`?page=${number + 1}`)
      return bank.seal(request, { body: envelope({ transactionsAccounting: [] }, {}, links) })
    })
    const all = await allOf(pages())
    expect(all).toHaveLength(200)
    expect(all.at(-1)?.more).toBe('unknown')
    expect(bank.requests).toHaveLength(200)
  })

  const links = () => nextPage('')._links
  const next = (link: unknown) => ({ ...links(), next: link })
  test.each<[string, () => object]>([
    [
      'on another origin',
      () => ({ ...links(), curies: [{ href: 'https://evil.example/{rel}', name: 'x' }] }),
    ],
    ['without a curie', () => ({ ...links(), curies: [] })],
    ['that is malformed', () => next(5)],
    ['without href', () => next({ method: 'GET' })],
    ['that is a text', () => next('retrieve?page=2')],
    ['that is itself', () => links()],
    ['of another path', () => next({ href: 'search?page=2', method: 'GET' })],
    ['of another method', () => next({ href: 'retrieve?page=2', method: 'POST' })],
    ['of another method and path', () => next({ href: 'verify', method: 'POST' })],
  ])('a next %s costs not the page, but the list is not said to be whole', async (_, brokenLinks) => {
    answerWith({ transactionsAccounting: [movementRow(1)] }, { _links: brokenLinks() })
    const all = await allOf(pages())
    expect(all).toMatchObject([{ booked: [{ index: '1' }], more: 'unknown' }])
    expect(bank.requests).toHaveLength(1)
  })

  test('broken paging is observed once, with the last page that was read, and with no address', async () => {
    bank.answer((request) =>
      bank.seal(request, {
        body: envelope({ transactionsAccounting: [] }, {}, nextPage('?cursor=IT60X0542811101000000123456')),
      }),
    )
    const { client, exchanges } = bank.client()
    await allOf(client.listTransactions(callContext(), product))
    expect(exchanges.map(({ brokenPaging }) => brokenPaging)).toEqual([
      undefined,
      { reason: 'repeats', pages: 2 },
    ])
    expect(JSON.stringify(exchanges)).not.toContain('IT60')
  })

  test('what the bank put into the address of a further page is not observed', async () => {
    bank.answer((request) => {
      const rest = request.target.includes('?') ? {} : nextPage('?cursor=IT60X0542811101000000123456')
      return bank.seal(request, { body: envelope({ transactionsAccounting: [] }, {}, rest) })
    })
    const { client, exchanges } = bank.client()
    expect(await allOf(client.listTransactions(callContext(), product))).toHaveLength(2)
    expect(exchanges).toHaveLength(2)
    expect(JSON.stringify(exchanges)).not.toContain('IT60')
  })

  test('an error of a later page is thrown there, and the first page was had', async () => {
    bank.answer((request) =>
      request.target.includes('?')
        ? bank.seal(request, { status: 500, body: errorEnvelope('ARC04') })
        : bank.seal(request, { body: envelope({ transactionsAccounting: [] }, {}, nextPage('?page=2')) }),
    )
    const list = pages()
    expect((await list.next()).done).toBe(false)
    expect(await refusalOf(list.next())).toMatchObject({ code: 'ARC04' })
    expect((await list.next()).done).toBe(true)
  })

  test.each([[undefined], [null], [{}], [{ transactions: [] }]])(
    'data %j is not an empty page',
    async (data) => {
      answerWith(data)
      expect(await refusalOf(pages().next())).toMatchObject({ reason: 'schema' })
    },
  )

  test('ten thousand on one page, more bytes than another answer may have, are read', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => movementRow(index))
    answerWith({ transactionsAccounting: rows, customerid: '1' })
    const [page] = await allOf(pages())
    expect(page?.booked).toHaveLength(10_000)
    expect(page?.booked.every(({ odd }) => odd.length === 0)).toBe(true)
    expect(await refusalOf(client().getCustomerId(callContext()))).toMatchObject({ reason: 'body_too_large' })
  })

  test('have a bound of their own', async () => {
    answerWith({ transactionsAccounting: [movementRow(1)] })
    const list = pages({}, { movementsBodyBytes: 200 })
    expect(await refusalOf(list.next())).toMatchObject({ reason: 'body_too_large' })
  })
})
