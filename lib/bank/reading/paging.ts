import { ProtocolFault } from '../errors'
import { ElsewhereFault, type Links, type LinkTarget, resolveLink } from './hal'
import { type Counting, faultOfSelf, keepsFilters, type Query, queryOf, stepTo } from './page-address'

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

type Base = { origin: string; path: string }

type PagingRules = {
  maxPages: number
  /** Whether a step may follow the list (spec.md "HAL rules" 2: an account list leads to a consent request). */
  leadsToStep: boolean
}

/** How many rows the current page has, by each way in which a bank may count them, and how many of them are new. */
export type PageRows = { onPage: readonly number[]; added: number }

/**
 * Follows a list through its pages. A further page is a GET of the same path that was not read before, asks for what the
 * first request asked for, and leaves out no page (`stepTo`). Without `next` the list ends; a POST, PUT or DELETE of another
 * path is a step that follows, and ends it too. The bank gives `next` where more is expected, so a further page without a
 * new row is not what its `next` promised. It gives `self` always (spec.md "HAL rules" 2), so a page without it has lost
 * its links, and where `self` names another page than the one asked for, the answer is that page. Anything else is broken
 * paging: what was read is not all.
 */
export class PagedList {
  readonly #visited: Set<string>
  readonly #first: Query
  readonly #base: Base
  readonly #rules: PagingRules
  #current: string
  #countings: ReadonlySet<Counting> = new Set<Counting>(['page', 'offset'])
  #read: readonly number[] = [0]

  /** @param first the target of the first request */
  constructor(first: string, base: Base, rules: PagingRules) {
    this.#visited = new Set([first])
    this.#first = queryOf(first)
    this.#current = first
    this.#base = base
    this.#rules = rules
  }

  /** How many pages were asked for. */
  get pages(): number {
    return this.#visited.size
  }

  /** What follows the current page. A further page is the current one from then on. */
  next(links: Links | undefined, rows: PageRows): Paging {
    const given = this.#following(links, rows)
    if (typeof given === 'string') return { kind: 'broken', reason: given, pages: this.pages }
    if (given.kind === 'page') {
      this.#visited.add(given.path)
      this.#current = given.path
      this.#read = rows.onPage.map((count, way) => (this.#read[way] ?? 0) + count)
    }
    return given
  }

  #following(links: Links | undefined, { onPage, added }: PageRows): Paging | BrokenPaging['reason'] {
    const { pages } = this
    const self = typeof links?.self === 'object' ? links.self.href : ''
    const asked = { first: this.#first, current: queryOf(this.#current), self: queryOf(self) }
    const fault = faultOfSelf(asked, { pages, read: this.#read })
    if (fault) return fault
    const next = nextTarget(links, this.#base)
    if (typeof next === 'string') return next
    const isSameList = next !== undefined && pathname(next.path) === pathname(this.#current)
    const isStep = next !== undefined && next.method !== 'GET' && this.#rules.leadsToStep && !isSameList
    if (next === undefined || isStep) {
      if (links?.self === undefined) return 'no_links'
      return pages > 1 && added === 0 ? 'ends_empty' : { kind: 'end' }
    }
    if (!isSameList) return 'leads_elsewhere'
    if (next.method !== 'GET') return 'malformed'
    if (this.#visited.has(next.path)) return 'repeats'
    const query = queryOf(next.path)
    if (!keepsFilters(asked, query, pages)) return 'other_filters'
    const step = stepTo(query, asked, { pages, onPage }, this.#countings)
    if (typeof step === 'string') return step
    if (pages >= this.#rules.maxPages) return 'too_many_pages'
    this.#countings = step
    return { kind: 'page', path: next.path }
  }
}

function nextTarget(
  links: Links | undefined,
  base: Base,
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
