'use client'

import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReturnTo } from '@/lib/browser/session/connect'
import { usePreparation } from '@/lib/browser/transfers/preparation'
import {
  type FormStart,
  useTransferCheck,
  useTransferForm,
  type Verdict,
} from '@/lib/browser/transfers/transfer-form'
import { transferPaths } from '@/lib/browser/transfers/transfer-paths'
import { useRemake } from '@/lib/browser/watch/can-refresh'
import type { PreparationView, RecentPayee, TransferDraft } from '@/lib/contracts/transfers'
import { isLocale } from '@/lib/domain/locale'
import { noteAddress } from '@/lib/ui/page-heading'
import { useWordsContext } from '@/lib/ui/words'
import type { FromAccount } from './account-field'
import { focusField } from './focus-field'
import { rulesOf } from './rules'
import { useFaults } from './use-faults'
import { takeWantedField } from './wanted-field'

export type FormProps = {
  start: FormStart
  /** The bank's day by our server's clock, `YYYY-MM-DD`. */
  today: string
  /** Where a sign-in comes back to while the transfer has no address yet. */
  startPage: ReturnTo
  accounts: readonly FromAccount[]
  /** The one in the draft at first, where it is none to pay from any more. */
  lost?: FromAccount
  payees: readonly RecentPayee[]
  /** What the bank said last of the account in the draft at first; null where it was never heard. */
  preparation: PreparationView | null
  verdict: Verdict
  /** How long a draft is kept that was never checked. */
  draftDays: number
}

/** All that the form of a transfer knows, between what is typed and what the bank says. */
export function useForm({ start, today, startPage, preparation, verdict: verdictAtFirst }: FormProps) {
  const { locale: language } = useWordsContext()
  const locale = isLocale(language) ? language : 'en'
  const [returnTo, setReturnTo] = useState(startPage)
  const form = useTransferForm(start, (transferId) => {
    const page: ReturnTo = `/${transferPaths.page(transferId).slice(1)}`
    // The same page goes on at its own address, so that a reload, or another day, finds it there.
    noteAddress(page)
    window.history.replaceState(null, '', page)
    setReturnTo(page)
  })
  const { draft, change, kept, keepProblem } = form
  const { remake } = useRemake()
  const isOutOfDate = keepProblem?.code === 'out_of_date'
  useEffect(() => {
    if (!isOutOfDate) return
    // It is no draft any more, by another tab or device: the page shows what it is.
    remake(returnTo)
  }, [isOutOfDate, returnTo, remake])
  const prepared = usePreparation(draft.productId, { of: start.draft.productId, preparation })
  const { send, pending, problem, verdict, check } = useTransferCheck(start, form, verdictAtFirst, () => {
    // What comes next is another page, though its address may be the same: its heading takes the focus.
    noteAddress('')
  })
  const rules = rulesOf(prepared.preparation, today)
  const faults = useFaults(draft, rules, locale, verdict.faults)
  const [tries, setTries] = useState(0)
  const answered = useRef(verdict)

  useEffect(() => {
    if (answered.current === verdict) return
    answered.current = verdict
    if (verdict.faults.length > 0) setTries((count) => count + 1)
  }, [verdict])

  const place = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const early = typedBefore(place.current)
    if (early !== undefined) change(early)
  }, [change])

  useEffect(() => {
    const wanted = takeWantedField()
    if (wanted !== undefined) focusField(wanted)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    faults.send()
    if (faults.isWrong) setTries((count) => count + 1)
    else void send()
  }
  return {
    transferId: form.transferId,
    check,
    place,
    draft,
    // What the bank is looking at stands still.
    change: pending ? ignore : change,
    kept,
    keepProblem,
    locale,
    returnTo,
    rules,
    faults,
    tries,
    submit,
    pending,
    preparation: prepared.preparation,
    isPreparing: prepared.pending && prepared.preparation === null,
    notPrepared: prepared.problem,
    /** What concerns no field. */
    problem: problem ?? (verdict.faults.length === 0 ? verdict.problem : null),
  }
}

const ignore = () => undefined

const texts = ['payeeName', 'iban', 'amount', 'date', 'note'] as const

/** What was typed before the scripts of the page ran; a press that waited for them is done after this. */
function typedBefore(form: HTMLFormElement | null): Partial<TransferDraft> | undefined {
  const typed: Partial<TransferDraft> = {}
  for (const name of texts) {
    const control = form?.elements.namedItem(name)
    const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
    if (isText && control.value !== control.defaultValue) typed[name] = control.value
  }
  const boxes = form?.querySelectorAll<HTMLInputElement>('input[name=productId], input[name=isUrgent]') ?? []
  for (const { name, value, checked, defaultChecked } of boxes) {
    if (checked === defaultChecked) continue
    if (name === 'isUrgent') typed.isUrgent = checked
    else if (checked) typed.productId = value
  }
  return Object.keys(typed).length === 0 ? undefined : typed
}
