'use client'

import type { ProblemError } from '@/lib/browser/requests/problem-error'
import type { ReturnTo } from '@/lib/browser/session/connect'
import type { Kept } from '@/lib/browser/transfers/draft-sender'
import { formatWait } from '@/lib/ui/format/wait'
import { useWords, useWordsContext } from '@/lib/ui/words'
import { ConnectButton } from '../../../_parts/connect-button'

type KeptLineProps = { kept: Kept | 'nothing'; problem: ProblemError | null; returnTo: ReturnTo }

/** Whether what was typed is safe. Not announced: it changes with every pause. */
export function KeptLine({ kept, problem, returnTo }: KeptLineProps) {
  const t = useWords('transferForm')
  const { locale } = useWordsContext()
  if (kept === 'failed') {
    return (
      <div className="text-center text-note text-warning">
        <p>
          {problem?.code === 'rate_limited'
            ? t('kept.limited', { wait: formatWait(problem.retryAfterSeconds ?? 60, locale) })
            : t(problem?.code === 'too_many_drafts' ? 'kept.full' : 'kept.failed')}
        </p>
        {problem?.code === 'not_signed_in' && (
          <ConnectButton words="signInAgain" returnTo={returnTo} look="secondary" className="mt-2" />
        )}
      </div>
    )
  }
  return (
    <p className="text-center text-note text-soft">
      {t(kept === 'nothing' ? 'kept.will' : kept === 'saving' ? 'kept.saving' : 'kept.saved')}
    </p>
  )
}
