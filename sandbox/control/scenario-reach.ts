import type { Route } from '../api/routes'
import type { Controlled } from './controlled'
import { faultRow } from './faults'
import type { ScenarioRequest } from './scenarios'

type Conditions = NonNullable<ScenarioRequest['match']>

/** Why a scenario could never act, for whoever asks for it; null when it can. */
export function problemOfScenario(
  { bank, routes, operations }: Controlled,
  { fault, match = {} }: ScenarioRequest,
): string | null {
  const { operation, customerId, tpp } = match
  if (operation !== undefined && !operations.includes(operation)) {
    return `operation is none of ${operations.join(', ')}`
  }
  if (customerId !== undefined && !bank.customers.byId(customerId)) return 'customerId is no customer'
  if (tpp !== undefined && !bank.register.tppByNumber(tpp)) return 'tpp is no provider in the register'
  const { effect, at } = faultRow(fault)
  if (effect.kind === 'page') return asksAboutCalls(match) ? `${fault} acts on no call, but on a page` : null
  const reached = routes.filter((route) => isReached(route, match))
  if (reached.length === 0) return 'no endpoint has these conditions together'
  if (!at || reached.some(at)) return null
  const names = routes.filter(at).map((route) => route.operation)
  return `${fault} acts on ${names.join(', ')} alone`
}

function asksAboutCalls({ operation, method, path }: Conditions): boolean {
  return operation !== undefined || method !== undefined || path !== undefined
}

function isReached(route: Route, { operation, method, path, customerId }: Conditions): boolean {
  return (
    (operation === undefined || operation === route.operation) &&
    (method === undefined || method === route.method) &&
    (path === undefined || canBegin(route.path, path)) &&
    // authorization begins before anybody has logged in
    (customerId === undefined || route.operation !== 'authorize')
  )
}

/** Whether an address of this template can begin so. */
function canBegin(template: string, beginning: string): boolean {
  const parts = template.split('/')
  const wanted = beginning.split('/')
  return (
    wanted.length <= parts.length &&
    wanted.every((text, index) => {
      const part = parts[index] ?? ''
      if (part.startsWith('{')) return true
      return index === wanted.length - 1 ? part.startsWith(text) : part === text
    })
  )
}
