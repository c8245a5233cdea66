import { addDays } from '../days/bank-day'

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
  /** Each page has booked movements, be they none, and the sum of each row can be read. */
  isCountable: boolean
  /** No later list, finished or not, has been stored since, so the rows counted are those of this list. */
  isLatest: boolean
}

/** Banks correct booking days. A list has to reach back so far that a corrected day brings no movement into view. */
const MARGIN_DAYS = 7

/** The first day that a list has to reach back to, before execute as after it. @param claimDay the bank's day of the claim */
export function firstDayCounted(claimDay: string): string {
  return addDays(claimDay, -MARGIN_DAYS)
}

/**
 * Whether a list may be counted.
 * @param since before execute, the customer's return; after it, the claim to execute
 */
export function mayBeCounted(list: MovementList, since: Date, firstDay: string): boolean {
  const isReadable = list.isWhole && list.hasPending && list.isCountable
  return isReadable && list.isLatest && list.begunAt >= since && list.from <= firstDay
}

/** A movement with a sum of the transfer, whatever its sign. */
export type AlikeMovement = {
  /** Ours; it may change when the bank books what was pending or corrects a day. */
  movementId: string
  /** It leaves the account. One that comes in may take a payment back, or be one whose sign the bank corrects. */
  isOut: boolean
  isPending: boolean
  /** The day it is filed under; null exactly when pending. */
  day: string | null
  /** Its texts name the payee of the transfer. */
  namesPayee: boolean
  /** The bank's id of the transfer that made it. */
  reference: string | null
  /** Stands for everything that the bank says of it, but its place in the list. */
  content: string
}

/** More movements than these are not kept, and then nothing is proven. */
export const MOST_KNOWN = 2_000

/** What was known just before an execute. */
export type KnownBefore = {
  /** The bank's day of the claim: the execute's own movement is not booked before it. */
  day: string
  /** In the list that was read for it, or stored from an earlier one. */
  movements: readonly AlikeMovement[]
}

/** Another transfer of this app from the same account with such a sum. Null where unknown. */
export type OtherTransferLike = {
  movementId: string | null
  reference: string | null
  isToSamePayee: boolean
  before: KnownBefore | null
}

/**
 * The movement that proves the execute: one more has come since than anything else explains.
 * @param now all such movements that a list has which may be counted, or that are stored from earlier days
 * @param others as they are known after the list was read, so that none that has made a movement is missing
 */
export function provingMovement(
  now: readonly AlikeMovement[],
  before: KnownBefore | null,
  others: readonly OtherTransferLike[],
): AlikeMovement | undefined {
  if (before === null) return undefined
  const all = [...now, ...before.movements]
  const isOf = (movement: AlikeMovement, other: OtherTransferLike) =>
    movement.movementId === other.movementId || hasReferenceOf(movement, other)
  const taken = all.filter((movement) => others.some((other) => isOf(movement, other)))
  const open = others.filter((other) => !all.some((movement) => isOf(movement, other)))
  const left = unexplained(open, before.movements, new Set(taken.map(({ movementId }) => movementId)))
  // The bank keeps giving these the reference that it gave the execute, so they are known in whatever form they return.
  const isFollowed = (movement: AlikeMovement) => others.some((other) => hasReferenceOf(movement, other))
  return surplus(now, before, { isTaken: (movement) => taken.includes(movement), isFollowed }, left)
}

const hasReferenceOf = (movement: AlikeMovement, { reference }: OtherTransferLike) =>
  reference !== null && movement.reference === reference

/**
 * The other transfers whose own movement nothing shows. One that was there before this transfer's execute is none of
 * this transfer, so it may prove another one, by the same rules.
 */
