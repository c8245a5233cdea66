import { readOrder, type TransferOrderRead } from '@/lib/domain/transfers/transfer-order'
import type { Transfer, TransferDraft } from '@/lib/store'
import { AppError } from '../app-error'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { askForCheck, onePerField } from './check-result'
import { callerFor, findTransfer, foundIn, languageOf, whenSettled } from './find'
import { payingAccount } from './paying-account'
import { lenientRules, orderRules } from './preparation'
import { emptyStep } from './step-draft'
import { showTransfer, type TransferShown } from './transfer-view'

/**
 * "Check": reads what was typed anew on the server, and asks the bank for its verdict (endpoint 11) where nothing is
 * wrong. Each check is one resource at the bank; the claim comes before the call, so one press makes one.
 *
 * @param request.check the verdict that the page shows, or 0
 * @returns in `draft` what was wrong, by field or as a problem; else what the bank made of it
 * @throws AppError not_found; out_of_date when the page is
 */
export async function checkTransfer(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  request: { transferId: string; check: number; draft: TransferDraft },
): Promise<TransferShown> {
  const { transferId, check, draft } = request
  const transfer = await findTransfer(deps, customer, transferId)
  if (transfer.state.name !== 'draft' || transfer.state.check !== check) {
    return pressedBefore(deps, transfer, request)
  }
  const account = await payingAccount(deps, customer, draft.productId)
  const faultsHere = account.kind === 'fault' ? [account.fault] : []
  const rules =
    account.kind !== 'account'
      ? lenientRules(deps)
      : await orderRules(deps, customer, callerFor(transfer, caller), draft.productId)
  const reading = readOrder(draft, rules, languageOf(caller))
  const faults = [...faultsHere, ...(reading.kind === 'faults' ? reading.faults.map(ownFault) : [])]
  if (reading.kind === 'faults' || faults.length > 0) {
    const isKept = await deps.store.transfers.keepDraft(
      customer.customerId,
      transferId,
      draft,
      onePerField(faults),
    )
    if (!isKept) return pressedBefore(deps, transfer, request)
    return showTransfer(deps, await findTransfer(deps, customer, transferId))
  }
  const order = orderOf(reading.order)
  const event = { kind: 'check_started', check: check + 1 } as const
  const change = {
    draft,
    faults: [],
    problem: null,
    stepDraft: keptStep(transfer, order),
    newCheck: { order },
    language: languageOf(caller),
  }
  const started = foundIn(
    await deps.store.transfers.move(
      customer.customerId,
      transferId,
      event,
      { actor: 'customer' },
      change,
      transfer,
    ),
  )
  if (started.kind === 'not_moved') return pressedBefore(deps, started.transfer, request)
  const known = account.kind === 'account' ? account.product : undefined
  await askForCheck(deps, customer, caller, { transfer: started.transfer, known }, (context) =>
    deps.bank.verifyTransfer(context, {
      customerId: customer.bankCustomerId,
      productId: order.productId,
      order,
    }),
  )
  return showTransfer(deps, await findTransfer(deps, customer, transferId))
}

/** The press of another tab, or of the same button, came first: what it came to is shown, if it was about the same. */
async function pressedBefore(
  deps: FlowDeps,
  seen: Transfer,
  { check, draft }: { check: number; draft: TransferDraft },
): Promise<TransferShown> {
  const current = await whenSettled(deps, await findTransfer(deps, seen, seen.transferId))
  if (current.state.check !== check + 1 || !isSameDraft(current.draft, draft))
    throw new AppError('out_of_date')
  return showTransfer(deps, current)
}

/** What was typed for `verify<N>` of an earlier check is not typed again, as long as it is the same payee's. */
function keptStep({ check, stepDraft }: Transfer, order: { beneficiaryIban: string }) {
  const isSamePayee = check?.order.beneficiaryIban === order.beneficiaryIban
  return stepDraft !== null && isSamePayee ? { ...emptyStep, values: stepDraft.values } : null
}

function orderOf(order: TransferOrderRead) {
  return {
    productId: order.productId,
    amount: order.amount,
    currency: order.currency,
    isUrgent: order.isUrgent,
    type: order.type,
    executionDate: order.date,
    beneficiaryIban: order.iban,
    beneficiaryName: order.payeeName,
    description: order.note,
  }
}

const ownFault = (fault: { field: string; code: string; values: Readonly<Record<string, string>> }) => ({
  ...fault,
  values: { ...fault.values },
  bankWords: null,
})

function isSameDraft(one: TransferDraft, other: TransferDraft): boolean {
  return JSON.stringify(entriesOf(one)) === JSON.stringify(entriesOf(other))
}

const entriesOf = (draft: TransferDraft) => Object.entries(draft).sort(([a], [b]) => (a < b ? -1 : 1))
