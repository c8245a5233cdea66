'use client'

import { useEffect, useState } from 'react'
import type { PreparationView, TransferProblem } from '@/lib/contracts/transfers'
import { ProblemError } from '../requests/problem-error'
import { getJson } from '../requests/request'
import { isRecord, readTransferProblem } from './transfer-news'
import { transferPaths } from './transfer-paths'

type Answer = { preparation: PreparationView | null; problem: TransferProblem | ProblemError | null }

/** What our server knew of an account when it made the page. */
type Known = { of: string; preparation: PreparationView | null }

/**
 * What the bank allows from the account that is chosen: what is known at once, and what our server says now, which asks
 * the bank only when what it knows is of another day.
 */
export function usePreparation(productId: string, known: Known) {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({})

  useEffect(() => {
    if (productId === '') return
    const leaving = new AbortController()
    const keep = (answer: Answer) => setAnswers((before) => ({ ...before, [productId]: answer }))
    getJson(transferPaths.preparation(productId), readPreparationAnswer, leaving.signal).then(
      keep,
      (error) => {
        if (leaving.signal.aborted) return
        const problem = error instanceof ProblemError ? error : new ProblemError('internal')
        keep({ preparation: null, problem })
      },
    )
    return () => leaving.abort()
  }, [productId])

  const answer = answers[productId]
  return {
    preparation: answer?.preparation ?? (known.of === productId ? known.preparation : null),
    problem: answer?.problem ?? null,
    pending: productId !== '' && answer === undefined,
  }
}

/** Checks the body of GET /api/transfers/preparation. */
function readPreparationAnswer(body: unknown): Answer | undefined {
  if (!isRecord(body) || !('preparation' in body)) return undefined
  const preparation = body.preparation === null ? null : readPreparation(body.preparation)
  if (preparation === undefined) return undefined
  return { preparation, problem: readTransferProblem(body.problem) }
}

function readPreparation(body: unknown): PreparationView | undefined {
  if (!isRecord(body) || typeof body.readAt !== 'string') return undefined
  const updated = isRecord(body.ratesUpdated) ? body.ratesUpdated : {}
  return {
    readAt: body.readAt,
    today: text(body.today),
    bankAbi: text(body.bankAbi),
    sepa: flag(body.sepa),
    swift: flag(body.swift),
    swiftContractSigned: flag(body.swiftContractSigned),
    urgency: flag(body.urgency),
    earliestDate: text(body.earliestDate),
    earliestDateInternal: text(body.earliestDateInternal),
    latestDate: text(body.latestDate),
    holidays: list(body.holidays).flatMap((day) => (typeof day === 'string' ? [day] : [])),
    currencies: list(body.currencies).flatMap((row) => {
      const named = readNamed(row)
      return named === undefined ? [] : [{ ...named, rate: isRecord(row) ? text(row.rate) : null }]
    }),
    ratesUpdated: { date: text(updated.date), hour: text(updated.hour) },
    selectedCurrency: text(body.selectedCurrency),
    countries: list(body.countries).flatMap((row) => readNamed(row) ?? []),
  }
}

function readNamed(row: unknown): { code: string; label: string } | undefined {
  if (!isRecord(row) || typeof row.code !== 'string') return undefined
  return { code: row.code, label: text(row.label) ?? row.code }
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)
const flag = (value: unknown) => (typeof value === 'boolean' ? value : null)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
