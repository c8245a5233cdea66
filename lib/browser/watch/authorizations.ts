'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { type AuthorizationState, authorizationStates } from '@/lib/contracts/authorizations'
import { paths } from '../requests/paths'
import { ProblemError, pauseAfter } from '../requests/problem-error'
import { getJson, postJson } from '../requests/request'
import { useWrite } from '../requests/use-write'
import type { ReturnTo } from '../session/connect'
import { canRemake, isStuck, useRemake, useStuck } from './can-refresh'

type RunState = { authorizationId: string; state: AuthorizationState; isAsked?: boolean; refusal?: string }

/** What came of sending a form: the page goes on by itself to a run that began; the rest needs a word. */
export type BegunOtherwise =
  | { kind: 'under_way' | 'conflict'; authorizationId: string }
  | { kind: 'nothing_shared' }

type BeginAnswer = { kind: 'authorization'; authorizationId: string } | BegunOtherwise

export type Scope = { category: string; productIds: string[] }
type ConsentForm =
  | { formToken: string; scopes: Scope[] }
  | { formToken: string; everything: true; returnTo?: ReturnTo }

/**
 * Sends a consent form and goes to the page of its run. Pending lasts while the page changes. A doubled submit has the
 * form's token and finds the run of the first; once our server has said what went wrong that run is over, and the next
 * press is a new one.
 */
export function useBeginRun(what: 'grant' | 'revoke') {
  const router = useRouter()
  const [otherwise, setOtherwise] = useState<BegunOtherwise | null>(null)
  const round = useRef(0)
  const { write, reset, pending, problem } = useWrite(
    async (form: ConsentForm, instead?: string) => {
      setOtherwise(null)
      if (instead !== undefined) await postJson(paths.abandonAuthorization(instead), {}, readRunState)
      const formToken = round.current === 0 ? form.formToken : `${form.formToken}-${round.current}`
      try {
        return await postJson(paths[what], { ...form, formToken }, readBeginAnswer)
      } catch (error) {
        if (error instanceof ProblemError && isAnswer(error)) round.current += 1
        throw error
      }
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

/** Without one the run may have begun all the same. */
const isAnswer = ({ code }: ProblemError) => code !== 'offline' && code !== 'timeout' && code !== 'internal'

/** Abandons a run, or reports its approval in the bank's app; then the page shows the run. `state` is the result. */
export function useRunAction(authorizationId: string, action: 'abandon' | 'says_approved') {
  const { remake } = useRemake()
  const [state, setState] = useState<AuthorizationState | null>(null)
  const { write, reset, pending, problem } = useWrite(
    () =>
      action === 'abandon'
        ? postJson(paths.abandonAuthorization(authorizationId), {}, readRunState)
        : postJson(paths.continueAuthorization(authorizationId), { saysApproved: true }, readRunState),
    (run) => {
      reset()
      setState(run.state)
      remake()
    },
  )
  return { act: write, pending, problem, state }
}

const firstWaitMs = 1_000
const longestWaitMs = 15_000
/** The customer will not return from the bank's pages sooner; another tab may notice the return. */
const atBankWaitMs = 5_000
/** After so many looks without news the page says that it takes longer. */
const usualLooks = 6

export type Watch = 'look' | 'continue' | 'rest'

/**
 * Follows a run while it may still change: asks at once, then more and more slowly, at once again when the tab comes
 * to the front or the customer says so (`askNow`). When the state changed, the page renders again. A problem is shown once, however
 * often it is met, and the asking goes on (`isOver` false) except where only the customer can help.
 */
export function useRunProgress(authorizationId: string, state: AuthorizationState, watch: Watch) {
  const { remake } = useRemake()
  const stuck = useStuck()
  const [told, setTold] = useState<Told>({ of: state, problem: null, looks: 0 })
  const [asked, setAsked] = useState(0)
  const pressed = useRef(0)
  const refusal = useRef<string>(undefined)

  useEffect(() => {
    if (watch === 'rest' || stuck || isStuck()) return
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
        const isPress = pressed.current !== asked
        pressed.current = asked
        const found = await lookAt(authorizationId, watch, isPress)
        // A press that came a moment after the bank was asked holds until the next look.
        if (isPress && found.isAsked === false) pressed.current = asked - 1
        if (isOver) return
        setTold((before) => ({
          of: state,
          problem: found.isAsked === false ? bankProblemAt(before, state) : null,
          looks: looksAt(before, state) + 1,
        }))
        // The page says that the bank has refused for now, though the state is the same.
        const isNews = found.state !== state || found.refusal !== refusal.current
        refusal.current = found.refusal
        if (isNews && canRemake(null)) remake()
      } catch (error) {
        if (isOver) return
        const met = error instanceof ProblemError ? error : new ProblemError('internal')
        setTold((before) => ({
          of: state,
          problem: problemAt(before, state, met),
          looks: looksAt(before, state),
        }))
        if (isLast(met)) isOver = true
        waitMs = pauseAfter(met, waitMs)
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
    if (watch === 'continue' || asked > 0) void look()
    else next()
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', toFront)
    }
  }, [authorizationId, state, watch, asked, stuck, remake])

  // Messages about the previous state no longer hold.
  const problem = told.of === state ? told.problem : null
  return {
    problem,
    isOver: problem !== null && isLast(problem),
    isSlow: looksAt(told, state) >= usualLooks,
    askNow: () => setAsked((count) => count + 1),
  }
}

/** What came of the looks at a run while it was in one state. */
type Told = { of: AuthorizationState; problem: ProblemError | null; looks: number }

const looksAt = ({ of, looks }: Told, state: AuthorizationState) => (of === state ? looks : 0)

/** The first of its kind, so that the page, and its reference, stay as they are while it goes on. */
function problemAt({ of, problem }: Told, state: AuthorizationState, met: ProblemError): ProblemError {
  return of === state && problem?.code === met.code ? problem : met
}

/** A problem with the bank stands until the bank has been asked again. */
function bankProblemAt({ of, problem }: Told, state: AuthorizationState): ProblemError | null {
  return of === state && problem?.code.startsWith('bank_') ? problem : null
}

function lookAt(authorizationId: string, watch: Watch, isPress: boolean): Promise<RunState> {
  return watch === 'continue'
    ? postJson(paths.continueAuthorization(authorizationId), isPress ? { askNow: true } : {}, readRunState)
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
  const isAsked = 'isAsked' in body && typeof body.isAsked === 'boolean' ? body.isAsked : undefined
  const refusal = 'refusal' in body && typeof body.refusal === 'string' ? body.refusal : undefined
  return (
    state && {
      authorizationId,
      state,
      ...(isAsked === undefined ? {} : { isAsked }),
      ...(refusal === undefined ? {} : { refusal }),
    }
  )
}

export function readBeginAnswer(body: unknown): BeginAnswer | undefined {
  if (typeof body !== 'object' || body === null || !('kind' in body)) return undefined
  const { kind } = body
  if (kind === 'nothing_shared') return { kind }
  if (kind !== 'authorization' && kind !== 'under_way' && kind !== 'conflict') return undefined
  const run = 'authorization' in body ? readRunState(body.authorization) : undefined
  return run && { kind, authorizationId: run.authorizationId }
}
