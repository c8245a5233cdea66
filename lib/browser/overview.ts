'use client'

import { QueryClient, QueryObserver, type QueryObserverResult } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, useTransition } from 'react'
import { figuresOf, type Overview } from '@/lib/contracts/overview'
import { type ReadingProblem, readingProblems } from '@/lib/contracts/problem'
import { tellConnection } from './connection'
import { paths } from './paths'
import { ProblemError } from './problem-error'
import { getJson } from './request'
import { startOver } from './same-customer'

/** Figures younger than this are not asked of the bank again only because the tab comes to the front. */
const freshForMs = 30_000

/** What the browser keeps of an answer: the page itself is made by our server, from what it has stored. */
export type OverviewNews = Pick<Overview, 'customer' | 'connection' | 'listProblem'> & {
  /** Changes when something worth telling has. */
  figures: string
  reference?: string
}

/** What the server knew when it made the page. */
export type KnownOverview = OverviewNews & { listReadAt: string | null }

/**
 * Made with the page and gone with it; only this page loads the library. No retries: the bank client has already
 * retried what may be. `always`: our own requests name the missing network at once, where the library would wait for it
 * in silence, and as soon as it is back the bank is asked again, whatever the age of the figures.
 */
const newClient = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', refetchOnReconnect: 'always' } },
  })

/** The key names the customer: what one customer was shown never stands for the next. */
function overviewQuery({ listReadAt, ...news }: KnownOverview) {
  const { customer } = news
  return {
    queryKey: ['overview', customer],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const answer = await getJson(paths.overview, readOverviewNews, signal)
      return answer.customer === customer ? answer : startOver()
    },
    staleTime: freshForMs,
    refetchOnMount: 'always' as const,
    enabled: news.connection === 'live',
    initialData: listReadAt === null ? undefined : news,
  }
}

/** What `useQuery` does for a page that neither suspends nor hydrates a cache, without the script for those. */
function useObserved(known: KnownOverview): QueryObserverResult<OverviewNews, ProblemError> {
  const [client] = useState(newClient)
  const [observer] = useState(
    () => new QueryObserver<OverviewNews, ProblemError>(client, overviewQuery(known)),
  )
  // The bank is asked as soon as the page is there: said before it is, so that nothing changes its words at once.
  const [atFirst] = useState(() => ({
    ...observer.getCurrentResult(),
    isFetching: known.connection === 'live',
  }))

  useEffect(() => observer.setOptions(overviewQuery(known)), [observer, known])
  // Has the client hear of the tab's coming to the front and of the network.
  useEffect(() => {
    client.mount()
    return () => client.unmount()
  }, [client])

  return useSyncExternalStore(
    useCallback((listener) => observer.subscribe(listener), [observer]),
    () => observer.getCurrentResult(),
    () => atFirst,
  )
}

/**
 * Has our server ask the bank for all accounts, behind what the page shows, and then make the page anew.
 * Nothing is asked while the bank does not take our token; the customer has to reconnect first.
 */
export function useOverview(known: KnownOverview) {
  const router = useRouter()
  const [isRemaking, startRemaking] = useTransition()
  const { data, error, dataUpdatedAt, isFetching, refetch } = useObserved(known)
  const { customer } = known
  const shownAt = useRef(dataUpdatedAt)

  const heard = error?.code === 'connection_expired' ? 'expired' : data?.connection
  useEffect(() => {
    if (heard !== undefined) tellConnection(customer, heard)
  }, [customer, heard])

  useEffect(() => {
    if (shownAt.current === dataUpdatedAt) return
    shownAt.current = dataUpdatedAt
    // Without a network the framework would leave the page for the browser's own error.
    if (!navigator.onLine) return
    startRemaking(() => router.refresh())
  }, [dataUpdatedAt, router])

  return {
    data,
    isBusy: isFetching || isRemaking,
    problem: problemOf(error, data ?? known),
    refetch: () => void refetch(),
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
