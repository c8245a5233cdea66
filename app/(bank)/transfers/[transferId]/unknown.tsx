import { useTranslations } from 'next-intl'
import { Section } from '@/lib/ui/card'
import { Notice } from '@/lib/ui/notice'
import { WizardFrame } from '../_parts/wizard-frame'
import { WayOn } from './ended'
import { FactsCard } from './facts-card'
import type { StateProps } from './review'
import { Timeline } from './timeline'
import { WaitLine } from './transfer-buttons'

/** For an unknown outcome: what not to do, what we do, and where to look. Offers no repeat. */
export function Unknown({ view, account, today, bank }: StateProps) {
  const t = useTranslations('transferState')
  const review = useTranslations('transferReview')
  return (
    <WizardFrame step={null} title={t('title.unknown')} lead={t('meaning.unknown')}>
      <Notice tone="warning" title={t('notAgain')}>
        {t('notAgainMeaning')}
      </Notice>
      {view.lookAgainInMs !== null && <WaitLine for="asking" since={view.movedAt} />}
      <Section id="asked" title={review('wasAsked')}>
        <FactsCard snapshot={view.snapshot} account={account} today={today} />
      </Section>
      <p className="text-soft">{t('unknownHelp', { bank })}</p>
      <div className="space-y-3">
        {account?.shared.includes('ACCOUNT_INFO') && (
          <WayOn href={`/accounts/${account.productId}`} look="secondary">
            {t('seeAccount')}
          </WayOn>
        )}
        <WayOn href="/transfers" look="secondary">
          {t('toTransfers')}
        </WayOn>
      </div>
      <Timeline view={view} />
    </WizardFrame>
  )
}
