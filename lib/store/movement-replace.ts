import type { Prisma } from '@/prisma/generated/client'
import { type DayRange, joinDays, requireDay } from './calendar-days'
import type { StoreContext } from './context'
import { holdConsent, READING_CATEGORY } from './covered'
import { matchMovements } from './movement-matching'
import { type BankMovements, type ComparedColumns, type ListedMovement, readListed } from './movement-rows'
import { deleteMovements, writeMovements } from './movement-writes'
import { ensureProduct } from './products'

export type MovementsReplacement =
  | { kind: 'replaced'; added: number; changed: number; removed: number; unchanged: number }
  /** A list that was read later is already stored. */
  | { kind: 'stale' }
  /** No consent covers the product (any more). */
  | { kind: 'not_covered' }

export const MAX_LISTED_MOVEMENTS = 200_000
/** The first list of a very old account; the usual one takes milliseconds. */
const writeWithinMs = 120_000

/**
 * Makes what is stored for the days of `range`, and everything pending, what the bank listed: in one
 * transaction, and writing only what differs. Of two lists that cross the later read wins. A movement on
 * a day outside `range` is added or updated, and takes nothing away from that day.
 *
 * @param range.isWhole false: the list broke off, so that a movement that is not in it proves nothing
 * @throws RangeError for more than 200,000 movements, or a range that is none
 */
export async function replaceMovements(
  { prisma }: StoreContext,
  customerId: string,
  productId: string,
  range: DayRange & { isWhole: boolean },
  listed: BankMovements,
  readAt: Date,
): Promise<MovementsReplacement> {
  if (listed.booked.length + listed.pending.length > MAX_LISTED_MOVEMENTS)
    throw new RangeError(`more than ${MAX_LISTED_MOVEMENTS} movements`)
  if (requireDay(range.from) > requireDay(range.to)) throw new RangeError('the range ends before it begins')
  const given = await readListed(listed)
  const place = { customerId, productId }
  return prisma.$transaction(
    async (tx) => {
      if (!(await holdConsent(tx, customerId, productId, READING_CATEGORY))) return { kind: 'not_covered' }
      const product = await lockProduct(tx, customerId, productId)
      if (product.movementsReadAt !== null && product.movementsReadAt > readAt) return { kind: 'stale' }
      const { pairs, missing, added } = matchMovements(
        await knownMovements(tx, customerId, productId, range, given),
        given,
      )
      const gone = range.isWhole ? missing.filter(({ day }) => isWithin(range, day)) : []
      const changed = pairs.filter(saysMore)
      const moved = pairs.filter((pair) => !saysMore(pair) && isMoved(pair, range))
      await deleteMovements(tx, place, gone)
      await writeMovements(tx, place, [
        ...added,
        ...[...changed, ...moved].map((pair) => updateOf(pair, range)),
      ])
      await noteRead(tx, product, range, readAt)
      return {
        kind: 'replaced',
        added: added.length,
        changed: changed.length,
        removed: gone.length,
        unchanged: pairs.length - changed.length,
      }
    },
    { timeout: writeWithinMs },
  )
}

type ProductRead = {
  customerId: string
  productId: string
  movementsReadAt: Date | null
  movementsFrom: string | null
  movementsTo: string | null
}

/** Two replacements of one product follow each other. */
async function lockProduct(
  tx: Prisma.TransactionClient,
  customerId: string,
  productId: string,
): Promise<ProductRead> {
  await ensureProduct(tx, customerId, productId)
  await tx.$queryRaw`
    SELECT 1 FROM "product" WHERE "customer_id" = ${customerId}::uuid AND "product_id" = ${productId} FOR UPDATE`
  return tx.product.findUniqueOrThrow({
    where: { customerId_productId: { customerId, productId } },
    select: {
      customerId: true,
      productId: true,
      movementsReadAt: true,
      movementsFrom: true,
      movementsTo: true,
    },
  })
}

/**
 * The stored movements that the list may be about: those that are pending, those of the days it names and, where it is
 * whole, all of its range.
 */
async function knownMovements(
  tx: Prisma.TransactionClient,
  customerId: string,
  productId: string,
  range: DayRange & { isWhole: boolean },
  given: readonly ListedMovement[],
): Promise<ComparedColumns[]> {
  const named = new Set(given.flatMap(({ day }) => day ?? []))
  return tx.$queryRaw<ComparedColumns[]>`
    SELECT "id", "day", "position", "amount", "currency", "money_transfer_id", "digest" FROM "movement"
    WHERE "customer_id" = ${customerId}::uuid AND "product_id" = ${productId}
      AND ("day" IS NULL OR (${range.isWhole} AND "day" BETWEEN ${range.from} AND ${range.to})
           OR "day" IN (SELECT json_array_elements_text(${JSON.stringify([...named])}::json)))`
}

type Pair = { known: ComparedColumns; given: ListedMovement }

/**
 * Whether the list tells anything new of a movement. The bank's `index` alone does not count: where it
 * is the place in the list, every new movement changes it for all the others.
 */
function saysMore({ known, given }: Pair): boolean {
  return known.digest !== given.digest || known.money_transfer_id !== given.money_transfer_id
}

/** A list that has not the whole day says nothing about places in it. */
function isMoved({ known, given }: Pair, range: DayRange & { isWhole: boolean }): boolean {
  return known.position !== given.position && range.isWhole && isWithin(range, given.day)
}

function updateOf(pair: Pair, range: DayRange & { isWhole: boolean }): ListedMovement {
  const { known, given } = pair
  return { ...given, id: known.id, position: isMoved(pair, range) ? given.position : known.position }
}

/** Pending movements have no day, and come whole with every list. */
function isWithin({ from, to }: DayRange, day: string | null): boolean {
  return day === null || (day >= from && day <= to)
}

/** A list that broke off says of no day that it is whole, and its newest day no longer is that of one moment. */
async function noteRead(
  tx: Prisma.TransactionClient,
  { customerId, productId, movementsFrom, movementsTo }: ProductRead,
  { from, to, isWhole }: DayRange & { isWhole: boolean },
  readAt: Date,
): Promise<void> {
  const known =
    movementsFrom === null || movementsTo === null ? null : { from: movementsFrom, to: movementsTo }
  const isNewest = known === null || to >= known.to
  const days = joinDays(known, { from, to })
  await tx.product.updateMany({
    where: { customerId, productId },
    data: {
      ...(isWhole && { movementsReadAt: readAt, movementsFrom: days.from, movementsTo: days.to }),
      ...(isNewest && { newestReadAt: isWhole ? readAt : null }),
    },
  })
}
