import { describe, expect, it } from 'vitest'
import { clientAddress, SOCKET_ADDRESS_HEADER } from '@/lib/web/client-address'

function seen(socket: string | null, forwardedFor: string | null, trustedProxies: number) {
  const headers = new Headers()
  if (socket !== null) headers.set(SOCKET_ADDRESS_HEADER, socket)
  if (forwardedFor !== null) headers.set('x-forwarded-for', forwardedFor)
  return clientAddress(headers, trustedProxies)
}

describe("the customer's address", () => {
  it.each([
    ['the socket, when no proxy stands in front', '203.0.113.9', null, 0, '203.0.113.9'],
    ['ignores a forged header without proxies', '203.0.113.9', '198.51.100.1', 0, '203.0.113.9'],
    ['one hop back behind one proxy', '10.0.0.1', '198.51.100.1', 1, '198.51.100.1'],
    ["ignores the client's own claim left of it", '10.0.0.1', '1.2.3.4, 198.51.100.1', 1, '198.51.100.1'],
    ['two hops back behind two proxies', '10.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.0.2', 2, '198.51.100.1'],
    ['none, when fewer proxies passed than configured', '10.0.0.1', null, 1, null],
    ['none, when the place holds no address', '10.0.0.1', 'unknown', 1, null],
    ['none, when the socket is not known', null, '198.51.100.1', 1, null],
    ['an IPv4 address mapped into IPv6 is the IPv4 address', '::ffff:203.0.113.9', null, 0, '203.0.113.9'],
    ['IPv6 as it is', '2001:db8::1', null, 0, '2001:db8::1'],
  ])('%s', (_what, socket, forwardedFor, trustedProxies, expected) => {
    expect(seen(socket, forwardedFor, trustedProxies)).toBe(expected)
  })
})
