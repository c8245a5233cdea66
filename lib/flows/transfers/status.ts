import type { OperationStatus } from '@/lib/bank'
import { takenBack } from '@/lib/domain/transfers/transfer-meaning'
import {
  type AuthorizationStatus,
  isSameState,
  UNATTENDED_MINUTES,
} from '@/lib/domain/transfers/transfer-state'
import type { Transfer, TransferNote } from '@/lib/store'
import { bankProblemOf } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { withConnection } from '../with-connection'
import { codesOfError, isUnfound, requestIdsOf } from './bank-refusals'
import { nextExecutionLook, nextStatusLook, STATUS_BUSY_MS } from './next-look'
import { isSeenTwice, takeBack } from './sightings'

type StatusRead = { status: AuthorizationStatus | 'unread'; executionStatus?: string; error?: unknown }

/**
 * Reads the status of a transfer (endpoint 9) if it is time, and nobody else is doing so; never before the customer came
 * back, and never again once nothing can follow. A read that fails says nothing (case SCA-6).
 *
 * @returns whether it moved the transfer
 * @throws AppError connection_expired, within the time in which an approval counts
 */
export async function readStatus(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  transfer: Transfer,
): Promise<boolean> {
  const now = deps.now()
  const isAccepted = transfer.state.name === 'accepted'
  const due = isAccepted ? nextExecutionLook(transfer, now) : nextStatusLook(transfer, now)
  if (due === null) return endUnread(deps, transfer)
  if (due > deps.now() || !(await deps.store.transfers.claimStatusRead(transfer, STATUS_BUSY_MS)))
    return false
  try {
    return await noteStatus(deps, transfer, await askStatus(deps, customer, caller, transfer))
  } finally {
    await deps.store.transfers.statusReadOver(transfer, transfer.statusReads.count + 1)
  }
}

/** One read, whenever it is; the caller has a reason for it. */
export async function askStatus(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  { check }: Transfer,
): Promise<StatusRead> {
  const resourceId = check?.resourceId
  if (!resourceId) throw new Error('a transfer that is approved has no resource')
  try {
    const read = await withConnection(deps, customer, caller, (context) =>
      deps.bank.getOperationStatus(context, { resourceId }),
    )
    return { status: statusOf(read), executionStatus: read.executionStatus }
  } catch (error) {
    if (isUnfound(error)) return { status: 'gone', error }
    if (bankProblemOf(error) === null || bankProblemOf(error) === 'connection_expired') throw error
    return { status: 'unread', error }
  }
}

/**
 * Writes down what a read said. An answer that was asked for before something else moved the transfer says nothing about
 * what it is now: EXPIRED from before an execute does not say that nothing was executed.
 *
 * @param transfer as it was when the bank was asked
 * @returns whether it moved the transfer
 */
export async function noteStatus(
  deps: FlowDeps,
  transfer: Transfer,
  { status, executionStatus, error }: StatusRead,
): Promise<boolean> {
  const { customerId, transferId, state } = transfer
  const current = await deps.store.transfers.find(customerId, transferId)
  if (current === null || !isSameState(current.state, state)) return false
  if (state.name === 'accepted') return noteExecution(deps, transfer, { status, executionStatus, error })
  // Before execute it says nothing that is worth being told (spec.md: PENDING), and after it the customer may read it. That
  // the bank does not carry it out counts only once it is known that the bank took it: what proves that comes later.
  if (executionStatus !== undefined && state.name === 'unknown' && takenBack(executionStatus) === null) {
    await deps.store.transfers.amend(customerId, transferId, state, { executionStatus })
  }
  if (status === 'unread') return endUnread(deps, transfer)
  const event = { kind: 'status_read', check: state.check, status, at: deps.now() } as const
  const note = {
    actor: 'bank',
    bankCodes: [status, ...codesOfError(error)],
    bankRequestIds: requestIdsOf(error),
  } as const
  if (!(await isBelieved(deps, transfer, status, note))) return endUnread(deps, transfer)
  return (await deps.store.transfers.move(customerId, transferId, event, note, {}, transfer)).kind === 'moved'
}

/**
 * What became of an execute that the bank accepted: a fact beside the state, which stays. The bank has to say twice that it
 * does not carry it out, for the customer may pay again then; any other status afterwards ends that at once.
 */
async function noteExecution(
  deps: FlowDeps,
  transfer: Transfer,
  { status, executionStatus, error }: StatusRead,
): Promise<false> {
  const { customerId, transferId, state } = transfer
  if (status === 'unread') return false
  const bankCodes = [executionStatus ?? status, ...codesOfError(error)]
  const note = { actor: 'bank', bankCodes, bankRequestIds: requestIdsOf(error) } as const
  if (status === 'gone') {
    const isOver = await isSeenTwice(deps, transfer, 'status_gone', note)
    if (isOver) await deps.store.transfers.endStatusReads(transfer)
    return false
  }
  const kind = takenBack(executionStatus ?? null)
  const isTakenBack = takenBack(transfer.executionStatus) !== null
  if (kind === null) {
    await takeBack(deps, transfer, note)
  } else if (!isTakenBack && !(await isSeenTwice(deps, transfer, 'status_taken_back', note))) {
    return false
  }
  if (executionStatus === undefined || executionStatus === transfer.executionStatus) return false
  await deps.store.transfers.amend(customerId, transferId, state, { executionStatus })
  if (kind === null && isTakenBack) {
    await deps.store.transfers.note(customerId, transferId, 'execution_restored', note)
  }
  if (kind !== null) await deps.store.transfers.note(customerId, transferId, `execution_${kind}`, note)
  return false
}

/**
 * When the time is over in which an approval counts, and the bank could not be heard, it is as if it had not decided:
 * nothing was executed, and nothing will be.
 */
async function endUnread(deps: FlowDeps, transfer: Transfer): Promise<boolean> {
  const { customerId, transferId, state } = transfer
  if (state.name !== 'returned') return false
  const at = deps.now()
  if (at.getTime() - state.since.getTime() <= UNATTENDED_MINUTES * 60_000) return false
  const event = { kind: 'status_read', check: state.check, status: 'other', at } as const
  const note = { actor: 'system', bankCodes: ['unread'] } as const
  return (await deps.store.transfers.move(customerId, transferId, event, note, {}, transfer)).kind === 'moved'
}

/**
 * Whether a status may move the transfer. "Gone" needs two answers a minute apart, because a bank whose backend fails
 * answers the same (spec, "Errors": 412). After execute, every status that would end the transfer needs two, and "gone"
 * says nothing: the bank disposes of what finished and of what lapsed (lib/domain/README.md, "Unknown").
 */
async function isBelieved(
  deps: FlowDeps,
  transfer: Transfer,
  status: AuthorizationStatus,
  note: TransferNote,
): Promise<boolean> {
  const isDoubted = transfer.state.name === 'unknown'
  switch (status) {
    case 'gone':
      return !isDoubted && isSeenTwice(deps, transfer, 'status_gone', note)
    case 'NOT_AUTHORIZED':
      return !isDoubted || isSeenTwice(deps, transfer, 'status_refused', note)
    case 'EXPIRED':
      return !isDoubted || isSeenTwice(deps, transfer, 'status_expired', note)
    default:
      await takeBack(deps, transfer, note)
      return true
  }
}

function statusOf({ authorizationStatus }: OperationStatus): AuthorizationStatus {
  switch (authorizationStatus) {
    case 'PENDING':
    case 'AUTHORIZED':
    case 'NOT_AUTHORIZED':
    case 'EXPIRED':
      return authorizationStatus
    default:
      return 'other'
  }
}
