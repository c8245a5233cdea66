'use client'

import type { ClientProblemCode, ProblemError } from '@/lib/browser/requests/problem-error'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { Reference } from '@/lib/ui/reference'
import { StateCard } from '@/lib/ui/state-card'
import { useWords } from '@/lib/ui/words'
import { ConnectButton } from '../../_parts/connect-button'
import { useProblemWords } from '../../_parts/problem-words'

type ListProblemProps = {
  problem: ProblemError
  /** Whether an earlier list stands below. */
  listShown: boolean
  retrying: boolean
  onRetry: () => void
}

/** Trying again changes nothing about these. */
const final: ClientProblemCode[] = ['bank_forbidden', 'bank_limit_reached']

/** Why the list is not up to date, or not there, with the one thing that helps. */
export function ListProblem({ problem, listShown, retrying, onRetry }: ListProblemProps) {
  const t = useWords('accounts')
  const words = useProblemWords(problem)
  if (!words) return null
  const action = (
    <ProblemAction code={problem.code} retrying={retrying} onRetry={onRetry} inNotice={listShown} />
  )
  const reference = problem.reference && <Reference value={problem.reference} />
  if (!listShown) {
    return <StateCard title={words.title} meaning={words.meaning} action={action} reference={reference} />
  }
  return (
    <Notice tone="warning" title={words.title} action={action}>
      <p>
        {words.meaning} {t('lastKnown')}
      </p>
      {reference}
    </Notice>
  )
}

type ProblemActionProps = {
  code: ClientProblemCode
  retrying: boolean
  onRetry: () => void
  inNotice: boolean
}

function ProblemAction({ code, retrying, onRetry, inNotice }: ProblemActionProps) {
  const t = useWords('problem')
  const accounts = useWords('accounts')
  const look = inNotice ? 'notice' : 'primary'
  if (code === 'connection_expired' || code === 'bank_sca_expired')
    return <ConnectButton words="reconnect" returnTo="/accounts" look={look} />
  if (code === 'not_signed_in') return <ConnectButton words="signInAgain" returnTo="/accounts" />
  if (final.includes(code)) return null
  return (
    <Button look={look} pending={retrying} onClick={onRetry}>
      {retrying ? accounts('refreshing') : t('retry')}
    </Button>
  )
}
