import type { KnownBefore } from '@/lib/domain/transfers/transfer-evidence'
import { TAKEN_BACK_SPELLINGS } from '@/lib/domain/transfers/transfer-meaning'
import type { TransferStateName } from '@/lib/domain/transfers/transfer-state'
import {
  type TransferCheck as CheckRow,
  Prisma,
  type Transfer as TransferRow,
} from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { TokenCipherError } from '../secrets/token-cipher'
import { isUuid } from '../values/uuid'
import { orNull, type TransferDraft, type TransferOrder, transferContent } from './transfer-content'
import { transfersLive } from './transfer-live'
import { scaUrlPlace } from './transfer-moves'
import { readTransfers, type Transfer } from './transfer-rows'

/** A row of the history. */
export type TransferSummary = {
  transferId: string
  state: { name: TransferStateName; check: number }
  draft: TransferDraft
  /** Of the last check, whatever became of it. */
  order: TransferOrder | null
  createdAt: Date
  movedAt: Date
  executionStatus: string | null
}

export type TransferEventEntry = {
  at: Date
  what: string
  to: TransferStateName | null
  actor: string
  bankCodes: string[]
}

export type OtherTransfer = {
  cro: string | null
  movementId: string | null
  order: TransferOrder | null
  /** Null too where it is not claimed yet. */
  knownBefore: KnownBefore | null
  /** What may leave the account for it: its amount, in the account's currency too, or with the fee. */
  sums: { amount: string; currency: string }[]
}

export type Payee = { name: string; iban: string; lastUsedAt: Date }

const maxPage = 100
const maxEvents = 500
const maxOthers = 1_000
const payeesLookedAt = 200
const cursorForm = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([0-9a-f-]{36})$/

/** Nothing else is asked for of checks: that of the state is the last. */
const lastCheck = { orderBy: { number: 'desc' }, take: 1 } as const

const newestFirst: Prisma.TransferOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { id: 'desc' }]

export function transferReading(context: StoreContext) {
  return { ...finding(context), ...listing(context), ...transfersLive(context) }
}

function finding({ prisma, query, cipher }: StoreContext) {
  return {
    async find(customerId: string, transferId: string): Promise<Transfer | null> {
      if (!isUuid(transferId)) return null
      const [transfer] = await readTransfers(
        query,
        Prisma.sql`"id" = ${transferId}::uuid AND "customer_id" = ${customerId}::uuid`,
      )
      return transfer ?? null
    },

    /** What became of it, the oldest first. */
    async events(customerId: string, transferId: string): Promise<TransferEventEntry[]> {
      const rows = await prisma.transferEvent.findMany({
        where: { transferId, customerId },
        orderBy: { id: 'asc' },
        take: maxEvents,
      })
      return rows.map(({ at, what, toState: to, actor, bankCodes }) => ({ at, what, to, actor, bankCodes }))
    },

    /** The address of the approval's page, while the customer is to go there. Null also when no key opens it any more. */
    async scaUrlOf({ customerId, transferId, state }: Transfer): Promise<string | null> {
      if (state.name !== 'at_bank') return null
      const row = await prisma.transferCheck.findFirst({
        where: { transferId, number: state.check, customerId },
        select: { scaUrl: true },
      })
      if (row === null || row.scaUrl === null) return null
      try {
        return cipher.decrypt(row.scaUrl, scaUrlPlace(transferId, state.check))
      } catch (error) {
        if (error instanceof TokenCipherError) return null
        throw error
      }
    },

    /** The customer of a transfer, for who acts without a request of theirs. */
    async ownerOf(transferId: string): Promise<{ customerId: string; bankCustomerId: string } | null> {
      if (!isUuid(transferId)) return null
      const row = await prisma.transfer.findUnique({
        where: { id: transferId },
        select: { customer: { select: { id: true, bankCustomerId: true } } },
      })
      return row === null
        ? null
        : { customerId: row.customer.id, bankCustomerId: row.customer.bankCustomerId }
    },
  }
}

