import { arePlacesIn, type ComparedColumns, groupOf, type ListedMovement } from './movement-rows'

export type Matching = {
  pairs: { known: ComparedColumns; given: ListedMovement }[]
  /** Known movements that the list does not have. */
  missing: ComparedColumns[]
  /** Movements of the list that are not known. */
  added: ListedMovement[]
}

/**
 * Finds the movements of a list among those that are stored (the rule is in README.md). Banks issue ids
 * anew, repeat them (a transfer and its fee) and reword texts, so none of these is an identity: only
 * movements of the same day, amount and currency are compared, and of those
 *
 * 1. the same id and content go together, of these first those with the same index, where it is the bank's own number,
 *    then 2. the same id, then 3. the same content;
 * 4. what is left goes together in order, from the oldest on.
 *
 * Each movement is used once, so two that are alike in everything stay two.
 */
export function matchMovements(
  known: readonly ComparedColumns[],
  given: readonly ListedMovement[],
): Matching {
  const matching: Matching = { pairs: [], missing: [], added: [] }
  const knownGroups = inGroups(known)
  const keys = arePlacesIn(given) ? bySaid : [byNumber, ...bySaid]
  for (const [group, movements] of inGroups(given)) {
    matchGroup(knownGroups.get(group) ?? [], movements, keys, matching)
    knownGroups.delete(group)
  }
  for (const left of knownGroups.values()) addAll(matching.missing, left)
  return matching
}

function inGroups<T extends ComparedColumns>(movements: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const movement of movements) {
    const group = groupOf(movement)
    const others = groups.get(group)
    if (others === undefined) groups.set(group, [movement])
    else others.push(movement)
  }
  return groups
}

function matchGroup(
  known: ComparedColumns[],
  given: ListedMovement[],
  keys: readonly Key[],
  matching: Matching,
): void {
  let [stored, listed] = [known, given]
  for (const keyOf of keys) {
    if (stored.length === 0 || listed.length === 0) break
    ;[stored, listed] = pairBy(keyOf, stored, listed, matching.pairs)
  }
  addAll(matching.missing, stored)
  addAll(matching.added, listed)
}

/** `push(...more)` overflows the stack where a group is very large. */
function addAll<T>(all: T[], more: readonly T[]): void {
  for (const one of more) all.push(one)
}

/** Movements with an equal key go together; null goes with none. */
type Key = (movement: ComparedColumns) => string | null

/** Of several that are alike in everything, each keeps its own number. */
const byNumber: Key = ({ digest, money_transfer_id, bank_index }) =>
  bank_index && JSON.stringify([digest, money_transfer_id, bank_index])
const bySaid: readonly Key[] = [
  ({ money_transfer_id, digest }) => `${digest}|${money_transfer_id ?? ''}`,
  ({ money_transfer_id }) => money_transfer_id,
  ({ digest }) => digest,
  () => '',
]

/**
 * Pairs movements with an equal key, from the oldest on; null goes with none.
 * @returns what is left of each side
 */
export function pairBy<Known extends ComparedColumns, Listed extends ListedMovement>(
  keyOf: (movement: Known | Listed) => string | null,
  stored: Known[],
  listed: Listed[],
  pairs: Matching['pairs'],
): [Known[], Listed[]] {
  const waiting = new Map<string | null, Known[]>()
  // Filled from the newest on, so that `pop` takes the oldest.
  for (const known of stored.toSorted((a, b) => b.position - a.position)) {
    const key = keyOf(known)
    const alike = waiting.get(key)
    if (alike === undefined) waiting.set(key, [known])
    else alike.push(known)
  }
  const used = new Set<Known>()
  const left: Listed[] = []
  for (const given of listed.toSorted((a, b) => a.position - b.position)) {
    const key = keyOf(given)
    const found = key === null ? undefined : waiting.get(key)?.pop()
    if (found === undefined) left.push(given)
    else {
      used.add(found)
      pairs.push({ known: found, given })
    }
  }
  return [stored.filter((known) => !used.has(known)), left]
}
