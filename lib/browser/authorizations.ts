'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { type AuthorizationState, authorizationStates } from '@/lib/contracts/authorizations'
import type { ReturnTo } from './connect'
import { paths } from './paths'
import { ProblemError } from './problem-error'
import { getJson, postJson } from './request'
import { useWrite } from './use-write'

type RunState = { authorizationId: string; state: AuthorizationState }

/** What came of sending a form: the page goes on by itself to a run that began; the rest needs a word. */
export type BegunOtherwise =
  | { kind: 'under_way' | 'conflict'; authorizationId: string }
  | { kind: 'nothing_shared' }

type BeginAnswer = { kind: 'authorization'; authorizationId: string } | BegunOtherwise

export type Scope = { category: string; productIds: string[] }
type ConsentForm =
  | { formToken: string; scopes: Scope[] }
  | { formToken: string; everything: true; returnTo?: ReturnTo }

/** Sends a consent form and goes to the page of its run. Pending lasts while the page changes. */
export function useBeginRun(what: 'grant' | 'revoke') {
  const router = useRouter()
  const [otherwise, setOtherwise] = useState<BegunOtherwise | null>(null)
  const { write, reset, pending, problem } = useWrite(
    async (form: ConsentForm, instead?: string) => {
      setOtherwise(null)
      if (instead !== undefined) await postJson(paths.abandonAuthorization(instead), {}, readRunState)
      return postJson(paths[what], form, readBeginAnswer)
    },
    (answer) => {
      if (answer.kind === 'authorization') {
        router.push(paths.authorizationPage(answer.authorizationId))
        return
      }
      reset()
      setOtherwise(answer)
    },
  )
  return { begin: write, pending, problem, otherwise }
}

/** Drops a run here, or says that it was approved in the bank's app; then the page shows how it stands. */
export function useRunAction(authorizationId: string, action: 'abandon' | 'says_approved') {
  const router = useRouter()
  const { write, reset, pending, problem } = useWrite(
    () =>
      action === 'abandon'
        ? postJson(paths.abandonAuthorization(authorizationId), {}, readRunState)
        : postJson(paths.continueAuthorization(authorizationId), { saysApproved: true }, readRunState),
    () => {
      reset()
      router.refresh()
    },
  )
  return { act: write, pending, problem }
}

const firstWaitMs = 1_000
const longestWaitMs = 15_000
/** Nobody is expected back from the bank's pages sooner; another tab may bring the news. */
const atBankWaitMs = 5_000
/** After so many looks without news the page says that it takes longer. */
const usualLooks = 6

export type Watch = 'look' | 'continue' | 'rest'

/**
 * Follows a run while it may still change: asks at once, then more and more slowly, at once again when the tab comes
 * to the front. News loads the page's content anew. A problem is told and the asking goes on, except where
 * only the customer can help.
 */
export function useRunProgress(authorizationId: string, state: AuthorizationState, watch: Watch) {
  const router = useRouter()
  const [problem, setProblem] = useState<ProblemError | null>(null)
  const [looks, setLooks] = useState(0)
  const refresh = useRef(router.refresh)
  refresh.current = router.refresh

  useEffect(() => {
    setProblem(null)
    setLooks(0)
    if (watch === 'rest') return
    let timer: ReturnType<typeof setTimeout> | undefined
    let waitMs = watch === 'look' ? atBankWaitMs : firstWaitMs
    let isOut = false
    let isOver = false
    const next = () => {
      if (isOver) return
      timer = setTimeout(look, waitMs)
      waitMs = Math.min(waitMs * 1.6, longestWaitMs)
    }
    const look = async () => {
      if (isOut || isOver || document.visibilityState === 'hidden') return
      isOut = true
      try {
        const found = await lookAt(authorizationId, watch)
        if (isOver) return
        setProblem(null)
        setLooks((count) => count + 1)
        if (found.state !== state && navigator.onLine) refresh.current()
      } catch (error) {
        if (isOver) return
        const told = error instanceof ProblemError ? error : new ProblemError('internal')
        setProblem(told)
        if (isLast(told)) isOver = true
      } finally {
        isOut = false
        next()
      }
    }
    const toFront = () => {
      if (document.visibilityState === 'hidden') return
      clearTimeout(timer)
      void look()
    }
    document.addEventListener('visibilitychange', toFront)
    if (watch === 'continue') void look()
    else next()
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', toFront)
    }
  }, [authorizationId, state, watch])

  return { problem, isSlow: looks >= usualLooks }
}

function lookAt(authorizationId: string, watch: Watch): Promise<RunState> {
  return watch === 'continue'
    ? postJson(paths.continueAuthorization(authorizationId), {}, readRunState)
    : getJson(paths.authorization(authorizationId), readRunState)
}

/** Asking again changes nothing about these. */
function isLast({ code }: ProblemError): boolean {
  return code === 'connection_expired' || code === 'not_signed_in' || code === 'not_found'
}

export function readRunState(body: unknown): RunState | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if (!('authorizationId' in body && 'state' in body)) return undefined
  const { authorizationId } = body
  const state = authorizationStates.find((known) => known === body.state)
  // It becomes part of an address.
  if (typeof authorizationId !== 'string' || !/^[\w-]{1,64}$/.test(authorizationId)) return undefined
  return state && { authorizationId, state }
}

export function readBeginAnswer(body: unknown): BeginAnswer | undefined {
  if (typeof body !== 'object' || body === null || !('kind' in body)) return undefined
  const { kind } = body
  if (kind === 'nothing_shared') return { kind }
  if (kind !== 'authorization' && kind !== 'under_way' && kind !== 'conflict') return undefined
  const run = 'authorization' in body ? readRunState(body.authorization) : undefined
  return run && { kind, authorizationId: run.authorizationId }
}
