'use client'

import type { ProblemError } from '@/lib/browser/requests/problem-error'
import { Notice } from '@/lib/ui/notice'
import { Reference } from '@/lib/ui/reference'
import { useProblemWords } from './problem-words'

/** What went wrong with something the customer just pressed, beside what they pressed. */
export function ProblemNotice({ problem, className }: { problem: ProblemError | null; className?: string }) {
  const words = useProblemWords(problem)
  if (!words) return null
  return (
    <Notice tone="error" role="alert" title={words.title} className={className}>
      <p>{words.meaning}</p>
      {problem?.reference && <Reference value={problem.reference} />}
    </Notice>
  )
}
