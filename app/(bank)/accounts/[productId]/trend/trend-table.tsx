import { useLocale, useTranslations } from 'next-intl'
import type { DayEnd } from '@/lib/domain/money/balance-trend'
import { Groups } from '@/lib/ui/exact'
import { formatDay } from '@/lib/ui/format/day'
import { formatMoney } from '@/lib/ui/format/money'

type TrendTableProps = {
  /** Every day, the oldest first. */
  points: readonly DayEnd[]
  currency: string
  today: string
}

/** So many rows are shown day by day; of more, one a week. */
const maxDaily = 31

/** The figures behind the line, the newest first; closed until somebody wants them. */
export function TrendTable({ points, currency, today }: TrendTableProps) {
  const t = useTranslations('trend')
  const locale = useLocale()
  const isDaily = points.length <= maxDaily
  const newestFirst = [...points].reverse()
  const rows = isDaily ? newestFirst : newestFirst.filter((_, index) => index % 7 === 0)
  return (
    <details className="min-w-0 open:w-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-small text-note font-semibold text-accent underline-offset-4 hover:underline md:min-h-8">
        {t(isDaily ? 'tableDaily' : 'tableWeekly')}
      </summary>
      <table className="mt-1 mb-2 w-full max-w-96 text-note tabular-nums">
        <thead className="text-soft">
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 text-left font-medium">
              {t('day')}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {t('balance')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ day, amount }) => (
            <tr key={day}>
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                {formatDay(day, 'short', locale, today)}
              </th>
              <td translate="no" className="py-1.5 text-right">
                <Groups>{formatMoney({ amount, currency }, locale)}</Groups>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
