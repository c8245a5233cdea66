import { useTranslations } from 'next-intl'
import type { OverviewAccount } from '@/lib/contracts/overview'
import type { TransferView } from '@/lib/contracts/transfers'
import { Section } from '@/lib/ui/card'
import { WizardFrame } from '../_parts/wizard-frame'
import { FactsCard } from './facts-card'
import { DropButton, WaitLine } from './transfer-buttons'

export type WaitingState = 'checking' | 'starting' | 'returned' | 'authorized' | 'executing'

type WaitingProps = {
  view: TransferView
  state: WaitingState
  account: OverviewAccount | undefined
  today: string
}

const steps = { checking: 2, starting: 3, returned: 4, authorized: 4, executing: 4 } as const

/** While something is awaited: what, since when, and that the page need not stay open. */
export function Waiting({ view, state, account, today }: WaitingProps) {
  const t = useTranslations('transferState')
  const review = useTranslations('transferReview')
  const { transferId, check, actions, snapshot, draft } = view
  return (
    <WizardFrame step={steps[state]} title={t(`title.${state}`)} lead={t(`meaning.${state}`)}>
      <WaitLine for="asking" since={view.movedAt} />
      {snapshot !== null && (
        <Section id="asked" title={review('wasAsked')}>
          <FactsCard snapshot={snapshot} account={account} today={today} extent="brief" />
        </Section>
      )}
      {actions.includes('abandon') && (
        <DropButton pressed={{ transferId, check, productId: draft.productId }} />
      )}
    </WizardFrame>
  )
}
