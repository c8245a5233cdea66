import type { KnownBefore } from '@/lib/domain/transfers/transfer-evidence'
import type { TransferState, TransferStateName } from '@/lib/domain/transfers/transfer-state'
import {
  type TransferCheck as CheckRow,
  Prisma,
  type Transfer as TransferRow,
} from '@/prisma/generated/client'
import type { Query } from '../context'
import {
  orNull,
  type TransferDraft,
  type TransferExecution,
  type TransferFault,
  type TransferNext,
  type TransferOrder,
  type TransferProblem,
  type TransferStepDraft,
  type TransferVerdict,
  transferContent,
} from './transfer-content'

export type TransferCheck = {
  number: number
  order: TransferOrder
  /** Null until the bank answered. */
  verdict: TransferVerdict | null
  resourceId: string | null
  next: TransferNext | null
  approach: 'redirect' | 'decoupled' | null
  createdAt: Date
}

/** Reads of something at the bank: how many, and when the last began. */
export type Reads = { count: number; lastAt: Date | null }

export type Transfer = {
  transferId: string
  customerId: string
  state: TransferState
  draft: TransferDraft
  faults: TransferFault[]
  problem: TransferProblem | null
  stepDraft: TransferStepDraft | null
  language: string
  /** TPP-Transaction-ID of every bank call of it. */
  transactionId: string
  repeatOf: string | null
  /** The check that `state` is about; null before the first. */
  check: TransferCheck | null
  /** Of the status, since the return or since the claim to execute. */
  statusReads: Reads & { busyUntil: Date | null }
  /** At the movements, since the claim to execute. */
  looks: Reads
  executionStatus: string | null
  execution: TransferExecution | null
  cro: string | null
  movementId: string | null
  /** Movements with its sum just before the claim, and until then when the approval began; null where that is not known. */
  knownBefore: KnownBefore | null
  receipt: { isStored: boolean; tries: number; triedAt: Date | null; goneAt: Date | null }
  createdAt: Date
  movedAt: Date
  endedAt: Date | null
}

/** With the check of its state, and whether there is a receipt. */
export type WholeRow = TransferRow & { check: CheckInJson | null; hasReceipt: boolean }

type CheckInJson = Omit<CheckRow, 'transferId' | 'customerId' | 'returnHash' | 'scaUrl' | 'createdAt'> & {
  createdAt: string
}

/** The name of the column of a field; all are mapped this way (prisma/schema.prisma). */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const transferColumns = Prisma.raw(
  Object.values(Prisma.TransferScalarFieldEnum)
    // An enum's values are text to who reads it.
    .map((field) => `"transfer"."${columnOf(field)}"${field === 'state' ? '::text' : ''} AS "${field}"`)
    .join(', '),
)

/** A row of "check", a name for rows of "transfer_check". */
export const checkInJson = Prisma.sql`
  json_build_object('number', "check"."number", 'order', "check"."order", 'verdict', "check"."verdict",
    'resourceId', "check"."resource_id", 'next', "check"."next", 'approach', "check"."approach",
    'createdAt', "check"."created_at")`

export const checkOfTransfer = Prisma.sql`(
  SELECT ${checkInJson} FROM "transfer_check" AS "check"
  WHERE "check"."transfer_id" = "transfer"."id" AND "check"."number" = "transfer"."check_number")`

/**
 * What is selected of "transfer", for {@link transferOf}. In one statement, because the embedded database runs one at a
 * time and takes longer to begin one than to read.
 */
export const wholeTransfer = (check: Prisma.Sql): Prisma.Sql => Prisma.sql`
  ${transferColumns}, ${check} AS "check",
  EXISTS (SELECT 1 FROM "transfer_receipt" AS "receipt" WHERE "receipt"."transfer_id" = "transfer"."id") AS "hasReceipt"`

/** @param where a condition on "transfer", with what follows it in a query */
export async function readTransfers(query: Query, where: Prisma.Sql): Promise<Transfer[]> {
  const rows = await query<WholeRow>(
    Prisma.sql`SELECT ${wholeTransfer(checkOfTransfer)} FROM "transfer" WHERE ${where}`,
  )
  return rows.map(transferOf)
}

export function transferOf(row: WholeRow): Transfer {
  return {
    transferId: row.id,
    customerId: row.customerId,
    state: stateOf(row),
    draft: transferContent.draft(row.draft),
    faults: orNull(row.faults, transferContent.faults) ?? [],
    problem: orNull(row.problem, transferContent.problem),
    stepDraft: orNull(row.stepDraft, transferContent.stepDraft),
    language: row.language,
    transactionId: row.transactionId,
    repeatOf: row.repeatOf,
    check: row.check === null ? null : checkOf(row.check),
    statusReads: { count: row.statusReads, lastAt: row.statusReadAt, busyUntil: row.statusBusyUntil },
    looks: { count: row.looks, lastAt: row.lookedAt },
    executionStatus: row.executionStatus,
    execution: orNull(row.execution, transferContent.execution),
    cro: row.cro,
    movementId: row.movementId,
    knownBefore: orNull(row.knownBefore, transferContent.knownBefore),
    receipt: {
      isStored: row.hasReceipt,
      tries: row.receiptTries,
      triedAt: row.receiptTriedAt,
      goneAt: row.receiptGoneAt,
    },
    createdAt: row.createdAt,
    movedAt: row.movedAt,
    endedAt: row.endedAt,
  }
}

function checkOf(row: CheckInJson): TransferCheck {
  return {
    number: row.number,
    order: transferContent.order(row.order),
    verdict: orNull(row.verdict, transferContent.verdict),
    resourceId: row.resourceId,
    next: orNull(row.next, transferContent.next),
    approach: row.approach,
    createdAt: new Date(row.createdAt),
  }
}

type StateColumns = Pick<TransferRow, 'state' | 'checkNumber' | 'step' | 'since'>

/** @throws TypeError for columns that are no state, which no move writes */
function stateOf({ state: name, checkNumber: check, step, since }: StateColumns): TransferState {
  switch (name) {
    case 'checking':
    case 'incomplete':
      return { name, check, step: known(step) }
    case 'at_bank':
    case 'returned':
    case 'authorized':
    case 'late':
    case 'executing':
    case 'unknown':
      return { name, check, since: known(since) }
    default:
      return { name, check }
  }
}

export function columnsOfState(state: TransferState): StateColumns {
  return {
    state: state.name satisfies TransferStateName,
    checkNumber: state.check,
    step: 'step' in state ? state.step : null,
    since: 'since' in state ? state.since : null,
  }
}

function known<T>(value: T | null): T {
  if (value === null) throw new TypeError('a transfer is in no state')
  return value
}
