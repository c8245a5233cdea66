/**
 * Builds a request target under the bank's base path. Each id is one segment, percent-encoded; an id that could
 * be read as another path is refused, because it comes from the bank's or the customer's data.
 * @throws TypeError naming the parameter
 */
export function underBase(
  base: { path: string },
  template: string,
  ids: Readonly<Record<string, string>> = {},
) {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => segment(ids[name], name))
  return base.path + path
}

function segment(id: string | undefined, name: string): string {
  if (id === undefined || id === '' || id === '.' || id === '..' || id.length > 128) {
    throw new TypeError(`${name} cannot stand in a path`)
  }
  return encodeURIComponent(id)
}
