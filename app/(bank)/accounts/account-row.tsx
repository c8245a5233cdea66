import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Balance, OverviewAccount } from '@/lib/contracts/overview'
import type { BalanceTrend } from '@/lib/domain/money/balance-trend'
import { compareDecimals } from '@/lib/domain/money/decimal'
import { accountRowShape } from '@/lib/ui/account-row-shape'
import { Age } from '@/lib/ui/age'
import { classes } from '@/lib/ui/classes'
import { CopyButton } from '@/lib/ui/copy-button'
import { Exact, Phrase } from '@/lib/ui/exact'
import { maskIban, spokenIbanEnd } from '@/lib/ui/format/iban'
import { formatMoney } from '@/lib/ui/format/money'
import { MomentOnPaper } from '@/lib/ui/moment-on-paper'
import { PageLink } from '@/lib/ui/page-link'
import { accountName } from '../_parts/account-label'
import { Sparkline } from './sparkline'

type AccountRowProps = {
  account: OverviewAccount
  /** The approval that the bank wants before it says more of this account. */
  approvalId: string | null
  /** The balance lately; undefined where movements were never read. */
  trend: BalanceTrend | undefined
}

/** One account: its name, its type and masked IBAN, and what there is of it, or why there is nothing. */
export function AccountRow({ account, approvalId, trend }: AccountRowProps) {
  const { balance, reading } = account
  return (
    <li className={classes(accountRowShape, 'flex-wrap justify-between gap-x-4 gap-y-1')}>
      <AccountName account={account} />
      <Sparkline trend={trend} />
      <div className="ml-auto shrink-0 text-right @max-[19rem]/page:max-w-full @max-[19rem]/page:shrink @min-[36rem]:min-w-36">
        {reading.kind === 'not_shared' ? (
          <ShareIt productId={account.productId} name={accountName(account)} />
        ) : (
          <Figures balance={balance} isClosed={reading.kind === 'closed'} />
        )}
      </div>
      <RowNote account={account} approvalId={approvalId} />
    </li>
  )
}

function AccountName({ account }: { account: OverviewAccount }) {
  const t = useTranslations('accounts')
  const copy = useTranslations('copy')
  const { iban, type } = account
  const name = accountName(account)
  return (
    <div className="min-w-0 flex-1 basis-40">
      <p key={name} translate="no" className="font-semibold [overflow-wrap:anywhere]">
        <PageLink
          href={`/accounts/${account.productId}`}
          className="-my-3 inline-block rounded-small py-3 underline-offset-4 hover:underline md:-my-1 md:py-1"
        >
          {name}
        </PageLink>
      </p>
      <p className="mt-0.5 flex flex-wrap items-center text-note text-soft max-sm:flex-col max-sm:items-start">
        <span className="[overflow-wrap:anywhere]">{type.description}</span>
        <span aria-hidden="true" className="whitespace-pre max-sm:hidden">
          {' · '}
        </span>
        {iban ? (
          <span key={iban} className="inline-flex items-center whitespace-nowrap tabular-nums">
            <span aria-hidden="true" translate="no">
              {maskIban(iban)}
            </span>
            <span className="sr-only">{t('ibanSpoken', { end: spokenIbanEnd(iban) })}</span>
            <CopyButton
              value={iban}
              label={copy('iban', { name })}
              className="-my-3 -ml-1 md:-my-1.5 md:ml-0.5"
            />
          </span>
        ) : (
          <span>{t('noIban')}</span>
        )}
      </p>
    </div>
  )
}

function ShareIt({ productId, name }: { productId: string; name: string }) {
  const t = useTranslations('overview')
  const query = new URLSearchParams({ account: productId, category: 'ACCOUNT_INFO' })
  return (
    <PageLink
      href={`/consents/new?${query}`}
      aria-label={t('shareNamed', { name })}
      className="inline-flex min-h-11 items-center rounded-small font-semibold text-accent underline-offset-4 hover:underline md:min-h-8"
    >
      {t('shareIt')}
    </PageLink>
  )
}

function Figures({ balance, isClosed }: { balance: Balance | null; isClosed: boolean }) {
  const t = useTranslations('overview')
  const locale = useLocale()
  if (balance === null) return <p className="text-note text-faint">{t(isClosed ? 'closed' : 'noFigures')}</p>
  const { available, accounting } = balance
  const main = available ?? accounting
  if (main === null) return <p className="text-note text-faint">{t('noBalance')}</p>
  return (
    <>
      <p
        className={classes(
          'text-figure font-semibold tracking-[-0.01em] tabular-nums',
          isClosed && 'text-faint',
        )}
      >
        <Exact>{formatMoney(main, locale)}</Exact>
      </p>
      <p className="text-note text-soft tabular-nums">
        <Phrase exact={accounting === null ? [] : [formatMoney(accounting, locale)]}>
          {underneath(balance, t, locale)}
        </Phrase>
      </p>
    </>
  )
}

function underneath(
  { available, accounting }: Balance,
  t: ReturnType<typeof useTranslations<'overview'>>,
  locale: string,
): string {
  if (available === null) return t('bookedOnly')
  if (accounting === null) return t('availableOnly')
  const isSame =
    available.currency === accounting.currency && compareDecimals(available.amount, accounting.amount) === 0
  return isSame ? t('asBooked') : t('booked', { amount: formatMoney(accounting, locale) })
}

/** Why the figures are not newer, in the account's own place. */
function RowNote({
  account: { productId, reading, balance },
  approvalId,
}: Omit<AccountRowProps, 'trend'>): ReactNode {
  const t = useTranslations('overview')
  const age = balance !== null && (
    <>
      {' '}
      <Age instant={balance.readAt} words="figures" />
      <MomentOnPaper instant={balance.readAt} words="figures" />.
    </>
  )
  if (reading.kind === 'closed') {
    return <p className="w-full text-note text-soft">{t('closedMeaning')}</p>
  }
  const id = reading.kind === 'sca_required' ? reading.authorizationId : approvalId
  if (id !== null && reading.kind !== 'not_shared') {
    return (
      <p className="w-full text-note text-warning">
        {t('approvalWanted')}
        {age}{' '}
        <PageLink href={`/authorizations/${id}`} className="font-semibold underline underline-offset-4">
          {t('approve')}
        </PageLink>
      </p>
    )
  }
  const problem = reading.kind === 'kept' ? reading.problem : null
  if (problem === null) return null
  return (
    <p className="w-full text-note text-warning">
      {t(`problem.${problem}`)}
      {age}
      {problem === 'bank_sca_expired' && (
        <>
          {' '}
          <PageLink href={`/accounts/${productId}`} className="font-semibold underline underline-offset-4">
            {t('confirmIt')}
          </PageLink>
        </>
      )}
    </p>
  )
}
