import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type BalanceTrend, trendFacts } from '@/lib/domain/money/balance-trend'
import { Card } from '@/lib/ui/card'
import { classes } from '@/lib/ui/classes'
import { Phrase } from '@/lib/ui/exact'
import { formatDay } from '@/lib/ui/format/day'
import { formatMoney } from '@/lib/ui/format/money'
import { type TrendPeriod, usefulPeriods } from './period'
import { TrendChart } from './trend-chart'
import { TrendTable } from './trend-table'

type BalanceTrendCardProps = {
  trend: BalanceTrend
  period: TrendPeriod
  /** The days of which every movement is known, both inclusive. */
  covered: { from: string; to: string } | null
  /** The bank's day, `YYYY-MM-DD`. */
  today: string
  /** This page with another period. */
  hrefOf: (period: TrendPeriod) => string
}

/** The balance of the last weeks as a line, as a sentence and as a table; where it cannot be told, why. */
export function BalanceTrendCard({ trend, period, covered, today, hrefOf }: BalanceTrendCardProps) {
  const t = useTranslations('trend')
  const unknown = trend.kind === 'unknown' ? trend.reason : null
  // Nothing was read yet: the list of movements says so.
  if (unknown === 'no_movements') return null
  return (
    <section aria-labelledby="trend-title">
      <h2 id="trend-title" className="sr-only">
        {t('title')}
      </h2>
      <Card className="px-5 py-4">
        {trend.kind === 'unknown' ? (
          <p className="text-note text-soft">{unknown && t(`unknown.${unknown}`)}</p>
        ) : (
          <Known trend={trend} today={today}>
            <Periods periods={usefulPeriods(covered ? daysIn(covered) : 0)} chosen={period} hrefOf={hrefOf} />
          </Known>
        )}
      </Card>
    </section>
  )
}

type KnownTrend = Extract<BalanceTrend, { kind: 'known' }>

function Known({ trend, today, children }: { trend: KnownTrend; today: string; children: ReactNode }) {
  const t = useTranslations('trend')
  const locale = useLocale()
  const { points, currency, limit } = trend
  const facts = trendFacts(points)
  if (facts === null) return null
  const { start, end, lowest, highest } = facts
  const money = ({ amount }: { amount: string }) => formatMoney({ amount, currency }, locale)
  const day = (point: { day: string }, shape: 'short' | 'long') => formatDay(point.day, shape, locale, today)
  const limited = limit && (
    <p className="mt-2 text-note text-soft">{t(`limit.${limit}`, { day: day(start, 'long') })}</p>
  )
  if (points.length < 2) {
    return (
      <>
        <p className="text-note text-soft">{t('oneDay')}</p>
        {limited}
      </>
    )
  }
  const summary = t('summary', {
    startAmount: money(start),
    startDay: day(start, 'long'),
    endAmount: money(end),
    endDay: day(end, 'long'),
    lowAmount: money(lowest),
    lowDay: day(lowest, 'long'),
    highAmount: money(highest),
    highDay: day(highest, 'long'),
  })
  return (
    <>
      <TrendChart amounts={points.map(({ amount }) => amount)} summary={summary} />
      <div
        aria-hidden="true"
        className="mt-2.5 flex flex-wrap justify-between gap-x-3 text-note text-soft tabular-nums"
      >
        <span className="whitespace-nowrap">{day(start, 'short')}</span>
        <span className="flex-1 text-center">
          <Phrase exact={[money(lowest)]}>
            {t('lowest', { amount: money(lowest), day: day(lowest, 'short') })}
          </Phrase>
        </span>
        <span className="whitespace-nowrap">{day(end, 'short')}</span>
      </div>
      {limited}
      <div className="mt-1 -mb-2.5 flex flex-wrap items-start justify-between gap-x-4 md:-mb-1 print:hidden">
        <TrendTable points={points} currency={currency} today={today} />
        {children}
      </div>
    </>
  )
}

/** How many days, both counted; a day in UTC has no hour that is missing or comes twice. */
function daysIn({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
}

type PeriodsProps = Pick<BalanceTrendCardProps, 'hrefOf'> & { periods: TrendPeriod[]; chosen: TrendPeriod }

function Periods({ periods, chosen, hrefOf }: PeriodsProps) {
  const t = useTranslations('trend')
  if (periods.length === 0) return null
  return (
    <ul aria-label={t('period')} className="order-last -mx-2 flex @max-[19rem]/page:flex-wrap text-note">
      {periods.map((period) => (
        <li key={period}>
          <a
            href={hrefOf(period)}
            data-in-place="replace"
            aria-current={period === chosen ? 'true' : undefined}
            className={classes(
              'inline-flex min-h-11 items-center rounded-small px-2 font-semibold underline-offset-4 md:min-h-8',
              period === chosen
                ? 'text-ink underline decoration-accent decoration-2'
                : 'text-accent hover:underline',
            )}
          >
            {t(`days.${period}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}
