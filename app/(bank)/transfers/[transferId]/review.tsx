import { useTranslations } from 'next-intl'
import type { OverviewAccount } from '@/lib/contracts/overview'
import type { TransferSnapshot, TransferView } from '@/lib/contracts/transfers'
import { visibleText } from '@/lib/ui/format/bank-text'
import { Notice } from '@/lib/ui/notice'
import { PageLink } from '@/lib/ui/page-link'
import { faultOfAccount } from '../_parts/from-accounts'
import { WizardFrame } from '../_parts/wizard-frame'
import { FactsCard } from './facts-card'
import { ProblemIsland } from './problem-island'
import { ApproveButton, ChangeAccountButton, ChangeButton, DropButton } from './transfer-buttons'

export type StateProps = {
  view: TransferView & { snapshot: TransferSnapshot }
  account: OverviewAccount | undefined
  today: string
  bank: string
}

/** What the bank made of the order, before it is approved: each fact with the way to change it, and one way on. */
export function Review({ view, account, today, bank }: StateProps) {
  const t = useTranslations('transferReview')
  const run = useTranslations('transferRun')
  const { transferId, check, snapshot } = view
  const pressed = { transferId, check, productId: snapshot.productId }
  const fault = faultOfAccount(account, snapshot.productId)
  return (
    <WizardFrame step={3} title={t('title')} lead={t('lead')}>
      <FactsCard
        snapshot={snapshot}
        account={account}
        today={today}
        isAsap={view.draft.date.trim() === ''}
        change={(field) =>
          field !== 'iban' &&
          field !== 'currency' &&
          field !== 'isUrgent' && <ChangeButton pressed={pressed} field={field} />
        }
      />
      <BankSays messages={snapshot.messages} />
      <div className="rounded-card bg-sunk px-4 py-3 text-[0.875rem] text-soft">
        <p>{t('nameUnchecked')}</p>
        <p className="mt-1">{t('editMeans')}</p>
      </div>
      <ProblemIsland view={view} role="alert" isTimed />
      {fault !== undefined && (
        <Notice tone="warning" title={t(`account.${fault}`)}>
          {t('accountMeaning')}
        </Notice>
      )}
      <div className="space-y-1">
        {fault === undefined ? (
          <ApproveButton pressed={pressed} bank={bank} />
        ) : (
          <ChangeAccountButton pressed={pressed} />
        )}
        <p className="text-center print:hidden">
          <PageLink
            href="/transfers"
            className="inline-flex min-h-11 items-center rounded-small font-semibold text-accent underline-offset-4 hover:underline"
          >
            {run('later')}
          </PageLink>
        </p>
        <DropButton pressed={pressed} />
      </div>
    </WizardFrame>
  )
}

/** What the bank said beside its verdict, in its own words. */
export function BankSays({ messages }: { messages: TransferSnapshot['messages'] }) {
  const t = useTranslations('transferReview')
  const told = messages.filter(({ text }) => text.trim() !== '')
  if (told.length === 0) return null
  const isWarning = told.some(({ type }) => type === 'WARNING' || type === 'ERROR')
  return (
    <Notice tone={isWarning ? 'warning' : 'plain'} title={t('bankSays')}>
      <ul>
        {told.map(({ text, detail }) => (
          <li key={`${text} ${detail}`} className="[overflow-wrap:anywhere]">
            {visibleText(text)}
            {detail.trim() !== '' && ` (${visibleText(detail)})`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
