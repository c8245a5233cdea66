import type { FastifyRequest } from 'fastify'
import type { Bank } from '../bank'
import type { Customer } from '../state/customers'
import { type AuthorizationStatus, type Resource, StepNotAllowed } from '../state/resources'
import { hasRightCode } from './credentials'
import { field } from './respond'

const statuses: Record<string, Exclude<AuthorizationStatus, 'PENDING'>> = {
  approve: 'AUTHORIZED',
  refuse: 'NOT_AUTHORIZED',
  expire: 'EXPIRED',
}

export type DecisionResult =
  | { kind: 'recorded' }
  | { kind: 'wrong-code'; attemptsLeft: number }
  /** The state does not let it be decided: it was before, its time has run out, or this was the last wrong code. */
  | { kind: 'over' }
  | { kind: 'unclear' }

/** Carries out the button that was pressed. Of two at once the first decides; the other finds the request over. */
export async function takeDecision(
  bank: Bank,
  resource: Resource,
  customer: Customer,
  request: FastifyRequest,
): Promise<DecisionResult> {
  const status = statuses[field(request, 'decision')]
  if (!status) return { kind: 'unclear' }
  try {
    if (status === 'AUTHORIZED' && !hasRightCode(customer, request)) {
      const attemptsLeft = await bank.resources.countWrongCode(resource)
      return attemptsLeft > 0 ? { kind: 'wrong-code', attemptsLeft } : { kind: 'over' }
    }
    await bank.resources.decide(resource, status)
    return { kind: 'recorded' }
  } catch (error) {
    if (error instanceof StepNotAllowed) return { kind: 'over' }
    throw error
  }
}
