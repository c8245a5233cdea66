import type { FastifyRequest } from 'fastify'
import type { Language } from '../api/language'
import type { Bank } from '../bank'
import type { Customer } from '../state/customers'
import { type AuthorizationStatus, maxWrongCodes, type Resource, StepNotAllowed } from '../state/resources'
import { hasRightCode } from './credentials'
import { field, queryField } from './respond'
import { decisionTexts } from './texts/decision'

const statuses: Record<string, Exclude<AuthorizationStatus, 'PENDING'>> = {
  approve: 'AUTHORIZED',
  refuse: 'NOT_AUTHORIZED',
  expire: 'EXPIRED',
}

export type DecisionResult =
  | { kind: 'recorded' }
  | { kind: 'wrong-code' }
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
      return attemptsLeft > 0 ? { kind: 'wrong-code' } : { kind: 'over' }
    }
    await bank.resources.decide(resource, status)
    return { kind: 'recorded' }
  } catch (error) {
    if (error instanceof StepNotAllowed) return { kind: 'over' }
    throw error
  }
}

/**
 * Added to the address that a wrong code leads to. The page is opened with GET, so that a reload costs no attempt; what it
 * then says comes from what was counted: nothing when nothing was, or when none is left.
 */
export const afterWrongCode = { wrong: '1' }

/** What the page says that opens after a wrong code, of which there have been so many. */
export function wrongCodeMistake(
  request: FastifyRequest,
  language: Language,
  wrongCodes: number,
): string | null {
  const left = maxWrongCodes - wrongCodes
  const isAfterWrong = queryField(request, 'wrong') === afterWrongCode.wrong && wrongCodes > 0 && left > 0
  return isAfterWrong ? decisionTexts[language].codeWrong(left) : null
}
