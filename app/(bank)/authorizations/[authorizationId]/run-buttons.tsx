'use client'

import { useRunAction } from '@/lib/browser/watch/authorizations'
import { Button } from '@/lib/ui/button'
import { useWords } from '@/lib/ui/words'
import { ProblemNotice } from '../../../_parts/problem-notice'

/** Abandons the run. A later approval at the bank has no effect. */
export function DropButton({ authorizationId }: { authorizationId: string }) {
  const t = useWords('run')
  const { act, pending, problem } = useRunAction(authorizationId, 'abandon')
  return (
    <div className="text-center">
      <Button look="quiet" pending={pending} onClick={() => act()}>
        {pending ? t('dropping') : t('drop')}
      </Button>
      <ProblemNotice problem={problem} className="mt-3 text-left" />
    </div>
  )
}

/** For an approval in the bank's app that the bank does not tell us of. */
export function ApprovedButton({ authorizationId }: { authorizationId: string }) {
  const t = useWords('run')
  const { act, pending, problem, state } = useRunAction(authorizationId, 'says_approved')
  return (
    <div>
      <Button pending={pending} onClick={() => act()} className="w-full">
        {pending ? t('asking') : t('approved')}
      </Button>
      <p role="status" className="mt-2 text-center text-note text-soft empty:hidden">
        {state === 'at_bank' && !pending && t('notYet')}
      </p>
      <ProblemNotice problem={problem} className="mt-3" />
    </div>
  )
}

/** That something is awaited, in words beside the sign. */
export function WaitLine({ for: what }: { for: 'asking' | 'waiting' }) {
  const t = useWords('run')
  return (
    <p className="flex items-center gap-3 text-note font-medium text-soft">
      <span aria-hidden="true" className="wait-pulse size-2.5 rounded-full bg-accent" />
      {t(what)}
    </p>
  )
}
