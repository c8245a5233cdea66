'use client'

import type { ReactNode } from 'react'
import { ProblemError } from '@/lib/browser/requests/problem-error'
import type { ReturnTo } from '@/lib/browser/session/connect'
import { problemCodes } from '@/lib/contracts/problem'
import type { TransferProblem } from '@/lib/contracts/transfers'
import { Notice } from '@/lib/ui/notice'
import { PageLink } from '@/lib/ui/page-link'
import { Reference } from '@/lib/ui/reference'
import { useWords } from '@/lib/ui/words'
import { ConnectButton } from '../../../_parts/connect-button'
import { useProblemWords } from '../../../_parts/problem-words'

type ProblemPlaceProps = {
  /** Met on the way to our server, or told by it of the bank. */
  problem: ProblemError | TransferProblem | null
  returnTo: ReturnTo
  /** The account to pay from. */
  productId: string
  /** `alert` for what answers a press. */
  role?: 'alert'
  children?: ReactNode
}

const own = [
  'bank_refused',
  'account_closed',
  'interrupted',
  'approval_lost',
  'day_refused',
  'bank_forbidden',
  'not_shared',
  'bank_limit_reached',
  'bank_sca_expired',
  'bank_unreachable',
  'connection_expired',
  'not_signed_in',
  'offline',
] as const

/** Why it did not go on, in the bank's words where it has some, and the one thing that helps. */
export function ProblemPlace({ problem, returnTo, productId, role, children }: ProblemPlaceProps) {
  const t = useWords('transferProblem')
  const words = useWordsFor(problem)
  if (problem === null || words === undefined) return null
  const { code, reference } = problem
  const bankWords = 'bankWords' in problem ? problem.bankWords : []
  return (
    <Notice
      tone="error"
      role={role}
      title={words.title}
      action={<Help code={code} returnTo={returnTo} productId={productId} />}
    >
      <p>{words.meaning}</p>
      {bankWords.length > 0 && (
        <p className="[overflow-wrap:anywhere]">{t('bankSays', { words: bankWords.join(' ') })}</p>
      )}
      {children}
      {reference && <Reference value={reference} />}
    </Notice>
  )
}

function useWordsFor(
  problem: ProblemError | TransferProblem | null,
): { title: string; meaning: string } | undefined {
  const t = useWords('transferProblem')
  const known = problemCodes.find((code) => code === problem?.code)
  const general = useProblemWords(
    problem === null || problem instanceof ProblemError ? problem : new ProblemError(known ?? 'bank_error'),
  )
  const code = own.find((one) => one === problem?.code)
  if (code === undefined) return general
  return { title: t(`${code}.title`), meaning: t(`${code}.meaning`) }
}

type HelpProps = { code: string; returnTo: ReturnTo; productId: string }

function Help({ code, returnTo, productId }: HelpProps) {
  const t = useWords('transferProblem')
  switch (code) {
    case 'connection_expired':
    case 'bank_sca_expired':
      return <ConnectButton words="reconnect" returnTo={returnTo} look="notice" />
    case 'not_signed_in':
      return <ConnectButton words="signInAgain" returnTo={returnTo} look="notice" />
    case 'not_shared': {
      const query = new URLSearchParams({ account: productId, category: 'PAYMENTS' })
      return (
        <PageLink
          href={`/consents/new?${query}`}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-8"
        >
          {t('share')}
        </PageLink>
      )
    }
    default:
      return null
  }
}
