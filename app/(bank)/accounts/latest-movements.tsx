import { useLocale, useTranslations } from 'next-intl'
import type { Account } from '@/lib/contracts/accounts'
import type { Movement } from '@/lib/contracts/movements'
import { addDays } from '@/lib/domain/days/bank-day'
import { signOfDecimal } from '@/lib/domain/money/decimal'
import { Card } from '@/lib/ui/card'
import { classes } from '@/lib/ui/classes'
import { Groups } from '@/lib/ui/exact'
import { formatDay } from '@/lib/ui/format/day'
import { formatSigned } from '@/lib/ui/format/money'
import { movementInitials, movementTitle } from '@/lib/ui/format/movement'
import { PageLink } from '@/lib/ui/page-link'
import { accountName } from '../_parts/account-label'

type Latest = Movement & { productId: string }

type LatestMovementsProps = {
  /** The newest first. */
  movements: readonly Latest[]
  accounts: readonly Account[]
  today: string
}

/** The newest movements over all accounts, as far as they are known; each leads to its own. */
export function LatestMovements({ movements, accounts, today }: LatestMovementsProps) {
  const t = useTranslations('latest')
  const names = new Map(accounts.map((account) => [account.productId, accountName(account)]))
  const nameOf = ({ productId }: Latest) => names.get(productId) ?? productId
  const [newest] = movements
  if (newest === undefined) return null
  return (
    <section aria-labelledby="latest-title" className="pt-3">
      <div className="mb-1 flex items-center justify-between gap-4 px-0.5 text-note font-semibold">
        <h2 id="latest-title" className="text-soft">
          {t('title')}
        </h2>
        <PageLink
          href={`/accounts/${newest.productId}`}
          aria-label={t('seeAllOf', { name: nameOf(newest) })}
          className="inline-flex min-h-11 items-center rounded-small text-accent underline-offset-4 hover:underline md:min-h-8"
        >
          {t('seeAll')}
        </PageLink>
      </div>
      <Card>
        <ul className="divide-y divide-line">
          {movements.map((movement) => (
            <LatestMovement
              key={movement.movementId}
              movement={movement}
              account={nameOf(movement)}
              today={today}
            />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function LatestMovement({ movement, account, today }: { movement: Latest; account: string; today: string }) {
  const t = useTranslations('latest')
  const locale = useLocale()
  const title = movementTitle(movement)
  const day = movement.day ?? movement.valueDate
  const dayName = day && nameOfDay(day, today, t, locale)
  return (
    <li>
      <PageLink
        href={`/accounts/${movement.productId}?movement=${movement.movementId}`}
        className="flex min-h-16 flex-wrap items-center gap-x-3.5 rounded-card px-4 py-3 transition-colors duration-150 hover:bg-sunk md:px-4.5"
      >
        <span
          aria-hidden="true"
          className="flex size-9.5 shrink-0 @max-[19rem]/page:hidden items-center justify-center rounded-control bg-sunk text-note font-semibold text-soft"
        >
          {movementInitials(title)}
        </span>
        <span className="min-w-24 @max-[19rem]/page:min-w-full flex-1">
          <span className="line-clamp-2 @max-[19rem]/page:line-clamp-none font-semibold md:line-clamp-1 [overflow-wrap:anywhere]">
            {title ?? t('noText')}
          </span>
          <span className="block text-note text-soft [overflow-wrap:anywhere]">
            {[dayName, movement.status === 'pending' && t('pending'), account].filter(Boolean).join(' · ')}
          </span>
        </span>
        <Amount movement={movement} />
      </PageLink>
    </li>
  )
}

function nameOfDay(
  day: string,
  today: string,
  t: ReturnType<typeof useTranslations<'latest'>>,
  locale: string,
): string {
  if (day === today) return t('today')
  if (day === addDays(today, -1)) return t('yesterday')
  return formatDay(day, 'short', locale, today)
}

function Amount({ movement: { amount, currency, status } }: { movement: Movement }) {
  const t = useTranslations('latest')
  const locale = useLocale()
  if (amount === null) return <span className="text-note text-soft">{t('noAmount')}</span>
  const sign = signOfDecimal(amount)
  const written = formatSigned({ amount, currency: currency ?? '' }, locale)
  return (
    <span
      key={written}
      translate="no"
      className={classes(
        'ml-auto text-right font-semibold tabular-nums whitespace-nowrap @max-[19rem]/page:whitespace-normal',
        status === 'pending' ? 'font-medium text-soft' : sign > 0 ? 'text-accent' : undefined,
      )}
    >
      {sign !== 0 && (
        <span translate="yes" className="sr-only">
          {t(sign > 0 ? 'moneyIn' : 'moneyOut')}{' '}
        </span>
      )}
      <Groups>{written}</Groups>
    </span>
  )
}
