import { useLocale, useTranslations } from 'next-intl'
import { type MovementAddress, movementAddress } from '@/lib/contracts/movement-address'
import type { DayTotal, Movement, MovementsPage } from '@/lib/contracts/movements'
import { addDays } from '@/lib/domain/days/bank-day'
import { sumDecimals } from '@/lib/domain/money/decimal'
import { formatDay } from '@/lib/ui/format/day'
import { formatSigned } from '@/lib/ui/format/money'
import { MovementRow } from './movement-row'

type MovementDaysProps = { page: MovementsPage; address: MovementAddress; today: string }

/** A page of movements by the day they are booked on; what waits to be booked stands first and in no total. */
export function MovementDays({ page, address, today }: MovementDaysProps) {
  const t = useTranslations('movements')
  const locale = useLocale()
  const { after, typed } = address
  return byDay(page.movements).map(({ day, movements }, position, days) => {
    const totals = page.dayTotals.filter((total) => total.day === day)
    const isBegun = position === 0 && after !== undefined
    const isWhole = !isBegun || (day !== null && countOf(totals) <= movements.length)
    const isOver = position < days.length - 1 || page.nextCursor === null
    const name = day === null ? t('pending') : dayName(day, today, t, locale)
    const sums = sumsOf(day === null ? pendingSums(page, movements, isWhole && isOver) : totals)
    return (
      <div key={day ?? 'pending'} className={movementDayShape}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-3.5 pt-1.5 text-note leading-snug font-semibold text-soft @min-[44rem]/list:block @min-[44rem]/list:py-4 @min-[44rem]/list:pr-0 md:px-4.5">
          <h2 key={`${name} ${isWhole}`}>
            {isWhole ? name : t('continued', { day: name })}
            {day !== null && <OnPaper day={day} today={today} />}
          </h2>
          <p translate="no" className="font-normal tabular-nums">
            {sums.map((sum) => formatSigned(sum, locale)).join(' · ')}
          </p>
        </div>
        <ul className="min-w-0">
          {movements.map((movement) => (
            <MovementRow
              key={movement.movementId}
              movement={movement}
              today={today}
              href={movementAddress(page.account.productId, typed, {
                after,
                movement: movement.movementId,
              })}
            />
          ))}
        </ul>
      </div>
    )
  })
}

/** Under its heading; beside it where the list is wide. */
const movementDayShape =
  '@min-[44rem]/list:grid @min-[44rem]/list:grid-cols-[10rem_minmax(0,1fr)] print:break-inside-avoid'

/** Today is another day when a sheet of paper is looked at. */
function OnPaper({ day, today }: { day: string; today: string }) {
  const locale = useLocale()
  if (day !== today && day !== addDays(today, -1)) return null
  return <span className="hidden print:inline"> ({formatDay(day, 'long', locale)})</span>
}

function dayName(
  day: string,
  today: string,
  t: ReturnType<typeof useTranslations<'movements'>>,
  locale: string,
): string {
  if (day === today) return t('today')
  if (day === addDays(today, -1)) return t('yesterday')
  return formatDay(day, 'long', locale, today)
}

type Day = { day: string | null; movements: Movement[] }

function byDay(movements: readonly Movement[]): Day[] {
  const days: Day[] = []
  for (const movement of movements) {
    const last = days.at(-1)
    if (last !== undefined && last.day === movement.day) last.movements.push(movement)
    else days.push({ day: movement.day, movements: [movement] })
  }
  return days
}

function countOf(totals: readonly DayTotal[]): number {
  return totals.reduce((count, { movements }) => count + movements, 0)
}

type Sum = { currency: string | null; total: string; movements: number; withoutAmount: number }

/** Sums that say something: of one known currency each, and of more than the one amount that stands beside it. */
function sumsOf(totals: readonly Sum[]): { amount: string; currency: string }[] {
  if (totals.reduce((count, { movements }) => count + movements, 0) < 2) return []
  return totals.flatMap(({ currency, total, movements, withoutAmount }) =>
    currency === null || movements === withoutAmount ? [] : [{ amount: total, currency }],
  )
}

/** The sum of all pending movements, when their number is known or all are on this page. A partial sum is never shown. */
function pendingSums(page: MovementsPage, movements: readonly Movement[], isAll: boolean): Sum[] {
  if (page.sums !== null) return page.sums.filter(({ status }) => status === 'pending')
  if (!isAll) return []
  const currencies = new Set(movements.map(({ currency }) => currency))
  return [...currencies].map((currency) => {
    const own = movements.filter((movement) => movement.currency === currency)
    const amounts = own.flatMap(({ amount }) => amount ?? [])
    return {
      currency,
      total: sumDecimals(amounts),
      movements: own.length,
      withoutAmount: own.length - amounts.length,
    }
  })
}
