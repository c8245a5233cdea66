import { BankApiError, BankProtocolError, BankUnreachableError, type TransferVerification } from '@/lib/bank'
import { askedFields } from '@/lib/domain/transfers/transfer-steps'
import type { Transfer, TransferChange, TransferFault, TransferVerdict } from '@/lib/store'
import { type KnownProduct, PAYING } from '../accounts/product-facts'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { noteSuccess, withProduct } from '../with-product'
import { codesOfError, faultsOfError, problemOfError, requestIdsOf } from './bank-refusals'
import { callerFor } from './find'
import { refreshPreparation } from './preparation'
import { emptyStep, stepFieldsOf } from './step-draft'

type Ask = Parameters<typeof withProduct<TransferVerification>>[4]

/** Asks the bank for the check and moves a transfer out of `checking` by its result. @param known stored facts just read */
export async function askForCheck(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  { transfer, known }: { transfer: Transfer; known?: KnownProduct },
  ask: Ask,
): Promise<void> {
  const productId = transfer.check?.order.productId ?? ''
  let refusal: unknown
  const request = {
    productId,
    category: PAYING,
    operation: 'transfer check',
    returnTo: '/transfers',
    isAside: true,
    known,
  }
  try {
    const answer = await withProduct(
      deps,
      customer,
      callerFor(transfer, caller),
      request,
      async (context) => {
        try {
          return await ask(context)
        } catch (error) {
          refusal = error
          throw error
        }
      },
    )
    if (answer.kind === 'answered') {
      await answered(deps, transfer, answer.value)
      if (known !== undefined) await noteSuccess(deps, customer.customerId, [known], answer.readAt, PAYING)
      return
    }
    if (answer.kind === 'problem') return await refused(deps, customer, caller, transfer, answer.error)
    const code = answer.kind === 'closed' ? 'closed' : 'not_shared'
    await moveBack(deps, transfer, refusal, {
      faults: [{ field: 'productId', code, values: {}, bankWords: null }],
    })
  } catch (error) {
    // An error of our own: the bank is no longer being asked.
    await moveBack(deps, transfer, error, { problem: { code: 'internal', bankWords: [], reference: null } })
    throw error
  }
}

async function answered(
  deps: FlowDeps,
  transfer: Transfer,
  verification: TransferVerification,
): Promise<void> {
  const { customerId, transferId, state } = transfer
  const { next, resourceId } = verification
  if (await deps.store.transfers.isResourceExecuted(customerId, resourceId)) {
    // A resource is executed once, ever, so the bank can mean no new order by this one.
    const lost = { kind: 'check_lost', check: state.check } as const
    const problem = { code: 'bank_answer_not_understood', bankWords: [], reference: null }
    const said = { actor: 'system', bankCodes: ['resource_executed'] } as const
    await deps.store.transfers.move(customerId, transferId, lost, said, { problem }, transfer)
    return
  }
  const isKnown = next.kind !== 'verify' || askedFields(verification.messages) !== undefined
  const event = {
    kind: 'check_answered',
    check: state.check,
    next:
      next.kind === 'verify' && isKnown
        ? { verify: next.number }
        : next.kind === 'execute'
          ? 'execute'
          : 'unknown',
  } as const
  const change = {
    problem: null,
    answer: { verdict: verdictOf(verification), resourceId, next: { ...next } },
  }
  const note = { actor: 'bank', bankCodes: verification.messages.map(({ code }) => code) } as const
  await deps.store.transfers.move(customerId, transferId, event, note, change, transfer)
}

async function refused(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
  error: unknown,
): Promise<void> {
  const { state, check, stepDraft } = transfer
  const isStep = state.name === 'checking' && state.step > 0
  const asked = isStep ? (stepFieldsOf(transfer) ?? []).map(({ name }) => name) : []
  const found = onePerField(faultsOfError(error, asked))
  const ofStep = found.filter(({ field }) => asked.some((name) => name === field))
  const faults = found.filter((fault) => !ofStep.includes(fault))
  const problem = found.length > 0 ? null : problemOfError(error)
  const change = isStep
    ? { problem, faults, stepDraft: { ...(stepDraft ?? emptyStep), faults: ofStep, sentWith: null } }
    : { problem, faults }
  await moveBack(deps, transfer, error, change)
  if (faults.some(({ field }) => field === 'date') && check !== null) {
    // The bank's days have changed since they were read: a cut-off, perhaps.
    await refreshPreparation(deps, customer, caller, check.order.productId)
  }
}

/** Without an answer that verifies, a resource may exist at the bank, but it will never be approved. */
async function moveBack(
  deps: FlowDeps,
  transfer: Transfer,
  error: unknown,
  change: TransferChange,
): Promise<void> {
  const { customerId, transferId, state } = transfer
  const isLost =
    error instanceof BankProtocolError ||
    (error instanceof BankUnreachableError && error.sent) ||
    (error instanceof BankApiError && error.status >= 500 && error.code !== 'ARC04')
  const event = { kind: isLost ? 'check_lost' : 'check_refused', check: state.check } as const
  const note = {
    actor: error instanceof BankApiError ? 'bank' : 'system',
    bankCodes: codesOfError(error),
    bankRequestIds: requestIdsOf(error),
  } as const
  await deps.store.transfers.move(customerId, transferId, event, note, change, transfer)
}

function verdictOf(verification: TransferVerification): TransferVerdict {
  return {
    total: verification.total ?? null,
    commission: verification.commission ?? null,
    equivalent: verification.equivalent ?? null,
    bankName: verification.bankName ?? null,
    branchName: verification.branchName ?? null,
    address: verification.address ?? null,
    messages: verification.messages.map((message) => ({ ...message })),
  }
}

/** The first of each field. */
export function onePerField(faults: readonly TransferFault[]): TransferFault[] {
  return faults.filter(({ field }, index) => faults.findIndex((other) => other.field === field) === index)
}
