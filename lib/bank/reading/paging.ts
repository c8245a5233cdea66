import { ProtocolFault } from '../errors'
import { readDate } from './calendar-date'
import { ElsewhereFault, type Links, type LinkTarget, resolveLink } from './hal'

/** Why a list does not end properly; `pages`: how many of it were read. */
export type BrokenPaging = {
  reason:
    | 'repeats'
    | 'leads_elsewhere'
    | 'malformed'
    | 'no_links'
    | 'too_many_pages'
    | 'other_filters'
    | 'skips_pages'
    | 'ends_empty'
    | 'repeats_rows'
  pages: number
}

/** What follows a page of a list. `broken`: the list may go on, but its next page is unknown. */
export type Paging = { kind: 'page'; path: string } | { kind: 'end' } | ({ kind: 'broken' } & BrokenPaging)

type PagingRules = {
  maxPages: number
  /** Whether a step may follow the list (spec.md "HAL rules" 2: an account list leads to a consent request). */
  leadsToStep: boolean
}

/**
 * What `next` says of a list. A further page is a GET of the same path that was not read before, asks for what the first
 * request asked for, and leaves out no page. Without `next` the list ends; a POST, PUT or DELETE of another path is a step
 * that follows, and ends it too. The bank gives `next` where more is expected, so a further page without a new row is
 * not what its `next` promised. It gives `self` always (spec.md "HAL rules" 2), so a page without it has lost its links.
 * Anything else is broken paging: what was read is not all.
 * @param visited targets read so far, the first request first; that of a page is added
 * @param rows how many rows the pages have so far, and how many the current one adds
 */
export function nextPage(
  links: Links | undefined,
  current: string,
  base: { origin: string; path: string },
  visited: Set<string>,
  { maxPages, leadsToStep }: PagingRules,
  rows: { read: number; added: number },
): Paging {
  const broken = (reason: BrokenPaging['reason']): Paging => ({
    kind: 'broken',
    reason,
    pages: visited.size,
  })
  const end = (): Paging => {
    if (links?.self === undefined) return broken('no_links')
    return visited.size > 1 && rows.added === 0 ? broken('ends_empty') : { kind: 'end' }
  }
  const next = nextTarget(links, base)
  if (next === undefined) return end()
  if (typeof next === 'string') return broken(next)
  const isSameList = pathname(next.path) === pathname(current)
  if (next.method !== 'GET' && leadsToStep && !isSameList) return end()
  if (!isSameList) return broken('leads_elsewhere')
  if (next.method !== 'GET') return broken('malformed')
  if (visited.has(next.path)) return broken('repeats')
  const [first = current] = visited
  if (!keepsFilters(first, current, next.path)) return broken('other_filters')
  if (skipsPages(current, next.path, { pages: visited.size, rows: rows.read })) return broken('skips_pages')
  if (visited.size >= maxPages) return broken('too_many_pages')
  visited.add(next.path)
  return { kind: 'page', path: next.path }
}

function nextTarget(
  links: Links | undefined,
  base: { origin: string; path: string },
): LinkTarget | 'leads_elsewhere' | 'malformed' | undefined {
  try {
    return resolveLink(links, 'next', base)
  } catch (error) {
    if (error instanceof ElsewhereFault) return 'leads_elsewhere'
    if (error instanceof ProtocolFault) return 'malformed'
    throw error
  }
}

function pathname(target: string): string {
  return target.split('?', 1)[0] ?? target
}

/** Parameters that choose what is in a list, however a bank spells them; those of paging are anything else. */
const OF_ROWS =
  '(?:booking|booked|value|accounting|transactions?|operations?|movements?|only|include|with|not)*'
const CHOICES = [
  '(?:from|to|min|max)?(?:date|day|amount)(?:from|to|min|max|start|end)?',
  ...['from', 'to', 'since', 'until', 'startdate', 'enddate'],
  ...['status', 'type', 'sign', 'direction', 'amount', 'currency', 'category', 'text', 'search', 'filters?'],
  ...['booked', 'pending', 'accounting', 'accounted', '(?:account|product|customer)(?:id)?'],
]
const CHOOSES = new RegExp(`^${OF_ROWS}(?:${CHOICES.join('|')})$`)

type Query = ReadonlyMap<string, string>

/** By names without case and signs; a day in any of its forms is the same day. */
function queryOf(target: string): Query {
  const query = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(target.slice(pathname(target).length))) {
    const key = name.toLowerCase().replace(/[^a-z0-9]/g, '')
    const known = query.get(key)
    const read = readDate(value) ?? value
    // A parameter that comes twice has both of its values.
    query.set(key, known === undefined ? read : JSON.stringify([known, read]))
  }
  return query
}

/**
 * Whether a further page is of the list that was asked for. What the first request asked for comes again; or all of it
 * is left out, where a cursor stands for it (`leavesOutFilters`). A filter that nobody asked for makes another list; the
 * bank may only spell out days that were left to it, and keeps to them then.
 */
function keepsFilters(firstTarget: string, currentTarget: string, nextTarget: string): boolean {
  const [first, current, next] = [queryOf(firstTarget), queryOf(currentTarget), queryOf(nextTarget)]
  const isSame = (name: string) => next.get(name) === first.get(name)
  if (!leavesOutFilters(firstTarget, nextTarget) && ![...first.keys()].every(isSame)) return false
  const further = [...next.keys()].filter((name) => CHOOSES.test(name) && !first.has(name))
  const isSpeltOut = firstTarget === currentTarget && first.size === 0
  return further.every((name) =>
    isSpeltOut ? readDate(next.get(name)) !== undefined : next.get(name) === current.get(name),
  )
}

/** Whether the page's address repeats no parameter of the first request. Then only its rows show whether the cursor kept them. */
export function leavesOutFilters(firstTarget: string, target: string): boolean {
  const names = [...queryOf(firstTarget).keys()]
  const query = queryOf(target)
  return names.length > 0 && !names.some((name) => query.has(name))
}

const PAGE_NUMBER = ['page', 'pagenumber', 'pageno', 'pagenum', 'pageindex', 'pagina', 'p']
const OFFSET = ['offset', 'start', 'startindex', 'skip', 'firstrow']
const SIZE = ['limit', 'size', 'pagesize', 'count', 'rows', 'perpage', 'max']

/** Whether `next` leaves out pages, where its address counts pages or rows. The first page is 0 or 1. */
function skipsPages(
  currentTarget: string,
  nextTarget: string,
  read: { pages: number; rows: number },
): boolean {
  const [current, next] = [queryOf(currentTarget), queryOf(nextTarget)]
  const page = numberIn(next, PAGE_NUMBER)
  if (page !== undefined && page > (numberIn(current, PAGE_NUMBER) ?? 1) + 1) return true
  const offset = numberIn(next, OFFSET)
  const size = numberIn(next, SIZE) ?? 0
  return offset !== undefined && offset > Math.max(read.rows, size * read.pages) + 1
}

function numberIn(query: Query, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = query.get(name)
    if (value !== undefined && /^\d{1,9}$/.test(value)) return Number(value)
  }
  return undefined
}
