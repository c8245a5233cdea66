'use client'

import { useEffect, useRef, useState } from 'react'
import type { useAccounts } from '@/lib/browser/accounts'
import type { AccountList } from '@/lib/contracts/accounts'
import { useWords } from '@/lib/ui/words'
import { useProblemWords } from '../../_parts/problem-words'

/**
 * What a screen reader is told about an answer: how it ended when the customer asked for it or waited for
 * the first one, that the list changed when it did, and nothing when a refresh behind brought nothing new.
 */
export function useAnnouncement(query: ReturnType<typeof useAccounts>) {
  const t = useWords('accounts')
  const words = useProblemWords(query.error)
  const [announcement, setAnnouncement] = useState('')
  const asked = useRef(false)
  const seen = useRef(query.data && fingerprintOf(query.data))
  const fetching = useRef(query.isFetching)

  useEffect(() => {
    const ended = fetching.current && !query.isFetching
    fetching.current = query.isFetching
    if (!ended) return
    const first = seen.current === undefined
    const worthSaying = asked.current || first
    asked.current = false
    if (words) {
      if (worthSaying) setAnnouncement(words.title)
      return
    }
    if (!query.data) return
    const now = fingerprintOf(query.data)
    const changed = !first && now !== seen.current
    seen.current = now
    if (changed) setAnnouncement(t('changed'))
    else if (worthSaying) setAnnouncement(t('upToDate'))
  }, [query.isFetching, query.data, words, t])

  /** Call before a refresh that the customer asks for. The same words twice are said twice. */
  const expectAnswer = () => {
    asked.current = true
    setAnnouncement('')
  }

  return { announcement, expectAnswer }
}

/** What counts as a change to tell of: accounts that came, went or were renamed, not the bank's words for a type. */
function fingerprintOf({ accounts }: AccountList): string {
  return JSON.stringify(accounts.map(({ productId, nickname }) => [productId, nickname]))
}
