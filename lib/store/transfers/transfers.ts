import { randomUUID } from 'node:crypto'
import { MOST_STATUS_READS } from '@/lib/domain/transfers/status-schedule'
import type { TransferStateName } from '@/lib/domain/transfers/transfer-state'
import { Prisma } from '@/prisma/generated/client'
import { lockCustomer } from '../accounts/covered'
import type { StoreContext } from '../context'
import { deleteBatch } from '../database/purge'
import { hashSecret } from '../secrets/secrets'
import { latestPossibleReading } from '../values/clock-set-back'
import { isUuid } from '../values/uuid'
import { draftHash, type TransferDraft, type TransferFault, transferContent } from './transfer-content'
import { transferReading } from './transfer-lists'
import {
  columnsOfChange,
  columnsOfNote,
  type TransferChange,
  type TransferNote,
  transferMover,
} from './transfer-moves'
import { transferPapers } from './transfer-papers'
import { columnsOfState, readTransfers, type Transfer } from './transfer-rows'

export type TransferBeginning =
  /** `same`: the form was submitted before, and this is the transfer of the first time, as it is now. */
  | { kind: 'begun' | 'same'; transfer: Transfer }
  /** The form was submitted before with another draft. */
  | { kind: 'conflict'; transfer: Transfer }

const formTokenForm = /^[A-Za-z0-9_-]{16,100}$/
const returnIdForm = /^[A-Za-z0-9_-]{43}$/

/** Transfers, from the first letter typed to what became of them. */
export function transfersStore(context: StoreContext) {
  return {
    ...beginning(context),
    ...noting(context),
    ...claiming(context),
    ...transferReading(context),
    ...transferPapers(context),
    move: transferMover(context),
  }
}

type TransferForm = { formToken: string; draft: TransferDraft; language: string; repeatOf?: string }

function beginning(context: StoreContext) {
  const { prisma } = context
  return {
    /**
     * Begins a transfer, once for each form: of any number of submits at the same time one gets `begun`.
     *
     * @param form.formToken 16 to 100 characters of base64url, made when the form was shown
     * @throws RangeError for another form token; ZodError for a draft that is too long
     */
    async begin(customerId: string, form: TransferForm): Promise<TransferBeginning> {
      const start = startOf(context, customerId, form)
      return prisma.$transaction(start)
    },

    /** The same, unless the customer has so many drafts already: null then. A form that was sent before finds its own. */
    async beginAmong(
      mostDrafts: number,
      customerId: string,
      form: TransferForm,
    ): Promise<TransferBeginning | null> {
      const start = startOf(context, customerId, form)
      const { formToken } = form
      return prisma.$transaction(async (tx) => {
        // Forms that are sent at the same moment are counted one after the other.
        await lockCustomer(tx, customerId)
        const isKnown = (await tx.transfer.count({ where: { customerId, formToken } })) > 0
        const drafts = isKnown ? 0 : await tx.transfer.count({ where: { customerId, state: 'draft' } })
        return drafts < mostDrafts ? start(tx) : null
      })
    },
  }
}

type Start = (tx: Prisma.TransactionClient) => Promise<TransferBeginning>

function startOf({ now }: StoreContext, customerId: string, form: TransferForm): Start {
  const { formToken, language, repeatOf } = form
  if (!formTokenForm.test(formToken)) throw new RangeError('formToken is not a form token')
  const draft = transferContent.draft(form.draft)
  const [id, formHash, at] = [randomUUID(), draftHash(draft), now()]
  return async (tx) => {
    const { count } = await tx.transfer.createMany({
      data: [
        {
          ...{ id, customerId, formToken, formHash, draft, language, createdAt: at, movedAt: at },
          ...columnsOfState({ name: 'draft', check: 0 }),
          transactionId: randomUUID(),
          repeatOf: repeatOf ?? null,
        },
      ],
      skipDuplicates: true,
    })
    if (count === 1) {
      const what = repeatOf === undefined ? 'created' : 'repeated'
      await tx.transferEvent.create({
        data: {
          ...{ customerId, transferId: id, at, what, checkNumber: 0, toState: 'draft' },
          ...columnsOfNote({ actor: 'customer' }),
        },
      })
    }
    const [transfer] = await readTransfers(
      (statement) => tx.$queryRaw(statement),
      Prisma.sql`"customer_id" = ${customerId}::uuid AND "form_token" = ${formToken}`,
    )
    if (transfer === undefined) throw new Error('a form that was submitted has no transfer')
    if (count === 1) return { kind: 'begun', transfer }
    const same = await tx.transfer.count({ where: { id: transfer.transferId, formHash } })
    return { kind: same === 1 ? 'same' : 'conflict', transfer }
  }
}

