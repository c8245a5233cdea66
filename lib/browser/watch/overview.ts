'use client'

import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { figuresOf, type Overview } from '@/lib/contracts/overview'
import { type ReadingProblem, readingProblems } from '@/lib/contracts/problem'
import { tellConnection } from '../requests/connection'
import { paths } from '../requests/paths'
import { ProblemError } from '../requests/problem-error'
import { getJson } from '../requests/request'
import { startOver } from '../requests/same-customer'
import { stopIn } from './account'
import { canRemake, isStuck, useRemake, useStuck } from './can-refresh'

/** Younger figures are not read again when the tab comes to the front. */
const freshForMs = 30_000

/** What the browser keeps of an answer: the page itself is made by our server, from what it has stored. */
export type OverviewNews = Pick<Overview, 'customer' | 'connection' | 'listProblem'> & {
  /** Changes when something worth telling has. */
  figures: string
  /** What the bank did not tell although it was asked; null when it told all. */
  missing: 'approval' | 'some' | 'closed' | 'someClosed' | null
  reference?: string
}

/** What the server knew when it made the page. */
export type KnownOverview = Omit<OverviewNews, 'missing'> & { listReadAt: string | null }

/**
 * Made with the page and gone with it; only this page loads the library. No retries: the bank client has already
 * retried what may be. `always`: our own requests name the missing network at once, where the library would wait for it
 * in silence.
 */
const newClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })

/** The key names the customer: what one customer was shown never stands for the next. */
function overviewQuery(customer: string) {
  return {
    queryKey: ['overview', customer],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const answer = await getJson(paths.overview, readOverviewNews, signal)
      return answer.customer === customer ? answer : startOver()
    },
  }
}

type Answered = {
  data: OverviewNews | undefined
  error: ProblemError | null
  /** Milliseconds since 1970; 0 before the first answer to this page. */
  at: number
  isFetching: boolean
}

/**
 * Asks as soon as the page is there, when the tab comes to the front with figures that are not fresh any more, and when
 * the network is back, whatever their age. Requests at the same time are one. What `useQuery` would do more, for pages
 * that suspend or hydrate a cache, is script that this page has no use for.
 */
function useAnswers({ listReadAt, ...news }: KnownOverview) {
  const { customer } = news
  const isLive = news.connection === 'live'
  const stuck = useStuck()
  const [client] = useState(newClient)
  const answeredAt = useRef(0)
  const newest = useRef(0)
  // The bank is asked at once: said before it is, so that nothing changes its words.
  const [answered, setAnswered] = useState<Answered>(() => ({
    data: listReadAt === null ? undefined : { ...news, missing: null },
    error: null,
    at: 0,
    isFetching: isLive,
  }))

  const ask = useCallback(async () => {
    newest.current += 1
    const mine = newest.current
    setAnswered((before) => ({ ...before, isFetching: true }))
    try {
      const data = await client.fetchQuery(overviewQuery(customer))
      answeredAt.current = Date.now()
      if (mine === newest.current)
        setAnswered({ data, error: null, at: answeredAt.current, isFetching: false })
    } catch (error) {
      // Anything else is an outdated answer.
      if (error instanceof ProblemError && mine === newest.current)
        setAnswered((before) => ({ ...before, error, isFetching: false }))
    }
  }, [client, customer])

  useEffect(() => {
    if (!isLive) return
    if (stuck || isStuck()) {
      setAnswered((before) => ({ ...before, isFetching: false }))
      return
    }
    const atTheFront = focusManager.subscribe((isInFront) => {
      if (isInFront && Date.now() - answeredAt.current >= freshForMs) void ask()
    })
    const network = onlineManager.subscribe((isThere) => {
      if (isThere) void ask()
    })
    void ask()
    return () => {
      atTheFront()
      network()
      void client.cancelQueries()
    }
  }, [client, isLive, ask, stuck])

  return { ...answered, isFetching: isLive && answered.isFetching, ask }
}

/**
 * Asks our server to read all accounts from the bank in the background, and then renders the page again.
 * Nothing is asked while the bank does not take our token; the customer has to reconnect first.
 */
export function useOverview(known: KnownOverview) {
  const { remake, isRemaking } = useRemake()
  const { data, error, at, isFetching, ask } = useAnswers(known)
  const { customer } = known
  const shownAt = useRef(at)

  const heard = error?.code === 'connection_expired' ? 'expired' : data?.connection
  useEffect(() => {
    if (heard !== undefined) tellConnection(customer, heard)
  }, [customer, heard])

  useEffect(() => {
    if (shownAt.current === at) return
    shownAt.current = at
    if (canRemake(null)) remake()
  }, [at, remake])

  return {
    data,
    isBusy: isFetching || isRemaking,
    problem: problemOf(error, data ?? known),
    refetch: () => void ask(),
  }
}

/** Problems that came inside an answer, or stand without one, are problems like those of a request. */
function problemOf(
  error: ProblemError | null,
  { connection, listProblem, reference }: Pick<OverviewNews, 'connection' | 'listProblem' | 'reference'>,
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
    missing: missingIn(accounts),
    reference,
  }
}

/** The one thing to say of an answer that does not tell all. What the customer does not share is not missing. */
export function missingIn(accounts: readonly unknown[]): OverviewNews['missing'] {
  const readings = accounts.map((account) =>
    typeof account === 'object' && account !== null && 'reading' in account ? account.reading : null,
  )
  const stopped = readings.map(stopIn)
  if (stopped.includes('sca_required')) return 'approval'
  const isKept = (reading: unknown) =>
    typeof reading === 'object' && reading !== null && 'problem' in reading && reading.problem !== null
  if (readings.some(isKept)) return 'some'
  const shared = stopped.filter((stop) => stop !== 'not_shared')
  if (!shared.includes('closed')) return null
  return shared.every((stop) => stop === 'closed') ? 'closed' : 'someClosed'
}

/** One that this page does not know yet is still a problem. */
function knownProblem(code: unknown): ReadingProblem | null {
  if (code === null || code === undefined) return null
  return readingProblems.find((known) => known === code) ?? 'bank_error'
}
