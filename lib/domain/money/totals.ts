import { addDecimals } from './decimal'

type Money = { amount: string; currency: string }
export type PartialTotal = { amount: string; accounts: number }
export type CurrencyTotal = {
  currency: string
  accounting: PartialTotal | null
  available: PartialTotal | null
}

/**
 * What there is in each currency, never across currencies; by currency code. A figure that is missing is in no sum:
 * `accounts` says how many are.
 */
export function totalsOf(
  balances: readonly { accounting: Money | null; available: Money | null }[],
): CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>()
  for (const balance of balances) {
    for (const kind of ['accounting', 'available'] as const) {
      const money = balance[kind]
      if (money === null) continue
      const total = totals.get(money.currency) ?? {
        currency: money.currency,
        accounting: null,
        available: null,
      }
      totals.set(money.currency, { ...total, [kind]: plus(total[kind], money.amount) })
    }
  }
  return [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

function plus(total: PartialTotal | null, amount: string): PartialTotal {
  if (total === null) return { amount, accounts: 1 }
  return { amount: addDecimals(total.amount, amount), accounts: total.accounts + 1 }
}
