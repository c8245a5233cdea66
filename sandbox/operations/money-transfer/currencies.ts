import { type Cents, scaleAmount } from '../../money/amount'

/**
 * Currencies of transfers. `rate` is published, in units of the currency for one euro; null: the bank publishes none and
 * applies `internal` when it carries the transfer out. Ten-thousandths.
 */
type Rate = { rate: bigint | null; internal: bigint }

const published = (rate: bigint): Rate => ({ rate, internal: rate })

const rates: ReadonlyMap<string, Rate> = new Map([
  ['EUR', published(1_0000n)],
  ['USD', published(1_0842n)],
  ['GBP', published(8573n)],
  ['CHF', published(9418n)],
  ['JPY', { rate: null, internal: 163_2500n }],
])

export const currencies: readonly string[] = [...rates.keys()]

/** `"1.0842"`; empty when there is no published rate. */
export function publishedRate(currency: string): string {
  const rate = rates.get(currency)?.rate
  if (rate === undefined || rate === null) return ''
  const digits = rate.toString().padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** Whether the customer can be told beforehand what an amount will be in the other currency. */
export function hasRate(currency: string): boolean {
  return publishedRate(currency) !== ''
}

/** An amount in another currency, at the rates that the bank applies. */
export function convert(cents: Cents, from: string, to: string): Cents {
  return from === to ? cents : scaleAmount(cents, appliedRate(to), appliedRate(from))
}

function appliedRate(currency: string): bigint {
  const rate = rates.get(currency)
  if (!rate) throw new Error(`${currency} is no currency of this bank`)
  return rate.internal
}
