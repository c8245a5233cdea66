import { useTranslations } from 'next-intl'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { scopesWithout } from '@/lib/domain/consent'
import { Section } from '@/lib/ui/card'
import { Narrow } from '../../_parts/narrow'
import { ScopesCard } from '../../_parts/scopes-card'
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
      {run.asked.length > 0 && (
        <Section id="outcome" title={t('outcomeTitle')}>
          <Outcomes run={run} accounts={accounts} />
        </Section>
      )}
      <div className="space-y-3">
        <ToPage href={run.returnTo ?? (run.kind === 'consent_revoke' ? '/consents' : '/accounts')}>
          {run.kind === 'consent_revoke'
            ? t(run.returnTo === null ? 'openConsents' : 'goOn')
            : t(run.kind === 'inquiry' ? 'goBack' : 'openAccounts')}
        </ToPage>
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

function Outcomes({ run, accounts }: ResultProps) {
  const t = useTranslations('authorization.outcome')
  const isGrant = run.kind === 'consent_grant'
  const refused = new Set(
    run.outcomes.filter(({ isAccepted }) => !isAccepted).map(({ category }) => category),
  )
  const isListed = (category: string, productId: string) =>
    run.sharedNow.some((scope) => scope.category === category && scope.productIds.includes(productId))
  const wordOf = (listed: boolean) => {
    if (isGrant) return t(listed ? 'shared' : 'notShared')
    return t(listed ? 'stillShared' : 'takenBack')
  }
  return (
    <ScopesCard
      scopes={run.asked}
      accounts={accounts}
      note={(category) =>
        refused.has(category) && <p className="text-note text-warning">{t('notAccepted')}</p>
      }
      mark={(category, productId) => {
        const listed = isListed(category, productId)
        return <span className={listed === isGrant ? 'text-accent' : 'text-warning'}>{wordOf(listed)}</span>
      }}
    />
  )
}

type Verdict =
  | 'shared'
  | 'partly'
  | 'notNow'
  | 'already'
  | 'takenBack'
  | 'takenBackPartly'
  | 'wasBack'
  | 'stillShared'
  | 'approved'

/** By the bank's list as last read, which may have changed since. */
function verdictOf({ kind, asked, sharedNow, reason }: AuthorizationView): Verdict {
  if (kind === 'inquiry') return 'approved'
  const isNone = sharedNow.length === 0
  const isAll = scopesWithout(asked, sharedNow).length === 0
  if (kind === 'consent_grant') {
    if (isAll) return reason === 'nothing_to_do' ? 'already' : 'shared'
    return isNone ? 'notNow' : 'partly'
  }
  if (isNone) return reason === 'already_revoked' ? 'wasBack' : 'takenBack'
  return isAll ? 'stillShared' : 'takenBackPartly'
}
