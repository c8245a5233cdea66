'use client'

import { useState } from 'react'
import type { RecentPayee, TransferDraft } from '@/lib/contracts/transfers'
import { groupIban } from '@/lib/domain/iban'
import { Card } from '@/lib/ui/card'
import { Exact } from '@/lib/ui/exact'
import { maskIban, spokenIbanEnd } from '@/lib/ui/format/iban'
import { useWords } from '@/lib/ui/words'
import { describedBy, Field, fieldId, inputLook } from './field'
import { IbanInput } from './iban-input'
import { isStrange, TextProposal } from './text-proposal'

type PayeeFieldsProps = {
  draft: Pick<TransferDraft, 'payeeName' | 'iban'>
  payees: readonly RecentPayee[]
  faultOf: (field: 'payeeName' | 'iban') => string | undefined
  onChange: (changes: Partial<TransferDraft>) => void
  onLeave: (field: 'payeeName' | 'iban') => void
}

/** Who gets the money: one of the latest, or written. */
export function PayeeFields({ draft, payees, faultOf, onChange, onLeave }: PayeeFieldsProps) {
  const t = useWords('transferForm')
  const fault = faultOf('payeeName')
  const isOdd = isStrange('payeeName', draft.payeeName)
  return (
    <>
      {payees.length > 0 && (
        <Payees payees={payees} isOpen={draft.payeeName === '' && draft.iban === ''} onPick={onChange} />
      )}
      <Field
        field="payeeName"
        label={t('name.label')}
        hint={t('name.hint')}
        fault={isOdd ? undefined : fault}
      >
        <input
          id={fieldId('payeeName')}
          name="payeeName"
          value={draft.payeeName}
          onChange={({ target }) => onChange({ payeeName: target.value })}
          onBlur={() => onLeave('payeeName')}
          autoComplete="off"
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={describedBy('payeeName', (isOdd || fault !== undefined) && 'fault', 'hint')}
          className={inputLook}
        />
        <TextProposal of="payeeName" text={draft.payeeName} onTake={(payeeName) => onChange({ payeeName })} />
      </Field>
      <IbanInput
        value={draft.iban}
        fault={faultOf('iban')}
        onType={(iban) => onChange({ iban })}
        onLeave={() => onLeave('iban')}
      />
    </>
  )
}

type PayeesProps = {
  payees: readonly RecentPayee[]
  isOpen: boolean
  onPick: (payee: Pick<TransferDraft, 'payeeName' | 'iban'>) => void
}

/** Closed once there is a payee, so that nobody is chosen by mistake over what was written. */
function Payees({ payees, isOpen, onPick }: PayeesProps) {
  const t = useWords('transferForm')
  const [openAtFirst] = useState(isOpen)
  const [picked, setPicked] = useState('')
  return (
    <details open={openAtFirst} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center rounded-small font-semibold text-accent underline-offset-4 hover:underline md:min-h-8">
        {t('payees')}
      </summary>
      <Card className="mt-1.5 overflow-hidden">
        <ul className="divide-y divide-line">
          {payees.map(({ name, iban }) => (
            <li key={`${name} ${iban}`}>
              <button
                type="button"
                onClick={() => {
                  onPick({ payeeName: name, iban: groupIban(iban) })
                  setPicked(name)
                }}
                className="flex min-h-13 w-full flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 text-left outline-offset-[-3px] hover:bg-sunk md:px-5"
              >
                <Exact className="min-w-0 font-medium [overflow-wrap:anywhere]">{name}</Exact>
                <span translate="no" className="text-note text-soft tabular-nums">
                  <span aria-hidden="true">{maskIban(iban)}</span>
                  <span className="sr-only">{spokenIbanEnd(iban)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <p role="status" className="sr-only">
        {picked !== '' && t('payeeChosen', { name: picked })}
      </p>
    </details>
  )
}
