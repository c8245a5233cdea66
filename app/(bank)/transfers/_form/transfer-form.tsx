'use client'

import { useRouter } from 'next/navigation'
import type { ReturnTo } from '@/lib/browser/session/connect'
import { useTransferAction } from '@/lib/browser/transfers/transfer-actions'
import { transferPaths } from '@/lib/browser/transfers/transfer-paths'
import { factsOfIban, normaliseIban } from '@/lib/domain/iban'
import { currencyOf } from '@/lib/domain/transfers/transfer-order'
import { Button } from '@/lib/ui/button'
import { formatDays } from '@/lib/ui/format/wait'
import { Notice } from '@/lib/ui/notice'
import { useWords } from '@/lib/ui/words'
import { AccountField } from './account-field'
import { AmountField } from './amount-field'
import { DateField } from './date-field'
import { ErrorSummary } from './error-summary'
import { KeptLine } from './kept-line'
import { NoteField } from './note-field'
import { PayeeFields } from './payee-fields'
import { firstDaySaid } from './rules'
import { ProblemPlace } from './transfer-problem'
import { UrgencyField } from './urgency-field'
import { type FormProps, useForm } from './use-form'

/** Writes a transfer. What is typed is kept as it is typed, read as it stands, and judged by the bank. */
export function TransferForm(props: FormProps) {
  const { accounts, lost, payees } = props
  const t = useWords('transferForm')
  const form = useForm(props)
  const { draft, change, faults, rules, preparation, locale } = form
  const { lead } = faults
  const place = { returnTo: form.returnTo, productId: draft.productId }
  const payeeAbi = factsOfIban(normaliseIban(draft.iban) ?? '')?.abi
  return (
    <form ref={form.place} onSubmit={form.submit} noValidate className="space-y-6">
      {(form.tries > 0 || faults.isTold) && (
        <ErrorSummary
          title={t('faults.title')}
          lead={t(`faults.${lead}`)}
          faults={faults.list}
          tries={form.tries}
        />
      )}
      <AccountField
        accounts={accounts}
        lost={lost}
        chosen={draft.productId}
        fault={faults.wordsFor('productId')}
        onChoose={(productId) => change({ productId })}
      />
      {form.isPreparing && <p className="text-note text-soft">{t('preparing')}</p>}
      {form.notPrepared !== null && faults.wordsFor('productId') === undefined && (
        <NotPrepared {...place} problem={form.notPrepared} />
      )}
      <PayeeFields
        draft={draft}
        payees={payees}
        faultOf={faults.wordsFor}
        onChange={change}
        onLeave={faults.leave}
      />
      <AmountField
        value={draft.amount}
        currency={currencyOf(draft, rules)}
        preparation={preparation}
        locale={locale}
        faultOf={faults.wordsFor}
        onType={(amount) => change({ amount })}
        onCurrency={(code) => change({ currency: code })}
        onLeave={() => faults.leave('amount')}
      />
      <DateField
        value={draft.date}
        calendar={rules}
        first={firstDaySaid(preparation, props.today, payeeAbi)}
        payeeAbi={payeeAbi}
        locale={locale}
        fault={faults.wordsFor('date')}
        onType={(date) => change({ date })}
        onLeave={() => faults.leave('date')}
      />
      {(rules.urgency === true || draft.isUrgent) && (
        <UrgencyField
          isUrgent={draft.isUrgent}
          fault={faults.wordsFor('isUrgent')}
          onChange={(isUrgent) => change({ isUrgent })}
        />
      )}
      <NoteField
        value={draft.note}
        fault={faults.wordsFor('note')}
        onType={(note) => change({ note })}
        onLeave={() => faults.leave('note')}
      />
      <div className="space-y-3">
        <ProblemPlace {...place} problem={form.problem} role="alert">
          {form.kept !== 'failed' && <p>{t('unchanged')}</p>}
        </ProblemPlace>
        <Button type="submit" pending={form.pending} className="w-full">
          {form.pending ? t('checking') : t('submit')}
        </Button>
        <p className="text-center text-note text-soft">{t('next')}</p>
        <KeptLine kept={form.kept} problem={form.keepProblem} returnTo={form.returnTo} />
        {form.check === 0 && (
          <p className="text-center text-note text-soft">
            {t('keptFor', { days: formatDays(props.draftDays, locale) })}
          </p>
        )}
        {form.transferId !== null && <DropDraft {...place} transferId={form.transferId} check={form.check} />}
      </div>
    </form>
  )
}

type NotPreparedProps = Parameters<typeof ProblemPlace>[0]

/** The form works without; where the customer can help it, it says how. */
function NotPrepared(props: NotPreparedProps) {
  const t = useWords('transferForm')
  const code = props.problem?.code
  // What is typed, and every press, says so.
  if (code === 'not_signed_in') return null
  const isMended = code === 'connection_expired' || code === 'bank_forbidden'
  if (isMended || code === 'bank_sca_expired' || code === 'account_closed' || code === 'not_shared') {
    return <ProblemPlace {...props} />
  }
  return (
    <Notice tone="warning" title={t('notPrepared')}>
      {t('notPreparedMeaning')}
    </Notice>
  )
}

type DropDraftProps = { transferId: string; check: number; returnTo: ReturnTo; productId: string }

/** Gives up what is being written. */
function DropDraft({ transferId, check, ...place }: DropDraftProps) {
  const t = useWords('transferRun')
  const router = useRouter()
  const { act, pending, problem } = useTransferAction({ transferId, check }, 'abandon', () =>
    router.push(transferPaths.listPage),
  )
  return (
    <div className="text-center">
      <Button look="quiet" pending={pending} onClick={() => act()}>
        {pending ? t('dropping') : t('drop')}
      </Button>
      <ProblemPlace {...place} problem={problem} role="alert" />
    </div>
  )
}
