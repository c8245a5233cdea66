import { useTranslations } from 'next-intl'
import type { OverviewAccount } from '@/lib/contracts/overview'
import type { TransferView } from '@/lib/contracts/transfers'
import { Section } from '@/lib/ui/card'
import { WizardFrame } from '../_parts/wizard-frame'
import { FactsCard } from './facts-card'
import { ProblemIsland } from './problem-island'
import { BankSays } from './review'
import { StepForm } from './step-form'
import { DropButton, EditButton } from './transfer-buttons'

type IncompleteProps = { view: TransferView; account: OverviewAccount | undefined; today: string }

/** The bank asks for more before it gives its verdict. */
export function Incomplete({ view, account, today }: IncompleteProps) {
  const t = useTranslations('transferReview')
  const { transferId, check, step, snapshot, draft, faults } = view
  const pressed = { transferId, check, productId: draft.productId }
  return (
    <WizardFrame step={2} title={t('stepTitle')} lead={t('stepLead')}>
      <ProblemIsland view={view} role="alert" isTimed />
      <BankSays messages={step?.messages ?? []} />
      {step !== null && (
        <StepForm key={step.number} {...pressed} step={step.number} fields={step.fields} others={faults} />
      )}
      {snapshot !== null && (
        <Section id="asked" title={t('wasAsked')}>
          <FactsCard snapshot={snapshot} account={account} today={today} extent="brief" />
        </Section>
      )}
      <div>
        <EditButton pressed={pressed} />
        <DropButton pressed={pressed} />
      </div>
    </WizardFrame>
  )
}
