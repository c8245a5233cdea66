import { useLocale, useTranslations } from 'next-intl'
import type { TransferView } from '@/lib/contracts/transfers'
import { takenBack } from '@/lib/domain/transfers/transfer-meaning'
import { Card } from '@/lib/ui/card'
import { CopyButton } from '@/lib/ui/copy-button'
import { Exact, Phrase } from '@/lib/ui/exact'
import { formatDay } from '@/lib/ui/format/day'
import { formatMoney } from '@/lib/ui/format/money'
import { WizardFrame } from '../_parts/wizard-frame'
import { WayOn } from './ended'
import { Fact, FactsCard, Strong } from './facts-card'
import { BankSays, type StateProps } from './review'
import { Timeline } from './timeline'

/** Says only what the bank said: it accepted the order. */
export function Result({ view, account, today }: StateProps) {
  const t = useTranslations('transferState')
  const review = useTranslations('transferReview')
  const locale = useLocale()
  const { snapshot, result, transferId } = view
  const amount = formatMoney(snapshot, locale)
  const { executionStatus = null } = result ?? {}
  // Its day may be over, and what the bank says of it may be more than that it took it.
  const failure = takenBack(executionStatus)
  const isOlder = snapshot.date < today || (executionStatus !== null && executionStatus !== 'PENDING')
  return (
    <WizardFrame
      step={failure === null ? 'done' : null}
      title={failure === null ? t('title.accepted') : t(`takenBack.${failure}.title`)}
      lead={
        failure === null
          ? t(isOlder ? 'meaning.acceptedBefore' : 'meaning.accepted', {
              day: formatDay(snapshot.date, 'weekday', locale, today),
            })
          : t(`takenBack.${failure}.meaning`)
      }
    >
      <Card>
        <dl className="divide-y divide-line">
          <Fact name={review('amount')}>
            <p className="text-figure font-semibold tracking-[-0.01em] tabular-nums">
              <Phrase exact={[amount, snapshot.payeeName]}>
                {t('amountTo', { amount, name: snapshot.payeeName })}
              </Phrase>
            </p>
          </Fact>
          <Cro cro={result?.cro ?? null} />
          <Receipt view={view} />
          <Status executionStatus={executionStatus} />
        </dl>
      </Card>
      <BankSays messages={result?.messages ?? []} />
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center rounded-small font-semibold text-accent underline-offset-4 hover:underline md:min-h-8">
          {review('wasAsked')}
        </summary>
        <div className="mt-2">
          <FactsCard snapshot={snapshot} account={account} today={today} />
        </div>
      </details>
      <Timeline view={view} />
      <div className="space-y-3">
        <WayOn href="/transfers" look="primary">
          {t('toTransfers')}
        </WayOn>
        <WayOn href={`/transfers/new?repeat=${transferId}`} look="secondary">
          {t('repeat')}
        </WayOn>
      </div>
    </WizardFrame>
  )
}

function Cro({ cro }: { cro: string | null }) {
  const t = useTranslations('transferState')
  if (cro === null) {
    return (
      <Fact name={t('cro')}>
        <p className="text-soft">{t('noCro')}</p>
      </Fact>
    )
  }
  return (
    <Fact name={t('cro')} action={<CopyButton value={cro} label={t('copyCro')} />}>
      <Strong>
        <bdi key={cro} translate="no">
          {cro.replace(/(.{4})(?=.)/g, '$1 ')}
        </bdi>
      </Strong>
    </Fact>
  )
}

function Receipt({ view: { receipt, transferId } }: { view: TransferView }) {
  const t = useTranslations('transferState')
  if (receipt === 'stored') {
    return (
      <Fact
        name={t('receipt')}
        action={
          <a
            href={`/api/transfers/${transferId}/receipt`}
            download
            className="inline-flex min-h-11 print:hidden items-center rounded-small font-semibold text-accent underline-offset-4 hover:underline md:min-h-8"
          >
            {t('download')}
          </a>
        }
      >
        <Strong>{t('receiptFrom')}</Strong>
      </Fact>
    )
  }
  return (
    <Fact name={t('receipt')}>
      <p className="text-soft">{t(receipt === 'pending' ? 'receiptPending' : 'receiptMissing')}</p>
    </Fact>
  )
}

/** A value that we do not know is shown as the bank gave it. */
function Status({ executionStatus }: { executionStatus: string | null }) {
  const t = useTranslations('transferState')
  if (executionStatus === null) return null
  return (
    <Fact name={t('status')}>
      <Strong>{executionStatus === 'PENDING' ? t('statusPending') : <Exact>{executionStatus}</Exact>}</Strong>
    </Fact>
  )
}