/** What changes without a move. */
function noting({ prisma, query, now, noteErasure }: StoreContext) {
  return {
    /**
     * Deletes some of the drafts that nobody has changed since then. One that was ever checked stays: the bank may still
     * have what was checked. @returns how many
     */
    purgeDrafts: (before: Date): Promise<number> =>
      prisma.$transaction(async (tx) => {
        const isOver = Prisma.sql`"state" = 'draft' AND "moved_at" < ${before}::timestamptz AND "check_number" = 0`
        const count = await deleteBatch(tx, 'transfer', isOver)
        if (count > 0) noteErasure()
        return count
      }),

    /** Keeps what is being typed, while it is: of the draft these fields. False when it is no draft any more. */
    async keepDraft(
      customerId: string,
      transferId: string,
      changes: Partial<TransferDraft>,
      faults: readonly TransferFault[] = [],
    ): Promise<boolean> {
      if (!isUuid(transferId)) return false
      const kept = await query(Prisma.sql`
        UPDATE "transfer" SET "draft" = "draft" || ${JSON.stringify(transferContent.draftChanges(changes))}::jsonb,
          "faults" = ${JSON.stringify(transferContent.faults(faults))}::jsonb, "problem" = NULL,
          "moved_at" = ${now()}::timestamptz
        WHERE "id" = ${transferId}::uuid AND "customer_id" = ${customerId}::uuid AND "state" = 'draft'
        RETURNING 1`)
      return kept.length === 1
    },

    /** Notes something beside the state, as long as the transfer is in this one. */
    async amend(
      customerId: string,
      transferId: string,
      state: { name: TransferStateName; check: number },
      change: Pick<TransferChange, 'problem' | 'stepDraft' | 'executionStatus' | 'faults'>,
    ): Promise<boolean> {
      const { count } = await prisma.transfer.updateMany({
        where: { id: transferId, customerId, state: state.name, checkNumber: state.check },
        data: columnsOfChange(change),
      })
      return count === 1
    },

    /** Adds to what became of a transfer something that moves it nowhere. @param at by the bank's clock, where that matters */
    async note(
      customerId: string,
      transferId: string,
      what: string,
      note: TransferNote,
      at = now(),
    ): Promise<void> {
      const row = await prisma.transfer.findFirst({
        where: { id: transferId, customerId },
        select: { checkNumber: true },
      })
      if (row === null) return
      const { checkNumber } = row
      await prisma.transferEvent.create({
        data: { customerId, transferId, at, what, checkNumber, ...columnsOfNote(note) },
      })
    },

    /** Whose return an address is; changes nothing. It is known as long as no other approval was begun. */
    async findByReturnId(returnId: string): Promise<{ transfer: Transfer; check: number } | null> {
      if (!returnIdForm.test(returnId)) return null
      const check = await prisma.transferCheck.findUnique({
        where: { returnHash: hashSecret('return', returnId) },
        select: { transferId: true, number: true },
      })
      if (check === null) return null
      const [transfer] = await readTransfers(query, Prisma.sql`"id" = ${check.transferId}::uuid`)
      return transfer === undefined ? null : { transfer, check: check.number }
    },
  }
}

/** Claims of a read at the bank: of any number at the same time one wins, in whatever process. */
function claiming({ prisma, now }: StoreContext) {
  return {
    /**
     * The next read of the status, which nobody else begins then before it is over, or `busyMs` have passed.
     * @param seen how many there were, as its claimant saw it
     */
    async claimStatusRead(transfer: Transfer, busyMs: number): Promise<boolean> {
      const at = now()
      // A later one was written by a clock that has been set back since.
      const latest = new Date(latestPossibleReading(now).getTime() + busyMs)
      const { count } = await prisma.transfer.updateMany({
        where: {
          ...ofState(transfer),
          statusReads: transfer.statusReads.count,
          OR: [
            { statusBusyUntil: null },
            { statusBusyUntil: { lte: at } },
            { statusBusyUntil: { gt: latest } },
          ],
        },
        data: {
          statusReads: transfer.statusReads.count + 1,
          statusReadAt: at,
          statusBusyUntil: new Date(at.getTime() + busyMs),
        },
      })
      return count === 1
    },

    /** The read that was claimed as the `count`th is over. */
    async statusReadOver({ transferId, customerId }: Transfer, count: number): Promise<void> {
      await prisma.transfer.updateMany({
        where: { id: transferId, customerId, statusReads: count },
        data: { statusBusyUntil: null },
      })
    },

    /** The bank has nothing more to tell: its status is read no more. */
    async endStatusReads(transfer: Transfer): Promise<void> {
      await prisma.transfer.updateMany({
        where: ofState(transfer),
        data: { statusReads: MOST_STATUS_READS, statusBusyUntil: null },
      })
    },

    async claimLook(transfer: Transfer): Promise<boolean> {
      const { count } = await prisma.transfer.updateMany({
        where: { ...ofState(transfer), looks: transfer.looks.count },
        data: { looks: transfer.looks.count + 1, lookedAt: now() },
      })
      return count === 1
    },

    async claimReceiptTry({ transferId, customerId, receipt }: Transfer): Promise<boolean> {
      const { count } = await prisma.transfer.updateMany({
        where: {
          id: transferId,
          customerId,
          state: 'accepted',
          receiptTries: receipt.tries,
          receiptGoneAt: null,
        },
        data: { receiptTries: receipt.tries + 1, receiptTriedAt: now() },
      })
      return count === 1
    },
  }
}

function ofState({ transferId, customerId, state }: Transfer) {
  return { id: transferId, customerId, ...columnsOfState(state) }
}
