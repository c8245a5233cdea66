import { useLocale, useTranslations } from 'next-intl'
import type { OverviewAccount } from '@/lib/contracts/overview'
import { buttonLooks } from '@/lib/ui/button'
import { Groups, Phrase } from '@/lib/ui/exact'
import { formatMoney, moneyParts } from '@/lib/ui/format/money'
import { MomentOnPaper } from '@/lib/ui/moment-on-paper'
import { PageLink } from '@/lib/ui/page-link'

/** The available balance in large figures, else the booked one. Says so when the bank gave no balance. */
export function AccountHeadline({ account: { balance } }: { account: OverviewAccount }) {
  const t = useTranslations('account')
  const overview = useTranslations('overview')
  const locale = useLocale()
  const main = balance?.available ?? balance?.accounting
  if (!balance || !main) {
    return <p className="mt-1 font-medium text-soft">{overview(balance ? 'noBalance' : 'noFigures')}</p>
  }
  const { before, whole, cents, after } = moneyParts(main, locale)
  return (
    <div className="mt-1">
      <p className="font-medium text-soft">{t(balance.available ? 'available' : 'booked')}</p>
      <p
        key={`${before}${whole}${cents}${after}`}
        translate="no"
        className="text-headline font-semibold tracking-[-0.03em] tabular-nums [overflow-wrap:anywhere] md:text-headline-wide"
      >
        {before}
        <Groups>{whole}</Groups>
        <span className="text-[0.55em] font-medium tracking-[-0.01em] text-soft">
          {cents}
          {after}
        </span>
      </p>
      <MomentOnPaper instant={balance.readAt} words="updated" />
    </div>
  )
}

/** The booked balance beside the available one. */
export function BookedBalance({ account: { balance } }: { account: OverviewAccount }) {
  const overview = useTranslations('overview')
  const locale = useLocale()
  if (!balance?.available || !balance.accounting) return null
  const amount = formatMoney(balance.accounting, locale)
  return (
    <span className="tabular-nums max-md:basis-full">
      <Phrase exact={[amount]}>{overview('booked', { amount })}</Phrase>
    </span>
  )
}

/** For an account that payments may be prepared from. */
export function TransferLink({ account }: { account: OverviewAccount }) {
  const t = useTranslations('transfers')
  if (!account.shared.includes('PAYMENTS') || account.reading.kind === 'closed') return null
  return (
    <p className="mt-1 print:hidden">
      <PageLink
        href={`/transfers/new?${new URLSearchParams({ from: account.productId })}`}
        className={buttonLooks.quiet}
      >
        {t('fromAccount')}
      </PageLink>
    </p>
  )
}
