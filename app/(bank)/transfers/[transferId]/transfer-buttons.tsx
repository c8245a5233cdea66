'use client'

import type { ReturnTo } from '@/lib/browser/session/connect'
import { useTransferAction } from '@/lib/browser/transfers/transfer-actions'
import type { TransferField } from '@/lib/contracts/transfers'
import { Button } from '@/lib/ui/button'
import { ageBetween } from '@/lib/ui/format/age'
import { formatWait } from '@/lib/ui/format/wait'
import { useServerNow } from '@/lib/ui/server-clock'
import { useWords, useWordsContext } from '@/lib/ui/words'
import { ProblemPlace } from '../_form/transfer-problem'
import { wantField } from '../_form/wanted-field'
import { ToldAbove } from './stale'

/** The check that the page is about: a press on an old page moves nothing. */
export type Pressed = { transferId: string; check: number; productId: string }

type Problem = ReturnType<typeof useTransferAction>['problem']

/** What went wrong with a press, beside the button. */
function Outcome({ problem, pressed }: { problem: Problem; pressed: Pressed }) {
  if (problem === null) return null
  if (problem.code === 'out_of_date') return <ToldAbove />
  const returnTo: ReturnTo = `/transfers/${pressed.transferId}`
  return (
    <div className="mt-3">
      <ProblemPlace role="alert" problem={problem} returnTo={returnTo} productId={pressed.productId} />
    </div>
  )
}

type ChangeButtonProps = {
  pressed: Pressed
  field: Extract<TransferField, 'payeeName' | 'productId' | 'amount' | 'date' | 'note'>
}

/** Back to the form, with the focus on this field. */
export function ChangeButton({ pressed, field }: ChangeButtonProps) {
  const t = useWords('transferRun')
  const { act, pending, problem } = useTransferAction(pressed, 'edit', () => wantField(field))
  return (
    <>
      <Button look="quiet" pending={pending} aria-label={t(`changeNamed.${field}`)} onClick={() => act()}>
        {t('change')}
      </Button>
      <Outcome problem={problem} pressed={pressed} />
    </>
  )
}

/** Back to the form, where the account has to be another. */
export function ChangeAccountButton({ pressed }: { pressed: Pressed }) {
  const t = useWords('transferRun')
  const { act, pending, problem } = useTransferAction(pressed, 'edit', () => wantField('productId'))
  return (
    <div>
      <Button pending={pending} onClick={() => act()} className="w-full">
        {pending ? t('editing') : t('changeNamed.productId')}
      </Button>
      <Outcome problem={problem} pressed={pressed} />
    </div>
  )
}

/** The one thing to do with a review. Two presses ask the bank once. */
export function ApproveButton({ pressed, bank }: { pressed: Pressed; bank: string }) {
  const t = useWords('transferRun')
  const { act, pending, problem } = useTransferAction(pressed, 'approve')
  return (
    <div>
      <Button pending={pending} onClick={() => act()} className="w-full">
        {pending ? t('approving') : t('approve', { bank })}
      </Button>
      <Outcome problem={problem} pressed={pressed} />
    </div>
  )
}

/** Pays what was approved a while ago, now that the customer was asked. */
export function PayNowButton({ pressed }: { pressed: Pressed }) {
  const t = useWords('transferRun')
  const { act, pending, problem } = useTransferAction(pressed, 'pay-now')
  return (
    <div>
      <Button pending={pending} onClick={() => act()} className="w-full">
        {pending ? t('paying') : t('payNow')}
      </Button>
      <Outcome problem={problem} pressed={pressed} />
    </div>
  )
}

/** Abandons the transfer. A later approval at the bank has no effect. */
export function DropButton({ pressed }: { pressed: Pressed }) {
  const t = useWords('transferRun')
  const { act, pending, problem } = useTransferAction(pressed, 'abandon')
  return (
    <div className="text-center">
      <Button look="quiet" pending={pending} onClick={() => act()}>
        {pending ? t('dropping') : t('drop')}
      </Button>
      <Outcome problem={problem} pressed={pressed} />
    </div>
  )
}

export function EditButton({ pressed }: { pressed: Pressed }) {
  const t = useWords('transferRun')
  const { act, pending, problem } = useTransferAction(pressed, 'edit')
  return (
    <div className="text-center">
      <Button look="quiet" pending={pending} onClick={() => act()}>
        {pending ? t('editing') : t('editAll')}
      </Button>
      <Outcome problem={problem} pressed={pressed} />
    </div>
  )
}

const stepMs = 5_000
/** After so long the page says that it takes longer. */
const usualMs = 20_000

/** That something is awaited and for how long, in words beside the sign. Time that passes is no news: not announced. */
export function WaitLine({ for: what, since }: { for: 'asking' | 'waitingApp'; since: string }) {
  const t = useWords('transferRun')
  const { locale } = useWordsContext()
  const elapsedMs = useServerNow() - Date.parse(since)
  return (
    <div className="space-y-1">
      <p className="flex items-center gap-3 text-note font-medium text-soft">
        <span aria-hidden="true" className="wait-pulse size-2.5 rounded-full bg-accent" />
        <span>
          {t(what)} {elapsedMs > stepMs && t('since', { wait: elapsed(elapsedMs, locale) })}
        </span>
      </p>
      {what === 'asking' && elapsedMs > usualMs && <p className="text-note text-soft">{t('slow')}</p>}
    </div>
  )
}

/** In steps that calm: five seconds, then minutes. */
function elapsed(ms: number, locale: string): string {
  const isLong = ageBetween(0, ms) !== undefined
  return formatWait(
    isLong ? Math.floor(ms / 60_000) * 60 : Math.floor(ms / stepMs) * (stepMs / 1_000),
    locale,
  )
}
