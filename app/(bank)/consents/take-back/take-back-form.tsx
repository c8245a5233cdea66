'use client'

import { type Scope, useBeginRun } from '@/lib/browser/watch/authorizations'
import { Button, buttonLooks } from '@/lib/ui/button'
import { classes } from '@/lib/ui/classes'
import { PageLink } from '@/lib/ui/page-link'
import { useWords } from '@/lib/ui/words'
import { choicePage } from '../../_parts/choice-page'
import { BeginOutcome } from '../begin-outcome'

/** One button that goes on to the bank, one that leaves all as it is. `scopes` is null for everything in force. */
export function TakeBackForm({ formToken, scopes }: { formToken: string; scopes: Scope[] | null }) {
  const t = useWords('takeBackForm')
  const { begin, pending, problem, otherwise } = useBeginRun('revoke')
  const send = (instead?: string) => {
    void begin(scopes === null ? { formToken, everything: true } : { formToken, scopes }, instead)
  }
  return (
    <div className="space-y-3">
      <BeginOutcome
        problem={problem}
        otherwise={otherwise}
        returnTo={choicePage('/consents/take-back', scopes ?? [])}
        onDropAndSend={send}
      />
      <Button pending={pending} onClick={() => send()} className="w-full">
        {pending ? t('pending') : t('submit')}
      </Button>
      <PageLink href="/consents" className={classes(buttonLooks.secondary, 'w-full')}>
        {t('keep')}
      </PageLink>
    </div>
  )
}
