import type { Links } from './envelope'

const maxPathLength = 1000

/**
 * Links of a refusal, made from the path that was called as it was received, so that a stranger cannot tell from them
 * whether there is something at it. `self` is its last segment. A path that is none, or too long to be told again, is
 * given as the root.
 */
export function refusalLinks(method: string, path: string, origin: string): Links {
  const [, group = '/', last = '.'] =
    path.length <= maxPathLength ? (/^(\/(?:.*\/)?)([^/]+\/?)$/.exec(path) ?? []) : []
  return {
    self: { href: escaped(last), method },
    curies: [{ href: `${origin}${escaped(group)}{rel}`, name: 'psd2' }],
  }
}

/** What no address has unescaped: braces above all, which stand for the rel. */
function escaped(path: string): string {
  return path.replace(
    /[^!-z|~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
