'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ReturnTo } from '@/lib/browser/session/connect'
import { useTransferWatch } from '@/lib/browser/transfers/transfer-watch'
import { Button } from '@/lib/ui/button'
import { focusHeading, headingText } from '@/lib/ui/page-heading'
import { useWords } from '@/lib/ui/words'
import { ProblemPlace } from '../_form/transfer-problem'
import { StaleFrame } from './stale'

type TransferWatchProps = {
  transferId: string
  state: string
  productId: string
  /** Of what the page shows. */
  mark: string
  lookAgainInMs: number | null
  /** The page for this state. */
  children: ReactNode
}

/**
 * Keeps the page at what the transfer has come to, and tells a screen reader of each change, not of each look. What was
 * pressed is gone with the page before: the focus goes to the heading of the new one.
 */
export function TransferWatch(props: TransferWatchProps) {
  const { transferId, state, productId, mark, lookAgainInMs, children } = props
  const t = useWords('transferRun')
  const { problem, isOver, askNow } = useTransferWatch(transferId, mark, lookAgainInMs)
  const [announcement, setAnnouncement] = useState('')
  const told = useRef(state)
  const returnTo: ReturnTo = `/transfers/${transferId}`

  useEffect(() => {
    if (told.current === state) return
    told.current = state
    if (document.activeElement === document.body) {
      // Another page in the place of this one: it is seen from its beginning.
      window.scrollTo(0, 0)
      focusHeading()
    } else setAnnouncement(headingText())
  }, [state])

  // The session has ended: remove the customer's data from the page.
  const signedOut = problem?.code === 'not_signed_in'
  // Where it is the customer's turn, that we could not look meanwhile is no news.
  const isSaid = problem !== null && (isOver || state !== 'at_bank')
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isSaid && (
        <div className="mx-auto max-w-[35rem] space-y-3 pt-8 md:pt-12">
          <ProblemPlace role="alert" problem={problem} returnTo={returnTo} productId={productId} />
          {!isOver && (
            <>
              <p className="text-note text-soft">{t('goesOn')}</p>
              <Button look="secondary" onClick={askNow}>
                {t('askNow')}
              </Button>
            </>
          )}
        </div>
      )}
      {!signedOut && <StaleFrame mark={mark}>{children}</StaleFrame>}
    </>
  )
}
