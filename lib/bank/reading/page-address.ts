import { readDate } from './calendar-date'

/** The parameters of an address, by names without case and signs. */
export type Query = { values: ReadonlyMap<string, string>; repeated: ReadonlySet<string> }

/** What an address is compared with: the first request of the list, the current one, and `self` of its answer. */
export type Asked = { first: Query; current: Query; self: Query }

/** How many pages were read, and how many rows the current one has, by each way to count them. */
export type Progress = { pages: number; onPage: readonly number[] }

/** A parameter counts pages, or it counts rows. */
export type Counting = 'page' | 'offset'

type Fault = 'other_filters' | 'skips_pages' | 'repeats'

/** A day in any of its forms is the same day. Old servers read `;` as `&`, and a blank may be a `+` that nobody escaped. */
export function queryOf(target: string): Query {
  const [beforeHash = ''] = target.split('#', 1)
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  const start = beforeHash.indexOf('?')
  const query = start < 0 ? '' : beforeHash.slice(start).replaceAll(';', '&')
  for (const [name, value] of new URLSearchParams(query)) {
    const key = name.toLowerCase().replace(/[^a-z0-9]/g, '')
    const day = readDate(value) ?? readDate(value.replace(/%2f|[-.]/gi, '/'))
    const read = day ?? value.trim().replaceAll(' ', '+')
    const known = values.get(key)
    if (known !== undefined) repeated.add(key)
    // A parameter that comes twice has both of its values.
    values.set(key, known === undefined ? read : JSON.stringify([known, read]))
  }
  return { values, repeated }
}

/** Parameters that choose what is in a list or its order, however a bank spells them. */
const OF_ROWS =
  '(?:booking|booked|value|accounting|transactions?|operations?|movements?|only|include|with|not)*'
const CHOICES = [
  '(?:from|to|min|max)?(?:date|day|amount)(?:from|to|min|max|start|end)?',
  ...['from', 'to', 'since', 'until', 'startdate', 'enddate'],
  ...['status', 'type', 'sign', 'direction', 'amount', 'currency', 'category', 'text', 'search', 'filters?'],
  ...['booked', 'pending', 'accounting', 'accounted', '(?:account|product|customer)(?:id)?'],
  '(?:sort|order)(?:by|order|direction|dir)?',
]
const CHOOSES = new RegExp(`^${OF_ROWS}(?:${CHOICES.join('|')})$`)

/** `from` may also be the row that a page begins with. */
function isFilter(name: string, value: string | undefined): boolean {
  return CHOOSES.test(name) && !(name === 'from' && numberOf(value) !== undefined)
}

/**
 * Whether a further page is of the list that was asked for. What the first request asked for comes again; or all of it
 * is left out, where a cursor stands for it (`leavesOutFilters`). A filter that nobody asked for makes another list; the
 * bank may only spell out days that were left to it, and keeps to them then.
 */
export function keepsFilters({ first, current, self }: Asked, next: Query, pages: number): boolean {
  const isSame = (name: string) => next.values.get(name) === first.values.get(name)
  const isLeftToCursor = leavesOut(first, next) && [...next.values.values()].some(isCursor)
  if (!isLeftToCursor && ![...first.values.keys()].every(isSame)) return false
  return [...next.values].every(([name, value]) => {
    if (first.values.has(name) || !isFilter(name, value)) return true
    if (pages > 1) return value === current.values.get(name)
    const said = self.values.get(name)
    return isDay(value) && (said === undefined ? first.values.size === 0 : said === value)
  })
}

/** Whether the page's address repeats no parameter of the first request. Then only its rows show whether the cursor kept them. */
export function leavesOutFilters(firstTarget: string, target: string): boolean {
  return leavesOut(queryOf(firstTarget), queryOf(target))
}

function leavesOut(first: Query, { values }: Query): boolean {
  return first.values.size > 0 && ![...first.values.keys()].some((name) => values.has(name))
}

/**
 * Whether `self` says that the answer is another page than the one asked for, or that it has fewer days. Its host, path
 * and spelling do not matter, it may leave parameters out, and it may spell out what was left to the bank.
 * @param read rows of the pages before, by each way to count them
 */
export function faultOfSelf(
  { first, current, self }: Asked,
  { pages, read }: { pages: number; read: readonly number[] },
): Fault | undefined {
  const asked = new Map([...first.values, ...current.values])
  for (const [name, said] of self.values) {
    if (said === '') continue
    const own = asked.get(name)
    if (isDay(said) && isFilter(name, said)) {
      if (hasFewerDays(asked, name, said.slice(0, 10))) return 'other_filters'
    } else if (own !== undefined) {
      if (!isEqual(own, said)) return isFilter(name, own) ? 'other_filters' : 'skips_pages'
    } else if (!isFilter(name, said) && !mayBeHere(name, numberOf(said), { pages, read })) {
      return 'skips_pages'
    }
  }
  return undefined
}

/** Whether a page or row number that nobody asked for may be that of the current page, counted from 0 or 1. */
function mayBeHere(
  name: string,
  number: number | undefined,
  { pages, read }: { pages: number; read: readonly number[] },
): boolean {
  if (number === undefined) return true
  const role = roleOf(name)
  if (role === 'page') return number === pages - 1 || number === pages
  return role !== 'offset' || read.some((count) => number === count || number === count + 1)
}

