'use client'

import type { ReactNode } from 'react'
import { ProblemError } from '@/lib/browser/requests/problem-error'
import type { ReturnTo } from '@/lib/browser/session/connect'
import { useAccountRefresh } from '@/lib/browser/watch/account'
import { useLookAgain } from '@/lib/browser/watch/look-again'
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
import { useAccountAnnouncement } from './use-account-announcement'

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
  /** The bank's list of movements broke off. */
  isIncomplete: boolean
  /** The bank wants an approval for this account. */
  isApprovalWanted: boolean
  /** What the filters find, in words; told when it changes. */
  found: string
  /** Rendered by our server: name, figures, notices and movements. */
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
  const { isReading, isIncomplete, isApprovalWanted, found } = props
  const t = useWords('accounts')
  const account = useWords('account')
  const { problem, outcome, pending, changes, ask } = useAccountRefresh(productId, asks)
  const page = { isReading, isIncomplete, isApprovalWanted, found }
  const announcement = useAccountAnnouncement({ outcome, problem, pending, ...page })
  useLookAgain(isReading)
  // The session has ended: remove the customer's data from the page.
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
