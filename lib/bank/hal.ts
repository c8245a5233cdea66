import { z } from 'zod'
import { ProtocolFault } from './errors'

const linkSchema = z.object({ href: z.string().max(2048), method: z.string().max(10) })

/** spec.md "HAL rules" 1 to 4. */
export const linksSchema = z.object({
  self: linkSchema.optional(),
  next: linkSchema.optional(),
  curies: z
    .array(z.object({ href: z.string().max(2048), name: z.string().max(200) }))
    .max(20)
    .default([]),
})

export type Links = z.infer<typeof linksSchema>

/** A link of the bank turned into something that may be requested: the path to send, under the base address. */
export type LinkTarget = { method: string; path: string }

/**
 * Resolves `self` or `next`: its relative href replaces `{rel}` in the curie. The bank's certificates and tokens
 * go only to the configured origin and base path, so a target elsewhere is refused here, before any call.
 * @returns undefined when the answer has no such link
 * @throws ProtocolFault link_refused
 */
export function resolveLink(
  links: Links | undefined,
  relation: 'self' | 'next',
  base: { origin: string; path: string },
): LinkTarget | undefined {
  const link = links?.[relation]
  if (!link) return undefined
  const curie = links.curies.find(({ href }) => href.includes('{rel}'))
  if (!curie) throw new ProtocolFault('link_refused', 'no curie to resolve it')
  // A function, because `$` means something in a replacement string.
  const expanded = curie.href.replace('{rel}', () => link.href)
  if (!URL.canParse(expanded, base.origin)) throw new ProtocolFault('link_refused', 'not an address')
  const url = new URL(expanded, base.origin)
  if (url.origin !== base.origin || url.username || url.password) {
    throw new ProtocolFault('link_refused', 'another origin')
  }
  if (!url.pathname.startsWith(`${base.path}/`))
    throw new ProtocolFault('link_refused', 'outside the base path')
  return { method: link.method.toUpperCase(), path: url.pathname + url.search }
}

/**
 * The next page of a list, if there is one: a `next` that is a GET of the same path. Another path is a next
 * step of a flow, not a page. A target that was already read ends the paging, or a looping bank would hold us.
 * @param visited targets read so far; the returned one is added
 */
export function nextPage(
  links: Links | undefined,
  current: string,
  base: { origin: string; path: string },
  visited: Set<string>,
): string | undefined {
  const next = resolveLink(links, 'next', base)
  if (next?.method !== 'GET' || pathname(next.path) !== pathname(current)) return undefined
  if (visited.has(next.path)) return undefined
  visited.add(next.path)
  return next.path
}

function pathname(target: string): string {
  return target.split('?', 1)[0] ?? target
}
