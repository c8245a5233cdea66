'use client'

import { useEffect, useRef, useState } from 'react'
import { ProblemError } from '@/lib/browser/requests/problem-error'
import type { AccountOutcome } from '@/lib/browser/watch/account'
import { useWords, type wordsOf } from '@/lib/ui/words'
import { useProblemWords } from '../../../_parts/problem-words'

/** What the page shows beside the answer. */
type Page = {
  isReading: boolean
  isIncomplete: boolean
  isApprovalWanted: boolean
  found: string
}

type News = Page & { outcome: AccountOutcome | null; problem: ProblemError | null; pending: boolean }

/** `refused`: the title of what went wrong, in the answer or on the way to it. */
export type Shown = Page & { outcome: AccountOutcome | null; refused: string | undefined; pending: boolean }

type Words = {
  account: ReturnType<typeof wordsOf<'account'>>
  problem: ReturnType<typeof wordsOf<'problem'>>
}

/**
 * What a screen reader says: how it ended when the customer asked, else only that something changed; and what other
 * filters find. It speaks of news only: the page is made again, with the same news, whenever its address changes.
 */
export function useAccountAnnouncement(news: News): string {
  const { outcome, problem: failure, pending, isReading, isIncomplete, isApprovalWanted, found } = news
  const account = useWords('account')
  const problem = useWords('problem')
  const refused = useProblemWords(outcome?.problem ? new ProblemError(outcome.problem) : failure)?.title
  const [announcement, setAnnouncement] = useState('')
  const shown = useRef<Shown>({ outcome, refused, pending, isReading, isIncomplete, isApprovalWanted, found })

  useEffect(() => {
    const before = shown.current
    shown.current = { outcome, refused, pending, isReading, isIncomplete, isApprovalWanted, found }
    const said = announcedBetween(before, shown.current, { account, problem })
    if (said !== undefined) setAnnouncement(said)
  }, [outcome, refused, pending, isReading, isIncomplete, isApprovalWanted, found, account, problem])

  return announcement
}

/**
 * The sentence for a change of the page; undefined when there is nothing new to say. What went wrong comes first: the
 * rows, and the number that the filters find, often change in the same moment.
 */
export function announcedBetween(before: Shown, now: Shown, words: Words): string | undefined {
  const { outcome, refused, pending } = now
  const isAnswer = before.outcome !== outcome || before.refused !== refused || before.pending !== pending
  const hasEnded = before.isReading && !now.isReading
  const wrong = refused ?? whatStopped(now, words)
  // What went wrong between page and server comes without an outcome.
  const wasAsked = outcome === null ? refused !== undefined : outcome.wasAsked
  if (isAnswer && !pending && wasAsked && wrong !== undefined) return wrong
  if (hasEnded && now.isIncomplete) return words.problem('bank_list_incomplete.title')
  if (before.found !== now.found) return now.found
  if (isAnswer && pending) return ''
  if (isAnswer && outcome?.isChanged) return words.account('changed')
  if (isAnswer && outcome?.wasAsked) return words.account('upToDate')
  return hasEnded ? words.account('older') : undefined
}

/** The answer alone does not tell: an approval for older movements, or an incomplete list, may stand from before. */
function whatStopped({ outcome, isApprovalWanted, isIncomplete }: Shown, words: Words): string | undefined {
  const stop = outcome?.stop ?? (isApprovalWanted ? 'sca_required' : null)
  if (stop !== null) return words.account(`stop.${stop}`)
  return isIncomplete ? words.problem('bank_list_incomplete.title') : undefined
}
