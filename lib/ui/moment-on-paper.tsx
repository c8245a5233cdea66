import { useLocale, useTranslations } from 'next-intl'
import type { AgeProps } from './age'
import { formatMoment } from './format/moment'

/** On paper, in place of an age: that would be wrong as soon as it is printed. */
export function MomentOnPaper({ instant, words }: AgeProps) {
  const t = useTranslations('age')
  const locale = useLocale()
  return (
    <span className="hidden text-note text-soft print:inline">
      {t(words, { age: formatMoment(instant, 'minute', locale) })}
    </span>
  )
}
