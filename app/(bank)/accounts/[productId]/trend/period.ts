/** How many days back a balance is drawn; `?trend=` in the address of an account's page. */
const trendPeriods = [30, 90, 365] as const

export type TrendPeriod = (typeof trendPeriods)[number]

/** What the bank gives without being asked for more. */
export const usualPeriod: TrendPeriod = 90

/** The one that an address asks for; what it does not have or cannot have is the usual one. */
export function trendPeriod(value: string | string[] | undefined): TrendPeriod {
  return trendPeriods.find((days) => String(days) === value) ?? usualPeriod
}

/** Those that show something else than the others, as far as days are known. */
export function usefulPeriods(knownDays: number): TrendPeriod[] {
  const useful = trendPeriods.filter((_, index) => knownDays > (trendPeriods[index - 1] ?? 0))
  return useful.length > 1 ? useful : []
}
