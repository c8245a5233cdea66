import { describe, expect, test } from 'vitest'
import { type Links, readLinks } from '@/lib/bank/reading/hal'
import { type BrokenPaging, PagedList, type Paging } from '@/lib/bank/reading/paging'

const base = { origin: 'https://bank.example', path: '/psd2/v0' }
const group = `${base.origin}${base.path}/private/customers/{rel}`

const self = { href: '1/accounts', method: 'GET' }
const linksTo = (href: string, curie = group, method = 'GET') =>
  readLinks({ self, next: { href, method }, curies: [{ href: curie, name: 'g' }] })

describe('the next page', () => {
  const current = '/psd2/v0/private/customers/1/accounts'
  const list = { maxPages: 20, leadsToStep: false }
  const listOf = (query = '', rules = list) => new PagedList(current + query, base, rules)
  const next = (links: Links | undefined, of = listOf(), added = 1) => of.next(links, { onPage: [1], added })
  const broken = (reason: BrokenPaging['reason'], pages = 1) => ({ kind: 'broken', reason, pages })

  test('is a GET of the same path', () => {
    expect(next(linksTo('1/accounts?page=2'))).toEqual({ kind: 'page', path: `${current}?page=2` })
  })

  test.each([{ self }, { self, next: null }, { self: 5 }])('is none without next: %j', (links) => {
    expect(next(readLinks(links))).toEqual({ kind: 'end' })
  })

  test.each([undefined, null, {}, { next: null }, { self: null, curies: [] }])(
    'is unknown without self, which every answer has: %j',
    (links) => {
      expect(next(readLinks(links))).toEqual(broken('no_links'))
    },
  )

  test('may be a step that follows a list: never a GET, never the same path, and only where there are steps', () => {
    const step = linksTo('1/consent/request', group, 'POST')
    const flow = { ...list, leadsToStep: true }
    expect(next(step, listOf('', flow))).toEqual({ kind: 'end' })
    expect(next(step)).toEqual(broken('leads_elsewhere'))
    expect(next(linksTo('1/accounts?page=2', group, 'POST'), listOf('', flow))).toEqual(broken('malformed'))
    expect(next(linksTo('1/consent/list'), listOf('', flow))).toEqual(broken('leads_elsewhere'))
  })

  test('that was read before breaks the list: itself and an earlier one', () => {
    const pages = listOf()
    expect(next(linksTo('1/accounts'), pages)).toEqual(broken('repeats'))
    expect(next(linksTo('1/accounts?page=2'), pages)).toMatchObject({ kind: 'page' })
    expect(next(linksTo('1/accounts?page=2'), pages)).toEqual(broken('repeats', 2))
    expect(next(linksTo('1/accounts?PAGE=02'), pages)).toEqual(broken('repeats', 2))
  })

  test.each<[string, unknown]>([
    ['no object', 'accounts?page=2'],
    ['without href', { method: 'GET' }],
    ['without method', { href: '1/accounts?page=2' }],
    ['with an empty href', { href: '', method: 'GET' }],
    ['with an unheard-of method', { href: '1/accounts?page=2', method: 'FETCH' }],
    ['a list of links', [{ href: '1/accounts?page=2', method: 'GET' }]],
    ['with dot segments', { href: '../1/accounts?page=2', method: 'GET' }],
    ['with blanks', { href: '1/accounts?page= 2', method: 'GET' }],
  ])('that is %s breaks the list', (_, link) => {
    expect(next(readLinks({ curies: [{ href: group, name: 'customers' }], next: link }))).toEqual(
      broken('malformed'),
    )
  })

  test.each<[string, BrokenPaging['reason'], unknown]>([
    ['without a curie', 'malformed', []],
    [
      'with a curie that has no {rel}',
      'malformed',
      [{ href: 'https://bank.example:8443/psd2/v0/', name: 'x' }],
    ],
    ['to another origin', 'leads_elsewhere', [{ href: 'https://evil.example/{rel}', name: 'x' }]],
    ['outside the base path', 'leads_elsewhere', [{ href: '/other/{rel}', name: 'x' }]],
  ])('%s breaks the list', (_, reason, curies) => {
    const links = readLinks({ curies, next: { href: '1/accounts?page=2', method: 'GET' } })
    expect(next(links)).toEqual(broken(reason))
  })

  test('without rows is no end: its next promised more', () => {
    const pages = listOf('', { ...list, leadsToStep: true })
    next(linksTo('1/accounts?page=2'), pages)
    expect(next(readLinks({ self }), pages, 0)).toEqual(broken('ends_empty', 2))
    expect(next(linksTo('1/consent/request', group, 'POST'), pages, 0)).toEqual(broken('ends_empty', 2))
    expect(next(readLinks({ self }), undefined, 0)).toEqual({ kind: 'end' })
  })

  const days = '?dateFrom=15/11/2026&dateTo=29/11/2026'
  test.each<[string, string]>([
    [days, `${days}&page=2`],
    [days, '?page=2&dateTo=29/11/2026&dateFrom=15/11/2026'],
    [days, '?dateFrom=15%2F11%2F2026&dateTo=29%2F11%2F2026&page=2'],
    [days, '?DateFrom=2026-11-15&date_to=20261129&page=2'],
    [days, '?cursor=c3RhdHVz'],
    [days, `${days}&searchAfter=b5&pageState=1764374400000`],
    [days, `${days}&offset=1&limit=1`],
    [days, `${days}&page=2&size=1`],
    [days, `${days}&cursor=b5&size=1`],
    ['', `${days}&page=2`],
    ['', '?page=1'],
    ['', '?page=7f3e'],
  ])('of a list asked for with %j may be %j', (first, query) => {
    expect(next(linksTo(`1/accounts${query}`), listOf(first))).toEqual({
      kind: 'page',
      path: current + query,
    })
  })

  test.each<[string, string, BrokenPaging['reason']]>([
    [days, '?dateFrom=01/01/2020&dateTo=02/01/2020', 'other_filters'],
    [days, '?dateFrom=01/01/2020&dateTo=29/11/2026&page=2', 'other_filters'],
    [days, '?dateFrom=15/11/2026&page=2', 'other_filters'],
    [days, `${days}&dateFrom=01/01/2020`, 'other_filters'],
    [days, `${days}&DATE_FROM=01/01/2020`, 'other_filters'],
    [days, '?dateFrom=&dateTo=', 'other_filters'],
    [days, `${days}&status=pending&page=2`, 'other_filters'],
    [days, `${days}&transactionsAccounting=false`, 'other_filters'],
    [days, `${days}&onlyPending=true`, 'other_filters'],
    [days, `${days}&amountMin=100`, 'other_filters'],
    [days, `${days}&productId=0012345678`, 'other_filters'],
    ['', '?status=active&page=2', 'other_filters'],
    [days, `${days}&page=99`, 'skips_pages'],
    [days, `${days}&page=3`, 'skips_pages'],
    [days, '?pageNumber=4', 'other_filters'],
    [days, `${days}&searchAfter=5&pageState=7`, 'skips_pages'],
    [days, `${days}&start=50&limit=50`, 'skips_pages'],
    [days, `${days}&offset=9900`, 'skips_pages'],
    [days, `${days}&offset=100&limit=50`, 'skips_pages'],
  ])('of a list asked for with %j is not %j', (first, query, reason) => {
    expect(next(linksTo(`1/accounts${query}`), listOf(first))).toEqual(broken(reason))
  })

  /** Reads pages of so many rows each: the `self` of each, and its `next` but for the last. */
  const read = (pages: readonly [self: string, next?: string, rows?: number][]): Paging => {
    const paged = listOf(days)
    let paging: Paging = { kind: 'end' }
    for (const [self, next, rows = 10] of pages) {
      const link = (query: string) => ({ href: `1/accounts${query}`, method: 'GET' })
      const links = { self: link(self), next: next === undefined ? null : link(next) }
      const answer = readLinks({ ...links, curies: [{ href: group, name: 'g' }] })
      paging = paged.next(answer, { onPage: [rows, rows + 3], added: rows })
      if (paging.kind === 'broken') break
    }
    return paging
  }

  test.each<[string, ...Parameters<typeof read>[0]]>([
    ['pages from 1 on', [days, `${days}&page=2`], [`${days}&page=2`, `${days}&page=3`], [`${days}&page=3`]],
    ['pages from 0 on', [`${days}&page=0`, `${days}&page=1`], [`${days}&page=1`, `${days}&page=2`], ['']],
    ['pages from 0 on that only next says', [days, `${days}&p=1`], [days, `${days}&p=2`], ['']],
    [
      'pages of one size',
      [`${days}&page=1&size=10`, `${days}&page=2&size=10`],
      [`${days}&size=10&page=2`, `${days}&size=10&page=3`, 7],
      [`${days}&page=3&size=10`],
    ],
    ['pages of a size larger than the page', [`${days}&page=1&size=50`, `${days}&page=2&size=50`], ['']],
    ['a size that only self says', [`${days}&page=1&size=10`, `${days}&page=2`], [`${days}&page=2&size=10`]],
    [
      'offsets',
      [days, `${days}&offset=10&limit=10`],
      [`${days}&offset=10&limit=10`, `${days}&offset=20&limit=10`],
      [''],
    ],
    [
      'offsets that count pending rows',
      [days, `${days}&skip=13`],
      [`${days}&skip=13`, `${days}&skip=23`],
      [''],
    ],
    ['rows from 1 on', [`${days}&rowFrom=1`, `${days}&rowFrom=11`], [`${days}&rowFrom=11`]],
    ['rows from 0 on, under the name of a day', [days, `${days}&from=10`], [`${days}&from=10`]],
    ['a page under another name in self', [days, `${days}&page=2`], [`${days}&pageIndex=1`]],
    ['cursors', [days, `${days}&c=a%2Bb`], [`${days}&c=a+b`, `${days}&c=b`], [`${days}&c=b`]],
    ['cursors and pages', [days, `${days}&c=a&page=2`], ['', `${days}&c=b&page=3`], ['']],
    ['self with more days', ['?dateFrom=01/11/2026&dateTo=30/11/2026']],
    ['self in another order, escaped', ['?date_to=29%2F11%2F2026&dateFrom=2026-11-15&lang=it&cursor=']],
    ['self with dots and an escaped sign', ['?dateFrom=15.11.2026&amp;dateTo=29%252F11%252F2026']],
  ])('by %s leads to the end', (_, ...pages) => {
    expect(read(pages)).toEqual({ kind: 'end' })
  })

  test.each<[string, BrokenPaging['reason'], ...Parameters<typeof read>[0]]>([
    ['a size other than the rows', 'skips_pages', [days, `${days}&page=2&size=20`]],
    ['another size', 'skips_pages', [`${days}&page=1&size=10`, `${days}&page=2&size=20`]],
    ['another size later', 'skips_pages', [days, `${days}&page=2&size=10`], ['', `${days}&page=3&size=20`]],
    ['a size that is lost', 'skips_pages', [days, `${days}&page=2&size=10`], ['', `${days}&page=3`]],
    ['a size that comes late', 'skips_pages', [days, `${days}&page=2`], ['', `${days}&page=3&size=10`]],
    ['a size alone', 'skips_pages', [days, `${days}&size=10`]],
    ['page 2 after page 0', 'skips_pages', [`${days}&page=0`, `${days}&page=2`]],
    ['page 3 after page 1', 'skips_pages', [`${days}&pageNo=1`, `${days}&pageNo=3`]],
    ['a first page that is 2', 'skips_pages', [`${days}&page=2`, `${days}&page=3`]],
    ['a first row that is 10', 'skips_pages', [`${days}&offset=10`]],
    ['a number of any name that does not begin', 'skips_pages', [`${days}&n=7`, `${days}&n=8`]],
    ...[
      ...['offset=20', 'offset=11', 'rowFrom=21', 'start=20', 'from=20', 'skip=20', 'first=21', 'n=20'],
      ...['currentPage=3', 'pg=3', 'x=3', '$skip=2e1', 'skip=0x14', 'range=21-30', 'limit=10,20', 'page=2.5'],
      ...[
        'page=3&page=2',
        'page=2;page=3',
        'page=2&Page=3',
        'page=2&offset=20',
        'page=2&n=4',
        'page=2&offset=10',
      ],
    ].map((added): [string, BrokenPaging['reason'], [string, string]] => [
      added,
      'skips_pages',
      [days, `${days}&${added}`],
    ]),
    ['another order', 'other_filters', [days, `${days}&page=2&sort=asc`]],
    ['a day of its own', 'other_filters', [days, `${days}&before=2026-11-20`]],
    ['a moment of its own', 'other_filters', [days, `${days}&before=2026-11-20T10:00:00Z`]],
    ['a page of no days', 'other_filters', [days, '?page=2']],
    ['pages, then rows', 'skips_pages', [days, `${days}&n=2`], ['', `${days}&n=12`]],
    ['rows, then pages', 'skips_pages', [days, `${days}&n=10`], ['', `${days}&n=11`]],
    ['a cursor, then a page', 'skips_pages', [days, `${days}&c=a`], ['', `${days}&page=3`]],
    ['a page, then a cursor', 'skips_pages', [days, `${days}&page=2`], ['', `${days}&c=a`]],
    ['another page in self', 'skips_pages', [days, `${days}&page=2`], [`${days}&page=3`]],
    ['another page of another name in self', 'skips_pages', [days, `${days}&page=2`], [`${days}&pg=3`]],
    ['another row in self', 'skips_pages', [days, `${days}&page=2`], [`${days}&offset=20`]],
    ['another cursor in self', 'skips_pages', [days, `${days}&c=a`], [`${days}&c=b`]],
    ['another size in self', 'skips_pages', [days, `${days}&page=2&size=10`], [`${days}&page=2&size=20`]],
    ['a later first day in self', 'other_filters', ['?dateFrom=16/11/2026&dateTo=29/11/2026']],
    ['an earlier last day in self', 'other_filters', ['?dateFrom=15/11/2026&dateTo=28/11/2026']],
    ['a later first day of another name in self', 'other_filters', ['?from=20261116&to=20261129']],
    ['fewer days in self, and a next', 'other_filters', ['?dateFrom=20261120', `${days}&page=2`]],
    ['fewer days in self of page 2', 'other_filters', [days, `${days}&page=2`], ['?dateTo=20261120']],
  ])('by %s is not the whole list: %s', (_, reason, ...pages) => {
    expect(read(pages)).toEqual(broken(reason, pages.length))
  })

  test('may spell out a day that was left to the bank, as its self does', () => {
    const from = '?dateFrom=15/11/2026'
    const answer = (self: string) =>
      readLinks({
        self: { href: `1/accounts${self}`, method: 'GET' },
        next: { href: `1/accounts${days}&page=2`, method: 'GET' },
        curies: [{ href: group, name: 'g' }],
      })
    expect(next(answer(days), listOf(from)).kind).toBe('page')
    expect(next(answer(from), listOf(from))).toEqual(broken('other_filters'))
    const others = '?dateFrom=01/11/2026&dateTo=29/11/2026'
    expect(next(answer(others), listOf())).toEqual(broken('other_filters'))
  })

  test('keeps to the days that the bank has spelt out', () => {
    const pages = listOf()
    expect(next(linksTo(`1/accounts${days}&page=2`), pages).kind).toBe('page')
    expect(next(linksTo(`1/accounts${days}&page=3`), pages).kind).toBe('page')
    const others = linksTo('1/accounts?dateFrom=01/01/2020&dateTo=02/01/2020&page=4')
    expect(next(others, pages)).toEqual(broken('other_filters', 3))
    expect(next(linksTo(`1/accounts${days}&page=5`), pages)).toEqual(broken('skips_pages', 3))
  })

  test('after as many as may be read breaks the list', () => {
    const pages = listOf()
    const page = (number: number) => next(linksTo(`1/accounts?page=${number}`), pages)
    for (let number = 2; number <= 20; number += 1) expect(page(number).kind).toBe('page')
    expect(page(21)).toEqual(broken('too_many_pages', 20))
  })
})
