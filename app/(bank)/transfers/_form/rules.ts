import type { PreparationView } from '@/lib/contracts/transfers'
import { bankDay } from '@/lib/domain/days/bank-day'
import { firstAllowed } from '@/lib/domain/days/payment-days'
import type { OrderRules } from '@/lib/domain/transfers/transfer-order'

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

/**
 * The first day for the chosen account. Undefined until the bank has said today what it allows from this account: its day
 * may be another than ours.
 *
 * @param today the bank's day by our server's clock
 */
export function firstDaySaid(
  preparation: PreparationView | null,
  today: string,
  payeeAbi: string | undefined,
): string | undefined {
  if (preparation === null || bankDay(new Date(preparation.readAt)) < today) return undefined
  if (preparation.today === null && preparation.earliestDate === null) return undefined
  return firstAllowed(rulesOf(preparation, today), payeeAbi)
}
