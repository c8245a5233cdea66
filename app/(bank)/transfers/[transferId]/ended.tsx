import { useTranslations } from 'next-intl'
import type { OverviewAccount } from '@/lib/contracts/overview'
import type { TransferView } from '@/lib/contracts/transfers'
import type { FinalName } from '@/lib/domain/transfers/transfer-state'
import { buttonLooks } from '@/lib/ui/button'
import { Section } from '@/lib/ui/card'
import { classes } from '@/lib/ui/classes'
import { PageLink } from '@/lib/ui/page-link'
import { WizardFrame } from '../_parts/wizard-frame'
import { FactsCard } from './facts-card'
import { ProblemIsland } from './problem-island'
import { BankSays } from './review'
import { Timeline } from './timeline'

export type Unpaid = Exclude<FinalName, 'accepted'>

type EndedProps = {
  view: TransferView
  state: Unpaid
  account: OverviewAccount | undefined
  today: string
}

/** It came to nothing: that first, then why, and how to try again with everything filled in. */
export function Ended({ view, state, account, today }: EndedProps) {
  const t = useTranslations('transferState')
  const review = useTranslations('transferReview')
  const { snapshot, transferId } = view
  // The bank would ask for the same again.
  const canBeRepeated = state !== 'unsupported'
  // What the bank asked for is in the messages of its check.
  const messages = canBeRepeated ? view.result?.messages : snapshot?.messages
  // The bank took the approval back after the order was sent, so its own list may still show the payment.
  const wasSent = (state === 'declined' || state === 'expired') && view.timeline.some(isSent)
  return (
    <WizardFrame
      step={null}
      title={t(wasSent ? 'notCarriedOut.title' : `title.${state}`)}
      lead={
        wasSent ? (
          t('notCarriedOut.meaning')
        ) : (
          <>
            <strong className="font-semibold text-ink">{t('nothingPaid')}</strong> {t(`meaning.${state}`)}
          </>
        )
      }
    >
      <ProblemIsland view={view} />
      <BankSays messages={messages ?? []} />
      {snapshot !== null && (
        <Section id="asked" title={review('wasAsked')}>
          <FactsCard snapshot={snapshot} account={account} today={today} extent="brief" />
        </Section>
      )}
      <div className="space-y-3">
        {canBeRepeated && (
          <>
            <WayOn href={`/transfers/new?repeat=${transferId}`} look="primary">
              {t('tryAgain')}
            </WayOn>
            <p className="text-center text-note text-soft print:hidden">{t('tryAgainMeaning')}</p>
          </>
        )}
        <WayOn href="/transfers" look={canBeRepeated ? 'secondary' : 'primary'}>
          {t('toTransfers')}
        </WayOn>
      </div>
      <Timeline view={view} />
    </WizardFrame>
  )
}

const isSent = ({ what, to }: TransferView['timeline'][number]) =>
  what === 'execute_claimed' && to === 'executing'

type WayOnProps = { href: string; look: 'primary' | 'secondary'; children: string }

export function WayOn({ href, look, children }: WayOnProps) {
  return (
    <PageLink href={href} className={classes(buttonLooks[look], 'w-full print:hidden')}>
      {children}
    </PageLink>
  )
}
