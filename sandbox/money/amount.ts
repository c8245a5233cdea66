/** An amount in hundredths of its currency's unit. The interface writes two decimals for every currency. */
export type Cents = bigint

const form = /^(\d{1,12})\.(\d{2})$/

/** Reads `"1234.56"`; null for everything else, a sign included. */
export function parseAmount(text: string): Cents | null {
  const [, units, hundredths] = form.exec(text) ?? []
  return units === undefined ? null : BigInt(`${units}${hundredths}`)
}

/** `-123456n` as `"-1234.56"`; with three decimals as movements are written, `"-1234.560"`. */
export function formatAmount(amount: Cents, decimals: 2 | 3 = 2): string {
  const negative = amount < 0n
  const digits = (negative ? -amount : amount).toString().padStart(3, '0')
  const fraction = digits.slice(-2).padEnd(decimals, '0')
  return `${negative ? '-' : ''}${digits.slice(0, -2)}.${fraction}`
}

/** `amount × numerator ÷ denominator`, half away from zero. */
export function scaleAmount(amount: Cents, numerator: bigint, denominator: bigint): Cents {
  const doubled = 2n * amount * numerator
  const half = doubled < 0n ? -denominator : denominator
  return (doubled + half) / (2n * denominator)
}
