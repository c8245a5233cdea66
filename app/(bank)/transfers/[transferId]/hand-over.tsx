import { useTranslations } from 'next-intl'
import type { TransferSnapshot, TransferView } from '@/lib/contracts/transfers'
import { ButtonLink } from '@/lib/ui/button'
import { Section } from '@/lib/ui/card'
import { Notice } from '@/lib/ui/notice'
import { NumberedSteps } from '../../_parts/numbered-steps'
import { WizardFrame } from '../_parts/wizard-frame'
import { FactsCard } from './facts-card'
import type { StateProps } from './review'
import { DropButton, EditButton, WaitLine } from './transfer-buttons'

/** Before the customer goes to the bank: what will be seen there, and one button. */
export function HandOver({ view, account, today, bank }: StateProps) {
  const t = useTranslations('transferState')
  const review = useTranslations('transferReview')
  const { bankUrl, snapshot } = view
  const pressed = { transferId: view.transferId, check: view.check, productId: snapshot.productId }
  return (
    <WizardFrame step={4} title={t('title.at_bank')} lead={t('meaning.at_bank')}>
      {bankUrl === null ? (
        <Notice tone="warning" title={t('addressGone')}>
          {t('addressGoneMeaning')}
        </Notice>
      ) : (
        <Steps host={new URL(bankUrl).host} bank={bank} />
      )}
      <Section id="asked" title={review('what')}>
        <FactsCard snapshot={snapshot} account={account} today={today} />
      </Section>
      <div className="space-y-1">
        {bankUrl !== null && (
          <>
            <ButtonLink href={bankUrl} className="w-full">
              {t('toBank', { bank })}
            </ButtonLink>
            <p className="py-1 text-center text-note text-soft">{t('already')}</p>
          </>
        )}
        <EditButton pressed={pressed} />
        <DropButton pressed={pressed} />
      </div>
    </WizardFrame>
  )
}

/** The bank asks the customer somewhere else; this page waits for it. */
export function InBankApp({ view, account, today, bank }: StateProps) {
  const t = useTranslations('transferState')
  const review = useTranslations('transferReview')
  const { snapshot } = view
  const pressed = { transferId: view.transferId, check: view.check, productId: snapshot.productId }
  return (
    <WizardFrame step={4} title={t('inApp')} lead={t('inAppMeaning', { bank })}>
      <WaitLine for="waitingApp" since={view.movedAt} />
      <Section id="asked" title={review('what')}>
        <FactsCard snapshot={snapshot} account={account} today={today} />
      </Section>
      <DropButton pressed={pressed} />
    </WizardFrame>
  )
}

function Steps({ host, bank }: { host: string; bank: string }) {
  const t = useTranslations('transferState')
  return (
    <Section id="steps" title={t('steps')}>
      <NumberedSteps steps={[t('stepOne', { host, bank }), t('stepTwo'), t('stepThree')]} />
    </Section>
  )
}

export function hasSnapshot(view: TransferView): view is TransferView & { snapshot: TransferSnapshot } {
  return view.snapshot !== null
}
