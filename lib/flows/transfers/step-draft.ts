import { askedFields, type StepField } from '@/lib/domain/transfers/transfer-steps'
import type { Transfer, TransferStepDraft } from '@/lib/store'

export const emptyStep: TransferStepDraft = { values: {}, faults: [], sentWith: null, sentNames: [] }

/** What the bank's last answer asks for with the next step; undefined when that cannot be asked of the customer. */
export function stepFieldsOf({ check }: Pick<Transfer, 'check'>): readonly StepField[] | undefined {
  return askedFields(check?.verdict?.messages ?? [])
}

/** Of a step that was sent with this check: its values, without those that an earlier check asked for. */
export function sentValues({ stepDraft, check }: Transfer): [name: string, value: string][] {
  if (stepDraft === null || check === null || stepDraft.sentWith !== check.number) return []
  const { values, sentNames } = stepDraft
  return Object.entries(values).filter(([name]) => sentNames === null || sentNames.includes(name))
}
