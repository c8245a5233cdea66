'use client'

import type { ReactNode } from 'react'
import { useCatchUp } from '@/lib/browser/watch/catch-up'
import { type KnownOverview, useOverview } from '@/lib/browser/watch/overview'
import { Age } from '@/lib/ui/age'
import { Button } from '@/lib/ui/button'
import { focusHeading, PageHeading } from '@/lib/ui/page-heading'
import { useWords } from '@/lib/ui/words'
import { ListProblem } from './list-problem'
import { useAnnouncement } from './use-announcement'

type AccountsViewProps = {
  known: KnownOverview
  /** ISO instant of the figures shown; null before the first answer. */
  readAt: string | null
  bank: string
  /** Made by our server: the figure at the top, the list, what stands aside. */
  headline: ReactNode
  list: ReactNode
  notices: ReactNode
  aside: ReactNode
  /** Whether movements are to be read once the bank has answered for the accounts themselves. */
  isBehind: boolean
  /** In place of figure and list while the first answer is on its way. */
  awaitedHeadline: ReactNode
  awaited: ReactNode
}

/**
 * Around what our server made of what is known: has the bank asked behind it, says how old it is and what went wrong.
 * Whatever happens to the answer, what is known stays.
 */
export function AccountsView(props: AccountsViewProps) {
  const { known, readAt, bank, headline, list, notices, aside, isBehind } = props
  const { awaitedHeadline, awaited } = props
  const t = useWords('accounts')
  const query = useOverview(known)
  const { problem } = query
  const { announcement, expectAnswer } = useAnnouncement(query)
  // The session has ended: remove the customer's data from the page.
  const signedOut = problem?.code === 'not_signed_in'
  const isShown = readAt !== null && !signedOut
  const waiting = readAt === null && (query.isBusy || !problem)

  const refresh = () => {
    expectAnswer()
    query.refetch()
  }
  // The pressed button goes away with the problem it stands in; the focus must not.
  const retry = () => {
    focusHeading()
    refresh()
  }

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="col-span-full">
        <PageHeading className="font-medium text-soft">{t('heading', { bank })}</PageHeading>
        {isShown && (
          <>
            {headline}
            <div className="mt-1.5 flex flex-wrap items-center gap-x-3 text-note text-soft">
              <Age instant={readAt} words="updated" />
              <Button look="quiet" pending={query.isBusy} onClick={refresh} className="text-note">
                {query.isBusy ? t('refreshing') : t('refresh')}
              </Button>
            </div>
          </>
        )}
        {waiting && awaitedHeadline}
      </div>
      <div className="min-w-0 space-y-4">
        {!signedOut && notices}
        {problem && !waiting && (
          <ListProblem problem={problem} listShown={isShown} retrying={query.isBusy} onRetry={retry} />
        )}
        {waiting && awaited}
        {isShown && list}
        {isShown && !query.isBusy && isBehind && <CatchUp />}
      </div>
      {!signedOut && aside}
    </>
  )
}

/** Reads movements behind the page for as long as it stands in it; there is nothing to see. */
function CatchUp() {
  useCatchUp()
  return null
}
