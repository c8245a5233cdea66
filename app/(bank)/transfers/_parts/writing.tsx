import { useLocale, useTranslations } from 'next-intl'
import type { FormStart, Verdict } from '@/lib/browser/transfers/transfer-form'
import type { Balance, OverviewAccount } from '@/lib/contracts/overview'
import type { PreparationView, RecentPayee } from '@/lib/contracts/transfers'
import { buttonLooks } from '@/lib/ui/button'
import { Card, Section } from '@/lib/ui/card'
import { classes } from '@/lib/ui/classes'
import { Exact } from '@/lib/ui/exact'
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
import { Fact, Soft, Strong } from '../[transferId]/facts-card'
import { DropButton } from '../[transferId]/transfer-buttons'
import { faultOfAccount } from './from-accounts'
import { WizardFrame } from './wizard-frame'

type WritingProps = {
  start: FormStart
  startPage: `/${string}`
  /** Those to pay from. */
  accounts: readonly OverviewAccount[]
  /** The account in the draft, whatever became of it. */
  own?: OverviewAccount
  /** There are accounts beside it that could be allowed. */
  hasOthers?: boolean
  payees: readonly RecentPayee[]
  /** What the bank said last of the account in the draft; null where it was never heard. */
  preparation: PreparationView | null
  verdict: Verdict
  today: string
  bank: string
  /** How long a draft is kept that was never checked. */
  draftDays: number
  /** The customer changed the transfer after sending it to the bank for approval, so that approval has no effect. */
  isAfterBank?: boolean
}

/** The form, or what is missing before there can be one. */
export function Writing({
  accounts,
  own,
  hasOthers = true,
  bank,
  isAfterBank = false,
  ...form
}: WritingProps) {
  const t = useTranslations('transferForm')
  const toWords = useFromAccount()
  const { start } = form
  const fault = start.transferId === null ? undefined : faultOfAccount(own, start.draft.productId)
  return (
    <WizardFrame step={1} title={t('title')} lead={t('lead', { bank })}>
      {isAfterBank && (
        <Notice tone="warning" title={t('afterBank')}>
          {t('afterBankMeaning')}
        </Notice>
      )}
      {accounts.length === 0 ? (
        <>
          <NoAccount bank={bank} fault={fault} productId={start.draft.productId} hasOthers={hasOthers} />
          {start.transferId !== null && <Kept start={start} own={own} transferId={start.transferId} />}
        </>
      ) : (
        <PageWords names={['transferForm', 'transferFault', 'transferProblem', 'transferRun', 'calendar']}>
          <TransferForm
            {...form}
            accounts={accounts.map(toWords)}
            lost={own !== undefined && fault !== undefined ? toWords(own) : undefined}
          />
        </PageWords>
      )}
    </WizardFrame>
  )
}

type KeptProps = { start: FormStart; own: OverviewAccount | undefined; transferId: string }

/** What was written stays in sight, and can be given up. */
function Kept({ start: { draft, check }, own, transferId }: KeptProps) {
  const t = useTranslations('transferNone')
  const review = useTranslations('transferReview')
  const facts = [
    { name: review('amount'), typed: [`${draft.amount} ${draft.currency}`] },
    { name: review('to'), typed: [draft.payeeName, draft.iban] },
    { name: review('from'), typed: own === undefined ? [] : [accountName(own), maskIban(own.iban)] },
    { name: review('when'), typed: [draft.date, draft.isUrgent ? review('urgent') : ''] },
    { name: review('note'), typed: [draft.note] },
  ]
    .map(({ name, typed }) => ({ name, typed: typed.filter((text) => text.trim() !== '') }))
    .filter(({ typed }) => typed.length > 0)
  return (
    <Section id="kept" title={t('kept')}>
      {facts.length > 0 && (
        <Card>
          <dl className="divide-y divide-line">
            {facts.map(({ name, typed }) => (
              <Fact key={name} name={name}>
                {typed.map((text, place) =>
                  place === 0 ? (
                    <Strong key={text}>
                      <Exact>{visibleText(text)}</Exact>
                    </Strong>
                  ) : (
                    <Soft key={text}>
                      <Exact>{visibleText(text)}</Exact>
                    </Soft>
                  ),
                )}
              </Fact>
            ))}
          </dl>
        </Card>
      )}
      <div className="mt-3 space-y-1 text-center">
        <PageLink href="/transfers" className={classes(buttonLooks.secondary, 'w-full')}>
          {t('later')}
        </PageLink>
        <DropButton pressed={{ transferId, check, productId: draft.productId }} />
      </div>
    </Section>
  )
}

type NoAccountProps = {
  bank: string
  /** What became of the account that was chosen. */
  fault: ReturnType<typeof faultOfAccount>
  productId: string
  /** There are accounts that could be allowed instead. */
  hasOthers: boolean
}

/** Why there is no account to pay from, and what helps. */
function NoAccount({ bank, fault, productId, hasOthers }: NoAccountProps) {
  const t = useTranslations('transferNone')
  const again = new URLSearchParams({ account: productId, category: 'PAYMENTS' })
  const way = (href: string, words: string) => (
    <PageLink href={href} className={buttonLooks.primary}>
      {words}
    </PageLink>
  )
  switch (fault) {
    case 'closed':
      return (
        <StateCard
          title={t('closed')}
          meaning={t(hasOthers ? 'closedMeaning' : 'closedAlone', { bank })}
          action={hasOthers && way('/consents/new?category=PAYMENTS', t('share'))}
        />
      )
    case 'not_shared':
      return (
        <StateCard
          title={t('notShared')}
          meaning={t('notSharedMeaning', { bank })}
          action={way(`/consents/new?${again}`, t('shareAgain'))}
        />
      )
    default:
      return (
        <StateCard
          title={t('title')}
          meaning={t('meaning', { bank })}
          action={way('/consents/new?category=PAYMENTS', t('share'))}
        />
      )
  }
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
