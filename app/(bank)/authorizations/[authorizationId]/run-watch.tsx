'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRunProgress, type Watch } from '@/lib/browser/authorizations'
import type { AuthorizationState } from '@/lib/contracts/authorizations'
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
  const { problem, isSlow } = useRunProgress(authorizationId, state, watch)
  const [announcement, setAnnouncement] = useState('')
  const told = useRef(state)

  useEffect(() => {
    if (told.current === state) return
    told.current = state
    setAnnouncement(t(`${state}`))
  }, [state, t])

  const returnTo = `/authorizations/${authorizationId}` as const
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {children}
      {problem && (
        <div className="mx-auto mt-6 max-w-[35rem] space-y-3">
          <ProblemNotice problem={problem} />
          {problem.code === 'connection_expired' && <ConnectButton words="reconnect" returnTo={returnTo} />}
          {problem.code === 'not_signed_in' && <ConnectButton words="signInAgain" returnTo={returnTo} />}
        </div>
      )}
      {isSlow && state !== 'at_bank' && !problem && (
        <p className="mx-auto mt-6 max-w-[35rem] text-note text-soft">{t('slow')}</p>
      )}
    </>
  )
}
