import { bankLimits } from '@/lib/domain/bank-limits'
import { type Advance, advance } from '@/lib/domain/transfers/transfer-advance'
import type { KnownBefore } from '@/lib/domain/transfers/transfer-evidence'
import {
  isFinal,
  isSameState,
  type TransferEvent,
  type TransferState,
  type TransferStateName,
} from '@/lib/domain/transfers/transfer-state'
import { Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { reachesDiskLater } from '../database/async-commit'
import { hashSecret } from '../secrets/secrets'
import type { TokenCipher, TokenPlace } from '../secrets/token-cipher'
import { storable } from '../values/text'
import { isUuid } from '../values/uuid'
import {
  jsonOrNull,
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
import {
  checkInJson,
  checkOfTransfer,
  columnOf,
  columnsOfState,
  readTransfers,
  type Transfer,
  transferOf,
  type WholeRow,
  wholeTransfer,
} from './transfer-rows'

export type TransferActor = 'customer' | 'system' | 'bank'

/** Who moved it, and which answers of the bank it goes back to. */
export type TransferNote = {
  actor: TransferActor
  bankCodes?: readonly string[]
  bankRequestIds?: readonly (string | undefined)[]
}

/** What is written with a move, or not at all. */
export type TransferChange = {
  draft?: TransferDraft
  faults?: readonly TransferFault[]
  problem?: TransferProblem | null
  stepDraft?: TransferStepDraft | null
  language?: string
  executionStatus?: string
  execution?: TransferExecution
  cro?: string
  knownBefore?: KnownBefore | null
  /** Fails, as a whole, for one that proves another transfer. */
  movementId?: string
  /** Of the check that begins with this move. */
  newCheck?: { order: TransferOrder }
  answer?: { verdict: TransferVerdict; resourceId: string; next: TransferNext }
  /** Of the approval that begins with this move: the id in the path of TPP-Redirect-URI, stored as a hash. */
  returnId?: string
  approval?: { approach: 'redirect' | 'decoupled'; scaUrl: string | null }
}

export type Move =
  | { kind: 'moved'; transfer: Transfer }
  /** `same`: nothing new. The others as the machine says (lib/domain/transfers/transfer-advance.ts). */
  | { kind: 'not_moved'; reason: 'same' | 'stale' | 'over' | 'not_now'; transfer: Transfer }
  | { kind: 'not_found' }

/** Each lost race means that somebody else moved it, and a transfer does not move often. */
const attempts = 10
const maxCodes = 20
const maxCodeLength = 200

/**
 * The only way in which a transfer moves. Asks the machine about the state that was seen, and writes by one statement,
 * which is one transaction: an update that holds only while the row is still in that state, with the event beside it.
 * Whoever is told `moved` moved it, and nobody else did. Who lost the race asks the machine again about the new state:
 * of two claims the second is refused there, and an answer that comes late is still taken. A status is the exception: it
 * says something only about the state in which the bank was asked, so it moves the transfer from that state or not at all.
 */
export function transferMover({ query, cipher, now }: StoreContext) {
  /**
   * @param seen as the caller has just read it; what it does not allow is looked up before it is refused. For a status: as
   * it was when the bank was asked.
   */
  return async function move(
    customerId: string,
    transferId: string,
    event: TransferEvent,
    note: TransferNote,
    change: TransferChange = {},
    seen?: Transfer,
  ): Promise<Move> {
    if (!isUuid(transferId)) return { kind: 'not_found' }
    const whole = Prisma.sql`"id" = ${transferId}::uuid AND "customer_id" = ${customerId}::uuid`
    let transfer = seen !== undefined && advance(seen.state, event).kind === 'moved' ? seen : undefined
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      transfer ??= (await readTransfers(query, whole))[0]
      if (transfer === undefined) return { kind: 'not_found' }
      const isOutdated =
        event.kind === 'status_read' && seen !== undefined && !isSameState(transfer.state, seen.state)
      if (isOutdated) return { kind: 'not_moved', reason: 'stale', transfer }
      const advanced = advance(transfer.state, event)
      if (advanced.kind !== 'moved') return { kind: 'not_moved', reason: reasonOf(advanced), transfer }
      const moving = { transfer, to: advanced.state, event, note, change, at: now() }
      const [moved] = await query<WholeRow>(statementOf(moving, cipher))
      if (moved !== undefined) return { kind: 'moved', transfer: transferOf(moved) }
      transfer = undefined
    }
    throw new Error('the transfer did not stand still')
  }
}

type Moving = {
  transfer: Transfer
  to: TransferState
  event: TransferEvent
  note: TransferNote
  change: TransferChange
  at: Date
}

const onDisk = Prisma.sql`TRUE`

/**
 * Gives the transfer as it is afterwards, or nothing where it is not in the state any more that was seen. That a check
 * began need not be on the disk before the bank is asked: one that is forgotten leaves a draft, and at the bank an order
 * that nobody can approve.
 */
function statementOf(moving: Moving, cipher: TokenCipher): Prisma.Sql {
  const { transfer, to, event, note, change, at } = moving
  const { transferId, customerId, state: from } = transfer
  const seen = columnsOfState(from)
  const row = { ...columnsOfState(to), ...columnsOfMove(from, to, at), ...columnsOfChange(change) }
  const entry = {
    ...{ customerId, transferId, at, what: event.kind, checkNumber: event.check },
    ...{ fromState: from.name, toState: to.name, ...columnsOfNote(note) },
  }
  const check = checkStatementOf(moving, cipher)
  const checked = check === null ? Prisma.empty : Prisma.sql`, "check" AS (${check} RETURNING *)`
  const checkAfter = check === null ? checkOfTransfer : Prisma.sql`(SELECT ${checkInJson} FROM "check")`
  return Prisma.sql`
    WITH "moved" AS (
      UPDATE "transfer" SET (${namesOf(row)}) = (SELECT ${namesOf(row)} FROM ${rowOf('transfer', row)})
      WHERE ${event.kind === 'check_started' ? reachesDiskLater : onDisk} AND "id" = ${transferId}::uuid
        AND "customer_id" = ${customerId}::uuid AND "state" = ${seen.state}::"transfer_state" AND "check_number" = ${seen.checkNumber}::int
        AND "step" IS NOT DISTINCT FROM ${seen.step}::int AND "since" IS NOT DISTINCT FROM ${seen.since}::timestamptz
      RETURNING *
    ), "entry" AS (
      INSERT INTO "transfer_event" (${namesOf(entry)})
      SELECT ${namesOf(entry)} FROM ${rowOf('transfer_event', entry)} WHERE EXISTS (SELECT 1 FROM "moved")
    )${checked}
    SELECT ${wholeTransfer(checkAfter)} FROM "moved" AS "transfer"`
}

function reasonOf(advanced: Exclude<Advance, { kind: 'moved' }>) {
  return advanced.kind === 'same' ? 'same' : advanced.reason
}

export function columnsOfNote({ actor, bankCodes = [], bankRequestIds = [] }: TransferNote) {
  const bounded = (texts: readonly (string | undefined)[]) =>
    texts
      .filter((text) => text !== undefined)
      .slice(0, maxCodes)
      .map((text) => storable(text).slice(0, maxCodeLength))
  return { actor, bankCodes: bounded(bankCodes), bankRequestIds: bounded(bankRequestIds) }
}

/** States in which execute was claimed. */
const CLAIMED: readonly TransferStateName[] = ['executing', 'unknown', 'declined', 'expired']

/** Reads are counted from the return, and from the claim. */
function columnsOfMove(
  from: TransferState,
  to: TransferState,
  at: Date,
): Prisma.TransferUpdateManyMutationInput {
  const isCountedAnew = (to.name === 'returned' || to.name === 'executing') && from.name !== to.name
  return {
    movedAt: at,
    ...(isFinal(to) ? { endedAt: at } : {}),
    // What was there before matters only for an execute that was claimed.
    ...(isFinal(to) && !CLAIMED.includes(from.name) ? { knownBefore: Prisma.DbNull } : {}),
    ...(isCountedAnew
      ? { statusReads: 0, statusReadAt: null, statusBusyUntil: null, looks: 0, lookedAt: null }
      : {}),
  }
}

export function columnsOfChange(change: TransferChange): Prisma.TransferUpdateManyMutationInput {
  const { draft, faults, problem, stepDraft, language, executionStatus, execution } = change
  const { cro, knownBefore, movementId } = change
  return {
    ...(draft && { draft: transferContent.draft(draft) }),
    ...(faults && { faults: transferContent.faults(faults) }),
    ...(problem !== undefined && { problem: jsonOrNull(problem && transferContent.problem(problem)) }),
    ...(stepDraft !== undefined && {
      stepDraft: jsonOrNull(stepDraft && transferContent.stepDraft(stepDraft)),
    }),
    ...(language !== undefined && { language: storable(language) }),
    ...(executionStatus !== undefined && {
      executionStatus: storable(executionStatus).slice(0, maxCodeLength),
    }),
    ...(execution && { execution: transferContent.execution(execution) }),
    ...(cro !== undefined && { cro: storable(cro).slice(0, bankLimits.cro) }),
    ...(knownBefore !== undefined && {
      knownBefore: jsonOrNull(knownBefore && transferContent.knownBefore(knownBefore)),
    }),
    ...(movementId !== undefined && { movementId }),
  }
}

/**
 * What the move changes of its check; null where that is nothing. The address at the bank is there while the customer
 * is to go to it, and no longer.
 */
function checkStatementOf(
  { transfer, to, event, change, at }: Moving,
  cipher: TokenCipher,
): Prisma.Sql | null {
  const { transferId, customerId, state: from } = transfer
  const { newCheck, answer, returnId, approval } = change
  const number = event.check
  if (newCheck !== undefined) {
    const order = transferContent.order(newCheck.order)
    const row = { transferId, number, customerId, order, createdAt: at }
    return Prisma.sql`
      INSERT INTO "transfer_check" (${namesOf(row)})
      SELECT ${namesOf(row)} FROM ${rowOf('transfer_check', row)} WHERE EXISTS (SELECT 1 FROM "moved")`
  }
  const isSame = answer === undefined && returnId === undefined && approval === undefined
  if (isSame && from.name !== 'at_bank') return null
  const scaUrl = approval?.scaUrl ?? null
  const row = {
    ...(answer && {
      verdict: transferContent.verdict(answer.verdict),
      resourceId: answer.resourceId,
      next: transferContent.next(answer.next),
    }),
    ...(returnId !== undefined && { returnHash: hashSecret('return', returnId) }),
    ...(approval && { approach: approval.approach }),
    scaUrl:
      to.name === 'at_bank' && scaUrl !== null
        ? cipher.encrypt(scaUrl, scaUrlPlace(transferId, number))
        : null,
  }
  return Prisma.sql`
    UPDATE "transfer_check" SET (${namesOf(row)}) = (SELECT ${namesOf(row)} FROM ${rowOf('transfer_check', row)})
    WHERE "transfer_id" = ${transferId}::uuid AND "number" = ${number}::int AND EXISTS (SELECT 1 FROM "moved")`
}

/** The columns of these fields. */
function namesOf(row: object): Prisma.Sql {
  return Prisma.raw(
    Object.keys(row)
      .map((field) => `"${columnOf(field)}"`)
      .join(', '),
  )
}

/** A row of the table in which these fields are set: PostgreSQL reads each as its column's type. */
function rowOf(table: 'transfer' | 'transfer_event' | 'transfer_check', row: object): Prisma.Sql {
  const columns = Object.entries(row).map(([field, value]) => [
    columnOf(field),
    value === Prisma.DbNull ? null : value,
  ])
  const json = JSON.stringify(Object.fromEntries(columns))
  return Prisma.sql`jsonb_populate_record(NULL::${Prisma.raw(`"${table}"`)}, ${json}::jsonb)`
}

export function scaUrlPlace(transferId: string, number: number): TokenPlace {
  return { table: 'transfer_check', rowId: `${transferId}/${number}`, column: 'sca_url' }
}
