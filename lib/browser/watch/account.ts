'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { type ReadingProblem, readingProblems } from '@/lib/contracts/problem'
import { paths } from '../requests/paths'
import { ProblemError } from '../requests/problem-error'
import { postJson } from '../requests/request'
import { canRemake, isStuck, useRemake } from './can-refresh'

/** Why the bank told nothing although nothing went wrong. */
const stops = ['closed', 'sca_required', 'not_shared'] as const
export type ReadingStop = (typeof stops)[number]

/** What the browser keeps of an answer: whether it brought something new, and why it is not fresh. */
export type AccountNews = { isChanged: boolean; problem: ReadingProblem | null; stop: ReadingStop | null }

/** How the last asking ended, and whether it was the customer who asked. */
export type AccountOutcome = AccountNews & { wasAsked: boolean }

/** Days that are asked for; without any, what may be new and the balance. */
export type Days = { from: string; to: string }

/**
 * Asks our server to read one account from the bank, once when the page opens and again by `ask`; then the page is made
 * again from the store. `problem` comes from our own server or the way to it; a refusal of the bank stands in
 * the page that is made.
 */
export function useAccountRefresh(productId: string, isAskedAtOnce: boolean) {
  const [isOut, setIsOut] = useState(isAskedAtOnce)
  const { remake, isRemaking } = useRemake()
  const [problem, setProblem] = useState<ProblemError | null>(null)
  const [outcome, setOutcome] = useState<AccountOutcome | null>(null)
  const [changes, setChanges] = useState(0)
  const isHere = useRef(false)

  const read = useCallback(
    async (wasAsked: boolean, days?: Days) => {
      let failure: ProblemError | null = null
      try {
        const news = await postJson(paths.refreshAccount(productId), days ?? {}, readAccountNews)
        setOutcome({ ...news, wasAsked })
        if (news.isChanged) setChanges((count) => count + 1)
      } catch (error) {
        failure = error instanceof ProblemError ? error : new ProblemError('internal')
      }
      setProblem(failure)
      setIsOut(false)
      if (isHere.current && canRemake(failure)) remake()
    },
    [productId, remake],
  )

  useEffect(() => {
    isHere.current = true
    if (isAskedAtOnce && isStuck()) setIsOut(false)
    else if (isAskedAtOnce) void read(false)
    return () => {
      isHere.current = false
    }
  }, [isAskedAtOnce, read])

  const ask = (days?: Days) => {
    if (isOut) return
    setIsOut(true)
    setOutcome(null)
    void read(true, days)
  }
  return { problem, outcome, pending: isOut || isRemaking, changes, ask }
}

/** Checks the body of POST /api/accounts/{productId}/refresh, as far as the browser reads it. */
export function readAccountNews(body: unknown): AccountNews | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { reading, balance, changes }: Record<string, unknown> = { ...body }
  const problem = problemIn(reading)
  if (problem === undefined) return undefined
  const counts = typeof changes === 'object' && changes !== null ? Object.values(changes) : []
  return {
    isChanged: counts.some((count) => count !== 0),
    problem: problem ?? problemIn(balance) ?? null,
    stop: stopIn(reading) ?? stopIn(balance),
  }
}

export function stopIn(reading: unknown): ReadingStop | null {
  if (typeof reading !== 'object' || reading === null || !('kind' in reading)) return null
  return stops.find((stop) => stop === reading.kind) ?? null
}

/** Undefined for what is no reading. One that this page does not know yet is still a problem. */
function problemIn(reading: unknown): ReadingProblem | null | undefined {
  if (typeof reading !== 'object' || reading === null || !('kind' in reading)) return undefined
  if (!('problem' in reading) || reading.problem === null) return null
  return readingProblems.find((known) => known === reading.problem) ?? 'bank_error'
}
