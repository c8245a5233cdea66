import { describe, expect, test } from 'vitest'
import { type Links, readLinks } from '@/lib/bank/reading/hal'
import { type BrokenPaging, nextPage } from '@/lib/bank/reading/paging'

const base = { origin: 'https://bank.example', path: '/psd2/v0' }
const group = `${base.origin}${base.path}/private/customers/{rel}`

const self = { href: '1/accounts', method: 'GET' }
const linksTo = (href: string, curie = group, method = 'GET') =>
  readLinks({ self, next: { href, method }, curies: [{ href: curie, name: 'g' }] })

describe('the next page', () => {
  const current = '/psd2/v0/private/customers/1/accounts'
  const list = { maxPages: 20, leadsToStep: false }
  const next = (links: Links | undefined, visited = new Set([current]), rule = list, added = 1) =>
    nextPage(links, [...visited].at(-1) ?? current, base, visited, rule, { read: visited.size, added })
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
    expect(next(step, undefined, flow)).toEqual({ kind: 'end' })
    expect(next(step)).toEqual(broken('leads_elsewhere'))
    expect(next(linksTo('1/accounts?page=2', group, 'POST'), undefined, flow)).toEqual(broken('malformed'))
    expect(next(linksTo('1/consent/list'), undefined, flow)).toEqual(broken('leads_elsewhere'))
  })

  test('that was read before breaks the list: itself and an earlier one', () => {
    const visited = new Set([current])
    expect(next(linksTo('1/accounts'), visited)).toEqual(broken('repeats'))
    expect(next(linksTo('1/accounts?page=2'), visited)).toMatchObject({ kind: 'page' })
    expect(next(linksTo('1/accounts?page=2'), visited)).toEqual(broken('repeats', 2))
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
    const visited = new Set([current, `${current}?page=2`])
    expect(next(readLinks({ self }), visited, list, 0)).toEqual(broken('ends_empty', 2))
    const step = linksTo('1/consent/request', group, 'POST')
    expect(next(step, visited, { ...list, leadsToStep: true }, 0)).toEqual(broken('ends_empty', 2))
    expect(next(readLinks({ self }), undefined, list, 0)).toEqual({ kind: 'end' })
  })

  const days = '?dateFrom=15/11/2026&dateTo=29/11/2026'
  test.each<[string, string]>([
    [days, `${days}&page=2`],
    [days, '?page=2&dateTo=29/11/2026&dateFrom=15/11/2026'],
    [days, '?dateFrom=15%2F11%2F2026&dateTo=29%2F11%2F2026&page=2'],
    [days, '?DateFrom=2026-11-15&date_to=20261129&page=2'],
    [days, '?cursor=c3RhdHVz'],
    [days, `${days}&searchAfter=5&pageState=7`],
    [days, `${days}&offset=1&limit=1`],
    [days, `${days}&start=50&limit=50`],
    ['', `${days}&page=2`],
    ['', '?page=1'],
    ['', '?page=7f3e'],
  ])('of a list asked for with %j may be %j', (first, query) => {
    const visited = new Set([current + first])
    expect(next(linksTo(`1/accounts${query}`), visited)).toEqual({ kind: 'page', path: current + query })
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
    [days, '?pageNumber=4', 'skips_pages'],
    [days, `${days}&offset=9900`, 'skips_pages'],
    [days, `${days}&offset=100&limit=50`, 'skips_pages'],
  ])('of a list asked for with %j is not %j', (first, query, reason) => {
    const visited = new Set([current + first])
    expect(next(linksTo(`1/accounts${query}`), visited)).toEqual(broken(reason))
  })

  test('keeps to the days that the bank has spelt out', () => {
    const visited = new Set([current])
    expect(next(linksTo(`1/accounts${days}&page=2`), visited).kind).toBe('page')
    expect(next(linksTo(`1/accounts${days}&page=3`), visited).kind).toBe('page')
    const others = linksTo('1/accounts?dateFrom=01/01/2020&dateTo=02/01/2020&page=4')
    expect(next(others, visited)).toEqual(broken('other_filters', 3))
    expect(next(linksTo(`1/accounts${days}&page=5`), visited)).toEqual(broken('skips_pages', 3))
  })

  test('after as many as may be read breaks the list', () => {
    const visited = new Set([current])
    const page = (number: number) => next(linksTo(`1/accounts?page=${number}`), visited)
    for (let number = 2; number <= 20; number += 1) expect(page(number).kind).toBe('page')
    expect(page(21)).toEqual(broken('too_many_pages', 20))
  })
})
