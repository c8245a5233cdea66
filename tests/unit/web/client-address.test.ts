import { describe, expect, it } from 'vitest'
import { loadConfig } from '@/lib/config'
import {
  clientAddress,
  limitKeyOf,
  type ProxySettings,
  SOCKET_ADDRESS_HEADER,
} from '@/lib/web/client-address'
import { completeSettings } from '@/tests/support/complete-settings'

function seen(
  given: { socket?: string; xForwardedFor?: string; forwarded?: string },
  settings: ProxySettings,
) {
  const headers = new Headers()
  if (given.socket !== undefined) headers.set(SOCKET_ADDRESS_HEADER, given.socket)
  if (given.xForwardedFor !== undefined) headers.set('x-forwarded-for', given.xForwardedFor)
  if (given.forwarded !== undefined) headers.set('forwarded', given.forwarded)
  return clientAddress(headers, settings)
}

const through = (count: number, header: ProxySettings['FORWARDED_HEADER'] = 'x-forwarded-for') => ({
  TRUSTED_PROXIES: count,
  TRUSTED_PROXY_ADDRESSES: undefined,
  FORWARDED_HEADER: header,
})

describe("the customer's address", () => {
  it.each([
    ['the socket, when no proxy stands in front', '203.0.113.9', undefined, 0, '203.0.113.9'],
    ['ignores a forged header without proxies', '203.0.113.9', '198.51.100.1', 0, '203.0.113.9'],
    ['one hop back behind one proxy', '10.0.0.1', '198.51.100.1', 1, '198.51.100.1'],
    ["ignores the client's own claim left of it", '10.0.0.1', '1.2.3.4, 198.51.100.1', 1, '198.51.100.1'],
    ['two hops back behind two proxies', '10.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.0.2', 2, '198.51.100.1'],
    ['none, when fewer proxies passed than configured', '10.0.0.1', undefined, 1, null],
    ['none, when fewer proxies passed than configured', '10.0.0.1', '198.51.100.1', 2, null],
    ['none, when the socket is not known', undefined, '198.51.100.1', 1, null],
    ['none, when there is nothing but commas', '10.0.0.1', ' , ,,', 1, null],
    ['a zone of our own machine is no address', 'fe80::1%eth0', undefined, 0, null],
    [
      'an IPv4 address mapped into IPv6 is the IPv4 address',
      '::ffff:203.0.113.9',
      undefined,
      0,
      '203.0.113.9',
    ],
  ])('%s', (_what, socket, xForwardedFor, trustedProxies, expected) => {
    expect(seen({ socket, xForwardedFor }, through(trustedProxies))).toBe(expected)
  })
})

/** How proxies write one node, in either header. */
const NODES: [written: string, address: string | null][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['"203.0.113.7"', '203.0.113.7'],
  ['"203.0.113.7:51234"', '203.0.113.7'],
  ['"[2001:db8::7]"', '2001:db8::7'],
  ['"[2001:db8::7]:51234"', '2001:db8::7'],
  ['"[2001:DB8:0:0::7]:_p1"', '2001:db8::7'],
  ['"\\2\\03.0.113.7"', '203.0.113.7'],
  ['"[::ffff:203.0.113.7]:80"', '203.0.113.7'],
  ['"[::ffff:cb00:7107]"', '203.0.113.7'],
  ['"[64:ff9b::203.0.113.7]"', '203.0.113.7'],
  ['"[fe80::1%eth0]"', null],
  ['"[fe80::1%25eth0]:80"', null],
  ['"[203.0.113.7]"', null],
  ['"[2001:db8::7"', null],
  ['"[2001:db8::7]51234"', null],
  ['"[2001:db8::7]:512345"', null],
  ['203.0.113.7:512345', null],
  ['203.0.113.7:', null],
  ['203.0.113.256', null],
  ['203.0.113.007', null],
  ['0.0.0.0', null],
  ['"[::]"', null],
  ['unknown', null],
  ['_hidden', null],
  ['""', null],
  ['customer.example', null],
]

describe('X-Forwarded-For, in the dialects of proxies', () => {
  it.each([
    ...NODES,
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', null],
    ['[fe80::1%eth0]:80', null],
    ['for=203.0.113.7', null],
    ['"203.0.113.7', null],
    ['', null],
  ] satisfies typeof NODES)('%s', (written, address) => {
    const xForwardedFor = `6.6.6.6, "6.6.6.6,\t${written} `
    expect(seen({ socket: '10.0.0.1', xForwardedFor }, through(1))).toBe(address)
  })
})

