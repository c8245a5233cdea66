import { BankApiError, BankProtocolError, BankUnreachableError, type ScaStart } from '@/lib/bank'
import type { Transfer, TransferFault, TransferProblem } from '@/lib/store'
import { isShared, type KnownProduct, PAYING } from '../accounts/product-facts'
import { AppError } from '../app-error'
import { isClosedAccount } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { refreshMovementsAside } from '../movements/refresh-movements'
import { withConnection } from '../with-connection'
import { isConsentGone } from '../with-product'
import { codesOfError, problemOfError, requestIdsOf } from './bank-refusals'
import { callerFor, findTransfer, foundIn, whenSettled } from './find'
import { storedBefore } from './find-proof'
import { payingAccount } from './paying-account'
import { showTransfer, type TransferShown } from './transfer-view'

/**
 * The customer confirms what the page shows of this check: their approval at the bank begins (endpoint 4), once for each
 * press that counts. The address to go on at is in the answer.
 *
 * @returns in `checked` with a `problem` where the bank did not begin it; in `draft` where it may have, and nobody knows,
 *   and where its account is known to be closed or not shared any more: the bank is not asked then
 * @throws AppError not_found; out_of_date when the page shows another check
 */
export async function approveTransfer(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  { transferId, check }: { transferId: string; check: number },
): Promise<TransferShown> {
  const { customerId } = customer
  const transfer = await findTransfer(deps, customer, transferId)
  const account = await payingAccount(deps, customer, transfer.check?.order.productId ?? '')
  if (account.kind === 'fault' && transfer.state.name === 'checked' && transfer.state.check === check) {
    return withoutAccount(deps, transfer, account.fault)
  }
  const returnId = deps.newSecret()
  const knownBefore = transfer.check === null ? null : await storedBefore(deps, customerId, transfer.check)
  const started = foundIn(
    await deps.store.transfers.move(
      customerId,
      transferId,
      { kind: 'approval_started', check },
      { actor: 'customer' },
      { returnId, problem: null, knownBefore },
      transfer,
    ),
  )
  if (started.kind === 'not_moved') {
    const current = await whenSettled(deps, started.transfer)
    const { name } = current.state
    const isUnderWay = current.state.check === check && name !== 'draft' && name !== 'incomplete'
    if (!isUnderWay) throw new AppError('out_of_date')
    return showTransfer(deps, current)
  }
  await begin(deps, customer, callerFor(transfer, caller), started.transfer, returnId)
  if (account.kind === 'account') lookAtMovements(deps, customer, caller, account.product)
  return showTransfer(deps, await findTransfer(deps, customer, transferId))
}

/** Back to the form, with the account's problem. */
async function withoutAccount(
  deps: FlowDeps,
  transfer: Transfer,
  fault: TransferFault,
): Promise<TransferShown> {
  const { customerId, transferId, state } = transfer
  const event = { kind: 'edited', check: state.check } as const
  const change = { problem: null, faults: [fault] }
  await deps.store.transfers.move(customerId, transferId, event, { actor: 'system' }, change, transfer)
  return showTransfer(deps, await findTransfer(deps, transfer, transferId))
}

async function begin(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  starting: Transfer,
  returnId: string,
): Promise<void> {
  const { customerId, transferId, state } = starting
  const { check } = state
  const { transfers } = deps.store
  try {
    const resourceId = starting.check?.resourceId
    if (!resourceId) throw new Error('a checked transfer has no resource')
    const redirectUri = `${deps.scaReturnUrl}/${returnId}`
    const sca = await withConnection(deps, customer, caller, (context) =>
      deps.bank.startSca(context, { resourceId, redirectUri }),
    )
    const event = { kind: 'approval_answered', check, approach: sca.approach, at: deps.now() } as const
    await transfers.move(customerId, transferId, event, { actor: 'bank' }, approvalOf(sca), starting)
    // Otherwise they leave for the bank's page now.
    if (sca.approach === 'decoupled') deps.attendance.note(transferId, { customer, caller })
  } catch (error) {
    const problem = await blamed(deps, customer, caller, starting, error)
    const note = {
      actor: 'bank',
      bankCodes: codesOfError(error),
      bankRequestIds: requestIdsOf(error),
    } as const
    await transfers.move(customerId, transferId, { kind: 'approval_failed', check }, note, { problem })
    if (mayHaveBegun(error)) {
      const change = { problem: { ...problem, code: 'approval_lost' } }
      await transfers.move(customerId, transferId, { kind: 'edited', check }, { actor: 'system' }, change)
    }
    if (problem.code === 'internal') throw error
  }
  // A decoupled approval has no return: its status is read from now on.
  deps.wake(transferId)
}

/**
 * A bank begins one approval of what it checked. Where its answer was lost, or it says that the time for that has passed,
 * no press can begin another: the order must be checked again; the customer need not type it again.
 */
function mayHaveBegun(error: unknown): boolean {
  if (error instanceof BankUnreachableError) return error.sent
  if (error instanceof BankApiError)
    return (error.status >= 500 && !isClosedAccount(error)) || error.status === 400
  return error instanceof BankProtocolError
}

function approvalOf(sca: ScaStart) {
  if (sca.approach === 'unsupported') return {}
  const scaUrl = sca.approach === 'redirect' ? sca.browserUrl : null
  return { approval: { approach: sca.approach, scaUrl } }
}

async function blamed(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  { check }: Transfer,
  error: unknown,
): Promise<TransferProblem> {
  const problem = problemOrInternal(error)
  if (problem.code !== 'bank_forbidden' || check === null) return problem
  const isGone = await isConsentGone(deps, customer, caller, check.order.productId, PAYING)
  return isGone ? { ...problem, code: 'not_shared' } : problem
}

function problemOrInternal(error: unknown): TransferProblem {
  try {
    return problemOfError(error)
  } catch {
    return { code: 'internal', bankWords: [], reference: null }
  }
}

/**
 * Reads the movements while the customer is at the bank, so that the list that is read just before execute is short
 * (find-proof.ts). Nobody waits for it, and where it cannot be had nothing follows.
 */
function lookAtMovements(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  product: KnownProduct,
): void {
  if (!isShared(product)) return
  const { productId } = product.account
  deps.background.run(`movements before a transfer ${customer.customerId}/${productId}`, async () => {
    await refreshMovementsAside(deps, customer, caller, productId)
  })
}
