import { BankApiError, BankUnreachableError, type CallContext, type TransferExecution } from '@/lib/bank'
import type { KnownBefore } from '@/lib/domain/transfers/transfer-evidence'
import { type Actor, type EventOf, UNATTENDED_MINUTES } from '@/lib/domain/transfers/transfer-state'
import type { Transfer, TransferChange, TransferNote } from '@/lib/store'
import { PAYING } from '../accounts/product-facts'
import { isClosedAccount } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { persistently } from '../persistently'
import { withConnection } from '../with-connection'
import { closeAccount, isConsentGone } from '../with-product'
import { codesOfError, faultsOfError, isUnfound, problemOfError, requestIdsOf } from './bank-refusals'
import { lookBefore } from './find-proof'
import { refreshPreparation } from './preparation'
import { fetchReceipt } from './receipt'

/**
 * Executes an authorized transfer (endpoint 12): the claim is written first, by one update that one caller wins, and
 * who won sends, once. A claim is made with a live token in the hand, so that one that has ended costs no transfer.
 * Too late for that without the customer, it becomes `late`, and nothing is sent.
 *
 * @param by the trigger: the customer's press, or the system after their return
 * @returns whether it moved the transfer
 * @throws AppError connection_expired, while it may still be executed: nothing was claimed
 */
export async function execute(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
  by: Actor,
): Promise<boolean> {
  const knownBefore = await lookBefore(deps, customer, caller, transfer)
  let isMoved = false
  try {
    await withConnection(deps, customer, caller, async (context) => {
      const claimed = await claim(deps, transfer, by, knownBefore)
      isMoved ||= claimed.isMoved
      if (claimed.transfer !== null) await send(deps, context, customer, caller, claimed.transfer)
    })
  } catch (error) {
    if (isMoved || by === 'customer' || !isLate(deps, transfer)) throw error
    // Without a token nothing can be sent, and nothing has to be for this.
    return giveUpUnattended(deps, transfer)
  }
  return isMoved
}

/** `transfer`: the claim is ours, and it is to be sent. */
async function claim(
  deps: FlowDeps,
  seen: Transfer,
  by: Actor,
  knownBefore: KnownBefore | null,
): Promise<{ isMoved: boolean; transfer: Transfer | null }> {
  const { customerId, transferId, state, check } = seen
  if (check?.resourceId && (await deps.store.transfers.isResourceExecuted(customerId, check.resourceId))) {
    // Another check got the same resource, and was executed: the approval is used up.
    const used = { kind: 'status_read', check: state.check, status: 'gone', at: deps.now() } as const
    const said = { actor: 'system', bankCodes: ['resource_executed'] } as const
    const ended = await deps.store.transfers.move(customerId, transferId, used, said, {}, seen)
    return { isMoved: ended.kind === 'moved', transfer: null }
  }
  const event = { kind: 'execute_claimed', check: state.check, by, at: deps.now() } as const
  const move = await deps.store.transfers.move(
    customerId,
    transferId,
    event,
    { actor: by },
    { knownBefore },
    seen,
  )
  if (move.kind !== 'moved') return { isMoved: false, transfer: null }
  return { isMoved: true, transfer: move.transfer.state.name === 'executing' ? move.transfer : null }
}

/** Nothing that goes wrong here may lead to a second call, so nothing leaves this function. */
async function send(
  deps: FlowDeps,
  context: CallContext,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
): Promise<void> {
  const { customerId, transferId, check, state } = transfer
  const outcome = await sendOnce(deps, context, transfer)
  const event = { kind: outcome.kind, check: state.check }
  const moved = await persistently(() =>
    deps.store.transfers.move(customerId, transferId, event, outcome.note, outcome.change, transfer),
  )
  deps.wake(transferId)
  const productId = check?.order.productId
  if (outcome.isAccountClosed && productId !== undefined) {
    deps.background.run(`closed ${customerId}/${productId}`, async () => {
      await closeAccount(deps, customer, caller, productId)
    })
  }
  const { problem } = outcome.change
  if (problem?.code === 'bank_forbidden' && productId !== undefined) {
    deps.background.run(`consent ${customerId}/${productId}`, async () => {
      if (!(await isConsentGone(deps, customer, caller, productId, PAYING))) return
      const refused = { name: 'refused', check: state.check } as const
      await deps.store.transfers.amend(customerId, transferId, refused, {
        problem: { ...problem, code: 'not_shared' },
      })
    })
  }
  if (outcome.isDayRefused && productId !== undefined) {
    // Its cut-off has passed since its days were read: who tries again is offered one that is possible.
    deps.background.run(`days ${customerId}/${productId}`, async () => {
      await refreshPreparation(deps, customer, caller, productId)
    })
  }
  if (outcome.kind !== 'execute_accepted' || moved.kind !== 'moved' || check === null) return
  await fetchReceipt(deps, context, customer, moved.transfer).catch((error: unknown) => {
    // The token ended between the two calls: the document is fetched with another.
    if (!(error instanceof BankApiError)) throw error
  })
}

