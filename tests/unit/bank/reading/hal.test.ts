import { describe, expect, test } from 'vitest'
import { readEmbedded, readLinks, resolveEmbedded, resolveLink } from '@/lib/bank/reading/hal'
import { underBase } from '@/lib/bank/wire/path'

const base = { origin: 'https://bank.example', path: '/psd2/v0' }
const group = `${base.origin}${base.path}/private/customers/{rel}`

function linksTo(href: string, curie = group, method = 'GET') {
  return readLinks({
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
    expect(resolveLink(readLinks({}), 'next', base)).toBeUndefined()
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
    ['nothing a URL may hold', '1/accounts?q=a b', group],
  ])('to %s is refused', (_, href, curie) => {
    expect(() => resolveLink(linksTo(href, curie), 'next', base)).toThrow(/^link_refused/)
  })
})

/** Ways to write `..` and `.` that some server or proxy on the way undoes. */
const dotSegments = [
  '../1/accounts',
  '1/../2/accounts',
  '1/accounts/..',
  './1/accounts',
  '%2e%2e/1/accounts',
  '.%2E/1/accounts',
  '..%2f1/accounts',
  '1%2f..%2f2/accounts',
  '%2e%2e%2f1/accounts',
  '..%5c1/accounts',
  '..\\1/accounts',
  '%252e%252e/1/accounts',
  '..%252f1/accounts',
  '..;/1/accounts',
  '..%3b/1/accounts',
  '.\t./1/accounts',
]

describe.each(dotSegments)('the dot segments of %j', (href) => {
  test('are refused in a link, also where they stay under the base path', () => {
    expect(() => resolveLink(linksTo(href), 'next', base)).toThrow(/^link_refused/)
    expect(() => resolveLink(linksTo('x', `${base.origin}/psd2/v0/${href}/{rel}`), 'self', base)).toThrow(
      /^link_refused/,
    )
  })

  test('are refused in an embedded address', () => {
    const embedded = readEmbedded({ printer: { href: `${base.origin}/psd2/v0/${href}`, method: 'GET' } })
    expect(() => resolveEmbedded(embedded, 'printer', base)).toThrow(/^link_refused/)
  })
})

test('dots that are no segment of their own are part of a name', () => {
  const href = '1/a..b/.c/...?from=../x'
  expect(resolveLink(linksTo(href), 'self', base)?.path).toBe(`/psd2/v0/private/customers/${href}`)
})

describe('each link is read on its own', () => {
  const good = { href: '1/accounts?page=2', method: 'GET' }
  const curies = [{ href: group, name: 'g' }]

  test.each<[string, unknown]>([
    ['text', 'x'],
    ['a list', []],
    ['without a method', { href: 'x' }],
    ['without an address', { method: 'GET' }],
    ['of an unknown method', { href: 'x', method: 'FETCH' }],
    ['too long', { href: 'x'.repeat(2049), method: 'GET' }],
  ])('one that is %s is refused when it is asked for, and costs no other', (_, malformed) => {
    const spoiltSelf = readLinks({ self: malformed, next: good, curies })
    expect(resolveLink(spoiltSelf, 'next', base)?.path).toBe(`/psd2/v0/private/customers/${good.href}`)
    expect(() => resolveLink(spoiltSelf, 'self', base)).toThrow('link_refused (self is malformed)')
    const spoiltNext = readLinks({ self: good, next: malformed, curies })
    expect(() => resolveLink(spoiltNext, 'next', base)).toThrow('link_refused (next is malformed)')
  })

  test('null is the same as absent', () => {
    const links = readLinks({ self: null, next: null, curies: null })
    expect(resolveLink(links, 'self', base)).toBeUndefined()
    expect(resolveLink(links, 'next', base)).toBeUndefined()
    expect(resolveLink(readLinks(null), 'next', base)).toBeUndefined()
  })

  test('links that are none at all are refused when one is asked for', () => {
    for (const links of ['none', [], 5]) {
      expect(() => resolveLink(readLinks(links), 'next', base)).toThrow('link_refused (next is malformed)')
    }
  })

  test('a malformed curie costs no other; without any left the link is refused', () => {
    const spoilt = [null, { href: 5, name: 'g' }, 'x']
    expect(resolveLink(readLinks({ next: good, curies: [...spoilt, ...curies] }), 'next', base)).toBeDefined()
    for (const none of [spoilt, 'none', undefined]) {
      const links = readLinks({ next: good, curies: none })
      expect(() => resolveLink(links, 'next', base)).toThrow('link_refused (no curie to resolve it)')
    }
  })

  test('a method is returned in capitals', () => {
    expect(resolveLink(linksTo('x', group, 'put'), 'self', base)?.method).toBe('PUT')
  })
})

describe('an embedded entry', () => {
  const href = `${base.origin}${base.path}/private/common/printer/r-1/retrieve?form=a4`
  const printer = { href, method: 'GET' }

  test('is the address of a parallel flow', () => {
    expect(resolveEmbedded(readEmbedded({ printer }), 'printer', base)).toEqual({
      method: 'GET',
      path: '/psd2/v0/private/common/printer/r-1/retrieve?form=a4',
    })
  })

  test('that is not there is undefined, whatever names objects have of themselves', () => {
    for (const embedded of [undefined, null, {}, { other: printer }, { printer: null }]) {
      expect(resolveEmbedded(readEmbedded(embedded), 'printer', base)).toBeUndefined()
    }
    expect(resolveEmbedded(readEmbedded({ printer }), 'constructor', base)).toBeUndefined()
  })

  test.each([
    ['another origin', 'https://evil.example/psd2/v0/x'],
    ['plain http', 'http://bank.example/psd2/v0/x'],
    ['a user', 'https://user@bank.example/psd2/v0/x'],
    ['another base path', 'https://bank.example/psd2/v1/x'],
    ['the base path’s beginning', 'https://bank.example/psd2/v01/x'],
    ['a path, where an absolute address belongs', '/psd2/v0/x'],
    ['a protocol-relative address', '//bank.example/psd2/v0/x'],
  ])('to %s is refused', (_, address) => {
    const embedded = readEmbedded({ printer: { href: address, method: 'GET' } })
    expect(() => resolveEmbedded(embedded, 'printer', base)).toThrow(/^link_refused/)
  })

  test('is read on its own: a malformed one is refused when asked for and costs no other', () => {
    const embedded = readEmbedded({ printer, sca: { href: 5 } })
    expect(resolveEmbedded(embedded, 'printer', base)).toBeDefined()
    expect(() => resolveEmbedded(embedded, 'sca', base)).toThrow('link_refused (sca is malformed)')
  })

  test('is refused where there is no map of them, or one without end', () => {
    const endless = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`n${index}`, printer]))
    for (const embedded of ['none', [printer], endless]) {
      expect(() => resolveEmbedded(readEmbedded(embedded), 'n1', base)).toThrow(/^link_refused/)
    }
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
