'use client'

import { paths } from '../requests/paths'
import { ProblemError } from '../requests/problem-error'
import { postJson } from '../requests/request'
import { tellSessionEnded } from '../requests/session-end'
import { useWrite } from '../requests/use-write'
import { useRemake } from '../watch/can-refresh'

/**
 * Ends this session, or all of the customer's, and loads the first page as a new document, so that nothing of the
 * customer stays in memory. A session that has already ended counts as signed out.
 */
export function useSignOut(scope: 'here' | 'everywhere') {
  const { write, reset, pending, problem } = useWrite(
    () => postJson(paths.signOut, { everywhere: scope === 'everywhere' }, readCount).catch(alreadyOut),
    () => {
      tellSessionEnded()
      window.location.replace(`${paths.home}?signed-out=${scope}`)
    },
  )
  return { signOut: write, reset, pending, problem }
}

/** Ends the session of another place of the customer, and makes the page again. One that has ended already counts as ended. */
export function useSignOutPlace(placeId: string) {
  const { remake } = useRemake()
  const { write, pending, problem } = useWrite(
    () => postJson(paths.signOut, { placeId }, readCount).catch(endedThere),
    () => remake(),
  )
  return { signOut: write, pending, problem }
}

function endedThere(error: unknown): number {
  if (error instanceof ProblemError && error.code === 'not_found') return 0
  throw error
}

function alreadyOut(error: unknown): number {
  if (error instanceof ProblemError && error.code === 'not_signed_in') return 0
  throw error
}

function readCount(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('signedOut' in body)) return undefined
  return typeof body.signedOut === 'number' ? body.signedOut : undefined
}
