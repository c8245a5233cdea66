import { useTranslations } from 'next-intl'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { scopesWithout } from '@/lib/domain/consent/consent'
import { choicePage } from '../../_parts/choice-page'
import { Narrow } from '../../_parts/narrow'
import { Outcomes } from './outcomes'
import { Times } from './times'
import { ToPage } from './to-page'

type ResultProps = { run: AuthorizationView; accounts: readonly SharingAccount[] }

/** What the bank's list says of all that was asked, category by category and account by account. */
export function Result({ run, accounts }: ResultProps) {
  const t = useTranslations('authorization')
  const done = useTranslations('authorization.done')
  const verdict = verdictOf(run)
  return (
    <Narrow title={done(verdict)} lead={done(`${verdict}Meaning`)}>
      {run.asked.length > 0 && <Outcomes run={run} accounts={accounts} />}
      <div className="space-y-3">
        <ToPage href={run.returnTo ?? (run.kind === 'consent_revoke' ? '/consents' : '/accounts')}>
          {t(onwardWords(run, verdict))}
        </ToPage>
        {verdict === 'partly' && (
          <ToPage
            href={choicePage('/consents/new', scopesWithout(run.asked, run.sharedNow))}
            look="secondary"
          >
            {t('chooseRest')}
          </ToPage>
        )}
        {run.kind === 'consent_grant' && (
          <ToPage href="/consents" look="secondary">
            {t('openConsents')}
          </ToPage>
        )}
      </div>
      <Times run={run} />
    </Narrow>
  )
}

function onwardWords({ kind, returnTo }: AuthorizationView, verdict: Verdict) {
  if (verdict === 'stepLeft') return 'eraseRest'
  if (kind === 'consent_revoke') return returnTo === null ? 'openConsents' : 'goOn'
  return kind === 'inquiry' ? 'goBack' : 'openAccounts'
}

type Verdict =
  | 'shared'
  | 'partly'
  | 'notNow'
  | 'already'
  | 'takenBack'
  | 'takenBackPartly'
  | 'wasBack'
  /** Taken back on the way to be forgotten, which is only half of it. */
  | 'stepLeft'
  | 'stillShared'
  | 'approved'

/** By the bank's list as last read, which may have changed since. */
function verdictOf({ kind, asked, sharedNow, reason, returnTo }: AuthorizationView): Verdict {
  if (kind === 'inquiry') return 'approved'
  const isNone = sharedNow.length === 0
  const isAll = scopesWithout(asked, sharedNow).length === 0
  if (kind === 'consent_grant') {
    if (isAll) return reason === 'nothing_to_do' ? 'already' : 'shared'
    return isNone ? 'notNow' : 'partly'
  }
  if (isNone && returnTo === '/settings/forget') return 'stepLeft'
  if (isNone) return reason === 'already_revoked' ? 'wasBack' : 'takenBack'
  return isAll ? 'stillShared' : 'takenBackPartly'
}
