'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProblemError } from '@/lib/browser/requests/problem-error'
import { useRunProgress, type Watch } from '@/lib/browser/watch/authorizations'
import type { AuthorizationState } from '@/lib/contracts/authorizations'
import { Button } from '@/lib/ui/button'
import { headingText } from '@/lib/ui/page-heading'
import { useWords } from '@/lib/ui/words'
import { ConnectButton } from '../../../_parts/connect-button'
import { ProblemNotice } from '../../../_parts/problem-notice'

type RunWatchProps = {
  authorizationId: string
  state: AuthorizationState
  watch: Watch
  /** The page for this state. */
  children: ReactNode
}

/** Keeps the page at what the run has come to, and tells a screen reader of each change, not of each look. */
export function RunWatch({ authorizationId, state, watch, children }: RunWatchProps) {
  const t = useWords('run')
  const { problem, isOver, isSlow, askNow } = useRunProgress(authorizationId, state, watch)
  const [announcement, setAnnouncement] = useState('')
  const told = useRef(state)

  useEffect(() => {
    if (told.current === state) return
    told.current = state
    // The state alone does not say how it ended ("shared in part"); the heading does.
    setAnnouncement(headingText())
  }, [state])

  // The session has ended: remove the customer's data from the page.
  const signedOut = problem?.code === 'not_signed_in'
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {!signedOut && children}
      {problem && (
        <div className="mx-auto mt-6 max-w-[35rem] space-y-3">
          <ProblemNotice problem={problem} />
          {isOver ? (
            <Mend problem={problem} authorizationId={authorizationId} />
          ) : (
            <>
              <p className="text-note text-soft">{t('goesOn')}</p>
              <Button look="secondary" onClick={askNow}>
                {t('askNow')}
              </Button>
            </>
          )}
        </div>
      )}
      {isSlow && state !== 'at_bank' && !problem && (
        <p className="mx-auto mt-6 max-w-[35rem] text-note text-soft">{t('slow')}</p>
      )}
    </>
  )
}

/** What only the customer can mend; the sign-in comes back to this page. */
function Mend({ problem, authorizationId }: { problem: ProblemError; authorizationId: string }) {
  const returnTo = `/authorizations/${authorizationId}` as const
  if (problem.code === 'connection_expired') return <ConnectButton words="reconnect" returnTo={returnTo} />
  if (problem.code === 'not_signed_in') return <ConnectButton words="signInAgain" returnTo={returnTo} />
  return null
}
