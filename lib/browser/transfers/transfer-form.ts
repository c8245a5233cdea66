'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldFault, TransferDraft, TransferProblem } from '@/lib/contracts/transfers'
import type { ProblemError } from '../requests/problem-error'
import { postJson } from '../requests/request'
import { useWrite } from '../requests/use-write'
import { canRemake, useRemake } from '../watch/can-refresh'
import { createDraftSender, type DraftSender, type Kept } from './draft-sender'
import { leaveDraft, takeLeftDraft } from './left-draft'
import { readTransferNews, type TransferNews } from './transfer-news'
import { transferPaths } from './transfer-paths'

export type FormStart = {
  customer: string
  /** Null before anything was typed. */
  transferId: string | null
  check: number
  formToken: string
  repeatOf: string | null
  draft: TransferDraft
}

/** How the bank, or our server, took it the last time. */
export type Verdict = { faults: readonly FieldFault[]; problem: TransferProblem | null }

/**
 * What was typed in this tab, by transfer, and the draft of the page in which it was: after Back the framework shows
 * that page again as it was made. It disappears with the tab's memory, and every sign-out loads a new document.
 */
const typedHere = new Map<string, { shown: string; typed: TransferDraft }>()

/** What our server knows, or what has been typed since in the same page. */
function draftOf({ transferId, draft }: FormStart): TransferDraft {
  const here = transferId === null ? undefined : typedHere.get(transferId)
  return here?.shown === JSON.stringify(draft) ? here.typed : draft
}

/**
 * A form whose every change is kept as a draft. `onBegun`: the transfer has an address from now on.
 */
export function useTransferForm(start: FormStart, onBegun: (transferId: string) => void) {
  const [draft, setDraft] = useState(() => draftOf(start))
  const [shown] = useState(() => JSON.stringify(start.draft))
  const [id, setId] = useState(start.transferId)
  const [kept, setKept] = useState<Kept | 'nothing'>(start.transferId === null ? 'nothing' : 'saved')
  const [keepProblem, setKeepProblem] = useState<ProblemError | null>(null)
  const transferId = useRef(start.transferId)
  const newest = useRef(draft)
  const begun = useRef(onBegun)
  begun.current = onBegun
  const [sender] = useState<DraftSender>(() =>
    createDraftSender({
      ...start,
      onBegun: (begunId) => {
        transferId.current = begunId
        setId(begunId)
        begun.current(begunId)
      },
      onKept: (what, problem) => {
        setKept(what)
        setKeepProblem(problem)
      },
    }),
  )

  const change = useCallback(
    (changes: Partial<TransferDraft>) => {
      newest.current = { ...newest.current, ...changes }
      if (transferId.current !== null) typedHere.set(transferId.current, { shown, typed: newest.current })
      setDraft(newest.current)
      sender.take(newest.current)
    },
    [sender, shown],
  )

  const { customer, transferId: atFirst } = start
  useEffect(() => {
    const left = takeLeftDraft(customer, atFirst)
    if (left !== undefined) change(left)
  }, [customer, atFirst, change])

  useEffect(() => {
    const leave = () => {
      const left = sender.leave(true)
      if (left !== undefined) leaveDraft({ customer, ...left })
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', sender.again)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', sender.again)
      // Another page of ours, not another document.
      sender.leave(false)
    }
  }, [customer, sender])

  return { transferId: id, draft, newest, change, kept, keepProblem, sender }
}

/**
 * Has the bank check what stands in the form. Pending lasts until the page for what came of it is there; what was not
 * accepted stays here, as a verdict. `onGoingOn`: the form is about to be gone.
 */
export function useTransferCheck(
  { check: atFirst }: Pick<FormStart, 'check'>,
  { newest, sender }: Pick<ReturnType<typeof useTransferForm>, 'newest' | 'sender'>,
  verdictAtFirst: Verdict,
  onGoingOn: () => void,
) {
  const [verdict, setVerdict] = useState(verdictAtFirst)
  const { remake, isRemaking } = useRemake()
  const [check, setCheck] = useState(atFirst)

  useEffect(() => setCheck(atFirst), [atFirst])

  const onDone = (news: TransferNews) => {
    setCheck(news.check)
    reset()
    setVerdict({ faults: news.faults, problem: news.problem })
    // The page is made for what the transfer has come to, at its own address.
    if (news.state !== 'draft') {
      onGoingOn()
      remake(transferPaths.page(news.transferId))
    }
  }
  const { write, reset, pending, problem } = useWrite(async () => {
    const transferId = await sender.keep(newest.current)
    const body = { draft: newest.current, check }
    return postJson(transferPaths.step(transferId, 'check'), body, readTransferNews)
  }, onDone)

  useEffect(() => {
    if (problem?.code === 'out_of_date' && canRemake(problem)) remake()
  }, [problem, remake])

  return { send: write, pending: pending || isRemaking, problem, verdict, check }
}
