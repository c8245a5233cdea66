/** Strings, and what opens, closes or follows them; numbers, words and blanks are not looked at. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * Whether an object of a JSON text has a key twice, which readers understand in different ways (RFC 8259, 4), so that a
 * bank and a provider could take one request for two. The text must be JSON.
 */
export function hasRepeatedKey(json: string): boolean {
  /** Keys of each object that is open; null for an array. */
  const open: (Set<unknown> | null)[] = []
  let latest = ''
  for (const [token] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      // unescaped, because a key may be spelled in many ways
      const key: unknown = JSON.parse(latest)
      const keys = open.at(-1)
      if (keys?.has(key)) return true
      keys?.add(key)
    } else latest = token
  }
  return false
}
