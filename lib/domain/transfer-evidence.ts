import { addDays, bankDay } from './bank-day'

/*
 * Which lists of movements prove that a transfer was executed whose answer was lost. Why these rules, and what they cannot
 * exclude: lib/domain/README.md, "Evidence".
 */

/** One reading of an account's movements, as far as it matters here. */
export type MovementList = {
  /** When its first page was asked for. */
  begunAt: Date
  /** The first day that it reaches back to; the last one is the day on which it was read. */
  from: string
  /** All its pages were read, to a proper end. */
  isWhole: boolean
  /** Pending movements are in it. */
  hasPending: boolean
  /** What is counted is what this list said: no later list, finished or not, has been stored since. */
  isLatest: boolean
}

/** A movement that may be the one of the transfer, by its amount and payee. */
export type LikelyMovement = { movementId: string; reference: string | null }

/** Another transfer of this app with such an amount. What is not known of it yet is null. */
export type OtherTransferLike = { movementId: string | null; reference: string | null }

/** Banks correct booking days. A movement must not come into view only because its day was moved by a few days. */
const MARGIN_DAYS = 7

/** From this day on movements are counted, before execute as after it. */
export function firstDayCounted(claimedAt: Date): string {
  return addDays(bankDay(claimedAt), -MARGIN_DAYS)
}

/**
 * Whether a list may be counted.
 * @param since before execute, the customer's return; after it, the claim to execute
 */
export function mayBeCounted(list: MovementList, since: Date, firstDay: string): boolean {
  return list.isWhole && list.hasPending && list.isLatest && list.begunAt >= since && list.from <= firstDay
}

export type Count<Movement> = {
  /** Those that are known to be of no other transfer. */
  movements: Movement[]
  /** Other transfers alike whose own movement is not known: each may have made one of these. */
  others: number
}

/** @param others as they are known after the list was read, so that none that has made a movement is missing */
export function countLikely<Movement extends LikelyMovement>(
  likely: readonly Movement[],
  others: readonly OtherTransferLike[],
): Count<Movement> {
  const isOf = (movement: LikelyMovement, other: OtherTransferLike) =>
    movement.movementId === other.movementId ||
    (other.reference !== null && movement.reference === other.reference)
  return {
    movements: likely.filter((movement) => !others.some((other) => isOf(movement, other))),
    others: others.filter((other) => !likely.some((movement) => isOf(movement, other))).length,
  }
}

/**
 * The movement that proves the execute: there is one more than was there before and than the others alike explain.
 * @param before how many there were before execute; null where no list said so
 */
export function proofAmong<Movement>(
  before: number | null,
  { movements, others }: Count<Movement>,
): Movement | undefined {
  return before !== null && movements.length > before + others ? movements[0] : undefined
}
