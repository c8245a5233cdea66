'use client'

import { useState } from 'react'
import { Button } from '@/lib/ui/button'
import { Card } from '@/lib/ui/card'
import { Exact } from '@/lib/ui/exact'
import { useWords } from '@/lib/ui/words'
import { Fault, fieldId } from './field'

/** An account to pay from, in words made by our server. */
export type FromAccount = {
  productId: string
  name: string
  maskedIban: string
  spokenIban: string
  /** What there is on it; null where that is not known. */
  figure: string | null
}

type AccountFieldProps = {
  accounts: readonly FromAccount[]
  /** Was chosen, and is none to pay from any more: shown, not offered. */
  lost?: FromAccount
  chosen: string
  fault: string | undefined
  onChoose: (productId: string) => void
}

/** The account to pay from: all of them while none is chosen, then that one with a way back to all. */
export function AccountField({ accounts, lost, chosen, fault, onChoose }: AccountFieldProps) {
  const t = useWords('transferForm')
  const known = accounts.find(({ productId }) => productId === chosen)
  const [isOpen, setIsOpen] = useState(known === undefined)
  const id = fieldId('productId')
  const shown = known === undefined || isOpen ? accounts : [known]
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={fault === undefined ? undefined : `${id}-fault`}
      className="min-w-0"
    >
      <legend className="mb-1.5 font-semibold">{t('account.label')}</legend>
      <Card className="divide-y divide-line overflow-hidden">
        {lost !== undefined && lost.productId === chosen && (
          <label className="flex min-h-16 items-center gap-4 px-4 py-3 text-soft md:px-5">
            <input type="radio" checked disabled readOnly className="size-5 shrink-0" />
            <AccountWords account={lost} />
          </label>
        )}
        {shown.map((account) => (
          <label
            key={account.productId}
            className="flex min-h-16 cursor-pointer items-center gap-4 px-4 py-3 transition-colors duration-150 has-checked:bg-accent-wash md:px-5"
          >
            <input
              type="radio"
              name="productId"
              value={account.productId}
              checked={account.productId === chosen}
              onChange={() => onChoose(account.productId)}
              className="size-5 shrink-0 accent-accent"
            />
            <AccountWords account={account} />
          </label>
        ))}
      </Card>
      {known !== undefined && !isOpen && accounts.length > 1 && (
        <Button
          look="quiet"
          aria-label={t('account.changeNamed')}
          onClick={() => setIsOpen(true)}
          className="mt-1 text-note"
        >
          {t('account.change')}
        </Button>
      )}
      <div className="mt-1.5">
        <Fault id={`${id}-fault`} words={fault} />
      </div>
    </fieldset>
  )
}

function AccountWords({ account }: { account: FromAccount }) {
  const { name, maskedIban, spokenIban, figure } = account
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
      <span className="min-w-0">
        <Exact className="block font-semibold [overflow-wrap:anywhere]">{name}</Exact>
        <span className="block text-note text-soft tabular-nums">
          <span aria-hidden="true" translate="no">
            {maskedIban}
          </span>
          <span className="sr-only">{spokenIban}</span>
        </span>
      </span>
      {figure !== null && <Exact className="min-w-0 text-note text-soft tabular-nums">{figure}</Exact>}
    </span>
  )
}
