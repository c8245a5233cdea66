import {
  type FieldFault,
  type TransferProblem,
  type TransferView,
  transferFields,
} from '@/lib/contracts/transfers'
import { finalNames, type TransferStateName } from '@/lib/domain/transfers/transfer-state'

/** What the browser keeps of a transfer's view: the page itself is made by our server. */
export type TransferNews = Pick<
  TransferView,
  'transferId' | 'state' | 'check' | 'faults' | 'problem' | 'lookAgainInMs'
> & {
  /** Changes whenever the page would look different. */
  mark: string
}

const liveNames = [
  'draft',
  'checking',
  'incomplete',
  'checked',
  'starting',
  'at_bank',
  'returned',
  'authorized',
  'late',
  'executing',
  'unknown',
] as const

const stateNames: readonly TransferStateName[] = [...liveNames, ...finalNames]

/** @see TransferNews.mark */
export function markOf(
  view: Pick<TransferView, 'state' | 'check' | 'movedAt' | 'receipt' | 'result'>,
): string {
  return [
    view.state,
    view.check,
    view.movedAt,
    view.receipt,
    view.result?.executionStatus,
    view.result?.cro,
  ].join(' ')
}

/** Checks a TransferView, as far as the browser reads it. */
export function readTransferNews(body: unknown): TransferNews | undefined {
  if (!isRecord(body)) return undefined
  const { transferId, check, movedAt, receipt, result, lookAgainInMs } = body
  const state = stateNames.find((known) => known === body.state)
  // It becomes part of an address.
  if (typeof transferId !== 'string' || !/^[\w-]{1,64}$/.test(transferId)) return undefined
  if (state === undefined || typeof check !== 'number') return undefined
  const { executionStatus, cro } = isRecord(result) ? result : {}
  return {
    transferId,
    state,
    check,
    faults: Array.isArray(body.faults) ? body.faults.flatMap(readFault) : [],
    problem: readTransferProblem(body.problem),
    lookAgainInMs: typeof lookAgainInMs === 'number' ? lookAgainInMs : null,
    mark: [state, check, movedAt, receipt, executionStatus, cro].join(' '),
  }
}

function readFault(fault: unknown): FieldFault[] {
  if (!isRecord(fault)) return []
  const field = transferFields.find((known) => known === fault.field)
  const { code, values, bankWords } = fault
  if (field === undefined || typeof code !== 'string') return []
  const words = typeof bankWords === 'string' ? bankWords : null
  return [{ field, code, values: textsOf(values), bankWords: words }]
}

function textsOf(values: unknown): Record<string, string> {
  if (!isRecord(values)) return {}
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) if (typeof value === 'string') texts[name] = value
  return texts
}

export function readTransferProblem(problem: unknown): TransferProblem | null {
  if (!isRecord(problem) || typeof problem.code !== 'string') return null
  const { code, bankWords, reference } = problem
  return {
    code,
    bankWords: Array.isArray(bankWords) ? bankWords.filter((word) => typeof word === 'string') : [],
    reference: typeof reference === 'string' ? reference : null,
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
