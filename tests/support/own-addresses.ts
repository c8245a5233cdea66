import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type AppRoute, appRoutes } from './app-routes'

/*
 * Every address of the app with the ids of one customer. Pages and reads are found in the app folder, so that a new one
 * is among them by itself; a write needs its body here, and an address with a new kind of id that id.
 */

export type OwnIds = { productId: string; authorizationId: string; transferId: string }

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
  '/.well-known/security.txt',
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
  '/api/transfers/preparation': ({ productId }) => `?productId=${productId}`,
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
  '/api/transfers': ({ transferId, productId }) => ({
    formToken: randomBytes(24).toString('base64url'),
    draft: draftFrom(productId),
    repeatOf: transferId,
  }),
  '/api/transfers/[transferId]/abandon': () => ({ check: 0 }),
  '/api/transfers/[transferId]/approve': () => ({ check: 0 }),
  '/api/transfers/[transferId]/check': ({ productId }) => ({ check: 0, draft: draftFrom(productId) }),
  '/api/transfers/[transferId]/continue': () => ({}),
  '/api/transfers/[transferId]/draft': ({ productId }) => ({ draft: draftFrom(productId) }),
  '/api/transfers/[transferId]/edit': () => ({ check: 0 }),
  '/api/transfers/[transferId]/pay-now': () => ({ check: 0 }),
  '/api/transfers/[transferId]/step': () => ({ check: 0, step: 1, data: {} }),
}

/** Their address has no id; the body names something of the customer. */
const BY_BODY = new Set(['/api/consents/grant', '/api/consents/revoke', '/api/transfers'])
/** Their address has no id in its path; the query names an account. */
const BY_QUERY = new Set(['/api/transfers/preparation'])

function draftFrom(productId: string): object {
  const texts = { payeeName: 'Mario Rossi', iban: 'IT60X0542811101000000123456', amount: '1,00', note: 'x' }
  return { ...texts, productId, currency: '', date: '', isUrgent: false }
}

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
    return methods.map((method): OwnCall => {
      const named = method === 'GET' ? BY_QUERY : BY_BODY
      const isById = pattern.includes('[') || named.has(pattern)
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
