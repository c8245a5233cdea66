'use client'

import { useEffect } from 'react'
import { useForget } from '@/lib/browser/session/forget'
import { useBeginRun } from '@/lib/browser/watch/authorizations'
import { useRemake } from '@/lib/browser/watch/can-refresh'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { useWords } from '@/lib/ui/words'
import { BeginOutcome } from '../../consents/begin-outcome'
import { EraseHereOnly } from './erase-here-only'
import { ForgetProblem } from './forget-problem'
import { SignInFirst } from './sign-in-first'
import { UnderstoodForm } from './understood-form'

type ForgetFormProps = {
  formToken: string
  /** `take_back` while something may be shared: the bank's approval comes first. */
  step: 'take_back' | 'erase'
  /** False while the bank does not take our token. */
  isBankAtHand: boolean
  /** False when the customer has to sign in at the bank again before anything is erased. */
  isSignInRecent: boolean
}

/** The one step that is next, and under it the way without the bank where that may be needed. */
export function ForgetForm({ formToken, step, isBankAtHand, isSignInRecent }: ForgetFormProps) {
  const t = useWords('forgetForm')
  const { forget, pending, problem, still } = useForget()
  const needsOtherWay = step === 'take_back' || !isBankAtHand || problem !== null || still !== null
  return (
    <div className="space-y-7">
      {still && (
        <Notice tone="warning" role="alert" title={t('nothingErased')}>
          {t(still === 'listed' ? 'stillShared' : 'listUnread')}
        </Notice>
      )}
      <ForgetProblem problem={problem} />
      <h2 className="px-0.5 text-figure font-semibold tracking-[-0.01em]">
        {t(step === 'take_back' ? 'firstStep' : 'lastStep')}
      </h2>
      {step === 'take_back' ? (
        <TakeBack formToken={formToken} />
      ) : !isSignInRecent ? (
        <SignInFirst />
      ) : (
        <UnderstoodForm
          understood={t('understood')}
          submit={pending ? t('erasing') : t('erase')}
          pending={pending}
          onSubmit={() => forget('after_revocation')}
        />
      )}
      {needsOtherWay && (isSignInRecent || step === 'take_back') && (
        <EraseHereOnly
          pending={pending}
          isSignInRecent={isSignInRecent}
          onErase={() => forget('here_only')}
        />
      )}
    </div>
  )
}

/** Goes on to the bank's approval, which leads back to this page. */
function TakeBack({ formToken }: { formToken: string }) {
  const t = useWords('forgetForm')
  const { remake } = useRemake()
  const { begin, pending, problem, otherwise } = useBeginRun('revoke')
  const isNothingLeft = otherwise?.kind === 'nothing_shared'

  useEffect(() => {
    // The bank's list was read for this answer, so rendering again shows the next step.
    if (isNothingLeft) remake()
  }, [isNothingLeft, remake])

  const send = (instead?: string) => {
    void begin({ formToken, everything: true, returnTo: '/settings/forget' }, instead)
  }
  return (
    <div className="space-y-3">
      <BeginOutcome
        problem={problem}
        otherwise={otherwise}
        returnTo="/settings/forget"
        onDropAndSend={send}
      />
      <Button pending={pending} onClick={() => send()} className="w-full">
        {pending ? t('asking') : t('toBank')}
      </Button>
      <p className="text-center text-note text-soft">{t('toBankMeaning')}</p>
    </div>
  )
}
