'use client'

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Scope, useBeginRun } from '@/lib/browser/watch/authorizations'
import { Button } from '@/lib/ui/button'
import { Card } from '@/lib/ui/card'
import { useWords } from '@/lib/ui/words'
import { choicePage } from '../../_parts/choice-page'
import { BeginOutcome } from '../begin-outcome'

type ShareFormProps = {
  formToken: string
  bank: string
  /** The accounts, then the categories: native boxes called `account` and `category`. */
  children: [ReactNode, ReactNode]
}

/**
 * The form around the boxes, which keep what was ticked whatever happens. What is missing is told above, takes the
 * focus, and leads to where it is missing.
 */
export function ShareForm({ formToken, bank, children: [accounts, categories] }: ShareFormProps) {
  const t = useWords('shareForm')
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const [missing, setMissing] = useState<readonly Missing[]>([])
  const [sent, setSent] = useState<Scope[]>([])
  const { begin, pending, problem, otherwise } = useBeginRun('grant')

  useEffect(() => {
    if (missing.length > 0) summary.current?.focus()
  }, [missing])

  const send = (instead?: string) => {
    if (!form.current) return
    const chosen = chosenIn(form.current)
    setMissing(chosen.missing)
    if (chosen.missing.length > 0) return
    setSent(chosen.scopes)
    void begin({ formToken, scopes: chosen.scopes }, instead)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const setAll = (checked: boolean) => {
    for (const box of boxesIn(form.current, 'account')) {
      if (!checked || box.dataset.byHand === undefined) box.checked = checked
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-8">
      {missing.length > 0 && (
        <div
          ref={summary}
          role="alert"
          tabIndex={-1}
          className="rounded-card border border-transparent bg-error-wash px-4 py-3.5 text-error"
        >
          <p className="font-semibold">{t('missing')}</p>
          <ul>
            {missing.map((what) => (
              <li key={what}>
                <a
                  href={`#choose-${what}`}
                  className="inline-flex min-h-8 items-center underline underline-offset-4"
                >
                  {t(what === 'account' ? 'noAccount' : 'noCategory')}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Choices what="account" label={t('accounts')}>
        {accounts}
      </Choices>
      <p className="-mt-6 flex gap-5 px-0.5">
        <Button look="quiet" onClick={() => setAll(true)}>
          {t('all')}
        </Button>
        <Button look="quiet" onClick={() => setAll(false)}>
          {t('noneChosen')}
        </Button>
      </p>
      <Choices what="category" label={t('categories')}>
        {categories}
      </Choices>
      <div className="space-y-3">
        <BeginOutcome
          problem={problem}
          otherwise={otherwise}
          returnTo={choicePage('/consents/new', sent)}
          onDropAndSend={send}
        />
        <Button type="submit" pending={pending} className="w-full">
          {pending ? t('pending') : t('submit')}
        </Button>
        <p className="text-center text-note text-soft">{t('next', { bank })}</p>
      </div>
    </form>
  )
}

type Missing = 'account' | 'category'

function Choices({ what, label, children }: { what: Missing; label: string; children: ReactNode }) {
  return (
    <fieldset id={`choose-${what}`} tabIndex={-1} className="min-w-0">
      <legend className="mb-3 px-0.5 text-note font-semibold text-soft">{label}</legend>
      <Card className="divide-y divide-line overflow-hidden">{children}</Card>
    </fieldset>
  )
}

function boxesIn(form: HTMLFormElement | null, name: Missing): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>(`input[name=${name}]`) ?? [])]
}

function chosenIn(form: HTMLFormElement): { scopes: Scope[]; missing: Missing[] } {
  const chosen = (name: Missing) =>
    boxesIn(form, name)
      .filter(({ checked }) => checked)
      .map(({ value }) => value)
  const [productIds, categories] = [chosen('account'), chosen('category')]
  const missing: Missing[] = []
  if (productIds.length === 0) missing.push('account')
  if (categories.length === 0) missing.push('category')
  return { scopes: categories.map((category) => ({ category, productIds })), missing }
}
