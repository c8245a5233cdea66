import { splitAmount } from './amounts'

export type CamtAmount = { digits: string; indicator: 'CRDT' | 'DBIT' }

const MAX_FRACTION = 5
const MAX_DIGITS = 18

/** An amount and its direction; null for one that the schema's 18 digits, 5 of them behind the point, cannot hold. */
export function camtAmount(amount: string, currency: string): CamtAmount | null {
  const { digits, isDebit } = splitAmount(amount, currency)
  const [whole = '', fraction = ''] = digits.split('.')
  if (fraction.length > MAX_FRACTION || whole.length + fraction.length > MAX_DIGITS) return null
  return { digits, indicator: isDebit ? 'DBIT' : 'CRDT' }
}
