import { type Matching, pairBy } from './movement-matching'
import { alikeOf, arePlacesIn, type ComparedColumns, columnsOf, type ListedMovement } from './movement-rows'

/** What tells a movement apart from others alike on other days. */
type Identity = Pick<ComparedColumns, 'bank_index'> & { search_text: string }

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
  const needsId = arePlacesIn(given)
  const isUnique = uniqueIn(given)
  const sure = ({ bank_index, search_text, money_transfer_id }: Movable) =>
    isUnique(bank_index) && (money_transfer_id !== null || !needsId)
      ? JSON.stringify([bank_index, search_text, needsId && money_transfer_id])
      : null
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

/**
 * Finds, for movements that a list adds, those that are stored on an earlier day and may be the same, corrected forwards: with
 * the same amount and currency, and the same id or texts. Where the indexes are the bank's own numbers, the list has to have
 * the number of the stored one. Nothing here says that they are the same, for a payment may come every month, alike in
 * everything: only a list that has the earlier day too tells.
 * @param stored movements on days of which the list says nothing
 * @returns the earlier day, by our id of the added one
 */
export function earlierDaysOf(
  added: readonly ListedMovement[],
  stored: readonly (ComparedColumns & Identity)[],
  given: readonly ListedMovement[],
): Map<string, string> {
  const isNumbered = !arePlacesIn(given)
  const numbers = new Set(given.map((one) => `${one.bank_index}|${alikeOf(one)}`))
  const storedOf = new Map(stored.map((one) => [alikeOf(one), [] as (ComparedColumns & Identity)[]]))
  for (const one of stored) storedOf.get(alikeOf(one))?.push(one)
  const days = new Map<string, string>()
  for (const one of added) {
    const { search_text } = identityOf(one)
    const { day, money_transfer_id: id } = one
    const mayBe = (other: ComparedColumns & Identity): boolean => {
      if (other.day === null || day === null || other.day >= day) return false
      // Which of several alike is the added one is not known, so any of them may have the number.
      if (isNumbered && other.bank_index !== null) return numbers.has(`${other.bank_index}|${alikeOf(other)}`)
      return other.search_text === search_text || (id !== null && other.money_transfer_id === id)
    }
    const earlier = storedOf.get(alikeOf(one))?.find(mayBe)?.day
    if (earlier) days.set(one.id, earlier)
  }
  return days
}

/** Whether an index belongs to one movement of a list alone. */
function uniqueIn(given: readonly ListedMovement[]): (index: string | null) => boolean {
  const isRepeated = repeated(given.map(({ bank_index }) => bank_index))
  return (index) => index !== null && !isRepeated.has(index)
}

function repeated<T>(values: readonly T[]): Set<T> {
  const seen = new Set<T>()
  return new Set(values.filter((value) => seen.has(value) || !seen.add(value)))
}
