import type { Answer } from '../http/message'
import { authorizeRoute } from '../oauth/authorize-route'
import { tokenRoute } from '../oauth/token-route'
import type { OperationDefinition } from '../operations/definition'
import { printerRoute } from '../operations/printer'
import { operationRoutes } from '../operations/routes'
import type { Call } from './call'
import { accountsRoute } from './endpoints/accounts'
import { balanceRoute } from './endpoints/balance'
import { consentRoutes } from './endpoints/consent'
import { consentListRoute } from './endpoints/consent-list'
import { customerRoute } from './endpoints/customer'
import { customerIdRoute } from './endpoints/customer-id'
import { productRoute, productsRoute } from './endpoints/products'
import { scaApproachRoute } from './endpoints/sca-approach'
import { statusRoute } from './endpoints/status'
import { transactionsRoute } from './endpoints/transactions'

/** What the access control list asks of the provider (checks/access.ts). */
export type RouteKind = 'oauth' | 'common' | 'inquiry' | 'payment'

/** One row of the endpoint table. `path` is under the base path; `{name}` stands for one raw segment. */
export type Route = {
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  kind: RouteKind
  /** Media type of the request; `application/json` when absent. */
  requestType?: string
  run(call: Call): Promise<Answer> | Answer
}

/** `route` is null for an address or method that does not exist; `allowed` then lists the address's methods. */
export type MatchedRoute = {
  route: Route | null
  parameters: Readonly<Record<string, string>>
  allowed: readonly string[]
}

/** The addresses that every bank of this interface has. The first row that fits is meant: `customerid-info` is no customer. */
const endpoints: readonly Route[] = [
  authorizeRoute,
  tokenRoute,
  customerIdRoute,
  accountsRoute,
  consentRoutes.request,
  scaApproachRoute,
  consentRoutes.requestConfirm,
  consentListRoute,
  consentRoutes.revoke,
  consentRoutes.revokeConfirm,
  statusRoute,
  customerRoute,
  productsRoute,
  productRoute,
  balanceRoute,
  transactionsRoute,
  printerRoute,
]

/** Every address of the API port, and no other. */
export function createRoutes(operations: readonly OperationDefinition[]): readonly Route[] {
  return [...endpoints, ...operations.flatMap(operationRoutes)]
}

/** Finds the first row that fits a raw path. Segments are compared as received: nothing is decoded. */
export function matchRoute(
  routes: readonly Route[],
  method: string,
  path: string,
  basePath: string,
): MatchedRoute {
  const allowed = new Set<string>()
  if (path.startsWith(`${basePath}/`)) {
    const segments = path.slice(basePath.length).split('/')
    for (const route of routes) {
      const parameters = matchSegments(route.path.split('/'), segments)
      if (!parameters) continue
      if (route.method === method) return { route, parameters, allowed: [] }
      allowed.add(route.method)
    }
  }
  return { route: null, parameters: {}, allowed: [...allowed] }
}

function matchSegments(template: string[], segments: string[]): Record<string, string> | null {
  if (template.length !== segments.length) return null
  const parameters: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith('{')) parameters[part.slice(1, -1)] = segment
    else if (part !== segment) return null
  }
  return parameters
}
