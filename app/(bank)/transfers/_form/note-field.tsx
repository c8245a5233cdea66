'use client'

import { draftTextLength } from '@/lib/contracts/transfers'
import { textLengths } from '@/lib/domain/bank-text'
import { useWords } from '@/lib/ui/words'
import { describedBy, Field, fieldId, inputLook } from './field'
import { isStrange, TextProposal } from './text-proposal'

type NoteFieldProps = {
  value: string
  fault: string | undefined
  onType: (value: string) => void
  onLeave: () => void
}

/** What the payment is for, with how many characters are left. */
export function NoteField({ value, fault, onType, onLeave }: NoteFieldProps) {
  const t = useWords('transferForm')
  const isOdd = isStrange('note', value)
  const left = textLengths.note - [...value.trim()].length
  return (
    <Field
      field="note"
      label={t('note.label')}
      hint={t('note.hint')}
      fault={isOdd ? undefined : fault}
      aside={
        left <= 40 && (
          <span className="text-note text-soft tabular-nums">
            {left < 0 ? t('note.over', { count: -left }) : t('note.left', { count: left })}
          </span>
        )
      }
    >
      <textarea
        id={fieldId('note')}
        name="note"
        rows={2}
        maxLength={draftTextLength}
        value={value}
        onChange={({ target }) => onType(target.value)}
        onBlur={onLeave}
        autoComplete="off"
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={describedBy('note', (isOdd || fault !== undefined) && 'fault', 'hint')}
        className={`${inputLook} [field-sizing:content]`}
      />
      <TextProposal of="note" text={value} onTake={onType} />
    </Field>
  )
}
