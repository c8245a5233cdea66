import { useLocale, useTranslations } from 'next-intl'
import { type BalanceTrend, trendFacts } from '@/lib/domain/money/balance-trend'
import { signOfDecimal } from '@/lib/domain/money/decimal'
import { formatMoney } from '@/lib/ui/format/money'
import { trendShape } from '@/lib/ui/trend-shape'

const width = 116
const height = 24
/** About one for each four pixels. */
const maxPoints = 30

/** How an account's balance went lately: a line where there is room for it, and in words for who does not see it. */
export function Sparkline({ trend }: { trend: BalanceTrend | undefined }) {
  const t = useTranslations('trend')
  const locale = useLocale()
  if (trend?.kind !== 'known' || trend.points.length < 2) return null
  const { points, currency } = trend
  const facts = trendFacts(points)
  if (facts === null) return null
  const { change } = facts
  const sign = signOfDecimal(change)
  const key = sign > 0 ? 'up' : sign < 0 ? 'down' : 'same'
  const amount = formatMoney({ amount: change.replace('-', ''), currency }, locale)
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        className="hidden h-6 w-29 shrink-0 overflow-visible @min-[36rem]:block"
      >
        <path
          d={trendShape(thinned(points.map((point) => point.amount)), width, height).line}
          strokeWidth={1.75}
          strokeLinejoin="round"
          className="fill-none stroke-accent forced-colors:stroke-[CanvasText]"
        />
      </svg>
      <span className="sr-only">{t(key, { amount, count: points.length - 1 })}</span>
    </>
  )
}

/** Fewer, evenly and with the last. */
function thinned(amounts: readonly string[]): string[] {
  const step = Math.ceil(amounts.length / maxPoints)
  return amounts.filter((_, index) => (amounts.length - 1 - index) % step === 0)
}
