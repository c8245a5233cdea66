'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type AccountOutcome, useAccountRefresh } from '@/lib/browser/account'
import type { ReturnTo } from '@/lib/browser/connect'
import { useLookAgain } from '@/lib/browser/look-again'
import { ProblemError } from '@/lib/browser/problem-error'
import { Age } from '@/lib/ui/age'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { focusHeading } from '@/lib/ui/page-heading'
import { Reference } from '@/lib/ui/reference'
import { StateCard } from '@/lib/ui/state-card'
import { useWords } from '@/lib/ui/words'
import { ConnectButton } from '../../../_parts/connect-button'
import { useProblemWords } from '../../../_parts/problem-words'
import { AskingContext } from './asking'

type AccountViewProps = {
  productId: string
  /** This page with its filters, to come back to. */
  returnTo: ReturnTo
  /** Whether the bank is asked when the page opens. */
  asks: boolean
  canRefresh: boolean
  /** ISO instant of the figures; null when there are none. */
  readAt: string | null
  /** Older movements are being read behind the page. */
  isReading: boolean
  /** What the filters find, in words; told when it changes. */
  found: string
  /** Made by our server: name, figures, what is to be said about them, and the movements. */
  heading: ReactNode
  headline: ReactNode
  booked: ReactNode
  notices: ReactNode
  children: ReactNode
}

/** Around what our server made of what is known: has the bank asked behind it, and says what became of that. */
export function AccountView(props: AccountViewProps) {
  const { productId, returnTo, asks, canRefresh, readAt, heading, headline, booked, notices, children } =
    props
  const { isReading, found } = props
  const t = useWords('accounts')
  const account = useWords('account')
  const { problem, outcome, pending, changes, ask } = useAccountRefresh(productId, asks)
  const announcement = useAnnouncement({ outcome, problem, pending, isReading, found })
  useLookAgain(isReading)
  // Nobody is signed in any more: what belongs to the customer leaves the page.
  if (problem?.code === 'not_signed_in') return <SignedOut returnTo={returnTo} />
  // The pressed button goes away with the problem it stands in; the focus must not.
  const retry = () => {
    focusHeading()
    ask()
  }
  return (
    <div className="pt-6 md:pt-7">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {heading}
      {headline}
      <div className="flex flex-wrap items-center gap-x-3 text-note text-soft">
        {booked}
        {canRefresh && (
          <>
            {readAt && <Age instant={readAt} words="updated" />}
            <Button look="quiet" pending={pending} onClick={() => ask()} className="text-note">
              {pending ? t('refreshing') : t('refresh')}
            </Button>
            {isReading && <span>{account('readingOlder')}</span>}
          </>
        )}
      </div>
      <div className="mt-5 space-y-5">
        {problem && <OwnProblem problem={problem} retrying={pending} onRetry={retry} />}
        {notices}
        <AskingContext value={{ pending, ask, changes }}>{children}</AskingContext>
      </div>
    </div>
  )
}

type News = {
  outcome: AccountOutcome | null
  problem: ProblemError | null
  pending: boolean
  isReading: boolean
  found: string
}

/**
 * What a screen reader is told: how it ended when the customer asked, else only that something changed; and what
 * other filters find. Only news is told: the page is made anew, with the same news, whenever its address changes.
 */
function useAnnouncement({ outcome, problem, pending, isReading, found }: News): string {
  const t = useWords('account')
  const refused = useProblemWords(outcome?.problem ? new ProblemError(outcome.problem) : problem)?.title
  const [announcement, setAnnouncement] = useState('')
  const shown = useRef({ outcome, refused, pending, isReading, found })

  useEffect(() => {
    const before = shown.current
    shown.current = { outcome, refused, pending, isReading, found }
    const stop = outcome?.stop
    const isAnswer = before.outcome !== outcome || before.refused !== refused || before.pending !== pending
    if (before.found !== found) setAnnouncement(found)
    else if (isAnswer && pending) setAnnouncement('')
    else if (isAnswer && refused !== undefined && (outcome?.wasAsked ?? true)) setAnnouncement(refused)
    else if (isAnswer && stop && outcome?.wasAsked) setAnnouncement(t(`stop.${stop}`))
    else if (isAnswer && outcome?.isChanged) setAnnouncement(t('changed'))
    else if (isAnswer && outcome?.wasAsked) setAnnouncement(t('upToDate'))
    else if (before.isReading && !isReading) setAnnouncement(t('older'))
  }, [outcome, refused, pending, isReading, found, t])

  return announcement
}

function SignedOut({ returnTo }: { returnTo: ReturnTo }) {
  const words = useProblemWords(new ProblemError('not_signed_in'))
  return (
    <div className="pt-10 md:pt-20">
      <StateCard
        heading="h1"
        title={words?.title ?? ''}
        meaning={words?.meaning ?? ''}
        action={<ConnectButton words="signInAgain" returnTo={returnTo} />}
      />
    </div>
  )
}

type OwnProblemProps = { problem: ProblemError; retrying: boolean; onRetry: () => void }

/** What went wrong between this page and our server. */
function OwnProblem({ problem, retrying, onRetry }: OwnProblemProps) {
  const t = useWords('problem')
  const accounts = useWords('accounts')
  const words = useProblemWords(problem)
  return (
    <Notice
      tone="warning"
      title={words?.title ?? ''}
      action={
        <Button look="notice" pending={retrying} onClick={onRetry}>
          {retrying ? accounts('refreshing') : t('retry')}
        </Button>
      }
    >
      <p>
        {words?.meaning} {accounts('lastKnown')}
      </p>
      {problem.reference && <Reference value={problem.reference} />}
    </Notice>
  )
}
