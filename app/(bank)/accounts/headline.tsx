import { useLocale, useTranslations } from 'next-intl'
import type { CurrencyTotal, Overview } from '@/lib/contracts/overview'
import { Exact, Groups, Phrase } from '@/lib/ui/exact'
import { formatMoney, moneyParts } from '@/lib/ui/format/money'

/** How old the page's figures are: those of the balances where there are any, else of the list. */
export function shownSince({ accounts, listReadAt }: Overview): string | null {
  const read = accounts.flatMap(({ balance }) => balance?.readAt ?? [])
  return read.sort().at(-1) ?? listReadAt
}

/** What there is, as the page's figure: one currency large, the others beside it and never added to it. */
export function Headline({ overview }: { overview: Overview }) {
  const t = useTranslations('overview')
  const { accounts, totals, withoutFigures } = overview
  const [main, ...others] = byWeight(totals)
  if (main === undefined) return <Count count={accounts.length} />
  return (
    <div>
      <Total total={main} />
      {others.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-x-5" aria-label={t('otherCurrencies')}>
          {others.map((total) => (
            <OtherTotal key={total.currency} total={total} />
          ))}
        </ul>
      )}
      {withoutFigures > 0 && (
        <p className="mt-1 text-note text-warning">{t('withoutFigures', { count: withoutFigures })}</p>
      )}
    </div>
  )
}

function Count({ count }: { count: number }) {
  const t = useTranslations('overview')
  return (
    <p key={count} className="text-headline font-semibold tracking-[-0.03em] md:text-headline-wide">
      {count}{' '}
      <span className="text-[1.375rem] font-medium tracking-[-0.02em] text-soft">
        {t(count === 1 ? 'noun.one' : 'noun.other')}
      </span>
    </p>
  )
}

/** The currency with the most accounts first, euro before others. */
function byWeight(totals: readonly CurrencyTotal[]): CurrencyTotal[] {
  const weight = ({ currency, available, accounting }: CurrencyTotal) =>
    (available ?? accounting)?.accounts ?? (currency === 'EUR' ? 1 : 0)
  return [...totals].sort((a, b) => weight(b) - weight(a) || (a.currency === 'EUR' ? -1 : 1))
}

function Total({ total: { currency, available, accounting } }: { total: CurrencyTotal }) {
  const t = useTranslations('overview')
  const locale = useLocale()
  const sum = available ?? accounting
  if (sum === null) return null
  const { before, whole, cents, after } = moneyParts({ amount: sum.amount, currency }, locale)
  const isApart = available && accounting && available.amount !== accounting.amount
  const booked = isApart ? formatMoney({ amount: accounting.amount, currency }, locale) : null
  return (
    <div>
      <p
        key={`${before}${whole}${cents}${after}`}
        translate="no"
        className="text-headline font-semibold tracking-[-0.03em] tabular-nums [overflow-wrap:anywhere] md:text-headline-wide"
      >
        {before}
        <Groups>{whole}</Groups>
        <span className="text-[0.55em] font-medium tracking-[-0.01em] text-soft">
          {cents}
          {after}
        </span>
      </p>
      <p className="mt-1 text-note text-soft">
        <Phrase exact={booked === null ? [] : [booked]}>
          {[
            t(available ? 'availableIn' : 'bookedIn', { count: sum.accounts }),
            ...(booked === null ? [] : [t('booked', { amount: booked })]),
          ].join(' · ')}
        </Phrase>
      </p>
    </div>
  )
}

function OtherTotal({ total: { currency, available, accounting } }: { total: CurrencyTotal }) {
  const t = useTranslations('overview')
  const locale = useLocale()
  const sum = available ?? accounting
  if (sum === null) return null
  return (
    <li className="tabular-nums">
      <Exact className="font-semibold">{formatMoney({ amount: sum.amount, currency }, locale)}</Exact>{' '}
      <span className="text-note text-soft">
        {t(available ? 'availableIn' : 'bookedIn', { count: sum.accounts })}
      </span>
    </li>
  )
}
