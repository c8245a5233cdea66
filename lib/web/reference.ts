import { randomInt } from 'node:crypto'

/** No 0/O, 1/I/L: a customer reads this to support over the telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A reference such as `K7P2-9XQ4`: in the log line of its request and on the customer's screen. */
export function newReference(): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}
