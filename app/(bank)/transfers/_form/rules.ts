import type { PreparationView } from '@/lib/contracts/transfers'
import type { OrderRules } from '@/lib/domain/transfer-order'

/**
 * What the bank allows, as the form asks it. Before the bank was heard nothing is limited, and urgency not offered.
 *
 * @param today the bank's day by our server's clock, where the bank did not say it
 */
export function rulesOf(preparation: PreparationView | null, today: string): OrderRules {
  const said = <Value>(value: Value | null | undefined) => value ?? undefined
  return {
    today: preparation?.today ?? today,
    earliestDate: said(preparation?.earliestDate),
    earliestDateInternal: said(preparation?.earliestDateInternal),
    latestDate: said(preparation?.latestDate),
    holidays: preparation?.holidays ?? [],
    abi: said(preparation?.bankAbi),
    sepa: said(preparation?.sepa),
    // What is not known yet is for the bank to refuse.
    swift: preparation === null ? true : said(preparation.swift),
    urgency: said(preparation?.urgency),
    currencies: preparation?.currencies.map(({ code }) => code) ?? [],
    selectedCurrency: said(preparation?.selectedCurrency),
  }
}
