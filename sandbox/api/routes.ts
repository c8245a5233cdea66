import type { Answer } from '../http/message'
import { authorizeRoute } from '../oauth/authorize-route'
import { tokenRoute } from '../oauth/token-route'
import type { Call } from './call'
import { accountsRoute } from './endpoints/accounts'
import { customerIdRoute } from './endpoints/customer-id'

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

/** Every address of the API port, and no other. */
export const routes: readonly Route[] = [authorizeRoute, tokenRoute, customerIdRoute, accountsRoute]

/** Finds the row for a raw path. Segments are compared as received: nothing is decoded. */
export function matchRoute(method: string, path: string, basePath: string): MatchedRoute {
  const allowed: string[] = []
  if (path.startsWith(`${basePath}/`)) {
    const segments = path.slice(basePath.length).split('/')
    for (const route of routes) {
      const parameters = matchSegments(route.path.split('/'), segments)
      if (!parameters) continue
      if (route.method === method) return { route, parameters, allowed: [] }
      allowed.push(route.method)
    }
  }
  return { route: null, parameters: {}, allowed }
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
