const maxLength = 2000

/** Encoded dots, slashes, backslashes and percent signs: what a server further on may read as another path. */
const encodedPathParts = /%(2e|2f|5c|25)/i

/**
 * Whether a browser may be sent back to an address after SCA: an absolute address under a registered prefix, letter by
 * letter and as a browser reads it too, without user info or fragment. Only printable ASCII, because a browser drops or
 * changes other characters on the way.
 */
export function isRegisteredReturn(address: string, prefixes: readonly string[]): boolean {
  if (address.length > maxLength || !/^[\x21-\x7e]+$/.test(address) || /[\\#]/.test(address)) return false
  const url = parse(address)
  if (url?.username !== '' || url.password !== '' || encodedPathParts.test(url.pathname)) return false
  return prefixes.some((prefix) => {
    const registered = parse(prefix)
    return (
      address.startsWith(prefix) &&
      registered?.origin === url.origin &&
      isUnder(url.pathname, registered.pathname)
    )
  })
}

/** WHATWG URL resolves `.` and `..`, their encoded forms too. */
function parse(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)
}