function listing({ prisma, query }: StoreContext) {
  return {
    /** The history, the newest first. @param after `nextCursor` of the page before */
    async page(
      customerId: string,
      after: string | null,
      limit: number,
    ): Promise<{ transfers: TransferSummary[]; nextCursor: string | null }> {
      const size = Math.min(Math.max(limit, 1), maxPage)
      const [, at, id] = cursorForm.exec(after ?? '') ?? []
      const createdAt = new Date(at ?? 0)
      const rows = await prisma.transfer.findMany({
        where: {
          customerId,
          ...(id === undefined
            ? {}
            : { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] }),
        },
        orderBy: newestFirst,
        take: size + 1,
        include: { checks: lastCheck },
      })
      const shown = rows.slice(0, size)
      const last = shown.at(-1)
      const isMore = rows.length > size && last !== undefined
      return {
        transfers: shown.map(summaryOf),
        nextCursor: isMore ? `${last.createdAt.toISOString()}_${last.id}` : null,
      }
    },

    /** Those of a customer in these states, the newest first, at most 100. */
    async inStates(customerId: string, states: readonly TransferStateName[]): Promise<TransferSummary[]> {
      const rows = await prisma.transfer.findMany({
        where: { customerId, state: { in: [...states] } },
        orderBy: newestFirst,
        take: maxPage,
        include: { checks: lastCheck },
      })
      return rows.map(summaryOf)
    },

    /** Whom the customer paid last, each IBAN once: only where the bank accepted it, and did not take that back. */
    async payees(customerId: string, limit: number): Promise<Payee[]> {
      const rows = await prisma.transfer.findMany({
        where: {
          customerId,
          state: 'accepted',
          OR: [
            { executionStatus: null },
            { executionStatus: { notIn: [...TAKEN_BACK_SPELLINGS], mode: 'insensitive' } },
          ],
        },
        orderBy: { movedAt: 'desc' },
        take: payeesLookedAt,
        include: { checks: lastCheck },
      })
      const payees = new Map<string, Payee>()
      for (const row of rows) {
        const { order } = summaryOf(row)
        if (order === null || payees.has(order.beneficiaryIban)) continue
        const { beneficiaryName: name, beneficiaryIban: iban } = order
        payees.set(iban, { name, iban, lastUsedAt: row.movedAt })
      }
      return [...payees.values()].slice(0, limit)
    },

    /** Whether execute was ever claimed for this resource of the bank, by whichever transfer of this customer. */
    async isResourceExecuted(customerId: string, resourceId: string): Promise<boolean> {
      const [found] = await query<{ is: boolean }>(Prisma.sql`
        SELECT EXISTS (
          SELECT 1 FROM "transfer_check" AS "check" JOIN "transfer_event" AS "event"
            ON "event"."transfer_id" = "check"."transfer_id" AND "event"."check_number" = "check"."number"
          WHERE "check"."customer_id" = ${customerId}::uuid AND "check"."resource_id" = ${resourceId}
            AND "event"."what" = 'execute_claimed' AND "event"."to_state" = 'executing'
        ) AS "is"`)
      return found?.is === true
    },

    /** Those of a customer in these states. */
    async count(customerId: string, states: TransferStateName[]): Promise<number> {
      return prisma.transfer.count({ where: { customerId, state: { in: states } } })
    },

    /**
     * Other transfers that the bank accepted, or may have, however old they are: from this account, by any of its holders, with
     * one of these amounts, whatever its currency; or of this customer with one of these references. Null where there are
     * more than 1,000.
     */
    async others(customerId: string, except: string, like: LikeTransfer): Promise<OtherTransfer[] | null> {
      const found = await query<{ id: string }>(othersStatement(customerId, except, like))
      if (found.length > maxOthers) return null
      const rows = await prisma.transfer.findMany({
        where: { id: { in: found.map(({ id }) => id) } },
        include: { checks: lastCheck },
      })
      return rows.map((row) => {
        const { order } = summaryOf(row)
        // What another customer has stored is theirs: of another holder's transfer only the bank's own facts are used.
        if (row.customerId !== customerId)
          return { cro: row.cro, movementId: null, order, knownBefore: null, sums: sumsOf(row) }
        const isClaimed = row.state !== 'authorized'
        const knownBefore = isClaimed ? orNull(row.knownBefore, transferContent.knownBefore) : null
        return { cro: row.cro, movementId: row.movementId, order, knownBefore, sums: sumsOf(row) }
      })
    },
  }
}

export type LikeTransfer = { productId: string; amounts: string[]; references: string[] }

/**
 * A transfer whose movement never came may still make one, so none is left out by its age. The list of a joint account has what
 * its other holders pay, who may be customers of this app too. Only this question goes beyond a customer, and its answer says
 * nothing but whether a movement may be somebody else's.
 */
function othersStatement(
  customerId: string,
  except: string,
  { productId, amounts, references }: LikeTransfer,
): Prisma.Sql {
  const isOneOf = (amount: Prisma.Sql) => Prisma.sql`
    CASE WHEN ${amount} ~ '^[0-9]{1,40}([.][0-9]{1,40})?$' THEN (${amount})::numeric = ANY (${amounts}::text[]::numeric[])
      ELSE FALSE END`
  const [ordered, equivalent, total] = [
    Prisma.sql`"check"."order"->>'amount'`,
    Prisma.sql`"check"."verdict"->'equivalent'->>'amount'`,
    Prisma.sql`"check"."verdict"->'total'->>'amount'`,
  ].map(isOneOf)
  return Prisma.sql`
    SELECT "transfer"."id"::text FROM "transfer"
    JOIN "transfer_check" AS "check"
      ON "check"."transfer_id" = "transfer"."id" AND "check"."number" = "transfer"."check_number"
    WHERE ("transfer"."customer_id" = ${customerId}::uuid OR "check"."order"->>'productId' = ${productId})
      AND "transfer"."id" <> ${except}::uuid
      AND ("transfer"."state" IN ('authorized', 'executing', 'unknown', 'accepted')
        OR ("transfer"."state" IN ('declined', 'expired') AND "transfer"."known_before" IS NOT NULL))
      AND ("transfer"."cro" = ANY (${references}::text[])
        OR ("check"."order"->>'productId' = ${productId} AND (${ordered} OR ${equivalent} OR ${total})))
    LIMIT ${maxOthers + 1}`
}

function sumsOf({ checks: [check] }: { checks: CheckRow[] }): OtherTransfer['sums'] {
  if (check === undefined) return []
  const { amount, currency } = transferContent.order(check.order)
  const verdict = orNull(check.verdict, transferContent.verdict)
  return [{ amount, currency }, verdict?.equivalent, verdict?.total].flatMap((sum) => sum ?? [])
}

function summaryOf(row: TransferRow & { checks: CheckRow[] }): TransferSummary {
  const [check] = row.checks
  return {
    transferId: row.id,
    state: { name: row.state, check: row.checkNumber },
    draft: transferContent.draft(row.draft),
    order: check === undefined ? null : transferContent.order(check.order),
    createdAt: row.createdAt,
    movedAt: row.movedAt,
    executionStatus: row.executionStatus,
  }
}
