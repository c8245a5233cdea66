'use client'

import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { factsOfIban, normaliseIban } from '@/lib/domain/iban'
import { groupedAsTyped } from '@/lib/ui/iban-typing'
import { useWords, useWordsContext } from '@/lib/ui/words'
import { countryName } from './fault-words'
import { describedBy, Field, fieldId, inputLook } from './field'

type IbanInputProps = {
  value: string
  fault: string | undefined
  onType: (value: string) => void
  onLeave: () => void
}

/** An IBAN in groups of four, and under it what its beginning already says. */
export function IbanInput({ value, fault, onType, onLeave }: IbanInputProps) {
  const t = useWords('transferForm')
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const typed = groupedAsTyped(target.value, target.selectionStart ?? target.value.length)
    caret.current = typed.caret
    // Where grouping takes away what was just typed, nothing changes and nothing is drawn: a blank, for example.
    if (typed.text === value) {
      target.value = value
      target.setSelectionRange(typed.caret, typed.caret)
    }
    onType(typed.text)
  }
  return (
    <Field
      field="iban"
      label={t('iban.label')}
      hint={t('iban.hint')}
      fault={fault}
      echo={<Facts value={value} />}
    >
      <input
        ref={input}
        id={fieldId('iban')}
        name="iban"
        value={value}
        onChange={type}
        onBlur={onLeave}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={describedBy('iban', fault !== undefined && 'fault', 'hint', 'echo')}
        className={`${inputLook} tabular-nums`}
      />
    </Field>
  )
}

function Facts({ value }: { value: string }) {
  const t = useWords('transferForm')
  const { locale } = useWordsContext()
  const iban = normaliseIban(value) ?? ''
  const facts = factsOfIban(iban)
  if (facts === undefined) return null
  const { country, length, abi, cab } = facts
  const words = [
    countryName(country, locale),
    abi && t('iban.bank', { abi }),
    cab && t('iban.branch', { cab }),
    iban.length < length && t('iban.so_far', { found: iban.length, length }),
  ]
  return <p className="tabular-nums">{words.filter(Boolean).join(' · ')}</p>
}
