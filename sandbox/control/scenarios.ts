import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Call } from '../api/call'
import { type Fault, type FaultName, faultNames, faultRow } from './faults'

export const faultParameters = z
  .object({
    status: z.number().int().min(200).max(599),
    code: z.string().max(100),
    message: z.string().max(500),
    header: z.string().max(100),
    seconds: z.number().int().min(0).max(31_536_000),
    delayMs: z.number().int().min(0).max(600_000),
    bytes: z.number().int().min(0).max(209_715_200),
  })
  .partial()
  .strict()

export type FaultParameters = z.infer<typeof faultParameters>

/** Which calls a fault acts on: all of the given conditions must hold. `path` is a prefix under the base path. */
const match = z
  .object({
    operation: z.string().max(100),
    customerId: z.string().max(20),
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
  /** The first scenario that fits the call; uses up one of its times. */
  take(call: Call): Fault | undefined
}

const maxScenarios = 1000

/** A scenario acts on calls that have passed all checks; the oldest that fits wins. */
export function createScenarios(): Scenarios {
  let scenarios: Scenario[] = []
  return {
    list: () => scenarios,
    clear: () => {
      scenarios = []
    },
    add: (request) => {
      const { fault, match, times, parameters } = scenarioRequest.parse(request)
      if (scenarios.length >= maxScenarios) throw new Error('too many scenarios; clear some first')
      const scenario = { id: randomUUID(), fault, match, timesLeft: times ?? null, parameters }
      scenarios.push(scenario)
      return scenario
    },
    take: (call) => {
      const scenario = scenarios.find((candidate) => fits(candidate, call))
      if (!scenario) return undefined
      if (scenario.timesLeft !== null) scenario.timesLeft -= 1
      if (scenario.timesLeft === 0) scenarios = scenarios.filter((other) => other !== scenario)
      const { effect } = faultRow(scenario.fault)
      return { name: scenario.fault, effect, parameters: scenario.parameters }
    },
  }
}

function fits({ fault, match }: Scenario, call: Call): boolean {
  const { request, route, token, bank } = call
  const customerId = token?.customerId ?? route.parameters.customerId
  return (
    (match.operation === undefined || match.operation === route.route?.operation) &&
    (match.method === undefined || match.method === request.method) &&
    (match.customerId === undefined || match.customerId === customerId) &&
    (match.path === undefined || request.path.startsWith(`${bank.settings.basePath}${match.path}`)) &&
    (faultRow(fault).fits?.(call) ?? true)
  )
}
