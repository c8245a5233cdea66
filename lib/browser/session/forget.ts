'use client'

import { useState } from 'react'
import { paths } from '../requests/paths'
import { ProblemError } from '../requests/problem-error'
import { postJson } from '../requests/request'
import { tellSessionEnded } from '../requests/session-end'
import { useWrite } from '../requests/use-write'
import { useRemake } from '../watch/can-refresh'

type Mode = 'after_revocation' | 'here_only'

type Answer =
  | { kind: 'forgotten' }
  /** Nothing was erased: the bank's list still has consents, or could not be read. */
  | { kind: 'still_shared'; isListed: boolean }

/**
 * Erases everything of the customer and loads the page that tells it, with nothing of them left in memory. Where
 * something is still shared, the page renders again and `still` says so.
 */
export function useForget() {
  const { remake } = useRemake()
  const [still, setStill] = useState<'listed' | 'unread' | null>(null)
  const { write, reset, pending, problem } = useWrite(
    (mode: Mode) => {
      setStill(null)
      return postJson(paths.forget, { mode }, readForgetAnswer).catch(alreadyOut)
    },
    (answer) => {
      if (answer.kind === 'forgotten') {
        tellSessionEnded()
        window.location.replace(paths.forgotten)
        return
      }
      reset()
      setStill(answer.isListed ? 'listed' : 'unread')
      remake()
    },
  )
  return { forget: write, pending, problem, still }
}

/** Perhaps another tab was faster: the page of the report knows. */
function alreadyOut(error: unknown): Answer {
  if (error instanceof ProblemError && error.code === 'not_signed_in') return { kind: 'forgotten' }
  throw error
}

export function readForgetAnswer(body: unknown): Answer | undefined {
  if (typeof body !== 'object' || body === null || !('kind' in body)) return undefined
  if (body.kind === 'forgotten') return { kind: 'forgotten' }
  if (body.kind !== 'still_shared' || !('scopes' in body)) return undefined
  return { kind: 'still_shared', isListed: Array.isArray(body.scopes) }
}
