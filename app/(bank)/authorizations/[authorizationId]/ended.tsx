import { useTranslations } from 'next-intl'
import { type AuthorizationView, endReasons } from '@/lib/contracts/authorizations'
import { problemCodes } from '@/lib/contracts/problem'
import { Narrow } from '../../_parts/narrow'
import { Times } from './times'
import { ToPage } from './to-page'

/** It came to nothing: that first, then why. */
export function Ended({ run }: { run: AuthorizationView }) {
  const t = useTranslations('authorization')
  const why = useReason(run)
  const { kind } = run
  return (
    <Narrow title={t(`nothing.${kind}`)} lead={why}>
      <div className="space-y-3">
        <ToPage href={againAt(run)}>{t(kind === 'inquiry' ? 'goBack' : 'tryAgain')}</ToPage>
        <ToPage href="/consents" look="secondary">
          {t('openConsents')}
        </ToPage>
      </div>
      <Times run={run} />
    </Narrow>
  )
}

function againAt({ kind, returnTo, authorizationId }: AuthorizationView): string {
  if (kind === 'consent_grant') return '/consents/new'
  if (kind === 'inquiry') return returnTo ?? '/accounts'
  // Where it was begun for something else, that page has to say that it came to nothing.
  return returnTo === null ? '/consents' : `${returnTo}?${new URLSearchParams({ ended: authorizationId })}`
}

function useReason({ state, reason }: AuthorizationView): string {
  const why = useTranslations('authorization.why')
  const problem = useTranslations('problem')
  const code = problemCodes.find((known) => known === reason)
  if (code !== undefined) return problem(`${code}.meaning`, { wait: '' })
  if (state === 'refused' && reason === null) return why('refused')
  if (state === 'expired' && reason === null) return why('expired')
  const known = endReasons.find((named) => named === reason)
  if (
    known === undefined ||
    known === 'nothing_to_do' ||
    known === 'already_revoked' ||
    known === 'list_unread'
  ) {
    return why('other')
  }
  return why(`${known}`)
}
