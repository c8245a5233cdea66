import { readBankText } from '@/lib/domain/bank-text'
import type { StepField } from '@/lib/domain/transfers/transfer-steps'
import type { TransferFault } from '@/lib/store'
import { AppError } from '../app-error'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { askForCheck } from './check-result'
import { findTransfer, foundIn, whenSettled } from './find'
import { emptyStep, stepFieldsOf } from './step-draft'
import { showTransfer, type TransferShown } from './transfer-view'

/**
 * Sends what the bank asks for with `verify<N>`, of the check and the step that the page shows.
 * @param request.data by the bank's names of the fields
 * @throws AppError not_found, out_of_date
 */
export async function addTransferStep(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: { transferId: string; check: number; step: number; data: Readonly<Record<string, string>> },
): Promise<TransferShown> {
  const { customerId } = customer
  const { transferId, check, step, data } = request
  const transfer = await findTransfer(deps, customer, transferId)
  const next = transfer.check?.next
  const { state } = transfer
  const isHere = state.name === 'incomplete' && state.check === check && state.step === step
  const asked = stepFieldsOf(transfer)
  if (!isHere || next?.kind !== 'verify' || asked === undefined) return afterAnother(deps, customer, request)
  const before = transfer.stepDraft ?? emptyStep
  const read = asked.map((field) => readField(field, data[field.name] ?? ''))
  const values = Object.fromEntries(read.map(({ name, value }) => [name, value]))
  const faults = read.flatMap(({ fault }) => fault ?? [])
  if (faults.length > 0) {
    await deps.store.transfers.amend(customerId, transferId, state, {
      stepDraft: { ...before, values: { ...before.values, ...values }, faults, sentWith: null },
    })
    return showTransfer(deps, await findTransfer(deps, customer, transferId))
  }
  const event = { kind: 'step_started', check } as const
  const sentNames = [...new Set([...(before.sentNames ?? []), ...Object.keys(values)])]
  const stepDraft = { values: { ...before.values, ...values }, faults: [], sentWith: check, sentNames }
  const change = { stepDraft, problem: null }
  const started = foundIn(
    await deps.store.transfers.move(customerId, transferId, event, { actor: 'customer' }, change, transfer),
  )
  if (started.kind === 'not_moved') return afterAnother(deps, customer, request)
  await askForCheck(deps, customer, caller, { transfer: started.transfer }, (context) =>
    deps.bank.verifyStep(context, { step: next, data: values }),
  )
  return showTransfer(deps, await findTransfer(deps, customer, transferId))
}

/**
 * Stores the step's draft while the customer types. The bank is not asked.
 * @throws AppError not_found; out_of_date for another check or step
 */
export async function keepTransferStep(
  deps: FlowDeps,
  customer: Pick<SignedInCustomer, 'customerId'>,
  request: { transferId: string; check: number; step: number; data: Readonly<Record<string, string>> },
): Promise<TransferShown> {
  const { transferId, check, step, data } = request
  const { customerId } = customer
  const transfer = await findTransfer(deps, customer, transferId)
  const { state } = transfer
  const stepDraft = transfer.stepDraft ?? emptyStep
  const isHere = state.name === 'incomplete' && state.check === check && state.step === step
  const typed = (stepFieldsOf(transfer) ?? []).flatMap(({ name }) => {
    const value = data[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const values = { ...stepDraft.values, ...Object.fromEntries(typed) }
  const kept = { stepDraft: { ...stepDraft, values, sentWith: null } }
  if (!isHere || !(await deps.store.transfers.amend(customerId, transferId, state, kept))) {
    throw new AppError('out_of_date')
  }
  return showTransfer(deps, await findTransfer(deps, customer, transferId))
}

/** What the press that came first has come to, as long as it is about the same check. */
async function afterAnother(
  deps: FlowDeps,
  customer: SignedInCustomer,
  { transferId, check }: { transferId: string; check: number },
): Promise<TransferShown> {
  const current = await whenSettled(deps, await findTransfer(deps, customer, transferId))
  const isAfter = current.state.check === check && current.state.name !== 'draft'
  if (!isAfter) throw new AppError('out_of_date')
  return showTransfer(deps, current)
}

type FieldRead = { name: string; value: string; fault?: TransferFault }

function readField({ name, longest }: StepField, typed: string): FieldRead {
  const reading = readBankText(typed, longest)
  const fault = (code: string, values: Record<string, string> = {}): FieldRead => ({
    name,
    value: typed,
    fault: { field: name, code, values, bankWords: null },
  })
  switch (reading.kind) {
    case 'text':
      return { name, value: reading.text }
    case 'empty':
      return fault('empty')
    case 'too_long':
      return fault('too_long', { allowed: String(reading.allowed), found: String(reading.found) })
    case 'faults': {
      const strange = reading.faults.flatMap((one) => (one.kind === 'character' ? [one.character] : []))
      const proposal: Record<string, string> =
        reading.proposal === undefined ? {} : { proposal: reading.proposal }
      if (strange.length === 0) return fault('slash', proposal)
      return fault('characters', { characters: [...new Set(strange)].join(' '), ...proposal })
    }
  }
}
