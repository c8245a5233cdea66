import { describe, expect, test } from 'vitest'
import { linksSchema, nextPage, resolveLink } from '@/lib/bank/hal'
import { underBase } from '@/lib/bank/path'

const base = { origin: 'https://bank.example', path: '/psd2/v0' }
const group = `${base.origin}${base.path}/private/customers/{rel}`

function linksTo(href: string, curie = group, method = 'GET') {
  return linksSchema.parse({
    self: { href, method },
    next: { href, method },
    curies: [{ href: curie, name: 'g' }],
  })
}

describe('a link', () => {
  test('replaces {rel} in the curie', () => {
    expect(resolveLink(linksTo('1/accounts?page=2'), 'next', base)).toEqual({
      method: 'GET',
      path: '/psd2/v0/private/customers/1/accounts?page=2',
    })
  })

  test('takes a curie that is a path as one of the bank', () => {
    const links = linksTo('1/accounts', '/psd2/v0/private/customers/{rel}')
    expect(resolveLink(links, 'self', base)?.path).toBe('/psd2/v0/private/customers/1/accounts')
  })

  test('is inserted as it is, without the meanings of a replacement string', () => {
    expect(resolveLink(linksTo("a$&b$'c"), 'self', base)?.path).toBe("/psd2/v0/private/customers/a$&b$'c")
  })

  test('that is not there is undefined', () => {
    expect(resolveLink(undefined, 'next', base)).toBeUndefined()
    expect(resolveLink(linksSchema.parse({}), 'next', base)).toBeUndefined()
  })

  test.each([
    ['another host', 'x', 'https://evil.example/psd2/v0/{rel}'],
    ['another port', 'x', 'https://bank.example:444/psd2/v0/{rel}'],
    ['plain http', 'x', 'http://bank.example/psd2/v0/{rel}'],
    ['a host hidden behind a user', 'x', 'https://bank.example@evil.example/psd2/v0/{rel}'],
    ['a user', 'x', 'https://user@bank.example/psd2/v0/{rel}'],
    ['a protocol-relative address', '/evil.example/psd2/v0/x', '/{rel}'],
    ['another base path', 'x', 'https://bank.example/other/{rel}'],
    ['a climb out of the base path', '../../../../other', group],
    ['the same climb, encoded', '%2e%2e/%2e%2e/%2e%2e/other', group],
    ['another scheme', 'x', 'javascript:{rel}'],
    ['no {rel}', 'x', 'https://bank.example/psd2/v0/private'],
  ])('to %s is refused', (_, href, curie) => {
    expect(() => resolveLink(linksTo(href, curie), 'next', base)).toThrow(/^link_refused/)
  })
})

describe('the next page', () => {
  const current = '/psd2/v0/private/customers/1/accounts'

  test('is a GET of the same path', () => {
    expect(nextPage(linksTo('1/accounts?page=2'), current, base, new Set([current]))).toBe(
      `${current}?page=2`,
    )
  })

  test('is none when next is another step', () => {
    expect(nextPage(linksTo('1/consent/request', group, 'POST'), current, base, new Set())).toBeUndefined()
    expect(nextPage(linksTo('1/consent/list'), current, base, new Set())).toBeUndefined()
  })

  test('is none when it was read before, so a loop ends', () => {
    const visited = new Set([current])
    expect(nextPage(linksTo('1/accounts'), current, base, visited)).toBeUndefined()
    expect(nextPage(linksTo('1/accounts?page=2'), current, base, visited)).toBeDefined()
    expect(nextPage(linksTo('1/accounts?page=2'), current, base, visited)).toBeUndefined()
  })
})

describe('a path with ids', () => {
  test('has each id as one segment', () => {
    expect(underBase(base, '/private/customers/{customerId}/accounts', { customerId: 'a/b?c' })).toBe(
      '/psd2/v0/private/customers/a%2Fb%3Fc/accounts',
    )
  })

  test.each(['', '.', '..', 'x'.repeat(129)])('refuses the id %j by its name', (customerId) => {
    expect(() => underBase(base, '/{customerId}', { customerId })).toThrow(/^customerId cannot/)
  })
})
