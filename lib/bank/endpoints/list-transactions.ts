import { z } from 'zod'
import type { Movement, MovementsPage } from '../reading/answers'
import { type CalendarDate, writeDate } from '../reading/calendar-date'
import { leavesOutFilters } from '../reading/page-address'
import { PagedList, type Paging } from '../reading/paging'
import { RowsRead } from '../reading/repeated-rows'
import { readMovements } from '../reading/schemas/movements'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'

const PATH = '/private/customers/{customerId}/products/{productId}/transactions/retrieve'
/** Nothing follows a list of movements but its own pages. */
const PAGING = { maxPages: 200, leadsToStep: false }
const MORE = { page: 'yes', end: 'no', broken: 'unknown' } as const

export type TransactionsRequest = {
  customerId: string
  productId: string
  /** Both included. Without them the bank decides how far back it goes. */
  dateFrom?: CalendarDate
  dateTo?: CalendarDate
}

/**
 * Row 17: the movements of an account, a page at a time: each page is asked for when it is awaited, so whoever stops
 * after the first has made one call. The last page says whether the list ended there (`more`).
 * @throws TypeError naming the date that is none; errors of a call are thrown where its page is awaited
 */
export async function* listTransactions(
  call: ApiCall,
  context: CallContext,
  request: TransactionsRequest,
): AsyncGenerator<MovementsPage, void, undefined> {
  const { customerId, productId } = request
  const first = underBase(call.base, PATH, { customerId, productId }) + dateQuery(request)
  const list = new PagedList(first, call.base, PAGING)
  const rows = new RowsRead()
  let hasOtherDays = false
  let path: string | undefined = first
  while (path !== undefined) {
    const current: string = path
    const { page, next } = await call(
      context,
      {
        operation: 'listTransactions',
        method: 'GET',
        path: current,
        data: movementsData,
        maxBodyBytes: call.limits.movementsBodyBytes,
        hidesQuery: current !== first,
      },
      ({ data, links }, note) => {
        const page = rows.take(data)
        const added = data.booked.length + page.pending.length
        // A bank may count pending rows too, those that come again as well.
        const booked = data.booked.length
        const next = list.next(links, { onPage: [booked, booked + data.pending.length, added], added })
        hasOtherDays ||=
          leavesOutFilters(first, current) && !data.booked.every((row) => isAsked(row, request))
        const paging = ended(next, { pages: list.pages, hasOtherDays, hasRepeats: rows.hasRepeats() })
        if (paging.kind === 'broken') note.brokenPaging(paging)
        return { page: { ...page, more: MORE[paging.kind] }, next: paging }
      },
    )
    yield page
    path = next.kind === 'page' ? next.path : undefined
  }
}

type Doubt = { pages: number; hasOtherDays: boolean; hasRepeats: boolean }

/** A list that ends properly by its links is not whole yet where its rows say otherwise. */
function ended(paging: Paging, { pages, hasOtherDays, hasRepeats }: Doubt): Paging {
  if (paging.kind !== 'end') return paging
  if (hasOtherDays) return { kind: 'broken', reason: 'other_filters', pages }
  return hasRepeats ? { kind: 'broken', reason: 'repeats_rows', pages } : paging
}

function isAsked({ bookingDate }: Movement, { dateFrom, dateTo }: TransactionsRequest): boolean {
  if (bookingDate === undefined) return true
  return (
    (dateFrom === undefined || bookingDate >= dateFrom) && (dateTo === undefined || bookingDate <= dateTo)
  )
}

/** The slashes stay as they are: a query may hold them (RFC 3986 §3.4), and what is signed is what is sent. */
function dateQuery({ dateFrom, dateTo }: TransactionsRequest): string {
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) {
    throw new TypeError('dateFrom is after dateTo')
  }
  const parts = [
    ...(dateFrom === undefined ? [] : [`dateFrom=${writeDate(dateFrom, 'dateFrom')}`]),
    ...(dateTo === undefined ? [] : [`dateTo=${writeDate(dateTo, 'dateTo')}`]),
  ]
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

const movementsData = z.unknown().transform((data, issues) => {
  const movements = readMovements(data)
  if (movements) return movements
  issues.addIssue({ code: 'custom' })
  return z.NEVER
})
