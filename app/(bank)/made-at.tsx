import { useLocale, useTranslations } from 'next-intl'
import { formatMoment } from '@/lib/ui/format/moment'

/** When our server made the page, by its own clock. Made there: the words and the time are no code in the browser. */
export function MadeAt({ at }: { at: Date }) {
  const t = useTranslations('notRemade')
  const locale = useLocale()
  return <p className="text-note">{t('since', { at: formatMoment(at.toISOString(), 'minute', locale) })}</p>
}