function hasFewerDays(asked: ReadonlyMap<string, string>, name: string, said: string): boolean {
  const side = sideOf(name)
  const own = [...asked].find(([other, value]) =>
    side === undefined ? other === name : isDay(value) && isFilter(other, value) && sideOf(other) === side,
  )?.[1]
  if (own === undefined) return false
  return side === 'from' ? said > own : side === 'to' ? said < own : said !== own
}

function sideOf(name: string): 'from' | 'to' | undefined {
  if (/from|since|min|start/.test(name)) return 'from'
  return /^to|to$|todate|until|max|end/.test(name) ? 'to' : undefined
}

/**
 * What `next` changes in the address: one number, which goes on by one page or by the rows of the current page, or cursors
 * that say nothing to us. The first `next` may also spell out how many rows a page has. With any other change, pages or
 * rows may have been left out.
 * @param known how the number may be read by what it was on earlier pages
 * @returns how the number may be read now
 */
export function stepTo(
  next: Query,
  asked: Asked,
  progress: Progress,
  known: ReadonlySet<Counting>,
): Fault | ReadonlySet<Counting> {
  const { first, current, self } = asked
  if (next.repeated.size > 0) return 'skips_pages'
  const isLost = ([name, value]: [string, string]) =>
    !first.values.has(name) && !next.values.has(name) && numberOf(value) !== undefined
  if ([...current.values].some(isLost)) return 'skips_pages'
  const before = (name: string) => current.values.get(name) ?? self.values.get(name)
  const changed = [...next.values].filter(
    ([name, value]) => !first.values.has(name) && !isEqual(before(name), value),
  )
  const ofPaging = changed.filter(([name, value]) => !isFilter(name, value))
  if (ofPaging.length === 0) return 'repeats'
  if (ofPaging.some(([, value]) => isDay(value))) return 'other_filters'
  const numbers = ofPaging.flatMap(([name, value]) => {
    const number = numberOf(value)
    if (number === undefined) return []
    const countings = countingsOf(name, number, asked, progress).filter((counting) => known.has(counting))
    const isSize = before(name) === undefined && mayBeSize(name, number, progress)
    return [{ name, countings, isSize }]
  })
  const advancing = numbers.find((one) =>
    numbers.every((other) => (other === one ? one.countings.length > 0 : other.isSize)),
  )
  if (advancing) return new Set(advancing.countings)
  const hasCursor = numbers.length < ofPaging.length
  return hasCursor && numbers.every(({ isSize }) => isSize) ? known : 'skips_pages'
}

function countingsOf(
  name: string,
  number: number,
  { current, self }: Asked,
  { pages, onPage }: Progress,
): Counting[] {
  const role = roleOf(name)
  const asked = current.values.get(name)
  const before = asked ?? self.values.get(name)
  const start = numberOf(before)
  const mayBe: Record<Counting, boolean> = { page: false, offset: false }
  if (before === undefined && pages === 1) {
    // The first page is 0 or 1, the first row 0.
    mayBe.page = number === 1 || number === 2
    mayBe.offset = onPage.includes(number)
  } else if (start !== undefined && (asked !== undefined || pages > 1 || start <= 1)) {
    mayBe.page = number === start + 1
    mayBe.offset = onPage.includes(number - start)
  }
  return (['page', 'offset'] as const).filter(
    (counting) => mayBe[counting] && (role === counting || role === 'any'),
  )
}

function mayBeSize(name: string, number: number, { pages, onPage }: Progress): boolean {
  const role = roleOf(name)
  return pages === 1 && (role === 'size' || role === 'any') && onPage.includes(number)
}

const SIZE =
  /size|limit|(?<!ac)count|length|perpage|total|^(?:max|top$|take$|fetch|pages$|rows$|items$|records$)/
const PAGE = /page|pagin|^pg?$/
const OFFSET = /offset|skip|start|first|from|row|record|item/

/** What a number counts, as far as its name says so. */
function roleOf(name: string): Counting | 'size' | 'any' {
  if (SIZE.test(name)) return 'size'
  const [isPage, isOffset] = [PAGE.test(name), OFFSET.test(name)]
  if (isPage === isOffset) return 'any'
  return isPage ? 'page' : 'offset'
}

/**
 * The number that a parameter is; NaN for several, as in `11-20`.
 * @returns undefined for anything else. No list has a milliard of pages or rows, so a longer number is a cursor
 */
function numberOf(value: string | undefined): number | undefined {
  if (value === undefined || value === '' || isDay(value)) return undefined
  const number = Number(value)
  if (Number.isFinite(number)) return Math.abs(number) < 1e9 ? number : undefined
  return /\d/.test(value) && !/[a-z]|\d{10}/i.test(value) ? Number.NaN : undefined
}

/** A day, or a moment of it. */
function isDay(value: string): boolean {
  return /^\d{4}-?\d{2}-?\d{2}(?:[T+].*)?$/.test(value)
}

function isCursor(value: string): boolean {
  return value !== '' && !isDay(value) && numberOf(value) === undefined
}

function isEqual(one: string | undefined, other: string): boolean {
  if (one === other) return true
  const number = numberOf(one)
  return number !== undefined && number === numberOf(other)
}
