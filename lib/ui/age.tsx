'use client'

import { ageBetween, formatAge } from './format/age'
import { useServerNow } from './server-clock'
import { useWords, useWordsContext } from './words'

export type AgeProps = {
  /** ISO 8601. */
  instant: string
  /** The sentence that the age stands in. */
  words: 'updated' | 'lastUsed' | 'figures'
}

/**
 * The age of an instant in words, kept right while the page stands. It ticks outside any live region:
 * time that passes is not news. On paper time stands still: `MomentOnPaper` is for there.
 */
export function Age({ instant, words }: AgeProps) {
  const t = useWords('age')
  const { locale } = useWordsContext()
  const now = useServerNow()
  const age = ageBetween(Date.parse(instant), now)
  return (
    <time dateTime={instant} className="print:hidden">
      {t(words, { age: age ? formatAge(age, locale) : t('justNow') })}
    </time>
  )
}
