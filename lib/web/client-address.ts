import { isIP } from 'node:net'
import type { Server } from '@/lib/server'

/** Set by lib/start.ts from the socket on every request; whatever a client sent under this name is gone by then. */
export const SOCKET_ADDRESS_HEADER = 'x-sportello-socket-address'

export type ProxySettings = Pick<
  Server['config'],
  'TRUSTED_PROXIES' | 'TRUSTED_PROXY_ADDRESSES' | 'FORWARDED_HEADER'
>

/**
 * The customer's real address through the configured number of trusted proxies, or null. Each trusted proxy appends the
 * address it saw, so the customer's is the one that many places from the end; what stands further left is the customer's
 * own claim. Where the proxies' addresses are set, only what came from one of them is believed: the first address on the
 * way back that is not a proxy's is the customer's, so who reaches the port directly is known by their own. Empty elements
 * count for none (RFC 9110, 5.6.1): some proxies end the list with a comma. Only the one header that the proxies write is
 * read: they pass on the other as the customer sent it.
 */
export function clientAddress(headers: Pick<Headers, 'get'>, proxies: ProxySettings): string | null {
  const socket = headers.get(SOCKET_ADDRESS_HEADER)
  if (socket === null) return null
  const peer = readAddress(socket)
  if (proxies.TRUSTED_PROXIES === 0 || !isTrusted(peer, proxies)) return peer
  const given = headers.get(proxies.FORWARDED_HEADER) ?? ''
  const isStandard = proxies.FORWARDED_HEADER === 'forwarded'
  const written = isStandard ? elementsFromEnd(given) : given.split(',').reverse()
  const nodes = written.filter((element) => element.trim() !== '').slice(0, proxies.TRUSTED_PROXIES)
  const addresses = nodes.map((node) => readNode(isStandard ? forParameter(node) : node.trim()))
  const stranger = addresses.findIndex((address) => !isTrusted(address, proxies))
  const place = Math.min(stranger === -1 ? Number.POSITIVE_INFINITY : stranger, proxies.TRUSTED_PROXIES - 1)
  return addresses[place] ?? null
}

function isTrusted(address: string | null, { TRUSTED_PROXY_ADDRESSES: proxies }: ProxySettings): boolean {
  if (proxies === undefined) return true
  return address !== null && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Under which the sign-in limit counts an address: IPv4 alone, IPv6 by its /64, because one customer has all of a /64.
 * `address` is one that `clientAddress` gave.
 */
export function limitKeyOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    while (groups.length + after.length < 8) groups.push('0')
    groups.push(...after)
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * The elements of a list (RFC 9110, 5.6.1), the last first. A comma inside a quoted string separates nothing. Read from
 * the end, so that a quote which the customer left open cannot swallow what the proxies appended to it.
 */
function elementsFromEnd(list: string): string[] {
  const elements: string[] = []
  let end = list.length
  let quoted = false
  for (let at = list.length - 1; at >= 0; at -= 1) {
    if (list[at] === '"' && !(quoted && isEscaped(list, at))) quoted = !quoted
    if (list[at] === ',' && !quoted) {
      elements.push(list.slice(at + 1, end))
      end = at
    }
  }
  return [...elements, list.slice(0, end)]
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  return (at - before) % 2 === 1
}

/** RFC 7239, 4: `name=token` or `name="quoted string"`, semicolons between them. */
const PARAMETER = /[ \t]*([!#$%&'*+.^_`|~\w-]+)=("(?:[^"\\]|\\.)*"|[^\s;,="]+)[ \t]*(;|$)/y

/** The value of the one `for` of an element; an empty text when there is none, or the element is malformed. */
function forParameter(element: string): string {
  const found: string[] = []
  PARAMETER.lastIndex = 0
  for (let more = true; more; ) {
    const [, name, value = '', separator] = PARAMETER.exec(element) ?? []
    if (name === undefined) return ''
    if (name.toLowerCase() === 'for') found.push(value)
    more = separator === ';' && PARAMETER.lastIndex < element.length
  }
  return found.length === 1 ? (found[0] ?? '') : ''
}

/**
 * A node as proxies write it, in both headers: an address alone, with a port, in brackets, any of these in quotes.
 * `unknown` and hidden names such as `_proxy1` (RFC 7239, 6.3) are no addresses.
 */
function readNode(text: string): string | null {
  const plain = /^"(.*)"$/.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? text
  const [, bracketed] = /^\[([^\]]*)\](?::(?:\d{1,5}|_[\w.-]+))?$/.exec(plain) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? readAddress(bracketed) : null
  return readAddress(plain.replace(/^(\d+\.\d+\.\d+\.\d+):(?:\d{1,5}|_[\w.-]+)$/, '$1'))
}

/**
 * An address in its one spelling, or null. A zone names an interface of some machine, not a customer. An IPv4 address that
 * is written within an IPv6 one, mapped (RFC 4291) or translated (RFC 6052), is the IPv4 address.
 */
function readAddress(text: string): string | null {
  const kind = isIP(text)
  if (kind === 0 || text.includes('%')) return null
  if (kind === 4) return text === '0.0.0.0' ? null : text
  const address = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const [, high, low] = /^(?:::ffff:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? []
  if (high !== undefined && low !== undefined)
    return ipv4Of(Number.parseInt(high, 16), Number.parseInt(low, 16))
  return address === '::' ? null : address
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
