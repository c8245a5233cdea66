'use client'

import { useCallback } from 'react'
import type { FieldFault } from '@/lib/contracts/transfers'
import { formatDay } from '@/lib/ui/format/day'
import { asSentence } from '@/lib/ui/format/sentence'
import { useWords, useWordsContext } from '@/lib/ui/words'

const known = [
  'productId.empty',
  'productId.not_shared',
  'productId.closed',
  'payeeName.empty',
  'payeeName.too_long',
  'payeeName.characters',
  'payeeName.slash',
  'iban.empty',
  'iban.too_long',
  'iban.character',
  'iban.not_an_iban',
  'iban.country',
  'iban.length',
  'iban.structureDigit',
  'iban.structureLetter',
  'iban.check_digits',
  'iban.cin',
  'iban.not_sepa',
  'amount.empty',
  'amount.too_long',
  'amount.character',
  'amount.digits',
  'amount.currency',
  'amount.negative',
  'amount.zero',
  'amount.decimals',
  'amount.too_large',
  'amount.form',
  'amount.ambiguous',
  'amount.ambiguousOne',
  'currency.not_offered',
  'date.form',
  'date.year',
  'date.no_such_day',
  'date.ambiguous',
  'date.past',
  'date.too_early',
  'date.weekend',
  'date.holiday',
  'date.too_far',
  'date.none',
  'date.refused',
  'isUrgent.not_offered',
  'isUrgent.abroad',
  'note.empty',
  'note.too_long',
  'note.characters',
  'note.slash',
  'step.empty',
  'step.too_long',
  'step.characters',
  'step.slash',
] as const

type Told = Pick<FieldFault, 'code' | 'values' | 'bankWords'> & { field: FieldFault['field'] | 'step' }

/** Says what is wrong with a field: the bank's own words where it told, else ours. */
export function useFaultWords(): (fault: Told) => string {
  const t = useWords('transferFault')
  const { locale } = useWordsContext()
  return useCallback(
    ({ field, code, values, bankWords }) => {
      if (bankWords !== null) return t('bank', { words: bankWords })
      const exact = exactCode(code, values)
      const key = known.find((one) => one === `${field}.${exact}`)
      return key === undefined ? t('other') : asSentence(t(key, readable(values, locale)), locale)
    },
    [t, locale],
  )
}

function exactCode(code: string, values: Told['values']): string {
  if (code === 'structure') return values.expected === 'digit' ? 'structureDigit' : 'structureLetter'
  return code === 'ambiguous' && values.second === undefined ? 'ambiguousOne' : code
}

/** Codes of countries by their names, days as they are spoken. */
function readable(values: Readonly<Record<string, string>>, locale: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === 'country') return [name, countryName(value, locale)]
      return [name, /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value, 'weekday', locale) : value]
    }),
  )
}

/** The code itself where it is no country's. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
