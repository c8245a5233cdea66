import { useLocale, useTranslations } from 'next-intl'
import type { Movement } from '@/lib/contracts/movements'
import { signOfDecimal } from '@/lib/domain/money/decimal'
import { classes } from '@/lib/ui/classes'
import { Groups } from '@/lib/ui/exact'
import { formatDay } from '@/lib/ui/format/day'
import { formatSigned } from '@/lib/ui/format/money'
import { movementInitials, movementKind, movementTitle } from '@/lib/ui/format/movement'

type MovementRowProps = { movement: Movement; today: string; href: string }

/** One movement, in few nodes: there are fifty on a page. The whole row leads to all that the bank sent of it. */
export function MovementRow({ movement, today, href }: MovementRowProps) {
  const t = useTranslations('movements')
  const isPending = movement.status === 'pending'
  const title = movementTitle(movement)
  return (
    <li>
      <a
        href={href}
        data-in-place="push"
        className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 @max-[19rem]/page:flex @max-[19rem]/page:flex-col @max-[19rem]/page:items-stretch rounded-card px-4 py-3 transition-colors duration-150 hover:bg-sunk md:px-4.5"
      >
        <span
          aria-hidden="true"
          className="row-span-2 flex size-9.5 @max-[19rem]/page:hidden items-center justify-center rounded-control bg-sunk text-note font-semibold text-soft"
        >
          {movementInitials(title)}
        </span>
        <span className="line-clamp-2 @max-[19rem]/page:line-clamp-none self-end @max-[19rem]/page:self-start font-semibold [overflow-wrap:anywhere]">
          {title ?? t('noText')}
        </span>
        <Amount movement={movement} />
        <span className="col-start-2 self-start text-note text-soft [overflow-wrap:anywhere]">
          <What movement={movement} today={today} />
        </span>
        {movement.odd.length > 0 && (
          <span className="col-span-2 col-start-2 text-note text-warning">{t('odd')}</span>
        )}
        {isPending && <span className="sr-only">{t('pending')}</span>}
      </a>
    </li>
  )
}

/** What kind of movement it is, and the day it counts from where that is another. */
function What({ movement, today }: { movement: Movement; today: string }) {
  const t = useTranslations('movements')
  const locale = useLocale()
  const { valueDate, day } = movement
  const value =
    valueDate === null || valueDate === day
      ? null
      : t('valueDate', { day: formatDay(valueDate, 'short', locale, today) })
  return [movementKind(movement), value].filter((part) => part !== null).join(' · ')
}

function Amount({ movement: { amount, currency, status } }: { movement: Movement }) {
  const t = useTranslations('movements')
  const locale = useLocale()
  const place =
    'row-span-2 text-right font-semibold tabular-nums whitespace-nowrap @max-[19rem]/page:whitespace-normal'
  if (amount === null) return <span className={classes(place, 'text-warning')}>{t('noAmount')}</span>
  const sign = signOfDecimal(amount)
  const written = formatSigned({ amount, currency: currency ?? '' }, locale)
  return (
    <span
      key={written}
      translate="no"
      className={classes(
        place,
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
