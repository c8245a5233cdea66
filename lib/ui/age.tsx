'use client'

import { useSyncExternalStore } from 'react'
import { ageBetween, formatAge } from './format/age'
import { useWords, useWordsContext } from './words'

/** Often enough for minutes to be right. */
const tickMs = 15_000

let nowMs = Date.now()

function subscribe(onTick: () => void): () => void {
  const tick = () => {
    nowMs = Date.now()
    onTick()
  }
  tick()
  const timer = setInterval(tick, tickMs)
  return () => clearInterval(timer)
}

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
  const { locale, renderedAtMs } = useWordsContext()
  const now = useSyncExternalStore(
    subscribe,
    () => nowMs,
    () => renderedAtMs,
  )
  const age = ageBetween(Date.parse(instant), now)
  return (
    <time dateTime={instant} className="print:hidden">
      {t(words, { age: age ? formatAge(age, locale) : t('justNow') })}
    </time>
  )
}
