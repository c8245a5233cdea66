'use client'

import { useEffect, useState } from 'react'
import { ProblemError, pauseAfter } from '../requests/problem-error'
import { postJson } from '../requests/request'
import { canRemake, isStuck, useRemake, useStuck } from '../watch/can-refresh'
import { readTransferNews, type TransferNews } from './transfer-news'
import { transferPaths } from './transfer-paths'

/** After a look that failed, more and more slowly up to this. */
const firstPauseMs = 2_000
const longestPauseMs = 30_000
/** A page that has not rendered again by then is requested once more. */
const remakeMs = 4_000

/** What was met on the way, of the page with this mark. */
type Met = { of: string; problem: ProblemError }

/**
 * Follows a transfer while it may still change: our server says when to look again, and asks the bank as seldom as the
 * bank wants, however many pages look. A hidden tab does not; it looks at once when it comes to the front. News has the
 * page rendered again.
 *
 * @param mark of what the page shows
 * @param lookAgainInMs of what the page shows; null when nothing will change by itself
 */
export function useTransferWatch(transferId: string, mark: string, lookAgainInMs: number | null) {
  const { remake } = useRemake()
  const stuck = useStuck()
  const [met, setMet] = useState<Met | null>(null)
  const [asked, setAsked] = useState(0)

  useEffect(() => {
    if (lookAgainInMs === null || stuck || isStuck()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let pauseMs = firstPauseMs
    let isOut = false
    let isOver = false
    const lookIn = (ms: number) => {
      clearTimeout(timer)
      if (!isOver) timer = setTimeout(look, ms)
    }
    const tell = (news: TransferNews) => {
      pauseMs = firstPauseMs
      setMet(null)
      if (news.mark !== mark) {
        if (canRemake(null)) remake()
        lookIn(remakeMs)
      } else if (news.lookAgainInMs !== null) lookIn(news.lookAgainInMs)
    }
    const look = async () => {
      if (isOut || isOver || document.visibilityState === 'hidden') return
      isOut = true
      try {
        const news = await postJson(transferPaths.step(transferId, 'continue'), {}, readTransferNews)
        if (!isOver) tell(news)
      } catch (error) {
        if (isOver) return
        const problem = error instanceof ProblemError ? error : new ProblemError('internal')
        // The first of its kind, so that the page, and its reference, stay as they are while it goes on.
        setMet((before) => (before?.problem.code === problem.code ? before : { of: mark, problem }))
        if (!canRemake(problem) || isLast(problem)) return
        lookIn(pauseAfter(problem, pauseMs))
        pauseMs = Math.min(pauseMs * 1.6, longestPauseMs)
      } finally {
        isOut = false
      }
    }
    const toFront = () => {
      if (document.visibilityState === 'visible') void look()
    }
    document.addEventListener('visibilitychange', toFront)
    window.addEventListener('online', toFront)
    if (asked > 0) void look()
    else lookIn(lookAgainInMs)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', toFront)
      window.removeEventListener('online', toFront)
    }
  }, [transferId, mark, lookAgainInMs, asked, stuck, remake])

  // What was met on the way to the page before is over.
  const problem = met?.of === mark ? met.problem : null
  return {
    problem,
    isOver: problem !== null && isLast(problem),
    askNow: () => setAsked((count) => count + 1),
  }
}

/** Asking again changes nothing about these. */
function isLast({ code }: ProblemError): boolean {
  return code === 'connection_expired' || code === 'not_signed_in' || code === 'not_found'
}
