'use client'

import type { ProblemError } from '@/lib/browser/requests/problem-error'
import { formatWait } from '@/lib/ui/format/wait'
import { useWords, useWordsContext } from '@/lib/ui/words'

/** The customer's words for a problem; the technical ones are in the log, under the same reference. */
export function useProblemWords(
  problem: ProblemError | null,
): { title: string; meaning: string } | undefined {
  const t = useWords('problem')
  const { locale } = useWordsContext()
  if (!problem) return undefined
  const { code } = problem
  const wait = formatWait(problem.retryAfterSeconds ?? 60, locale)
  return { title: t(`${code}.title`), meaning: t(`${code}.meaning`, { wait }) }
}
