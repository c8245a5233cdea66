import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { OverviewAccount } from '@/lib/contracts/overview'
import type { TransferField, TransferSnapshot } from '@/lib/contracts/transfers'
import { groupIban } from '@/lib/domain/iban'
import { isStepFieldName } from '@/lib/domain/transfers/transfer-steps'
import { Card } from '@/lib/ui/card'
import { Exact } from '@/lib/ui/exact'
import { visibleText } from '@/lib/ui/format/bank-text'
import { formatDay } from '@/lib/ui/format/day'
import { formatMoney } from '@/lib/ui/format/money'
import { asSentence } from '@/lib/ui/format/sentence'
import { accountName, MaskedIban } from '../../_parts/account-label'

type FactsCardProps = {
  snapshot: TransferSnapshot
  account: OverviewAccount | undefined
  today: string
  /** The customer left the day to the bank. */
  isAsap?: boolean
  /** Beside a fact that can be changed. */
  change?: (field: TransferField) => ReactNode
  /** `brief`: what it was about; without what only the review is for. */
  extent?: 'whole' | 'brief'
}

/** What the bank was asked, and what it made of it: fact by fact. */
export function FactsCard({ snapshot, account, today, isAsap, change, extent = 'whole' }: FactsCardProps) {
  const t = useTranslations('transferReview')
  const locale = useLocale()
  const { payeeName, iban, bankName, branchName, date, isUrgent, note, further } = snapshot
  const bank = [bankName, branchName].filter((name) => name !== null && name.trim() !== '').join(', ')
  const isWhole = extent === 'whole'
  const run = useTranslations('transferRun')
  const furtherName = (name: string) => (isStepFieldName(name) ? run(`field.${name}`) : name)
  return (
    <Card>
      <dl className="divide-y divide-line">
        <Fact name={t('amount')} action={change?.('amount')}>
          <Hero>{formatMoney(snapshot, locale)}</Hero>
        </Fact>
        <Fact name={t('to')} action={change?.('payeeName')}>
          <Strong>
            <Exact>{payeeName}</Exact>
          </Strong>
          <Soft>
            <bdi key={iban} translate="no" className="tabular-nums">
              {groupIban(iban)}
            </bdi>
          </Soft>
          {bank !== '' && (
            <Soft>
              <Exact>{visibleText(bank)}</Exact>
            </Soft>
          )}
        </Fact>
        <Fact name={t('from')} action={change?.('productId')}>
          <Strong>
            <Exact>{account === undefined ? snapshot.productId : accountName(account)}</Exact>
          </Strong>
          {account !== undefined && (
            <Soft>
              <MaskedIban iban={account.iban} />
            </Soft>
          )}
        </Fact>
        <Fact name={t('when')} action={change?.('date')}>
          <Strong>{asSentence(formatDay(date, 'weekday', locale, today), locale)}</Strong>
          {isUrgent && <Soft>{t('urgent')}</Soft>}
          {isAsap && !isUrgent && <Soft>{t('asap')}</Soft>}
        </Fact>
        {isWhole && (
          <Fact name={t('note')} action={change?.('note')}>
            <Strong>
              <Exact>{note}</Exact>
            </Strong>
          </Fact>
        )}
        {isWhole &&
          further.map(({ name, value }) => (
            <Fact key={name} name={furtherName(name)}>
              <Strong>
                <Exact>{value}</Exact>
              </Strong>
            </Fact>
          ))}
        {isWhole && <Prices snapshot={snapshot} />}
      </dl>
    </Card>
  )
}

/** The costs by the bank. A cost that the bank did not give is shown as missing, not as zero. */
function Prices({ snapshot }: { snapshot: TransferSnapshot }) {
  const t = useTranslations('transferReview')
  const locale = useLocale()
  const { fee, total, equivalent } = snapshot
  const isFree = fee !== null && !/[1-9]/.test(fee.amount)
  // A fee in another currency is in no sum.
  const isFeeApart = fee !== null && !isFree && total !== null && total.currency !== fee.currency
  return (
    <>
      {(equivalent !== null || isFeeApart) && (
        <Fact name={t('equivalent')}>
          {equivalent === null ? (
            <Soft>{t('equivalentUntold')}</Soft>
          ) : (
            <Strong>
              <Exact>{formatMoney(equivalent, locale)}</Exact>
            </Strong>
          )}
        </Fact>
      )}
      <Fact name={t('fee')}>
        {fee === null ? (
          <Soft>{t('feeUntold')}</Soft>
        ) : (
          <Strong>{isFree ? t('noFee') : <Exact>{formatMoney(fee, locale)}</Exact>}</Strong>
        )}
      </Fact>
      <Fact name={t('total')}>
        {total === null ? <Soft>{t('totalUntold')}</Soft> : <Hero>{formatMoney(total, locale)}</Hero>}
        {isFeeApart && <Soft>{t('feeApart')}</Soft>}
      </Fact>
    </>
  )
}

type FactProps = { name: string; action?: ReactNode; children: ReactNode }

export function Fact({ name, action, children }: FactProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-3.5 sm:grid-cols-[10.5rem_minmax(0,1fr)_auto] sm:px-5">
      <dt className="text-note text-soft max-sm:col-span-full max-sm:mb-0.5 sm:pt-0.5">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
      {action && <dd className="-my-2.5 sm:-my-1">{action}</dd>}
    </div>
  )
}

function Hero({ children }: { children: string }) {
  return (
    <p className="text-figure font-semibold tracking-[-0.01em] tabular-nums md:text-[1.25rem]">
      <Exact>{children}</Exact>
    </p>
  )
}

export function Strong({ children }: { children: ReactNode }) {
  return <p className="font-semibold tabular-nums">{children}</p>
}

export function Soft({ children }: { children: ReactNode }) {
  return <p className="text-note text-soft">{children}</p>
}
