import { useLocale, useTranslations } from 'next-intl'
import type { Movement } from '@/lib/contracts/movements'
import { signOfDecimal } from '@/lib/domain/money/decimal'
import { cardUse } from '@/lib/domain/movements/card-use'
import { classes } from '@/lib/ui/classes'
import { Groups } from '@/lib/ui/exact'
import { formatDay } from '@/lib/ui/format/day'
import { formatSigned } from '@/lib/ui/format/money'
import { movementInitials } from '@/lib/ui/format/movement'
import type { MovementWords } from '@/lib/ui/format/movement-words'

/**
 * Tile, name over what else there is, amount. The name keeps room beside any amount, which goes on in the next line
 * after a group of digits before it would take that. In large letters everything stands under each other.
 */
export const movementRowShape =
  'grid grid-cols-[auto_minmax(6rem,1fr)_auto] items-center gap-x-2.5 rounded-card px-3.5 transition-colors duration-150 hover:bg-sunk @max-[22rem]/page:grid-cols-[minmax(6rem,1fr)_auto] @max-[19rem]/page:flex @max-[19rem]/page:flex-col @max-[19rem]/page:items-stretch md:gap-x-3 md:px-4.5'

/** The first letters, where there is room for more than the name. */
export function MovementTile({ title }: { title: string | null }) {
  return (
    <span
      aria-hidden="true"
      className="row-span-2 flex size-8 items-center justify-center rounded-control bg-sunk text-note font-semibold text-soft @max-[22rem]/page:hidden md:size-9"
    >
      {movementInitials(title)}
    </span>
  )
}

/** With whom, in the first line of a row. A name is kept from translation. */
export function MovementTitle({ words: { title, isCounterpart } }: { words: MovementWords }) {
  const t = useTranslations('movements')
  return (
    <span
      key={title}
      translate={isCounterpart ? 'no' : undefined}
      className={classes('line-clamp-2 self-end font-semibold @max-[19rem]/page:self-start', cutShort)}
    >
      {title ?? t('noText')}
    </span>
  )
}

type MovementDetailsProps = {
  parts: readonly (string | null)[]
  /** How many lines there may be on a phone. */
  className: 'line-clamp-1' | 'line-clamp-3'
}

/** The second line of a row, which is cut before the name is. */
export function MovementDetails({ parts, className }: MovementDetailsProps) {
  const line = parts.filter((part) => part !== null).join(' · ')
  return (
    <span
      key={line}
      className={classes('self-start text-note text-soft md:line-clamp-1', secondLine, cutShort, className)}
    >
      {line}
    </span>
  )
}

/** Under the name, where a row has further lines. */
export const secondLine = 'col-start-2 @max-[22rem]/page:col-start-1'

/** What has no room is cut, but on paper and in large letters, where it goes on in further lines. */
const cutShort =
  '[overflow-wrap:anywhere] @max-[19rem]/page:line-clamp-none print:line-clamp-none leading-snug'

type MovementParts = {
  /** In the reader's language; null where the rest says it. */
  kind: string | null
  rest: string | null
  /** The day it counts from, or on which the card was used, where that is another than its own. */
  value: string | null
}

/** What a row's second line has to say, without what the row says already. */
export function useMovementParts(
  { day, valueDate }: Pick<Movement, 'day' | 'valueDate'>,
  { kind, rest }: MovementWords,
  today: string,
): MovementParts {
  const t = useTranslations('movements')
  const locale = useLocale()
  const other = valueDate === null || valueDate === day ? null : formatDay(valueDate, 'short', locale, today)
  const value = other && t('valueDate', { day: other })
  const card = kind === 'card' && rest !== null ? cardUse(rest) : null
  // A day that the movement does not have stays in the bank's words.
  if (card !== null && [null, day, valueDate].includes(card.day)) {
    const number = t('kind.cardNumbered', { number: card.card })
    return { kind: number, rest: card.rest, value: card.day === valueDate ? other : value }
  }
  const word = kind && t(`kind.${kind}`)
  const isSaid = word !== null && rest?.toLowerCase().startsWith(word.toLowerCase())
  return { kind: isSaid ? null : word, rest, value }
}

/** With its sign, which a screen reader says in words. What comes in has the accent; what is pending is soft. */
export function MovementAmount({ movement: { amount, currency, status } }: { movement: Movement }) {
  const t = useTranslations('movements')
  const locale = useLocale()
  const place = 'row-span-2 text-right tabular-nums'
  if (amount === null)
    return <span className={classes(place, 'font-semibold text-warning')}>{t('noAmount')}</span>
  const sign = signOfDecimal(amount)
  const written = formatSigned({ amount, currency: currency ?? '' }, locale)
  return (
    <span
      key={written}
      translate="no"
      className={classes(
        place,
        status === 'pending' ? 'font-medium text-soft' : 'font-semibold',
        status === 'booked' && sign > 0 && 'text-accent',
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
