import { createHash } from 'node:crypto'

export type Random = {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Chance that comes out the same for the same key on every machine (sfc32 over 32-bit integers). */
export function createRandom(key: string): Random {
  const seed = createHash('sha256').update(key).digest()
  let [a, b, c, counter] = [seed.readInt32LE(0), seed.readInt32LE(4), seed.readInt32LE(8), 1]
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let round = 0; round < 12; round += 1) next()
  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (items) => items[below(items.length)] ?? items[0],
  }
}
