import { randomInt } from 'node:crypto'
import { REFERENCE_LETTERS } from '@/lib/contracts/problem'

/** A reference such as `K7P2-9XQ4`: in the log line of its request and on the customer's screen. */
export function newReference(): string {
  const letters = Array.from({ length: 8 }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}
