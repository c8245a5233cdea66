'use client'

import { type FormEvent, useEffect, useState } from 'react'
import { useStepKeeper } from '@/lib/browser/transfers/step-keeper'
import { useTransferAction } from '@/lib/browser/transfers/transfer-actions'
import type { FieldFault, TransferView } from '@/lib/contracts/transfers'
import { isStepFieldName } from '@/lib/domain/transfers/transfer-steps'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { useWords } from '@/lib/ui/words'
import { ErrorSummary } from '../_form/error-summary'
import { useFaultWords } from '../_form/fault-words'
import { describedBy, Field, fieldId, inputLook } from '../_form/field'
import { ProblemPlace } from '../_form/transfer-problem'
import { ToldAbove } from './stale'

type StepField = NonNullable<TransferView['step']>['fields'][number]

type StepFormProps = {
  transferId: string
  check: number
  productId: string
  step: number
  fields: readonly StepField[]
  /** What the bank said of fields of the transfer itself. */
  others: readonly FieldFault[]
}

/** Of the fields of the transfer itself. */
const labels = {
  productId: 'account.label',
  payeeName: 'name.label',
  iban: 'iban.label',
  amount: 'amount.label',
  currency: 'currency.label',
  date: 'date.label',
  isUrgent: 'urgency.label',
  note: 'note.label',
} as const

/** What the bank asks for beside the order, field by field. */
export function StepForm({ transferId, check, productId, step, fields, others }: StepFormProps) {
  const t = useWords('transferRun')
  const form = useWords('transferForm')
  const wordsOf = useFaultWords()
  const { act, pending, problem } = useTransferAction({ transferId, check }, 'step')
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  )
  const keeper = useStepKeeper({ transferId, check, step })
  const [missing, setMissing] = useState<readonly string[]>([])
  const [tries, setTries] = useState(0)

  const faultOf = ({ name, value, fault }: StepField): string | undefined => {
    const isEmpty = values[name]?.trim() === ''
    if (missing.includes(name) && isEmpty)
      return wordsOf({ field: 'step', code: 'empty', values: {}, bankWords: null })
    return fault !== null && values[name] === value ? wordsOf({ field: 'step', ...fault }) : undefined
  }
  const told = fields.filter(({ fault }) => fault !== null).length
  useEffect(() => {
    if (told > 0) setTries((count) => count + 1)
  }, [told])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const empty = fields.flatMap(({ name }) => (values[name]?.trim() ? [] : [name]))
    setMissing(empty)
    if (empty.length > 0) setTries((count) => count + 1)
    else {
      keeper.sent()
      void act({ step, data: values })
    }
  }
  const isOfBank = missing.length === 0 && fields.some(({ fault }) => fault?.code === 'bank')
  const faults = fields.flatMap((field) => {
    const words = faultOf(field)
    return words === undefined ? [] : [{ field: field.name, words: `${labelOf(field.name, t)}: ${words}` }]
  })
  return (
    <form onSubmit={submit} noValidate className="space-y-6">
      {tries > 0 && (
        <ErrorSummary
          title={form('faults.title')}
          lead={form(isOfBank ? 'faults.bankLead' : 'faults.lead')}
          faults={faults}
          tries={tries}
        />
      )}
      {others.length > 0 && (
        <Notice tone="error" role="alert" title={form('faults.title')}>
          <p>{form('faults.bankLead')}</p>
          <ul className="[overflow-wrap:anywhere]">
            {others.map((fault) => (
              <li key={fault.field}>{`${form(labels[fault.field])}: ${wordsOf(fault)}`}</li>
            ))}
          </ul>
          <p>{t('elsewhere')}</p>
        </Notice>
      )}
      {fields.map((field) => {
        const fault = faultOf(field)
        return (
          <Field key={field.name} field={field.name} label={labelOf(field.name, t)} fault={fault}>
            <input
              id={fieldId(field.name)}
              name={field.name}
              value={values[field.name] ?? ''}
              onChange={({ target }) => {
                const typed = { ...values, [field.name]: target.value }
                setValues(typed)
                keeper.typed(typed)
              }}
              autoComplete="off"
              aria-invalid={fault !== undefined || undefined}
              aria-describedby={describedBy(field.name, fault !== undefined && 'fault')}
              className={inputLook}
            />
          </Field>
        )
      })}
      {problem?.code === 'out_of_date' && <ToldAbove />}
      <ProblemPlace
        role="alert"
        problem={problem?.code === 'out_of_date' ? null : problem}
        returnTo={`/transfers/${transferId}`}
        productId={productId}
      />
      <Button type="submit" pending={pending} className="w-full">
        {pending ? form('checking') : t('stepSubmit')}
      </Button>
    </form>
  )
}

/** A field that we have no words for keeps the bank's name. */
function labelOf(name: string, t: ReturnType<typeof useWords<'transferRun'>>): string {
  return isStepFieldName(name) ? t(`field.${name}`) : name
}
