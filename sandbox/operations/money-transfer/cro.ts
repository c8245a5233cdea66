import { createHash } from 'node:crypto'

const numberDigits = 14

/**
 * Reference of the transfer that a resource becomes: 14 digits that follow from the resource id, so that nothing need be
 * counted or remembered, and two check digits (ISO 7064 MOD 97-10).
 */
export function croOf(resourceId: string): string {
  const hash = createHash('sha256').update(`cro ${resourceId}`).digest('hex').slice(0, 16)
  const number = BigInt(`0x${hash}`) % 10n ** BigInt(numberDigits)
  const check = 98n - ((number * 100n) % 97n)
  return `${number.toString().padStart(numberDigits, '0')}${check.toString().padStart(2, '0')}`
}
