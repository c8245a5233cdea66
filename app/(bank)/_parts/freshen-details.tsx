'use client'

import type { ReactNode } from 'react'
import { paths } from '@/lib/browser/requests/paths'
import type { ProblemError } from '@/lib/browser/requests/problem-error'
import type { ReturnTo } from '@/lib/browser/session/connect'
import { useDetails } from '@/lib/browser/watch/details'
import { Age } from '@/lib/ui/age'
import { Button } from '@/lib/ui/button'
import { Card } from '@/lib/ui/card'
import { detailRowShape } from '@/lib/ui/detail-groups'
import { Notice } from '@/lib/ui/notice'
import { PageLink } from '@/lib/ui/page-link'
import { Reference } from '@/lib/ui/reference'
import { Skeleton } from '@/lib/ui/skeleton'
import { useWords } from '@/lib/ui/words'
import { ConnectButton } from '../../_parts/connect-button'
import { useProblemWords } from '../../_parts/problem-words'

type FreshenDetailsProps = {
  /** Of whom or what. */
  of: 'customer' | { productId: string }
  returnTo: ReturnTo
  /** False while the bank refuses our token: the bank is not asked, and the page says so. */
  isConnected: boolean
  /** ISO instant of the details shown; null without any. */
  readAt: string | null
  /** How many fields banks usually tell, group by group: their place is kept, so that nothing jumps. */
  usual: readonly number[]
  /** In place of the details where the bank told none, once it has been asked. */
  nothing: ReactNode
}

const linkLook = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-8'

/** Asks the bank behind what the page shows, and says how old that is and why it is not newer. */
export function FreshenDetails({ of, returnTo, isConnected, readAt, usual, nothing }: FreshenDetailsProps) {
  const t = useWords('freshDetails')
  const path = of === 'customer' ? paths.customer : paths.account(of.productId)
  const { asked, pending, ask } = useDetails(path, isConnected)
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-note text-soft md:min-h-8">
        {readAt !== null && <Age instant={readAt} words="updated" />}
        <DetailsStatus asked={asked} pending={pending} />
        {!pending && asked?.kind === 'fresh' && (
          <Button look="quiet" onClick={ask} className="text-note">
            {t('again')}
          </Button>
        )}
      </div>
      {readAt === null && pending && <DetailsShape groups={usual} />}
      {asked?.kind === 'closed' && (
        <Notice tone="warning" title={t('closed')} className="mb-4">
          {t('closedMeaning')}
        </Notice>
      )}
      {asked?.kind === 'sca_required' && (
        <Notice tone="warning" title={t('approval')} className="mb-4">
          <p>{t('approvalMeaning')}</p>
          <PageLink href={paths.authorizationPage(asked.authorizationId)} className={linkLook}>
            {t('approve')}
          </PageLink>
        </Notice>
      )}
      {asked?.kind === 'problem' && (
        <Problem
          problem={asked.problem}
          isShown={readAt !== null}
          returnTo={returnTo}
          pending={pending}
          onRetry={ask}
        />
      )}
      {readAt === null && (asked?.kind === 'fresh' || asked?.kind === 'not_shared') && !pending && nothing}
    </>
  )
}

/** Says to a screen reader also what a notice below says to the eye. */
export function DetailsStatus({ asked, pending }: Pick<ReturnType<typeof useDetails>, 'asked' | 'pending'>) {
  const t = useWords('freshDetails')
  const problem = useProblemWords(asked?.kind === 'problem' ? asked.problem : null)
  if (pending) return <p role="status">{t('asking')}</p>
  const noticed =
    asked?.kind === 'closed' ? t('closed') : asked?.kind === 'sca_required' ? t('approval') : problem?.title
  return (
    <p role="status">
      {asked?.kind === 'fresh' && t('upToDate')}
      {asked?.kind === 'not_shared' && t('notShared')}
      {noticed !== undefined && <span className="sr-only">{noticed}</span>}
    </p>
  )
}

/** As DetailsList is drawn, line by line. */
function DetailsShape({ groups }: { groups: readonly number[] }) {
  return (
    <div aria-hidden="true" className="space-y-8">
      {groups.map((fields, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stand still.
        <div key={group}>
          <Skeleton className="mx-0.5 mb-3 h-[1.21875rem] w-28" />
          <Card>
            <div className="divide-y divide-line">
              {Array.from({ length: fields }, (_, field) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they stand still.
                <div key={field} className={`${detailRowShape} min-h-[4.125rem]`}>
                  <Skeleton className="h-3 w-24" />
                  <Skeleton className="h-3.5 w-40 max-w-full" />
                </div>
              ))}
            </div>
          </Card>
        </div>
      ))}
    </div>
  )
}

type ProblemProps = {
  problem: ProblemError
  isShown: boolean
  returnTo: ReturnTo
  pending: boolean
  onRetry: () => void
}

function Problem({ problem, isShown, returnTo, pending, onRetry }: ProblemProps) {
  const t = useWords('freshDetails')
  const problemWords = useWords('problem')
  const words = useProblemWords(problem)
  const { code, reference } = problem
  const needsSignIn = code === 'connection_expired' || code === 'bank_sca_expired' || code === 'not_signed_in'
  if (!words) return null
  return (
    <Notice
      tone="warning"
      title={words.title}
      className="mb-4"
      action={
        needsSignIn ? (
          <ConnectButton
            words={code === 'not_signed_in' ? 'signInAgain' : 'reconnect'}
            returnTo={returnTo}
            look="notice"
          />
        ) : (
          <Button look="notice" pending={pending} onClick={onRetry}>
            {problemWords('retry')}
          </Button>
        )
      }
    >
      <p>
        {words.meaning} {t(isShown ? 'lastKnown' : 'nothingKnown')}
      </p>
      {reference && <Reference value={reference} />}
    </Notice>
  )
}
