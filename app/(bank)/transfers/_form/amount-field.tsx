'use client'

import type { PreparationView } from '@/lib/contracts/transfers'
import type { Locale } from '@/lib/domain/locale'
import { decimalsOf, readAmount } from '@/lib/domain/money/amount-input'
import { Button } from '@/lib/ui/button'
import { Exact } from '@/lib/ui/exact'
import { formatDay } from '@/lib/ui/format/day'
import { formatMoney } from '@/lib/ui/format/money'
import { typedAmount } from '@/lib/ui/format/typed'
import { useWords } from '@/lib/ui/words'
import { describedBy, Field, fieldId, inputLook } from './field'

type AmountFieldProps = {
  value: string
  currency: string
  preparation: PreparationView | null
  locale: Locale
  faultOf: (field: 'amount' | 'currency') => string | undefined
  onType: (value: string) => void
  onCurrency: (code: string) => void
  onLeave: () => void
}

/** An amount as people write it, said back; what has two meanings is asked. A currency where there is a choice. */
export function AmountField(props: AmountFieldProps) {
  const { value, currency, preparation, locale, faultOf, onType, onCurrency, onLeave } = props
  const t = useWords('transferForm')
  const fault = faultOf('amount')
  const reading = readAmount(value, currency, locale)
  const shown = reading.kind === 'ask' ? undefined : fault
  const echo =
    reading.kind === 'amount'
      ? t('amount.echo', { amount: formatMoney({ amount: reading.amount, currency }, locale) })
      : ''
  const currencies = preparation?.currencies ?? []
  return (
    <>
      <Field
        field="amount"
        label={t('amount.label')}
        hint={t('amount.hint', {
          example: typedAmount(decimalsOf(currency) === 0 ? '4900' : '49.90', locale),
        })}
        fault={shown}
        echo={
          echo !== '' && (
            <p key={echo} translate="no" className="font-medium text-ink tabular-nums">
              {echo}
            </p>
          )
        }
        spoken={echo}
      >
        <div className="flex gap-2">
          <input
            id={fieldId('amount')}
            name="amount"
            value={value}
            onChange={({ target }) => onType(target.value)}
            onBlur={onLeave}
            inputMode="decimal"
            autoComplete="off"
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={describedBy('amount', shown !== undefined && 'fault', 'hint', 'echo')}
            className={`${inputLook} text-[1.1875rem] font-semibold tabular-nums md:text-[1.1875rem]`}
          />
          {currencies.length <= 1 && (
            <Exact className="flex min-h-12 shrink-0 items-center px-1 font-medium text-soft">
              {currency}
            </Exact>
          )}
        </div>
        {reading.kind === 'ask' && (
          <Ask
            title={t(reading.readings.length > 1 ? 'amount.ask' : 'amount.askOne')}
            choices={reading.readings.map((amount) => ({
              key: amount,
              words: formatMoney({ amount, currency }, locale),
              take: () => onType(typedAmount(amount, locale)),
            }))}
          />
        )}
      </Field>
      {currencies.length > 1 && (
        <Field
          field="currency"
          label={t('currency.label')}
          fault={faultOf('currency')}
          echo={<Rate currency={currency} preparation={preparation} locale={locale} />}
        >
          <select
            id={fieldId('currency')}
            name="currency"
            value={currency}
            onChange={({ target }) => onCurrency(target.value)}
            aria-invalid={faultOf('currency') !== undefined || undefined}
            aria-describedby={describedBy('currency', faultOf('currency') !== undefined && 'fault', 'echo')}
            className={inputLook}
          >
            {currencies.map(({ code, label }) => (
              <option key={code} value={code}>
                {label === code ? code : `${code} · ${label}`}
              </option>
            ))}
          </select>
        </Field>
      )}
    </>
  )
}

type RateProps = { currency: string; preparation: PreparationView | null; locale: Locale }

/** What the bank said of the currency; how much it comes to is said by the bank, in the next step. */
function Rate({ currency, preparation, locale }: RateProps) {
  const t = useWords('transferForm')
  const rate = preparation?.currencies.find(({ code }) => code === currency)?.rate ?? null
  if (currency === 'EUR' || preparation === null) return null
  if (rate === null) return <p>{t('currency.noRate')}</p>
  const { date, hour } = preparation.ratesUpdated
  const written = typedAmount(rate, locale)
  if (date === null || hour === null) return <p>{t('currency.rate', { rate: written, currency })}</p>
  return (
    <p className="tabular-nums">
      {t('currency.rateAt', { rate: written, currency, day: formatDay(date, 'long', locale), hour })}
    </p>
  )
}

type AskProps = { title: string; choices: readonly { key: string; words: string; take: () => void }[] }

/** What was typed has two meanings: nobody guesses, the customer says which. */
export function Ask({ title, choices }: AskProps) {
  return (
    <fieldset className="rounded-control bg-warning-wash px-4 pt-2.5 pb-3.5">
      <legend className="float-left w-full font-medium text-warning">{title}</legend>
      <div className="clear-both flex flex-wrap gap-2 pt-2">
        {choices.map(({ key, words, take }) => (
          <Button key={key} look="secondary" onClick={take} className="tabular-nums">
            {words}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