describe('empty members of a list, which count for none (RFC 9110, 5.6.1)', () => {
  it.each([
    ['198.51.100.1, ', 1, '198.51.100.1'],
    ['198.51.100.1,', 1, '198.51.100.1'],
    ['198.51.100.1 ,\t, ,', 1, '198.51.100.1'],
    [',198.51.100.1', 1, '198.51.100.1'],
    ['1.2.3.4,,198.51.100.1', 1, '198.51.100.1'],
    ['1.2.3.4,, 198.51.100.1,,10.0.0.2,', 2, '198.51.100.1'],
    [',,198.51.100.1,', 2, null],
  ])('%j through %i', (list, count, address) => {
    expect(seen({ socket: '10.0.0.1', xForwardedFor: list }, through(count))).toBe(address)
    const forwarded = list.replace(/[\d.]+/g, (written) => `for=${written}`)
    expect(seen({ socket: '10.0.0.1', forwarded }, through(count, 'forwarded'))).toBe(address)
  })
})

describe('Forwarded (RFC 7239)', () => {
  const read = (forwarded: string, count = 1) =>
    seen({ socket: '10.0.0.1', forwarded }, through(count, 'forwarded'))

  it.each([...NODES.filter(([written]) => written === 'unknown' || !/^\d[^"]*:/.test(written))])(
    'for=%s',
    (written, address) => {
      expect(read(`for=${written}`)).toBe(address)
      expect(read(`for=6.6.6.6, proto=https;FOR=${written};by="[2001:db8::1]:80"`)).toBe(address)
    },
  )

  it.each([
    ['several parameters, blanks between', 'by=_gate ; For=203.0.113.7 ;host="shop.example"', '203.0.113.7'],
    ['a port without quotes, as some write it', 'for=203.0.113.7:51234', '203.0.113.7'],
    [
      'commas and semicolons in quotes',
      'for=203.0.113.7;host="a,b;for=6.6.6.6";x="\\",for=6.6.6.6"',
      '203.0.113.7',
    ],
    ['an empty last parameter', 'for=203.0.113.7;', '203.0.113.7'],
    ['a quote that the customer left open', 'for="6.6.6.6, for=203.0.113.7', '203.0.113.7'],
    ['an escape that the customer left open', 'for="6.6.6.6\\, for="203.0.113.7:1"', '203.0.113.7'],
    ['a whole forged element in an open quote', '", for=6.6.6.6;x="y, for=203.0.113.7', '203.0.113.7'],
    ['no for', 'for=6.6.6.6, by=203.0.113.7;proto=https', null],
    ['two of for', 'for=203.0.113.7;for=203.0.113.8', null],
    ['text without a name', 'for=6.6.6.6, 203.0.113.7', null],
    ['text after a value', 'for="203.0.113.7"x', null],
    ['an empty last element', 'for=203.0.113.7,', '203.0.113.7'],
    ['nothing', '', null],
  ])('%s: %s', (_what, forwarded, address) => {
    expect(read(forwarded)).toBe(address)
  })

  it('counts back through several proxies', () => {
    const list = 'for=6.6.6.6, for=203.0.113.7;host="a, b", for="[2001:db8::1]:9";by=_x'
    expect(read(list, 1)).toBe('2001:db8::1')
    expect(read(list, 2)).toBe('203.0.113.7')
    expect(read(list, 4)).toBeNull()
  })

  it('reads header lines in their order, as one list', () => {
    const headers = new Headers([
      [SOCKET_ADDRESS_HEADER, '10.0.0.1'],
      ['forwarded', 'for=6.6.6.6'],
      ['forwarded', 'for=203.0.113.7'],
    ])
    expect(clientAddress(headers, through(1, 'forwarded'))).toBe('203.0.113.7')
  })
})

describe('both headers', () => {
  const both = { socket: '10.0.0.1', xForwardedFor: '203.0.113.7', forwarded: 'for=203.0.113.8' }

  it('only the configured one is read', () => {
    expect(seen(both, through(1))).toBe('203.0.113.7')
    expect(seen(both, through(1, 'forwarded'))).toBe('203.0.113.8')
  })

  it('the other never stands in for it', () => {
    expect(seen({ ...both, xForwardedFor: 'unknown' }, through(1))).toBeNull()
    expect(seen({ socket: '10.0.0.1', forwarded: both.forwarded }, through(1))).toBeNull()
    expect(seen({ ...both, forwarded: 'for=_x' }, through(1, 'forwarded'))).toBeNull()
  })
})

describe('what the sign-in limit counts by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8:1::', '2001:db8:1:0::/64'],
    ['2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s', (address, key) => {
    expect(limitKeyOf(address)).toBe(key)
  })
})

describe('proxies whose addresses are set', () => {
  const settings = (addresses: string, count = 1, header = 'x-forwarded-for') => {
    const { TRUSTED_PROXIES, TRUSTED_PROXY_ADDRESSES, FORWARDED_HEADER } = loadConfig({
      ...completeSettings,
      TRUSTED_PROXIES: String(count),
      TRUSTED_PROXY_ADDRESSES: addresses,
      FORWARDED_HEADER: header,
    })
    return { TRUSTED_PROXIES, TRUSTED_PROXY_ADDRESSES, FORWARDED_HEADER }
  }

  it.each<[what: string, socket: string, addresses: string, isBelieved: boolean]>([
    ['an IPv4 address', '10.0.0.5', '10.0.0.5', true],
    ['another IPv4 address', '10.0.0.6', '10.0.0.5', false],
    ['one of several, with blanks between', '10.0.0.6', '10.0.0.5 , 10.0.0.6', true],
    ['an IPv4 network', '10.1.255.255', '10.1.0.0/16', true],
    ['just outside of an IPv4 network', '10.2.0.0', '10.1.0.0/16', false],
    ['an IPv4 address as a socket of both versions has it', '::ffff:10.0.0.5', '10.0.0.5', true],
    ['the same in hexadecimal', '::ffff:a00:5', '10.0.0.0/24', true],
    ['another one as such a socket has it', '::ffff:10.0.0.6', '10.0.0.5', false],
    ['an IPv4 address that is set within an IPv6 one', '10.0.0.5', '::ffff:10.0.0.5', true],
    ['an IPv4 network that is set within an IPv6 one', '10.0.0.5', '::ffff:10.0.0.0/120', true],
    ['just outside of that', '10.0.1.5', '::ffff:10.0.0.0/120', false],
    ['an IPv6 address in another spelling', '2001:DB8:0:0::7', '2001:db8::7', true],
    ['another IPv6 address', '2001:db8::8', '2001:db8::7', false],
    ['an IPv6 network', 'fd00:12:ffff::1', 'fd00:12::/32', true],
    ['just outside of an IPv6 network', 'fd00:13::1', 'fd00:12::/32', false],
    ['IPv4 where only IPv6 is set', '10.0.0.5', 'fd00:12::/32', false],
    ['IPv6 where only IPv4 is set', 'fd00:12::1', '10.0.0.0/8', false],
  ])('%s', (_what, socket, addresses, isBelieved) => {
    const own = seen({ socket }, through(0))
    const header = 'x-forwarded-for'
    expect(seen({ socket, xForwardedFor: '198.51.100.1' }, settings(addresses, 1, header))).toBe(
      isBelieved ? '198.51.100.1' : own,
    )
    expect(seen({ socket, forwarded: 'for=198.51.100.1' }, settings(addresses, 1, 'forwarded'))).toBe(
      isBelieved ? '198.51.100.1' : own,
    )
  })

  it.each<[what: string, xForwardedFor: string, address: string | null]>([
    ['through both', '198.51.100.1, 10.0.0.6', '198.51.100.1'],
    ['past the first proxy, with a claim', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['past the first proxy, without one', '203.0.113.9', '203.0.113.9'],
    ['through the second alone, from the first', '10.0.0.6', null],
    ['a claim to be a proxy', '6.6.6.6, 10.0.0.6, 203.0.113.9', '203.0.113.9'],
    ['what cannot be read between them', '6.6.6.6, unknown', null],
  ])('behind two proxies: %s', (_what, xForwardedFor, address) => {
    expect(seen({ socket: '10.0.0.5', xForwardedFor }, settings('10.0.0.0/24', 2))).toBe(address)
  })

  it.each([
    'hunter2',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    'fd00::/129',
    '10.0.0.5,',
    ',',
    '10.0.0',
    '010.0.0.1',
    '10.0.0.5:80',
    '[fd00::1]',
    'fe80::1%eth0',
    '10.0.0.0/8/8',
    '10.0.0.0/ 8',
    '10.0.0.0/08',
  ])('refuses %j by the name of the setting', (addresses) => {
    expect(() => settings(addresses)).toThrow(/TRUSTED_PROXY_ADDRESSES: must be IP addresses/)
  })

  it('are required in production, and only together with their number', () => {
    const production = {
      ...completeSettings,
      APP_URL: 'https://sportello.example',
      BANK_ENVIRONMENT: 'production',
    }
    expect(() => loadConfig({ ...production, TRUSTED_PROXIES: '1' })).toThrow('TRUSTED_PROXY_ADDRESSES')
    expect(() => loadConfig({ ...production, TRUSTED_PROXIES: '0' })).not.toThrow()
    expect(() =>
      loadConfig({ ...production, TRUSTED_PROXIES: '1', TRUSTED_PROXY_ADDRESSES: '10.0.0.5' }),
    ).not.toThrow()
    expect(() => loadConfig({ ...production, TRUSTED_PROXY_ADDRESSES: '10.0.0.5' })).toThrow(
      'TRUSTED_PROXIES',
    )
  })
})
