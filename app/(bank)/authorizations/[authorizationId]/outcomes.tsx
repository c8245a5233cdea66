import { useTranslations } from 'next-intl'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { Section } from '@/lib/ui/card'
import { ScopesCard } from '../../_parts/scopes-card'

type OutcomesProps = { run: AuthorizationView; accounts: readonly SharingAccount[] }

/** Of all that was asked, category by category and account by account, what the bank's list says. */
export function Outcomes({ run, accounts }: OutcomesProps) {
  const t = useTranslations('authorization')
  const outcome = useTranslations('authorization.outcome')
  const isGrant = run.kind === 'consent_grant'
  const refused = new Set(
    run.outcomes.filter(({ isAccepted }) => !isAccepted).map(({ category }) => category),
  )
  const isListed = (category: string, productId: string) =>
    run.sharedNow.some((scope) => scope.category === category && scope.productIds.includes(productId))
  const isOfSeveral = (category: string) =>
    run.asked.some((scope) => scope.category === category && scope.productIds.length > 1)
  const wordOf = (listed: boolean) => {
    if (isGrant) return outcome(listed ? 'shared' : 'notShared')
    return outcome(listed ? 'stillShared' : 'takenBack')
  }
  return (
    <Section id="outcome" title={t('outcomeTitle')}>
      <ScopesCard
        scopes={run.asked}
        accounts={accounts}
        note={(category) =>
          refused.has(category) && (
            <p className="text-note text-warning">
              {outcome(isOfSeveral(category) ? 'notAcceptedTogether' : 'notAccepted')}
            </p>
          )
        }
        mark={(category, productId) => {
          const listed = isListed(category, productId)
          return <span className={listed === isGrant ? 'text-accent' : 'text-warning'}>{wordOf(listed)}</span>
        }}
      />
    </Section>
  )
}
