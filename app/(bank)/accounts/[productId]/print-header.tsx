import { getLocale, getTranslations } from 'next-intl/server'
import type { MovementFilters } from '@/lib/contracts/movement-address'
import type { MovementsPage } from '@/lib/contracts/movements'
import { formatDay } from '@/lib/ui/format/day'
import { formatMoment } from '@/lib/ui/format/moment'
import { publicFacts } from '@/lib/web/screens'

/** On paper alone: whose figures, of which days, as of when. The chips of the filters stand directly under it. */
export async function PrintHeader({ page, filters }: { page: MovementsPage; filters: MovementFilters }) {
  const [{ bankName }, t, locale] = await Promise.all([publicFacts(), getTranslations('print'), getLocale()])
  const { account, covered, movementsReadAt } = page
  const [from, to] = [filters.from ?? covered?.from, filters.to ?? covered?.to]
  const day = (text: string) => formatDay(text, 'long', locale)
  const moment = (instant: string) => formatMoment(instant, 'minute', locale)
  const isChoice = Object.keys(filters).some((field) => field !== 'from' && field !== 'to')
  return (
    <div className="hidden border-b border-line pb-3 print:block">
      <p className="font-semibold">
        {bankName}
        {account.iban !== '' && <span className="tabular-nums"> · {account.iban}</span>}
      </p>
      {from !== undefined && to !== undefined && <p>{t('period', { from: day(from), to: day(to) })}</p>}
      <p className="text-note text-soft">
        {[
          movementsReadAt !== null && t('readAt', { at: moment(movementsReadAt) }),
          t('printedAt', { at: moment(new Date().toISOString()) }),
        ]
          .filter((words) => words !== false)
          .join(' · ')}
      </p>
      {isChoice && <p>{t('choice')}</p>}
    </div>
  )
}
