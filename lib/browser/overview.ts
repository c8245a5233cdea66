'use client'

import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import { figuresOf, type Overview, type ReadingProblem, readingProblems } from '@/lib/contracts/overview'
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

/** The key names the customer: what one customer was shown is never in the cache of the next. */
const overviewQuery = (customer: string) =>
  queryOptions<OverviewNews, ProblemError>({
    queryKey: ['overview', customer],
    queryFn: async ({ signal }) => {
      const news = await getJson(paths.overview, readOverviewNews, signal)
      return news.customer === customer ? news : startOver()
    },
    staleTime: freshForMs,
    refetchOnMount: 'always',
  })

/**
 * Has our server ask the bank for all accounts, behind what the page shows, and then make the page anew.
 * Nothing is asked while the bank does not take our token; the customer has to reconnect first.
 */
export function useOverview(known: KnownOverview) {
  const router = useRouter()
  const [isRemaking, startRemaking] = useTransition()
  const { listReadAt, ...news } = known
  const query = useQuery({
    ...overviewQuery(known.customer),
    enabled: known.connection === 'live',
    initialData: listReadAt === null ? undefined : news,
    initialDataUpdatedAt: listReadAt === null ? undefined : Date.parse(listReadAt),
  })
  const { dataUpdatedAt } = query
  const shownAt = useRef(dataUpdatedAt)

  useEffect(() => {
    if (shownAt.current === dataUpdatedAt) return
    shownAt.current = dataUpdatedAt
    // Without a network the framework would leave the page for the browser's own error.
    if (!navigator.onLine) return
    startRemaking(() => router.refresh())
  }, [dataUpdatedAt, router])

  return {
    ...query,
    isBusy: query.isFetching || isRemaking,
    problem: problemOf(query.error, query.data ?? news),
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

/** Whether the bank still takes our token, as the last answer told; as `known` says until there is one. */
export function useConnectionState(
  known: Pick<OverviewNews, 'customer' | 'connection'>,
): OverviewNews['connection'] {
  const { data, error } = useQuery({ ...overviewQuery(known.customer), enabled: false })
  if (error?.code === 'connection_expired') return 'expired'
  return data?.connection ?? known.connection
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
