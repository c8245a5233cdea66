import { z } from 'zod'
import { ProtocolFault } from '../errors'

const MAX_CURIES = 20
const MAX_EMBEDDED = 100
const address = z.string().min(1).max(2048)
const linkSchema = z.object({
  href: address,
  method: z
    .string()
    .transform((method) => method.toUpperCase())
    .pipe(z.enum(['GET', 'POST', 'PUT', 'DELETE'])),
})
const curieSchema = z.object({ href: address, name: z.string().max(200) })
const anything = z.unknown().optional()
const linksSchema = z.object({ self: anything, next: anything, curies: anything })
const curiesSchema = z.array(z.unknown()).max(MAX_CURIES)
const embeddedSchema = z.record(z.string(), z.unknown())

type Link = z.infer<typeof linkSchema>

/** One that is there but makes no sense is remembered as such, to be refused when somebody asks for it. */
export type ReadLink = Link | 'malformed' | undefined

/** spec.md "HAL rules" 1 to 4. */
export type Links = { self: ReadLink; next: ReadLink; curies: readonly z.infer<typeof curieSchema>[] }

/** spec.md "HAL rules" 5 and 6: parallel flows by their symbolic names. */
export type Embedded = ReadonlyMap<string, ReadLink> | 'malformed'

/** A link of the bank turned into something that may be requested: the path to send, under the base address. */
export type LinkTarget = { method: Link['method']; path: string }

type Base = { origin: string; path: string }

/** Reads `_links`, each link on its own. Null is as if absent. */
export function readLinks(json: unknown): Links | undefined {
  if (isAbsent(json)) return undefined
  const links = linksSchema.safeParse(json)
  if (!links.success) return { self: 'malformed', next: 'malformed', curies: [] }
  const curies = curiesSchema.safeParse(links.data.curies).data ?? []
  return {
    self: readLink(links.data.self),
    next: readLink(links.data.next),
    curies: curies.flatMap((curie) => curieSchema.safeParse(curie).data ?? []),
  }
}

/** Reads `_embedded`, each entry on its own. Null is as if absent. */
export function readEmbedded(json: unknown): Embedded | undefined {
  if (isAbsent(json)) return undefined
  const embedded = embeddedSchema.safeParse(json)
  if (!embedded.success) return 'malformed'
  const entries = Object.entries(embedded.data)
  if (entries.length > MAX_EMBEDDED) return 'malformed'
  return new Map(entries.map(([name, entry]) => [name, readLink(entry)]))
}

function readLink(json: unknown): ReadLink {
  if (isAbsent(json)) return undefined
  return linkSchema.safeParse(json).data ?? 'malformed'
}

function isAbsent(json: unknown): json is undefined | null {
  return json === undefined || json === null
}

/**
 * Resolves `self` or `next`: its relative href replaces `{rel}` in the curie.
 * @returns undefined when the answer has no such link
 * @throws ProtocolFault link_refused
 */
export function resolveLink(
  links: Links | undefined,
  relation: 'self' | 'next',
  base: Base,
): LinkTarget | undefined {
  const link = wellFormed(links?.[relation], relation)
  if (!link) return undefined
  const curie = links?.curies.find(({ href }) => href.includes('{rel}'))
  if (!curie) throw new ProtocolFault('link_refused', 'no curie to resolve it')
  // A function, because `$` means something in a replacement string.
  const expanded = curie.href.replace('{rel}', () => link.href)
  // The curie may be a path of the bank's.
  const absolute = expanded.startsWith('/') ? base.origin + expanded : expanded
  return { method: link.method, path: pathUnderBase(absolute, base) }
}

/**
 * Resolves an entry of `_embedded`, whose href is absolute.
 * @returns undefined when the answer has no such entry
 * @throws ProtocolFault link_refused
 */
export function resolveEmbedded(
  embedded: Embedded | undefined,
  name: string,
  base: Base,
): LinkTarget | undefined {
  const link = wellFormed(embedded === 'malformed' ? embedded : embedded?.get(name), name)
  return link && { method: link.method, path: pathUnderBase(link.href, base) }
}

function wellFormed(link: ReadLink, name: string): Link | undefined {
  if (link === 'malformed') throw new ProtocolFault('link_refused', `${name} is malformed`)
  return link
}

/** A well-formed address that does not belong to the bank's interface. */
export class ElsewhereFault extends ProtocolFault {}

/** `.` and `..` between slashes, with what servers and proxies undo: escapes, also twice, and path parameters. */
const DOT_SEGMENT = /(?:^|[/\\]|%(?:25)*(?:2f|5c))(?:\.|%(?:25)*2e){1,2}(?:$|[/\\;]|%(?:25)*(?:2f|5c|3b))/i

/**
 * The origin rule of every address that the bank gives: its certificates and tokens go only to the configured origin
 * and base path, so a target elsewhere, or one that could be read as elsewhere, is refused here, before any call.
 * @returns the request target
 * @throws ProtocolFault link_refused
 */
export function pathUnderBase(absolute: string, base: Base): string {
  // What a URL may hold (RFC 3986); a parser would drop or rewrite the rest.
  if (!/^[\x21-\x7e]+$/.test(absolute) || !URL.canParse(absolute)) {
    throw new ProtocolFault('link_refused', 'not an address')
  }
  const [beforeQuery = ''] = absolute.split(/[?#]/, 1)
  if (DOT_SEGMENT.test(beforeQuery)) throw new ProtocolFault('link_refused', 'dot segments')
  const url = new URL(absolute)
  if (url.origin !== base.origin || url.username || url.password) {
    throw new ElsewhereFault('link_refused', 'another origin')
  }
  if (!url.pathname.startsWith(`${base.path}/`)) {
    throw new ElsewhereFault('link_refused', 'outside the base path')
  }
  return url.pathname + url.search
}
