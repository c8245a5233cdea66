import { isIP } from 'node:net'

/** Set by lib/start.ts from the socket on every request; whatever a client sent under this name is gone by then. */
export const SOCKET_ADDRESS_HEADER = 'x-sportello-socket-address'

/**
 * The customer's real address through the configured number of trusted proxies, or null. Each trusted
 * proxy appends the address it saw to X-Forwarded-For, so the customer's is the one that many places
 * from the end; what stands further left is the customer's own claim and is ignored.
 */
export function clientAddress(headers: Pick<Headers, 'get'>, trustedProxies: number): string | null {
  const socket = headers.get(SOCKET_ADDRESS_HEADER)
  if (socket === null) return null
  const forwarded = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const hops = [...forwarded, socket]
  const address = hops[hops.length - 1 - trustedProxies]?.replace(/^::ffff:(?=\d+\.)/i, '')
  return address !== undefined && isIP(address) !== 0 ? address : null
}
