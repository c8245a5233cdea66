import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const appFolder = fileURLToPath(new URL('../../app', import.meta.url))

/** An address of the app, as Next makes it of a folder: `/accounts/[productId]`. */
export type AppRoute = { pattern: string; kind: 'page' | 'api' | 'text'; file: string }

/** Every page and route handler that the app folder has. */
export function appRoutes(folder = appFolder, pattern = ''): AppRoute[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): AppRoute[] => {
    const file = join(folder, entry.name)
    if (entry.isDirectory()) {
      const isGroup = entry.name.startsWith('(')
      return appRoutes(file, isGroup ? pattern : `${pattern}/${entry.name}`)
    }
    if (entry.name === 'page.tsx') return [{ pattern: pattern || '/', kind: 'page', file }]
    if (entry.name !== 'route.ts') return []
    return [{ pattern, kind: pattern.startsWith('/api/') ? 'api' : 'text', file }]
  })
}

/** The ids of a path by the names in the pattern; null when it is another address. */
export function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const [names, values] = [pattern.split('/'), path.split('/')]
  if (names.length !== values.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? ''
    if (/^\[\w+\]$/.test(name)) params[name.slice(1, -1)] = decodeURIComponent(value)
    else if (name !== value) return null
  }
  return params
}
