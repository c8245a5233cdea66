'use client'

import type { ReturnTo } from '@/lib/browser/session/connect'
import { useStuck } from '@/lib/browser/watch/can-refresh'
import { useFreshen } from '@/lib/browser/watch/freshen'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { Reference } from '@/lib/ui/reference'
import { useWords } from '@/lib/ui/words'
import { ConnectButton } from '../../_parts/connect-button'
import { useProblemWords } from '../../_parts/problem-words'

type FreshenProps = {
  returnTo: ReturnTo
  /** False while the bank refuses our token: the bank is not asked, and the page says so. */
  isConnected: boolean
}

/** Reads the consents from the bank in the background, then renders the page again. */
export function Freshen({ returnTo, isConnected }: FreshenProps) {
  const t = useWords('freshen')
  const problemWords = useWords('problem')
  const { problem, isWhole, pending, ask } = useFreshen(isConnected)
  const words = useProblemWords(problem)
  const code = problem?.code
  return (
    <>
      <FreshenStatus problem={problem} isWhole={isWhole} pending={pending} />
      {!isWhole && (
        <Notice tone="warning" title={t('notWhole')} className="mb-4">
          {t('notWholeMeaning')}
        </Notice>
      )}
      {problem && words && (
        <Notice
          tone="warning"
          title={words.title}
          className="mb-4"
          action={
            code === 'connection_expired' || code === 'bank_sca_expired' || code === 'not_signed_in' ? (
              <ConnectButton
                words={code === 'not_signed_in' ? 'signInAgain' : 'reconnect'}
                returnTo={returnTo}
                look="notice"
              />
            ) : (
              <Button look="notice" pending={pending} onClick={ask}>
                {problemWords('retry')}
              </Button>
            )
          }
        >
          <p>
            {words.meaning} {t('lastKnown')}
          </p>
          {problem.reference && <Reference value={problem.reference} />}
        </Notice>
      )}
    </>
  )
}

/** Says to a screen reader also what the notice below says to the eye. */
export function FreshenStatus({
  problem,
  isWhole,
  pending,
}: Pick<ReturnType<typeof useFreshen>, 'problem' | 'isWhole' | 'pending'>) {
  const t = useWords('freshen')
  const words = useProblemWords(problem)
  const isStuck = useStuck()
  return (
    <p role="status" className="flex min-h-6 items-center text-note text-soft">
      {pending && t('asking')}
      {!pending && words && <span className="sr-only">{words.title}</span>}
      {!pending && !words && !isStuck && t(isWhole ? 'upToDate' : 'inPart')}
    </p>
  )
}
