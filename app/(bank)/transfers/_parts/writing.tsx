import { useLocale, useTranslations } from 'next-intl'
import type { FormStart, Verdict } from '@/lib/browser/transfer-form'
import type { Balance, OverviewAccount } from '@/lib/contracts/overview'
import type { PreparationView, RecentPayee } from '@/lib/contracts/transfers'
import { buttonLooks } from '@/lib/ui/button'
import { Card, Section } from '@/lib/ui/card'
import { visibleText } from '@/lib/ui/format/bank-text'
import { maskIban, spokenIbanEnd } from '@/lib/ui/format/iban'
import { formatMoney } from '@/lib/ui/format/money'
import { Notice } from '@/lib/ui/notice'
import { PageLink } from '@/lib/ui/page-link'
import { StateCard } from '@/lib/ui/state-card'
import { accountName } from '../../_parts/account-label'
import { PageWords } from '../../_parts/page-words'
import type { FromAccount } from '../_form/account-field'
import { TransferForm } from '../_form/transfer-form'
import { Fact, Strong } from '../[transferId]/facts-card'
import { DropButton } from '../[transferId]/transfer-buttons'
import { WizardFrame } from './wizard-frame'

type WritingProps = {
  start: FormStart
  startPage: `/${string}`
  /** Those to pay from. */
  accounts: readonly OverviewAccount[]
  payees: readonly RecentPayee[]
  /** What the bank said last of the account in the draft; null where it was never heard. */
  preparation: PreparationView | null
  verdict: Verdict
  today: string
  bank: string
  /** The bank was sent it to approve, and then it was changed: what is approved there counts for nothing. */
  isAfterBank?: boolean
}

/** The form, or what is missing before there can be one. */
export function Writing({ accounts, bank, isAfterBank = false, ...form }: WritingProps) {
  const t = useTranslations('transferForm')
  const toWords = useFromAccount()
  return (
    <WizardFrame step={1} title={t('title')} lead={t('lead', { bank })}>
      {isAfterBank && (
        <Notice tone="warning" title={t('afterBank')}>
          {t('afterBankMeaning')}
        </Notice>
      )}
      {accounts.length === 0 ? (
        <>
          <NoAccount bank={bank} />
          {form.start.transferId !== null && <Kept start={form.start} transferId={form.start.transferId} />}
        </>
      ) : (
        <PageWords names={['transferForm', 'transferFault', 'transferProblem', 'transferRun', 'calendar']}>
          <TransferForm {...form} accounts={accounts.map(toWords)} />
        </PageWords>
      )}
    </WizardFrame>
  )
}

/** What was written stays in sight, and can be given up. */
function Kept({ start: { draft, check }, transferId }: { start: FormStart; transferId: string }) {
  const t = useTranslations('transferNone')
  const review = useTranslations('transferReview')
  const facts = [
    { name: review('amount'), typed: draft.amount },
    { name: review('to'), typed: [draft.payeeName, draft.iban].filter(Boolean).join(' · ') },
    { name: review('note'), typed: draft.note },
  ].filter(({ typed }) => typed.trim() !== '')
  return (
    <Section id="kept" title={t('kept')}>
      {facts.length > 0 && (
        <Card>
          <dl className="divide-y divide-line">
            {facts.map(({ name, typed }) => (
              <Fact key={name} name={name}>
                <Strong>{visibleText(typed)}</Strong>
              </Fact>
            ))}
          </dl>
        </Card>
      )}
      <div className="mt-3">
        <DropButton pressed={{ transferId, check, productId: draft.productId }} />
      </div>
    </Section>
  )
}

function NoAccount({ bank }: { bank: string }) {
  const t = useTranslations('transferNone')
  return (
    <StateCard
      title={t('title')}
      meaning={t('meaning', { bank })}
      action={
        <PageLink href="/consents/new?category=PAYMENTS" className={buttonLooks.primary}>
          {t('share')}
        </PageLink>
      }
    />
  )
}

function useFromAccount(): (account: OverviewAccount) => FromAccount {
  const t = useTranslations('transferForm')
  const share = useTranslations('share')
  const locale = useLocale()
  const figureOf = ({ available, accounting }: Balance) => {
    if (available !== null) return t('account.available', { amount: formatMoney(available, locale) })
    return accounting === null ? null : t('account.booked', { amount: formatMoney(accounting, locale) })
  }
  return (account) => ({
    productId: account.productId,
    name: accountName(account),
    maskedIban: account.iban === '' ? t('account.noIban') : maskIban(account.iban),
    spokenIban: account.iban === '' ? '' : share('ibanSpoken', { end: spokenIbanEnd(account.iban) }),
    figure: account.balance === null ? null : figureOf(account.balance),
  })
}
