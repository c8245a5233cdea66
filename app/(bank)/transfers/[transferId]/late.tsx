import { useLocale, useTranslations } from 'next-intl'
import { Section } from '@/lib/ui/card'
import { formatMoment } from '@/lib/ui/format/moment'
import { WizardFrame } from '../_parts/wizard-frame'
import { FactsCard } from './facts-card'
import type { StateProps } from './review'
import { Timeline } from './timeline'
import { DropButton, PayNowButton } from './transfer-buttons'

/** Approved, and too long ago to be paid without asking. */
export function Late({ view, account, today }: StateProps) {
  const t = useTranslations('transferState')
  const review = useTranslations('transferReview')
  const locale = useLocale()
  const { transferId, check, snapshot } = view
  const pressed = { transferId, check, productId: snapshot.productId }
  // That it was approved may have been read only just now.
  const approvedAt = view.timeline.findLast(({ what }) => what === 'came_back')?.at ?? view.movedAt
  return (
    <WizardFrame
      step={4}
      title={t('title.late')}
      lead={t('meaning.late', { at: formatMoment(approvedAt, 'minute', locale) })}
    >
      <Section id="asked" title={review('wasAsked')}>
        <FactsCard snapshot={snapshot} account={account} today={today} />
      </Section>
      <div className="space-y-1">
        <PayNowButton pressed={pressed} />
        <DropButton pressed={pressed} />
      </div>
      <Timeline view={view} />
    </WizardFrame>
  )
}
