'use client'

import type { ReactNode } from 'react'
import type { ReturnTo } from '@/lib/browser/connect'
import { useDetails } from '@/lib/browser/details'
import { paths } from '@/lib/browser/paths'
import type { ProblemError } from '@/lib/browser/problem-error'
import { Age } from '@/lib/ui/age'
import { Button } from '@/lib/ui/button'
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
  /** False while the bank does not take our token: it is not asked, and that is said. */
  isConnected: boolean
  /** ISO instant of what is shown; null when nothing is. */
  readAt: string | null
  /** In place of the details where the bank told none, once it has been asked. */
  nothing: ReactNode
}

const linkLook = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-8'

/** Asks the bank behind what the page shows, and says how old that is and why it is not newer. */
export function FreshenDetails({ of, returnTo, isConnected, readAt, nothing }: FreshenDetailsProps) {
  const t = useWords('freshDetails')
  const path = of === 'customer' ? paths.customer : paths.account(of.productId)
  const { asked, pending, ask } = useDetails(path, isConnected)
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-note text-soft md:min-h-8">
        {readAt !== null && <Age instant={readAt} words="updated" />}
        <p role="status">{pending ? t('asking') : asked?.kind === 'fresh' ? t('upToDate') : ''}</p>
        {!pending && asked?.kind === 'fresh' && (
          <Button look="quiet" onClick={ask} className="text-note">
            {t('again')}
          </Button>
        )}
      </div>
      {readAt === null && pending && <Skeleton className="h-64 rounded-card" />}
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
