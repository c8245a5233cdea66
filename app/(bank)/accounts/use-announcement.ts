'use client'

import { useEffect, useRef, useState } from 'react'
import type { useOverview } from '@/lib/browser/overview'
import { useWords } from '@/lib/ui/words'
import { useProblemWords } from '../../_parts/problem-words'

/**
 * What a screen reader is told about an answer: how it ended when the customer asked for it or waited for
 * the first one, that something changed when it did, and nothing when a refresh behind brought nothing new.
 */
export function useAnnouncement(query: ReturnType<typeof useOverview>) {
  const t = useWords('accounts')
  const words = useProblemWords(query.problem)
  const [announcement, setAnnouncement] = useState('')
  const asked = useRef(false)
  const seen = useRef(query.data?.figures)
  const busy = useRef(query.isBusy)
  const title = words?.title

  useEffect(() => {
    const ended = busy.current && !query.isBusy
    busy.current = query.isBusy
    if (!ended) return
    const first = seen.current === undefined
    const worthSaying = asked.current || first
    asked.current = false
    const figures = query.data?.figures
    const changed = !first && figures !== seen.current
    seen.current = figures
    if (title !== undefined) {
      if (worthSaying) setAnnouncement(title)
      return
    }
    const missing = query.data?.missing ?? null
    if (missing !== null && worthSaying) setAnnouncement(t(`missing.${missing}`))
    else if (changed) setAnnouncement(t('changed'))
    else if (worthSaying) setAnnouncement(t('upToDate'))
  }, [query.isBusy, query.data, title, t])

  /** Call before a refresh that the customer asks for. The same words twice are said twice. */
  const expectAnswer = () => {
    asked.current = true
    setAnnouncement('')
  }

  return { announcement, expectAnswer }
}
