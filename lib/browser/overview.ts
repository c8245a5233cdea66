'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState, useTransition } from 'react'
import { figuresOf, type Overview, type ReadingProblem, readingProblems } from '@/lib/contracts/overview'
import { tellConnection } from './connection'
import { paths } from './paths'
import { ProblemError } from './problem-error'
import { getJson } from './request'
import { startOver } from './same-customer'

/** Figures younger than this are not asked of the bank again only because the tab comes to the front; after a failure they are. */
const freshForMs = 30_000

/** What the browser keeps of an answer: the page itself is made by our server, from what it has stored. */
export type OverviewNews = Pick<Overview, 'customer' | 'connection' | 'listProblem'> & {
  /** Changes when something worth telling has. */
  figures: string
  reference?: string
}

/** What the server knew when it made the page. */
export type KnownOverview = OverviewNews & { listReadAt: string | null }

type Reading = {
  /** The newest answer; before it what the server knew, if it knew anything. */
  data: OverviewNews | undefined
  /** The last failure, until the next answer. */
  error: ProblemError | null
  isFetching: boolean
}

/**
 * Has our server ask the bank for all accounts, behind what the page shows, and then make the page anew: when the page
 * opens, and when the tab comes to the front or the network returns and the figures are no longer fresh.
 * Nothing is asked while the bank does not take our token; the customer has to reconnect first.
 */
export function useOverview(known: KnownOverview) {
  const router = useRouter()
  const [isRemaking, startRemaking] = useTransition()
  const { listReadAt, ...news } = known
  const { customer } = known
  const isLive = known.connection === 'live'
  const [reading, setReading] = useState<Reading>({
    data: listReadAt === null ? undefined : news,
    error: null,
    isFetching: isLive,
  })
  const readAtMs = useRef(listReadAt === null ? 0 : Date.parse(listReadAt))
  const isOut = useRef(false)

  const read = useCallback(
    async (signal?: AbortSignal) => {
      isOut.current = true
      setReading((before) => ({ ...before, isFetching: true }))
      const answer = await readOverview(customer, signal)
      // The page has been left, or asks once more by itself.
      if (signal?.aborted) return
      isOut.current = false
      if (answer instanceof ProblemError) {
        readAtMs.current = 0
        if (answer.code === 'connection_expired') tellConnection(customer, 'expired')
        setReading((before) => ({ ...before, error: answer, isFetching: false }))
        return
      }
      readAtMs.current = Date.now()
      tellConnection(customer, answer.connection)
      setReading({ data: answer, error: null, isFetching: false })
      // Without a network the framework would leave the page for the browser's own error.
      if (navigator.onLine) startRemaking(() => router.refresh())
    },
    [customer, router],
  )

  useEffect(() => {
    if (!isLive) return
    const leaving = new AbortController()
    const { signal } = leaving
    const readWhenOld = () => {
      const isFresh = Date.now() - readAtMs.current < freshForMs
      if (!document.hidden && !isOut.current && !isFresh) void read(signal)
    }
    void read(signal)
    document.addEventListener('visibilitychange', readWhenOld, { signal })
    window.addEventListener('online', readWhenOld, { signal })
    return () => {
      leaving.abort()
      isOut.current = false
      setReading((before) => ({ ...before, isFetching: false }))
    }
  }, [isLive, read])

  const refetch = () => {
    if (!isOut.current) void read()
  }
  const isBusy = reading.isFetching || isRemaking
  return { data: reading.data, problem: problemOf(reading.error, reading.data ?? news), isBusy, refetch }
}

/** Never throws: what went wrong is the answer. One made for somebody else starts the page over. */
async function readOverview(customer: string, signal?: AbortSignal): Promise<OverviewNews | ProblemError> {
  try {
    const news = await getJson(paths.overview, readOverviewNews, signal)
    return news.customer === customer ? news : await startOver()
  } catch (error) {
    return error instanceof ProblemError ? error : new ProblemError('internal')
  }
}

/** Problems that came inside an answer, or stand without one, are problems like those of a request. */
function problemOf(
  error: ProblemError | null,
  { connection, listProblem, reference }: OverviewNews,
): ProblemError | null {
  if (error) return error
  if (connection === 'expired') return new ProblemError('connection_expired')
  return listProblem && new ProblemError(listProblem, { reference })
}

/** Checks the body of GET /api/overview, as far as the browser reads it. */
export function readOverviewNews(body: unknown): OverviewNews | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { customer, accounts, connection, listProblem, reference }: Record<string, unknown> = { ...body }
  if (typeof customer !== 'string' || typeof reference !== 'string' || !Array.isArray(accounts))
    return undefined
  if (connection !== 'live' && connection !== 'expired') return undefined
  return {
    customer,
    connection,
    listProblem: knownProblem(listProblem),
    figures: figuresOf(accounts),
    reference,
  }
}

/** One that this page does not know yet is still a problem. */
function knownProblem(code: unknown): ReadingProblem | null {
  if (code === null || code === undefined) return null
  return readingProblems.find((known) => known === code) ?? 'bank_error'
}
