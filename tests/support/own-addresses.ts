import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type AppRoute, appRoutes } from './app-routes'

/*
 * Every address of the app with the ids of one customer. Pages and reads are found in the app folder, so that a new one
 * is among them by itself; a write needs its body here, and an address with a new kind of id that id.
 */

export type OwnIds = { productId: string; authorizationId: string }

export type OwnCall = {
  pattern: string
  path: string
  kind: 'page' | 'read' | 'write'
  /** The address names something of a customer. */
  isById: boolean
  body?: object
}

/** What everybody may open; nothing in it is a customer's. */
export const PUBLIC_ADDRESSES: ReadonlySet<string> = new Set([
  '/',
  '/sign-in/problem',
  '/authorizations/returned',
  '/forgotten',
  '/api/bank/callback',
  '/api/bank/connect',
  '/api/health',
  '/api/preferences',
  '/api/ready',
  '/api/sca/callback/[returnId]',
  '/api/session/sign-out',
])

const queries: Record<string, (ids: OwnIds) => string> = {
  '/api/accounts/[productId]/movements/export': () => '?format=csv',
  '/consents/take-back': ({ productId }) => `?account=${productId}`,
}

const bodies: Record<string, (ids: OwnIds) => object> = {
  '/api/accounts/[productId]/refresh': () => ({}),
  '/api/authorizations/[authorizationId]/abandon': () => ({}),
  '/api/authorizations/[authorizationId]/continue': () => ({}),
  '/api/consents/grant': formOf,
  '/api/consents/revoke': formOf,
  '/api/forget': () => ({ mode: 'here_only' }),
  '/api/movements/catch-up': () => ({}),
  '/api/sharing/seen': () => ({ eventId: '1' }),
}

/** Their address has no id; the body names an account. */
const BY_BODY = new Set(['/api/consents/grant', '/api/consents/revoke'])

function formOf({ productId }: OwnIds): object {
  const formToken = randomBytes(24).toString('base64url')
  return { formToken, scopes: [{ category: 'ACCOUNT_INFO', productIds: [productId] }] }
}

const routes = appRoutes()
  .filter(({ pattern }) => !PUBLIC_ADDRESSES.has(pattern))
  .map((route) => ({ ...route, methods: methodsOf(route) }))

/** @throws for a write whose body, or an id whose value, nobody has told this file */
export function ownCalls(ids: OwnIds): OwnCall[] {
  return routes.flatMap(({ pattern, kind, methods }) => {
    const path = pathOf(pattern, ids)
    const isById = pattern.includes('[') || BY_BODY.has(pattern)
    return methods.map((method): OwnCall => {
      if (kind === 'page') return { pattern, path, kind: 'page', isById }
      if (method === 'GET') return { pattern, path, kind: 'read', isById }
      const body = bodies[pattern]
      if (body === undefined)
        throw new Error(`tests/support/own-addresses.ts has no body for POST ${pattern}`)
      return { pattern, path, kind: 'write', isById, body: body(ids) }
    })
  })
}

function pathOf(pattern: string, ids: OwnIds): string {
  const values = new Map(Object.entries(ids))
  const path = pattern.replace(/\[(\w+)\]/g, (_, name) => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`tests/support/own-addresses.ts has no [${name}] for ${pattern}`)
    return value
  })
  return `${path}${queries[pattern]?.(ids) ?? ''}`
}

function methodsOf({ kind, file }: AppRoute): string[] {
  if (kind === 'page') return ['GET']
  const exported = readFileSync(file, 'utf8').matchAll(
    /^export (?:const|async function|function) ([A-Z]+)\b/gm,
  )
  const methods = [...exported].map(([, method = '']) => method)
  if (methods.length === 0) throw new Error(`no handler found in ${file}`)
  return methods
}
