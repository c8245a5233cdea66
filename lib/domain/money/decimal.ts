/*
 * Exact decimals as text, for money: `-12.50`, `0.3`, `100`. Never a float (0.1 + 0.2 must be 0.3), and never
 * rounded: a sum has as many places as its most exact part.
 */

/** A decimal as text: digits with `.` and perhaps a sign. Checked where it enters, by `parseDecimal`. */
export type Decimal = string

const FORM = /^([+-]?)(\d+)(?:\.(\d+))?$/
/** More than any amount of money has; longer texts are not worth the arithmetic. */
const MAX_LENGTH = 64

type Parts = { units: bigint; places: number }

/** The text when it is a decimal, else null: no commas, no thousands separators, no exponents, no blanks. */
export function parseDecimal(text: string): Decimal | null {
  return text.length <= MAX_LENGTH && FORM.test(text) ? text : null
}

/** @throws RangeError when one of the two is no decimal */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [x, y] = [partsOf(a), partsOf(b)]
  const places = Math.max(x.places, y.places)
  return textOf({ units: scaled(x, places) + scaled(y, places), places })
}

/** Zero for none. @throws RangeError when one is no decimal */
export function sumDecimals(decimals: readonly Decimal[]): Decimal {
  return decimals.reduce((sum, decimal) => addDecimals(sum, decimal), '0')
}

/** Below zero when `a` is the smaller, zero when both are the same amount. @throws RangeError */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [x, y] = [partsOf(a), partsOf(b)]
  const places = Math.max(x.places, y.places)
  const [left, right] = [scaled(x, places), scaled(y, places)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** The same places, the other sign; zero has none. @throws RangeError */
export function negateDecimal(decimal: Decimal): Decimal {
  const { units, places } = partsOf(decimal)
  return textOf({ units: -units, places })
}

/** -1, 0 or 1. @throws RangeError */
export function signOfDecimal(decimal: Decimal): -1 | 0 | 1 {
  const { units } = partsOf(decimal)
  if (units === 0n) return 0
  return units < 0n ? -1 : 1
}

function partsOf(decimal: Decimal): Parts {
  const [, sign = '', whole = '', fraction = ''] =
    (decimal.length <= MAX_LENGTH ? FORM.exec(decimal) : null) ?? []
  if (whole === '') throw new RangeError('not a decimal')
  const units = BigInt(whole + fraction)
  return { units: sign === '-' ? -units : units, places: fraction.length }
}

function scaled({ units, places }: Parts, to: number): bigint {
  return units * 10n ** BigInt(to - places)
}

function textOf({ units, places }: Parts): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const text = places === 0 ? whole : `${whole}.${digits.slice(-places)}`
  return units < 0n ? `-${text}` : text
}
