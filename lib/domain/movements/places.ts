/**
 * Whether the indexes of booked movements may count the rows of their list, from 0 or 1 on, in either direction; or are
 * missing, or repeat. Otherwise they are the bank's own numbers, and a movement keeps its own.
 */
export function arePlaces(given: readonly (string | null | undefined)[]): boolean {
  const indexes = given.map((index) => Number(index ?? Number.NaN))
  const lowest = indexes.reduce((least, index) => Math.min(least, index), Number.POSITIVE_INFINITY)
  return new Set(indexes).size < indexes.length || !(lowest > 1)
}
