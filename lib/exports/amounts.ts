import { signOfDecimal } from '@/lib/domain/money/decimal'

/*
 * Amounts in files: the text of the bank with as many places as its currency has, and more where it needs more. Only
 * zeros come and go; nothing is rounded and nothing is a float.
 */

const places = new Map<string, number>()

/** The places a currency is written with (JPY 0, EUR 2, KWD 3); none for what is no currency. */
function placesOf(currency: string | null): number {
  const code = currency ?? ''
  const known = places.get(code)
  if (known !== undefined) return known
  const found = /^[A-Z]{3}$/.test(code)
    ? (new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
        .maximumFractionDigits ?? 0)
    : 0
  places.set(code, found)
  return found
}

/** `-488.000` EUR is `-488.00`, `+5` JPY is `5`, `1.2345` EUR is itself. Zero has no sign. */
export function fileAmount(amount: string, currency: string | null): string {
  const [, whole = '0', fraction = ''] = /^[+-]?(\d+)(?:\.(\d*))?$/.exec(amount) ?? []
  const padded = fraction.replace(/(?<!0)0+$/, '').padEnd(placesOf(currency), '0')
  const short = whole.replace(/^0+(?=\d)/, '')
  const digits = padded === '' ? short : `${short}.${padded}`
  return signOfDecimal(amount) < 0 ? `-${digits}` : digits
}

/** Without its sign, and with it as camt and OFX name it. */
export function splitAmount(amount: string, currency: string | null) {
  const written = fileAmount(amount, currency)
  const isDebit = written.startsWith('-')
  return { digits: isDebit ? written.slice(1) : written, isDebit }
}