function unexplained(
  open: readonly OtherTransferLike[],
  movements: readonly AlikeMovement[],
  taken: Set<string>,
): number {
  const left = new Set(open)
  const isTaken = ({ movementId }: AlikeMovement) => taken.has(movementId)
  const ownOf = ({ before, isToSamePayee }: OtherTransferLike) =>
    before !== null && isToSamePayee
      ? surplus(movements, before, { isTaken, isFollowed: () => false }, left.size - 1)
      : undefined
  // Each that is explained leaves fewer that may have made the movement of the next.
  for (let size = Number.POSITIVE_INFINITY; left.size < size; ) {
    size = left.size
    for (const other of left) {
      const own = ownOf(other)
      if (own === undefined) continue
      taken.add(own.movementId)
      left.delete(other)
    }
  }
  return left.size
}

/** A new movement, where there are more of them than may come from what was there before or from other transfers. */
function surplus(
  now: readonly AlikeMovement[],
  before: KnownBefore,
  { isTaken, isFollowed }: Record<'isTaken' | 'isFollowed', (movement: AlikeMovement) => boolean>,
  others: number,
): AlikeMovement | undefined {
  const fresh = newMovements(now, before).filter((movement) => !isTaken(movement))
  const isHere = ({ movementId }: AlikeMovement) => now.some((movement) => movement.movementId === movementId)
  const movements = before.movements.filter((movement) => !(isFollowed(movement) && isHere(movement)))
  const unfollowed = { ...before, movements }
  const takenBack = mayBeTakenBack(now, before)
  // A payment may be listed as pending and as booked at once, so each kind is counted by itself.
  const [found, ...more] =
    ([false, true] as const)
      .map((isPending) => ({ isPending, new: fresh.filter((movement) => movement.isPending === isPending) }))
      .find((kind) => kind.new.length > others + takenBack + mayReturn(now, unfollowed, kind.isPending))
      ?.new ?? []
  // With several candidates it is unknown which one is ours, so none gives its reference.
  return found && more.length > 0 ? { ...found, reference: null } : found
}

/**
 * Movements that may be of an execute after `before`. A row that the list repeats is one, and a row that says what one from
 * before says is that one again.
 */
function newMovements(now: readonly AlikeMovement[], before: KnownBefore): AlikeMovement[] {
  const ids = new Set(before.movements.map(({ movementId }) => movementId))
  const contents = new Set(
    [...before.movements, ...now.filter(({ movementId }) => ids.has(movementId))].map(
      ({ content }) => content,
    ),
  )
  const references = new Set(before.movements.flatMap(({ reference }) => reference ?? []))
  const found = new Map<string, AlikeMovement>()
  for (const movement of now) {
    const { movementId, isOut, namesPayee, day, reference, content } = movement
    const isKnown = ids.has(movementId) || contents.has(content) || references.has(reference ?? '')
    if (!isKnown && isOut && namesPayee && (day === null || day >= before.day)) found.set(content, movement)
  }
  return [...found.values()]
}

/** How many payments may have been taken back lately and booked once more: as many as came in with such a sum. */
function mayBeTakenBack(now: readonly AlikeMovement[], before: KnownBefore): number {
  const lately = firstDayCounted(before.day)
  return now.filter(({ isOut, day }) => !isOut && (day === null || day >= lately)).length
}

/**
 * How many movements from before may stand in the list once more, in a form that looks new: those that have left it, those
 * that are pending and may be booked already, and as pending ones those that were booked lately. One whose reference or
 * content another row has is that row.
 */
function mayReturn(now: readonly AlikeMovement[], before: KnownBefore, asPending: boolean): number {
  const present = new Map(now.map((movement) => [movement.movementId, movement]))
  const references = new Map(now.map((movement) => [movement.reference, movement]))
  const contents = new Map(now.map((movement) => [movement.content, movement]))
  const lately = firstDayCounted(before.day)
  return before.movements.filter(({ movementId, reference, content }) => {
    const still =
      present.get(movementId) ??
      contents.get(content) ??
      (reference === null ? undefined : references.get(reference))
    return still === undefined || still.day === null || (asPending && still.day >= lately)
  }).length
}
