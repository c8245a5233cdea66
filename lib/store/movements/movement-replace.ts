import type { Prisma } from '@/prisma/generated/client'
import { holdConsent, READING_CATEGORY } from '../accounts/covered'
import { ensureProduct } from '../accounts/products'
import type { StoreContext } from '../context'
import { type DayRange, joinDays, requireDay } from '../values/calendar-days'
import { latestPossibleReading } from '../values/clock-set-back'
import {
  askedDayOf,
  isBooked,
  isOutOfReach,
  isStray,
  isStrayFrom,
  isWithin,
  type ListedDays,
  lacksUsual,
  nearestAsked,
  type Pair,
  type Scope,
  scopeOf,
} from './movement-days'
import { earlierDaysIn, knownMovements, movableOf, NO_DAYS, type Place } from './movement-known'
import { type Matching, matchMovements } from './movement-matching'
import { matchMoved } from './movement-moved'
import { type BankMovements, type ComparedColumns, type ListedMovement, readListed } from './movement-rows'
import { deleteMovements, writeMovements } from './movement-writes'

export type MovementsReplacement =
  | { kind: 'replaced'; added: number; changed: number; removed: number; unchanged: number }
  /** A whole list of a few days, of which only one of the usual days tells what it means. Nothing was stored. */
  | { kind: 'undecided' }
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
 * a day outside `range` is added or updated, and takes nothing away from that day. Such a stray goes when the bank lists it
 * on another day, when a list that was asked for its `asked_day` lacks it, and where no list could be asked for its day
 * (`scopeOf`) when the newest list lacks it.
 *
 * The bank may have corrected a day to or from one that the list was not asked for. So a whole list that has not all of the
 * usual days is undecided when a booked movement is missing from it, or when it adds one that may be stored on an earlier day.
 * A part of a list adds such a one as a stray of the earlier day, so that the next list is asked for the usual days.
 *
 * @throws RangeError for more than 200,000 movements, or a range that is none
 */
export async function replaceMovements(
  { prisma, now }: StoreContext,
  customerId: string,
  productId: string,
  range: ListedDays,
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
      const { movementsReadAt } = product
      const isOvertaken = movementsReadAt !== null && movementsReadAt > readAt
      if (isOvertaken && movementsReadAt <= latestPossibleReading(now)) return { kind: 'stale' }
      const scope = scopeOf(product, range)
      const known = await knownMovements(tx, place, scope, given)
      const { pairs, added, gone } = await matchAll(tx, place, scope, known, given)
      const isFirst = product.movementsTo === null
      const earlierDays = isFirst ? NO_DAYS : await earlierDaysIn(tx, place, range, { pairs, added, given })
      const isUndecided = earlierDays.size > 0 || gone.some(isBooked) || pairs.some(isStrayFrom(range))
      if (range.isWhole && lacksUsual(range) && isUndecided) return { kind: 'undecided' }
      const changed = pairs.filter(saysMore)
      const shifted = pairs.filter(
        (pair) =>
          !saysMore(pair) && (isShifted(pair, range) || askedDayOf(pair, range) !== pair.known.asked_day),
      )
      await deleteMovements(tx, place, gone)
      await writeMovements(tx, place, [
        ...added.map((given) => ({
          ...given,
          asked_day: earlierDays.get(given.id) ?? nearestAsked(range, given.day),
        })),
        ...[...changed, ...shifted].map((pair) => updateOf(pair, range)),
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

/** Which movements are the same, day by day and then over days; only a whole list moves any or takes any away. */
async function matchAll(
  tx: Prisma.TransactionClient,
  place: Place,
  scope: Scope,
  known: readonly ComparedColumns[],
  given: readonly ListedMovement[],
): Promise<Omit<Matching, 'missing'> & { gone: ComparedColumns[] }> {
  const { pairs, missing, added } = matchMovements(known, given)
  if (!scope.isWhole) return { pairs, added, gone: [] }
  const isTakenAway = (one: ComparedColumns) =>
    isWithin(scope, one.day) ||
    isOutOfReach(scope, one.day) ||
    (isStray(one) && isWithin(scope, one.asked_day))
  const movable = added.length === 0 ? [] : await movableOf(tx, place, known, missing, added)
  const moved = matchMoved(
    movable.map((one) => ({ ...one, isTakenAway: isTakenAway(one), isStray: isStray(one) })),
    given,
    added,
  )
  const used = new Set(moved.flatMap((pair) => [pair.known.id, pair.given.id]))
  return {
    pairs: [...pairs, ...moved],
    added: added.filter(({ id }) => !used.has(id)),
    gone: missing.filter((one) => isTakenAway(one) && !used.has(one.id)),
  }
}

/**
 * Whether the list tells anything new of a movement. The bank's `index` alone does not count: where it
 * is the place in the list, every new movement changes it for all the others.
 */
function saysMore({ known, given }: Pair): boolean {
  return (
    known.day !== given.day ||
    known.digest !== given.digest ||
    known.money_transfer_id !== given.money_transfer_id
  )
}

/** A list that has not the whole day says nothing about places in it. */
function isShifted({ known, given }: Pair, range: DayRange & { isWhole: boolean }): boolean {
  return known.position !== given.position && range.isWhole && isWithin(range, given.day)
}

function updateOf(pair: Pair, range: ListedDays): ListedMovement {
  const { known, given } = pair
  const isPlaced = isShifted(pair, range) || known.day !== given.day
  const position = isPlaced ? given.position : known.position
  return { ...given, id: known.id, asked_day: askedDayOf(pair, range), position }
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
