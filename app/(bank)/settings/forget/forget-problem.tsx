'use client'

import type { ClientProblemCode, ProblemError } from '@/lib/browser/requests/problem-error'
import { Notice } from '@/lib/ui/notice'
import { Reference } from '@/lib/ui/reference'
import { useWords } from '@/lib/ui/words'
import { ConnectButton } from '../../../_parts/connect-button'
import { useProblemWords } from '../../../_parts/problem-words'

/** After these it is unknown whether our server erased the data; asking again does no harm. */
const unsure: ClientProblemCode[] = ['offline', 'timeout', 'internal']

/** After these a sign-in at the bank helps, which leads back here. */
const signInWords: Partial<Record<ClientProblemCode, 'reconnect' | 'signInAgain'>> = {
  connection_expired: 'reconnect',
  sign_in_needed: 'signInAgain',
}

/** Why it was not erased, and whether that is certain. */
export function ForgetProblem({ problem }: { problem: ProblemError | null }) {
  const t = useWords('forgetForm')
  const words = useProblemWords(problem)
  if (!problem || !words) return null
  const { code, reference } = problem
  const signIn = signInWords[code]
  const isUnsure = unsure.includes(code)
  return (
    <Notice
      tone="error"
      role="alert"
      title={isUnsure ? words.title : t('nothingErased')}
      action={signIn && <ConnectButton words={signIn} returnTo="/settings/forget" look="notice" />}
    >
      <p>{isUnsure ? t('unsure') : `${words.title}. ${words.meaning}`}</p>
      {reference && <Reference value={reference} />}
    </Notice>
  )
}
