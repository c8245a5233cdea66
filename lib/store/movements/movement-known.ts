import { furthestBack } from '@/lib/domain/days/bank-day'
import { Prisma } from '@/prisma/generated/client'
import { isBooked, isWithin, type ListedDays, lacksUsual, type Scope } from './movement-days'
import type { Matching } from './movement-matching'
import { earlierDaysOf, type MovableColumns } from './movement-moved'
import { type ComparedColumns, columnsOf, type ListedMovement } from './movement-rows'

/* What is stored that a list may be about. */

export type Place = { customerId: string; productId: string }

/**
 * The stored movements that the list may be about: those that are pending, those of the days it names and, where it is
 * whole, all of its scope.
 */
export async function knownMovements(
  tx: Prisma.TransactionClient,
  { customerId, productId }: Place,
  { from, to, isWhole, isNewest }: Scope,
  given: readonly ListedMovement[],
): Promise<ComparedColumns[]> {
  const named = new Set(given.flatMap(({ day }) => day ?? []))
  return tx.$queryRaw<ComparedColumns[]>`
    SELECT ${comparedColumns} FROM "movement"
    WHERE "customer_id" = ${customerId}::uuid AND "product_id" = ${productId}
      AND ("day" IS NULL OR (${isWhole} AND "day" BETWEEN ${from} AND ${to})
           OR (${isNewest} AND ("day" > ${to} OR "day" < ${furthestBack(to)}))
           OR (${isWhole} AND "asked_day" <> "day")
           OR "day" IN (SELECT json_array_elements_text(${JSON.stringify([...named])}::json)))`
}

const comparedColumns = Prisma.sql`"id", "day", "asked_day", "position", "amount", "currency", "money_transfer_id", "bank_index", "digest"`

/** What may have been listed on another day: the missing, and on all other days what has the index of an added one. */
export async function movableOf(
  tx: Prisma.TransactionClient,
  { customerId, productId }: Place,
  known: readonly ComparedColumns[],
  missing: readonly ComparedColumns[],
  added: readonly ListedMovement[],
): Promise<Omit<MovableColumns, 'isTakenAway' | 'isStray'>[]> {
  const ids = JSON.stringify(missing.map(({ id }) => id))
  const indexes = JSON.stringify(added.map(({ bank_index }) => bank_index))
  const found = await tx.$queryRaw<Omit<MovableColumns, 'isTakenAway' | 'isStray'>[]>`
    SELECT ${comparedColumns}, "search_text" FROM "movement"
    WHERE "customer_id" = ${customerId}::uuid AND "product_id" = ${productId} AND "day" IS NOT NULL
      AND ("id" IN (SELECT json_array_elements_text(${ids}::json)::uuid)
           OR "bank_index" IN (SELECT json_array_elements_text(${indexes}::json)))`
  const isMissing = new Set(missing.map(({ id }) => id))
  const isKnown = new Set(known.map(({ id }) => id))
  return found.filter(({ id }) => isMissing.has(id) || !isKnown.has(id))
}

export const NO_DAYS: ReadonlyMap<string, string> = new Map()

/** What a list adds that may be stored on an earlier day of the usual ones, of which the list says nothing (`earlierDaysOf`). */
export async function earlierDaysIn(
  tx: Prisma.TransactionClient,
  { customerId, productId }: Place,
  range: ListedDays,
  { pairs, added, given }: Pick<Matching, 'pairs' | 'added'> & { given: readonly ListedMovement[] },
): Promise<ReadonlyMap<string, string>> {
  const { usual } = range
  if (usual === undefined || (range.isWhole && !lacksUsual(range))) return NO_DAYS
  const booked = added.filter((one) => isBooked(one) && isWithin(usual, one.day))
  if (booked.length === 0) return NO_DAYS
  const columns = booked.map(columnsOf)
  const texts = JSON.stringify(columns.map(({ search_text }) => search_text))
  const ids = JSON.stringify(columns.map(({ money_transfer_id }) => money_transfer_id))
  const indexes = JSON.stringify(given.map(({ bank_index }) => bank_index))
  const found = await tx.$queryRaw<Omit<MovableColumns, 'isTakenAway' | 'isStray'>[]>`
    SELECT ${comparedColumns}, "search_text" FROM "movement"
    WHERE "customer_id" = ${customerId}::uuid AND "product_id" = ${productId}
      AND "day" BETWEEN ${usual.from} AND ${usual.to}
      AND ("search_text" IN (SELECT json_array_elements_text(${texts}::json))
           OR "money_transfer_id" IN (SELECT json_array_elements_text(${ids}::json))
           OR "bank_index" IN (SELECT json_array_elements_text(${indexes}::json)))`
  const isListed = new Set(pairs.map(({ known }) => known.id))
  const isSaid = ({ day }: ComparedColumns) => range.isWhole && isWithin(range, day)
  return earlierDaysOf(
    booked,
    found.filter((one) => !isListed.has(one.id) && !isSaid(one)),
    given,
  )
}