type OutcomeKind = EventOf<
  'execute_accepted' | 'execute_refused' | 'execute_not_sent' | 'execute_lost'
>['kind']
type Outcome = {
  kind: OutcomeKind
  note: TransferNote
  change: TransferChange
  isAccountClosed?: boolean
  isDayRefused?: boolean
}

async function sendOnce(deps: FlowDeps, context: CallContext, { check }: Transfer): Promise<Outcome> {
  if (check?.next?.kind !== 'execute') {
    return { kind: 'execute_not_sent', note: { actor: 'system', bankCodes: ['no_step'] }, change: {} }
  }
  try {
    return acceptedBy(await deps.bank.executeTransfer(context, { step: check.next }))
  } catch (error) {
    return failedBy(error)
  }
}

function acceptedBy({ cro, messages, documentPath }: TransferExecution): Outcome {
  return {
    kind: 'execute_accepted',
    note: { actor: 'bank', bankCodes: messages.map(({ code }) => code) },
    change: {
      execution: {
        messages: messages.slice(0, 20).map((message) => ({ ...message })),
        documentPath: documentPath ?? null,
      },
      ...(cro === undefined ? {} : { cro }),
    },
  }
}

/**
 * Refused is what the bank says so itself, in an answer that verifies; not sent, what surely never left. All else may
 * have been executed (lib/domain/README.md, "Unknown").
 */
function failedBy(error: unknown): Outcome {
  const note = (actor: 'bank' | 'system'): TransferNote => ({
    actor,
    bankCodes: codesOfError(error),
    bankRequestIds: requestIdsOf(error),
  })
  if (error instanceof BankApiError && isRefusal(error)) {
    const isAccountClosed = isClosedAccount(error)
    const isDayRefused = faultsOfError(error).some(({ field }) => field === 'date')
    const problem = isAccountClosed
      ? { code: 'account_closed', bankWords: [], reference: null }
      : { ...problemOfError(error), ...(isDayRefused ? { code: 'day_refused' } : {}) }
    return { kind: 'execute_refused', note: note('bank'), change: { problem }, isAccountClosed, isDayRefused }
  }
  if (error instanceof BankUnreachableError && !error.sent) {
    return { kind: 'execute_not_sent', note: note('system'), change: { problem: problemOfError(error) } }
  }
  return { kind: 'execute_lost', note: note('system'), change: {} }
}

/**
 * The refusals that the interface has (spec.md, "HTTP status codes"). ARC04 comes as a 500, so the code decides ("Specific
 * codes"). Any other status, be it signed, does not say that nothing was executed: a backend that cannot be read (412), an
 * answer that came too late (408), met another one (409) or finds the resource disposed of (404, 410).
 */
const REFUSALS: readonly number[] = [400, 401, 403, 412, 417, 420, 422]
const isRefusal = (error: BankApiError) =>
  error.code === 'ARC04' || (REFUSALS.includes(error.status) && !isUnfound(error))

function isLate(deps: FlowDeps, { state }: Transfer): boolean {
  const since = 'since' in state ? state.since : null
  return since !== null && deps.now().getTime() - since.getTime() > UNATTENDED_MINUTES * 60_000
}

async function giveUpUnattended(deps: FlowDeps, transfer: Transfer): Promise<boolean> {
  if (transfer.state.name !== 'authorized') return false
  const claimed = await claim(deps, transfer, 'system', null)
  if (claimed.transfer === null) return claimed.isMoved
  // A clock that was set back made it a claim after all; of this one surely nothing left.
  const { customerId, transferId, state } = claimed.transfer
  const event = { kind: 'execute_not_sent', check: state.check } as const
  await deps.store.transfers.move(customerId, transferId, event, { actor: 'system', bankCodes: ['no_token'] })
  return true
}
