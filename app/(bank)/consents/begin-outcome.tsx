'use client'

import { paths } from '@/lib/browser/requests/paths'
import type { ProblemError } from '@/lib/browser/requests/problem-error'
import type { ReturnTo } from '@/lib/browser/session/connect'
import type { BegunOtherwise } from '@/lib/browser/watch/authorizations'
import { returnAddress } from '@/lib/contracts/movement-address'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { PageLink } from '@/lib/ui/page-link'
import { useWords } from '@/lib/ui/words'
import { ConnectButton } from '../../_parts/connect-button'
import { ProblemNotice } from '../../_parts/problem-notice'

type BeginOutcomeProps = {
  problem: ProblemError | null
  otherwise: BegunOtherwise | null
  /** Where a sign-in returns to: this form with its choices. */
  returnTo: ReturnTo
  /** Abandons the other run and sends this form. */
  onDropAndSend: (authorizationId: string) => void
}

const linkLook = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-8'

/** Why a form did not lead on, and what the customer can do. */
export function BeginOutcome({ problem, otherwise, returnTo, onDropAndSend }: BeginOutcomeProps) {
  const t = useWords('begin')
  if (problem) {
    const { code } = problem
    return (
      <>
        <ProblemNotice problem={problem} />
        <p className="text-note text-soft">{t('unchanged')}</p>
        {code === 'connection_expired' && (
          <ConnectButton words="reconnect" returnTo={returnAddress(returnTo)} look="secondary" />
        )}
        {code === 'not_signed_in' && (
          <ConnectButton words="signInAgain" returnTo={returnAddress(returnTo)} look="secondary" />
        )}
      </>
    )
  }
  if (!otherwise) return null
  if (otherwise.kind === 'nothing_shared') {
    return (
      <Notice tone="plain" role="alert" title={t('nothing')}>
        <p>{t('nothingMeaning')}</p>
        <PageLink href="/consents" className={linkLook}>
          {t('back')}
        </PageLink>
      </Notice>
    )
  }
  const { authorizationId } = otherwise
  const page = paths.authorizationPage(authorizationId)
  if (otherwise.kind === 'conflict') {
    return (
      <Notice tone="warning" role="alert" title={t('conflictTitle')}>
        <p>{t('conflict')}</p>
        <PageLink href={page} className={linkLook}>
          {t('see')}
        </PageLink>
      </Notice>
    )
  }
  return (
    <Notice tone="warning" role="alert" title={t('underWayTitle')}>
      <p>{t('underWay')}</p>
      <p className="flex flex-wrap gap-x-5">
        <PageLink href={page} className={linkLook}>
          {t('goOn')}
        </PageLink>
        <Button look="notice" onClick={() => onDropAndSend(authorizationId)}>
          {t('dropAndSend')}
        </Button>
      </p>
    </Notice>
  )
}
