'use client'

import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react'
import { judgeDay, type PaymentCalendar } from '@/lib/domain/days/payment-days'
import { readDay } from '@/lib/domain/days/typed-day'
import type { Locale } from '@/lib/domain/locale'
import { Button } from '@/lib/ui/button'
import { formatDay } from '@/lib/ui/format/day'
import { asSentence } from '@/lib/ui/format/sentence'
import { typedDay } from '@/lib/ui/format/typed'
import { usePiece } from '@/lib/ui/use-piece'
import { useWords } from '@/lib/ui/words'
import { Ask } from './amount-field'
import type Calendar from './calendar'
import { describedBy, Field, fieldId, inputLook } from './field'

const loadCalendar = () => import('./calendar')

/** The id of the button that opens the calendar. */
const opener = `${fieldId('date')}-calendar`

type DateFieldProps = {
  value: string
  calendar: PaymentCalendar
  /** The first day by the bank's word for the chosen account; undefined while that is not known. */
  first: string | undefined
  /** Of the payee's IBAN, as far as it is known. */
  payeeAbi: string | undefined
  locale: Locale
  fault: string | undefined
  onType: (value: string) => void
  onLeave: () => void
}

/** Reads a day as people write it and shows it with its weekday; a calendar is offered too. */
export function DateField(props: DateFieldProps) {
  const { value, calendar, first, payeeAbi, locale, fault, onType, onLeave } = props
  const t = useWords('transferForm')
  const [isOpen, setIsOpen] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const reading = readDay(value, calendar.today, locale)
  const isEmpty = value.trim() === ''
  const day = reading.kind === 'day' ? reading.day : undefined
  const verdict = day === undefined ? undefined : judgeDay(day, calendar, payeeAbi)
  const next = verdict?.kind === 'blocked' ? verdict.next : undefined
  const spoken = (one: string) => formatDay(one, 'weekday', locale, calendar.today)
  const echo = () => {
    if (isEmpty) return first === undefined ? '' : t('date.first', { day: spoken(first) })
    return day !== undefined && verdict?.kind === 'allowed' ? asSentence(spoken(day), locale) : ''
  }
  const take = (chosen: string) => onType(typedDay(chosen, locale))
  const close = useCallback(() => {
    setIsOpen(false)
    document.getElementById(opener)?.focus()
  }, [])
  useEffect(() => {
    const place = isOpen ? group.current : null
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close()
    }
    place?.addEventListener('keydown', onKey)
    return () => place?.removeEventListener('keydown', onKey)
  }, [isOpen, close])
  return (
    <Field
      field="date"
      label={t('date.label')}
      hint={t('date.hint', { example: typedDay(first ?? calendar.today, locale) })}
      fault={reading.kind === 'ask' ? undefined : fault}
      echo={echo() !== '' && <p className="font-medium text-ink">{echo()}</p>}
      spoken={isEmpty ? '' : echo()}
    >
      <div ref={group} className="space-y-1.5">
        <div className="flex flex-wrap gap-2">
          <input
            id={fieldId('date')}
            name="date"
            value={value}
            onChange={({ target }) => onType(target.value)}
            onBlur={onLeave}
            autoComplete="off"
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={describedBy(
              'date',
              fault !== undefined && reading.kind !== 'ask' && 'fault',
              'hint',
              'echo',
            )}
            className={`${inputLook} max-w-full flex-[1_1_11rem]`}
          />
          <Button
            id={opener}
            look="secondary"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="shrink-0 grow sm:grow-0"
          >
            {t('date.open')}
          </Button>
        </div>
        {isOpen && (
          <LoadedCalendar
            chosen={day}
            otherwise={first ?? calendar.today}
            calendar={calendar}
            payeeAbi={payeeAbi}
            onChoose={(chosen) => {
              take(chosen)
              close()
            }}
          />
        )}
      </div>
      {reading.kind === 'ask' && (
        <Ask
          title={t('date.ask')}
          choices={reading.readings.map((one) => ({
            key: one,
            words: asSentence(spoken(one), locale),
            take: () => take(one),
          }))}
        />
      )}
      {next !== undefined && !isOpen && (
        <Button look="secondary" onClick={() => take(next)}>
          {t('date.take', { day: spoken(next) })}
        </Button>
      )}
    </Field>
  )
}

/** The calendar once it is there, else what became of loading it; the day can be typed meanwhile. */
function LoadedCalendar(props: ComponentProps<typeof Calendar>) {
  const t = useWords('transferForm')
  const problem = useWords('problem')
  const [loaded, retry] = usePiece(loadCalendar)
  if (loaded === 'loading') return <p className="text-note text-soft">{t('date.loading')}</p>
  if (loaded === 'failed')
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 text-note text-soft">
        <span>{t('date.failed')}</span>
        <Button look="quiet" onClick={retry} className="text-note">
          {problem('retry')}
        </Button>
      </p>
    )
  return <loaded.piece.default {...props} />
}
