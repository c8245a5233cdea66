import { type Cents, scaleAmount } from '../../money/amount'

/**
 * Currencies of transfers. `rate` is published, in units of the currency for one euro; null: the bank publishes none and
 * applies `internal` when it carries the transfer out. Ten-thousandths. `decimals` as in ISO 4217.
 */
type Currency = { rate: bigint | null; internal: bigint; decimals: 0 | 2 }

const published = (rate: bigint): Currency => ({ rate, internal: rate, decimals: 2 })

const table: ReadonlyMap<string, Currency> = new Map([
  ['EUR', published(1_0000n)],
  ['USD', published(1_0842n)],
  ['GBP', published(8573n)],
  ['CHF', published(9418n)],
  ['JPY', { rate: null, internal: 163_2500n, decimals: 0 }],
])

export const currencies: readonly string[] = [...table.keys()]

/** `"1.0842"`; empty when there is no published rate. */
export function publishedRate(currency: string): string {
  const rate = table.get(currency)?.rate
  if (rate === undefined || rate === null) return ''
  const digits = rate.toString().padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** Whether the customer can be told beforehand what an amount will be in the other currency. */
export function hasRate(currency: string): boolean {
  return publishedRate(currency) !== ''
}

/** Whether an amount has no smaller parts than its currency has: the interface writes two decimals for each. */
export function isPayable(cents: Cents, currency: string): boolean {
  return cents % smallestPart(known(currency)) === 0n
}

/** An amount in another currency, at the rates that the bank applies, rounded to what can be paid in it. */
export function convert(cents: Cents, from: string, to: string): Cents {
  if (from === to) return cents
  const target = known(to)
  const part = smallestPart(target)
  return scaleAmount(cents, target.internal, known(from).internal * part) * part
}

/** In cents, which here are hundredths of any currency. */
function smallestPart({ decimals }: Currency): Cents {
  return decimals === 0 ? 100n : 1n
}

function known(code: string): Currency {
  const currency = table.get(code)
  if (!currency) throw new Error(`${code} is no currency of this bank`)
  return currency
}
