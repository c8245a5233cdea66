'use client'

import { useEffect, useRef, useState } from 'react'
import type { OverviewNews, useOverview } from '@/lib/browser/watch/overview'
import { useWords, type wordsOf } from '@/lib/ui/words'
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
    const figures = query.data?.figures
    const said = announcedAfter(
      {
        isAnswered: query.data !== undefined,
        isAwaited: asked.current || first,
        isChanged: !first && figures !== seen.current,
        missing: query.data?.missing ?? null,
        title,
      },
      t,
    )
    asked.current = false
    seen.current = figures
    if (said !== undefined) setAnnouncement(said)
  }, [query.isBusy, query.data, title, t])

  /** Call before a refresh that the customer asks for. The same words twice are said twice. */
  const expectAnswer = () => {
    asked.current = true
    setAnnouncement('')
  }

  return { announcement, expectAnswer }
}

type Ended = {
  /** False where the page has stopped asking before the first answer. */
  isAnswered: boolean
  /** The customer asked, or waited for the first answer. */
  isAwaited: boolean
  isChanged: boolean
  missing: OverviewNews['missing']
  /** Of what went wrong with the answer as a whole. */
  title: string | undefined
}

/** Undefined when there is nothing new to say. */
export function announcedAfter(
  { isAnswered, isAwaited, isChanged, missing, title }: Ended,
  t: ReturnType<typeof wordsOf<'accounts'>>,
): string | undefined {
  if (title !== undefined) return isAwaited ? title : undefined
  if (!isAnswered) return undefined
  if (isAwaited && missing !== null) return t(`missing.${missing}`)
  if (isChanged) return t('changed')
  return isAwaited ? t('upToDate') : undefined
}
