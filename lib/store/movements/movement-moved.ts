import { type Matching, pairBy } from './movement-matching'
import { alikeOf, bankIndexOf, type ComparedColumns, columnsOf, type ListedMovement } from './movement-rows'

/** What tells a movement apart from others alike on other days. */
type Identity = { bank_index: string | null; search_text: string }

/** `isStray`: on a day that its list was not asked for. */
export type MovableColumns = ComparedColumns & Identity & { isTakenAway: boolean; isStray: boolean }

type Movable = ComparedColumns & Identity

/**
 * Finds movements whose booking day the bank has corrected: stored on a day where the list has them no longer, and listed
 * on another with the same amount and currency. Each is used once.
 *
 * A payment may come every month, alike in everything. So one that is stored on a day which the list says nothing about
 * needs the same texts and the same index, which no other listed movement has; and the same id too where the index may
 * be the place in the list. Of one that the list takes away, id, index or texts alone are enough, for they only decide
 * which row keeps our id. Of a stray, whose day nobody relies on, id or texts are: it would be counted twice.
 */
export function matchMoved(
  missing: readonly MovableColumns[],
  given: readonly ListedMovement[],
  added: readonly ListedMovement[],
): Matching['pairs'] {
  const pairs: Matching['pairs'] = []
  let known = missing.filter(({ day }) => day !== null)
  const sums = new Set(known.map(alikeOf))
  let listed = added
    .filter((one) => one.day !== null && sums.has(alikeOf(one)))
    .map((one) => ({ ...one, ...identityOf(one) }))
  const needsId = arePlaces(given)
  const isRepeated = repeated(given.map(bankIndexOf))
  const sure = ({ bank_index, search_text, money_transfer_id }: Movable) => {
    const isOwn = bank_index !== null && !isRepeated.has(bank_index)
    return isOwn && (money_transfer_id !== null || !needsId)
      ? JSON.stringify([bank_index, search_text, needsId && money_transfer_id])
      : null
  }
  const isFree = ({ isTakenAway, isStray }: MovableColumns) => isTakenAway || isStray
  const steps: [keyOf: (one: Movable) => string | null, isEnough: (one: MovableColumns) => boolean][] = [
    [sure, () => true],
    [byId, isFree],
    [byIndexAndTexts, isFree],
    [byIndex, ({ isTakenAway }) => isTakenAway],
    [byTexts, isFree],
  ]
  for (const [keyOf, isEnough] of steps) {
    const keyOfMovable = (one: Movable) => {
      const key = keyOf(one)
      return key === null ? null : `${alikeOf(one)}|${key}`
    }
    const others = known.filter((one) => !isEnough(one))
    ;[known, listed] = pairBy(keyOfMovable, known.filter(isEnough), listed, pairs)
    known.push(...others)
  }
  return pairs
}

const byId = ({ money_transfer_id }: Movable) => money_transfer_id
const byIndex = ({ bank_index }: Movable) => bank_index
const byIndexAndTexts = ({ search_text, bank_index }: Movable) =>
  bank_index && JSON.stringify([search_text, bank_index])
const byTexts = ({ search_text }: Movable) => search_text

function identityOf(one: ListedMovement): Identity {
  const { bank_index, search_text } = columnsOf(one)
  return { bank_index, search_text }
}

/** Whether the indexes of a list may count its rows, from 0 or 1 on, in either direction; or are missing, or repeat. */
function arePlaces(given: readonly ListedMovement[]): boolean {
  const indexes = given.flatMap((one) => (one.day === null ? [] : Number(bankIndexOf(one) ?? Number.NaN)))
  const lowest = indexes.reduce((least, index) => Math.min(least, index), Number.POSITIVE_INFINITY)
  return new Set(indexes).size < indexes.length || !(lowest > 1)
}

function repeated<T>(values: readonly T[]): Set<T> {
  const seen = new Set<T>()
  return new Set(values.filter((value) => seen.has(value) || !seen.add(value)))
}
