import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Call } from '../api/call'
import { categories } from '../state/consents'
import { ControlError } from './controlled'
import { customerIdOf } from './customer-of-call'
import { type Fault, type FaultName, faultNames, faultRow } from './faults'
import type { PageName } from './faults/effect'

const parameterFields = {
  status: z.number().int().min(200).max(599),
  code: z.string().max(100),
  message: z.string().max(500),
  detail: z.string().max(500),
  header: z.string().max(100),
  /** Path in the JSON of the answer, `data.accounts[0].iban`, or the name of a field of the request. */
  field: z.string().max(200),
  value: z.string().max(20_000),
  character: z.string().min(1).max(8),
  category: z.enum(categories),
  seconds: z.number().int().min(0).max(31_536_000),
  delayMs: z.number().int().min(0).max(600_000),
  bytes: z.number().int().min(0).max(209_715_200),
}

const faultParameters = z.strictObject(parameterFields).partial()

/** For a form: each parameter, and whether it is a number. */
export const parameterKinds = Object.entries(parameterFields).map(([name, field]) => ({
  name,
  isNumber: field instanceof z.ZodNumber,
}))

export type FaultParameters = z.infer<typeof faultParameters>

/** Which calls a fault acts on: all of the given conditions must hold. `path` is a prefix under the base path. */
const match = z
  .object({
    operation: z.string().max(100),
    customerId: z.string().max(20),
    /** Authorisation number of the provider. */
    tpp: z.string().max(100),
    path: z.string().max(500),
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  })
  .partial()
  .strict()

/** The body of POST /scenarios. Without `times` it acts until it is removed. */
export const scenarioRequest = z
  .object({
    fault: z.enum(faultNames),
    match: match.default({}),
    times: z.number().int().min(1).max(1_000_000).optional(),
    parameters: faultParameters.default({}),
  })
  .strict()

export type ScenarioRequest = z.input<typeof scenarioRequest>

export type Scenario = {
  id: string
  fault: FaultName
  match: z.infer<typeof match>
  timesLeft: number | null
  parameters: FaultParameters
}

export type Scenarios = {
  list(): readonly Scenario[]
  add(request: ScenarioRequest): Scenario
  clear(): void
  /** False when there is none of that id. */
  remove(id: string): boolean
  /** The first scenario that fits the call; uses up one of its times. */
  take(call: Call): Fault | undefined
  /** The first fault of a page that fits its visit; uses up one of its times. */
  takeForPage(visit: PageVisit): FaultName | undefined
}

/** A customer at a page of the bank, and the provider that sent them there. */
export type PageVisit = { page: PageName; customerId: string; tpp?: string }

const maxScenarios = 1000

/** A scenario acts on calls that have passed all checks; the oldest that fits wins. */
export function createScenarios(): Scenarios {
  let scenarios: Scenario[] = []
  const takeFirst = (fits: (scenario: Scenario) => boolean): Scenario | undefined => {
    const scenario = scenarios.find(fits)
    if (!scenario) return undefined
    if (scenario.timesLeft !== null) scenario.timesLeft -= 1
    if (scenario.timesLeft === 0) scenarios = scenarios.filter((other) => other !== scenario)
    return scenario
  }
  return {
    list: () => scenarios,
    clear: () => {
      scenarios = []
    },
    add: (request) => {
      const { fault, match, times, parameters } = scenarioRequest.parse(request)
      if (scenarios.length >= maxScenarios) throw new ControlError('too many scenarios; clear some first')
      const scenario = { id: randomUUID(), fault, match, timesLeft: times ?? null, parameters }
      scenarios.push(scenario)
      return scenario
    },
    remove: (id) => {
      const kept = scenarios.filter((scenario) => scenario.id !== id)
      const removed = kept.length < scenarios.length
      scenarios = kept
      return removed
    },
    take: (call) => {
      const scenario = takeFirst((candidate) => fitsCall(candidate, call))
      if (!scenario) return undefined
      const { effect } = faultRow(scenario.fault)
      return { name: scenario.fault, effect, parameters: scenario.parameters }
    },
    takeForPage: (visit) => takeFirst((candidate) => fitsVisit(candidate, visit))?.fault,
  }
}

function fitsCall({ fault, match }: Scenario, call: Call): boolean {
  const { request, tpp, bank } = call
  const { route } = call.route
  const { effect, at, fits } = faultRow(fault)
  return (
    route !== null &&
    effect.kind !== 'page' &&
    (match.operation === undefined || match.operation === route.operation) &&
    (match.method === undefined || match.method === request.method) &&
    (match.customerId === undefined || match.customerId === customerIdOf(call)) &&
    (match.tpp === undefined || match.tpp === tpp?.organizationIdentifier) &&
    (match.path === undefined || request.path.startsWith(`${bank.settings.basePath}${match.path}`)) &&
    (at?.(route) ?? true) &&
    (fits?.(call) ?? true)
  )
}

/** A page has a customer and a provider; conditions about a call do not hold for it. */
function fitsVisit({ fault, match }: Scenario, { page, customerId, tpp }: PageVisit): boolean {
  const { effect } = faultRow(fault)
  return (
    effect.kind === 'page' &&
    effect.page === page &&
    match.operation === undefined &&
    match.method === undefined &&
    match.path === undefined &&
    (match.customerId === undefined || match.customerId === customerId) &&
    (match.tpp === undefined || match.tpp === tpp)
  )
}
