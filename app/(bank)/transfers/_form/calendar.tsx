'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays } from '@/lib/domain/days/bank-day'
import { judgeDay, type PaymentCalendar } from '@/lib/domain/days/payment-days'
import { Button } from '@/lib/ui/button'
import { classes } from '@/lib/ui/classes'
import { formatDay } from '@/lib/ui/format/day'
import { asSentence } from '@/lib/ui/format/sentence'
import { addMonths, monthGrid, weekdayOf } from '@/lib/ui/month-grid'
import { useWords, useWordsContext } from '@/lib/ui/words'

type CalendarProps = {
  /** `YYYY-MM-DD`; undefined while the field has no day. */
  chosen: string | undefined
  /** Where it opens then. */
  otherwise: string
  calendar: PaymentCalendar
  payeeAbi: string | undefined
  onChoose: (day: string) => void
}

/**
 * A month of days, each with the reason why it cannot be chosen. By keyboard as the ARIA practices have a date grid: one
 * stop for Tab, arrows by day and week, Home and End in the week, Page Up and Page Down by month.
 */
export default function Calendar({ chosen, otherwise, calendar, payeeAbi, onChoose }: CalendarProps) {
  const t = useWords('calendar')
  const { locale } = useWordsContext()
  const [day, setDay] = useState(chosen ?? otherwise)
  const [isByKey, setIsByKey] = useState(true)
  const here = useRef<HTMLButtonElement>(null)
  const month = day.slice(0, 7)

  useEffect(() => {
    if (isByKey && here.current?.value === day) here.current.focus()
  }, [day, isByKey])

  const reasonAgainst = (one: string) => {
    const verdict = judgeDay(one, calendar, payeeAbi)
    if (verdict.kind === 'allowed') return undefined
    const { kind } = verdict.reason
    return t(`reason.${kind}`)
  }
  const turn = (months: number) => {
    setIsByKey(false)
    setDay(addMonths(day, months))
  }
  const press = (event: KeyboardEvent) => {
    const moved = movedBy(event.key, day)
    if (moved === undefined) return
    event.preventDefault()
    setIsByKey(true)
    setDay(moved)
  }
  const reason = reasonAgainst(day)
  return (
    <section
      aria-label={t('label')}
      className="rounded-card border border-line bg-card px-3 pt-2 pb-3 sm:px-4"
    >
      <div className="flex items-center justify-between gap-2">
        <Turn words={t('previous')} sign="‹" onPress={() => turn(-1)} />
        <p aria-live="polite" className="font-semibold">
          {monthName(month, locale)}
        </p>
        <Turn words={t('following')} sign="›" onPress={() => turn(1)} />
      </div>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: one thing to move in, by the ARIA practices.
        role="grid"
        aria-label={monthName(month, locale)}
        onKeyDown={press}
        className="w-full table-fixed"
      >
        <thead>
          <tr>
            {weekdays(locale).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long} className="py-1 text-note font-medium text-soft">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((one, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column, by its weekday.
                <td key={place} className="p-0.5">
                  {one !== null && (
                    <Day
                      day={one}
                      isHere={one === day}
                      isChosen={one === chosen}
                      isToday={one === calendar.today}
                      reason={reasonAgainst(one)}
                      hereRef={one === day ? here : undefined}
                      onPress={() => {
                        setIsByKey(true)
                        setDay(one)
                        if (reasonAgainst(one) === undefined) onChoose(one)
                      }}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 min-h-5 px-1 text-note font-medium text-warning">
        {reason !== undefined &&
          `${asSentence(formatDay(day, 'weekday', locale, calendar.today), locale)}: ${reason}`}
      </p>
      <p className="px-1 text-note text-soft max-md:hidden pointer-coarse:hidden">{t('help')}</p>
    </section>
  )
}

function Turn({ words, sign, onPress }: { words: string; sign: string; onPress: () => void }) {
  return (
    <Button look="quiet" aria-label={words} onClick={onPress} className="size-11 justify-center text-lead">
      <span aria-hidden="true">{sign}</span>
    </Button>
  )
}

type DayProps = {
  day: string
  isHere: boolean
  isChosen: boolean
  isToday: boolean
  reason: string | undefined
  hereRef: React.Ref<HTMLButtonElement> | undefined
  onPress: () => void
}

/** One that cannot be chosen can still be reached, to hear why. */
function Day({ day, isHere, isChosen, isToday, reason, hereRef, onPress }: DayProps) {
  const t = useWords('calendar')
  const { locale } = useWordsContext()
  const words = [formatDay(day, 'weekday', locale), isToday && t('today'), isChosen && t('chosen'), reason]
  return (
    <button
      ref={hereRef}
      type="button"
      value={day}
      tabIndex={isHere ? 0 : -1}
      aria-label={words.filter(Boolean).join(', ')}
      aria-disabled={reason !== undefined || undefined}
      title={reason}
      onClick={onPress}
      className={classes(
        'flex min-h-11 w-full items-center justify-center rounded-control tabular-nums outline-offset-[-2px] md:min-h-9',
        reason === undefined ? 'font-medium hover:bg-sunk' : 'text-faint line-through decoration-1',
        isChosen && reason === undefined && 'bg-accent text-on-accent hover:bg-accent-strong',
        isToday && 'border border-edge',
      )}
    >
      {Number(day.slice(8))}
    </button>
  )
}

function movedBy(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekdayOf(day))
    case 'End':
      return addDays(day, 6 - weekdayOf(day))
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return undefined
  }
}

/** English weeks and days are written as Europe writes them. */
const writtenAs = (locale: string) => (locale === 'en' ? 'en-GB' : locale)

function monthName(month: string, locale: string): string {
  const shape = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(writtenAs(locale), shape).format(new Date(`${month}-01T00:00:00Z`))
}

/** From Monday on; 5 January 2026 is one. */
function weekdays(locale: string): { short: string; long: string }[] {
  const named = (weekday: 'short' | 'long') =>
    new Intl.DateTimeFormat(writtenAs(locale), { weekday, timeZone: 'UTC' })
  const [short, long] = [named('short'), named('long')]
  return [5, 6, 7, 8, 9, 10, 11].map((date) => {
    const at = new Date(Date.UTC(2026, 0, date))
    return { short: short.format(at), long: long.format(at) }
  })
}
