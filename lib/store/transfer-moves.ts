import { type Advance, advance } from '@/lib/domain/transfer-advance'
import { isFinal, type TransferEvent, type TransferState } from '@/lib/domain/transfer-state'
import type { TransferCheck as CheckRow, Prisma } from '@/prisma/generated/client'
import type { StoreContext } from './context'
import { hashSecret } from './secrets'
import { storable } from './text'
import type { TokenCipher, TokenPlace } from './token-cipher'
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
import { columnsOfState, stateOf, type Transfer, transferOf, wholeRow } from './transfer-rows'
import { isUuid } from './uuid'

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
  matchesBefore?: number
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
  /** `same`: nothing new. The others as the machine says (lib/domain/transfer-advance.ts). */
  | { kind: 'not_moved'; reason: 'same' | 'stale' | 'over' | 'not_now'; transfer: Transfer }
  | { kind: 'not_found' }

/** Each lost race means that somebody else moved it, and a transfer does not move often. */
const attempts = 10
const maxCodes = 20
const maxCodeLength = 200

/**
 * The only way in which a transfer moves. Reads the row, asks the machine, and writes by one update that holds only
 * while the row is still in the state that was read; the event is written beside it, in the same short transaction.
 * Whoever is told `moved` moved it, and nobody else did. Who lost the race asks the machine again about the new state:
 * of two claims the second is refused there, and an answer that comes late is still taken.
 */
export function transferMover({ prisma, cipher, now }: StoreContext) {
  return async function move(
    customerId: string,
    transferId: string,
    event: TransferEvent,
    note: TransferNote,
    change: TransferChange = {},
  ): Promise<Move> {
    if (!isUuid(transferId)) return { kind: 'not_found' }
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const tried = await prisma.$transaction((tx) =>
        tryMove(tx, { cipher, at: now() }, { customerId, transferId, event, note, change }),
      )
      if (tried !== 'lost') return tried
    }
    throw new Error('the transfer did not stand still')
  }
}

type Moving = {
  customerId: string
  transferId: string
  event: TransferEvent
  note: TransferNote
  change: TransferChange
}

async function tryMove(
  tx: Prisma.TransactionClient,
  { cipher, at }: { cipher: TokenCipher; at: Date },
  { customerId, transferId, event, note, change }: Moving,
): Promise<Move | 'lost'> {
  const where = { id: transferId, customerId }
  const row = await tx.transfer.findFirst({ where, include: wholeRow })
  if (row === null) return { kind: 'not_found' }
  const from = stateOf(row)
  const advanced = advance(from, event)
  if (advanced.kind !== 'moved') {
    return { kind: 'not_moved', reason: reasonOf(advanced), transfer: transferOf(row) }
  }
  const to = advanced.state
  const [moved] = await tx.transfer.updateManyAndReturn({
    where: { ...where, ...columnsOfState(from) },
    data: { ...columnsOfState(to), ...columnsOfMove(from, to, at), ...columnsOfChange(change) },
  })
  if (moved === undefined) return 'lost'
  const place = { customerId, transferId, number: event.check, at }
  const check = await writeCheck(tx, cipher, place, { from, to }, change)
  await tx.transferEvent.create({
    data: {
      customerId,
      transferId,
      at,
      what: event.kind,
      checkNumber: event.check,
      fromState: from.name,
      toState: to.name,
      ...columnsOfNote(note),
    },
    select: { id: true },
  })
  const checks = check === undefined ? row.checks : [check]
  return { kind: 'moved', transfer: transferOf({ ...moved, checks, receipt: row.receipt }) }
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
    ...(isCountedAnew
      ? { statusReads: 0, statusReadAt: null, statusBusyUntil: null, looks: 0, lookedAt: null }
      : {}),
  }
}

export function columnsOfChange(change: TransferChange): Prisma.TransferUpdateManyMutationInput {
  const { draft, faults, problem, stepDraft, language, executionStatus, execution } = change
  const { cro, matchesBefore, movementId } = change
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
    ...(cro !== undefined && { cro: storable(cro).slice(0, maxCodeLength) }),
    ...(matchesBefore !== undefined && { matchesBefore }),
    ...(movementId !== undefined && { movementId }),
  }
}

type CheckPlace = { customerId: string; transferId: string; number: number; at: Date }

/**
 * What the move changes of its check; undefined where that is nothing. The address at the bank is there while the customer
 * is to go to it, and no longer.
 */
async function writeCheck(
  tx: Prisma.TransactionClient,
  cipher: TokenCipher,
  { customerId, transferId, number, at }: CheckPlace,
  { from, to }: { from: TransferState; to: TransferState },
  { newCheck, answer, returnId, approval }: TransferChange,
): Promise<CheckRow | undefined> {
  if (newCheck !== undefined) {
    const order = transferContent.order(newCheck.order)
    return tx.transferCheck.create({ data: { transferId, number, customerId, order, createdAt: at } })
  }
  const isSame = answer === undefined && returnId === undefined && approval === undefined
  if (isSame && from.name !== 'at_bank') return undefined
  const scaUrl = approval?.scaUrl ?? null
  const [changed] = await tx.transferCheck.updateManyAndReturn({
    where: { transferId, number },
    data: {
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
    },
  })
  return changed
}

export function scaUrlPlace(transferId: string, number: number): TokenPlace {
  return { table: 'transfer_check', rowId: `${transferId}/${number}`, column: 'sca_url' }
}
