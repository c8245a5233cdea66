import { isBlank, isRecord } from './fields'

/** Digits, perhaps with a sign and decimals, as the bank wrote them; never a float. */
export type DecimalText = string

/** Major units of a currency, for example `{ amount: '-488.000', currency: 'EUR' }`. */
export type Money = { amount: DecimalText; currency: string }

const DECIMAL = /^[+-]?\d{1,18}(?:\.\d{1,8})?$/
/** A JSON number of at most so many digits is still the decimal that the bank wrote. */
const EXACT_DIGITS = 15

/**
 * A decimal as text, exactly as given but for blanks around it. A JSON number is taken while it is surely the decimal
 * that was written, though its trailing zeros are lost.
 * @returns undefined for anything else: a comma or a thousands separator could mean two amounts
 */
export function readDecimal(value: unknown): DecimalText | undefined {
  if (typeof value === 'string') {
    if (value.length > 40) return undefined
    const text = value.trim()
    return DECIMAL.test(text) ? text : undefined
  }
  if (typeof value !== 'number') return undefined
  const text = String(value)
  return DECIMAL.test(text) && text.replace(/\D/g, '').length <= EXACT_DIGITS ? text : undefined
}

/** An ISO 4217 code. */
export function readCurrency(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 16) return undefined
  const text = value.trim()
  return /^[A-Z]{3}$/.test(text) ? text : undefined
}

/** `absent`: not given, or as empty strings, which is not zero. `odd`: given, and not to be made sense of. */
export type MoneyReading = Money | 'absent' | 'odd'

/** `{amount, currency}`, where commissions name their amount otherwise. */
export function readMoney(value: unknown, amountName = 'amount'): MoneyReading {
  if (isBlank(value)) return 'absent'
  if (!isRecord(value)) return 'odd'
  if (isBlank(value[amountName])) return 'absent'
  const amount = readDecimal(value[amountName])
  const currency = readCurrency(value.currency)
  return amount !== undefined && currency !== undefined ? { amount, currency } : 'odd'
}
