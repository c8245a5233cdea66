import { parseDecimal, signOfDecimal } from '@/lib/domain/money/decimal'

type Money = { amount: string; currency: string }

/** An amount in the parts that a page sets apart: `€ 1,234` and `.56`; `1.234` and `,56` and ` €`. */
export type MoneyParts = { before: string; whole: string; cents: string; after: string }

const formatters = new Map<string, Intl.NumberFormat>()

/** Theirs is the sign that others have, too, and is read as theirs: `$` is no Canadian dollar, `kr` three crowns. */
const ownSign = /^(?:EUR|USD|GBP|JPY)$/

function formatterOf(locale: string, currency: string): Intl.NumberFormat | null {
  const key = `${locale} ${currency}`
  const known = formatters.get(key)
  if (known) return known
  try {
    const formatter = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: ownSign.test(currency) ? 'narrowSymbol' : 'symbol',
      useGrouping: 'always',
      // Zero has no sign, however the bank wrote it.
      signDisplay: 'negative',
      // Whatever places the bank wrote are shown: nothing is rounded.
      maximumFractionDigits: 20,
    })
    formatters.set(key, formatter)
    return formatter
  } catch {
    // Not three letters: the bank's word for it is written as it is.
    return null
  }
}

/** Exact: the digits never become a float. Italian puts the sign of the currency behind, English before. */
export function moneyParts({ amount, currency }: Money, locale: string): MoneyParts {
  const formatter = formatterOf(locale, currency)
  if (formatter === null || !isNumeric(amount))
    return { before: '', whole: amount, cents: '', after: ` ${currency}` }
  const parts = { before: '', whole: '', cents: '', after: '' }
  for (const { type, value } of formatter.formatToParts(amount)) {
    if (type === 'minusSign') parts.before = `−\u00a0${parts.before}`
    else if (type === 'currency' && parts.whole === '') parts.before += `${value}\u00a0`
    else if (type === 'currency') parts.after = `\u00a0${value}`
    else if (type === 'decimal' || type === 'fraction') parts.cents += value
    else if (type === 'integer' || type === 'group') parts.whole += value
  }
  return parts
}

/** `€ 1,234.56`, `1.234,56 €`, `− € 84.35`. */
export function formatMoney(money: Money, locale: string): string {
  const { before, whole, cents, after } = moneyParts(money, locale)
  return `${before}${whole}${cents}${after}`
}

/** Text is formatted exactly, where a number would be rounded first. */
function isNumeric(amount: string): amount is `${number}` {
  return parseDecimal(amount) !== null
}

/** The same with the sign of what came in, too: `+ € 2,310.10`. */
export function formatSigned(money: Money, locale: string): string {
  const isAboveZero = isNumeric(money.amount) && signOfDecimal(money.amount) > 0
  return isAboveZero ? `+\u00a0${formatMoney(money, locale)}` : formatMoney(money, locale)
}
