/** A decimal as text with `.` and perhaps a sign, never a float; and the currency it is in. */
export type Money = { amount: string; currency: string }

const decimalForm = /^[+-]?\d{1,18}(?:\.\d{1,8})?$/

/** @throws RangeError for what PostgreSQL could not calculate with */
export function requireDecimal(amount: string): string {
  if (!decimalForm.test(amount)) throw new RangeError('an amount is not a decimal')
  return amount
}

/** The same text for the same amount: `+012.50` and `12.5000` are both `12.5`; every zero is `0`. */
export function canonicalDecimal(amount: string): string {
  const [, sign = '', whole = '', decimals = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(amount) ?? []
  const fraction = decimals.replace(/(?<!0)0+$/, '')
  const digits = `${whole.replace(/^0+/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`
  return sign === '-' && digits !== '0' ? `-${digits}` : digits
}
