import { PagedList, type Paging } from '../reading/paging'
import type { CallContext } from '../types'
import type { ApiCall, ApiRequest } from '../wire/api-call'

/** These lists are read to their end before anything is shown. */
const MAX_PAGES = 20

/**
 * `isWhole` false: the paging broke, or rows cannot be read, so that what is not on these pages may be on others or be
 * one of these rows.
 */
export type ListPages<T> = { pages: T[]; isWhole: boolean }

export type ListRequest<T> = Pick<ApiRequest<T>, 'operation' | 'path' | 'data'> & {
  /** The list in the bank's spelling, which an unreadable row makes odd. */
  name: string
  rowsOf: (data: T) => readonly unknown[]
  /** What a row is about, the same on every page; undefined for a row that cannot be read. */
  keyOf: (row: unknown) => string | undefined
}

/**
 * The `data` of all pages of a list, in order. Follows `next` while it names a further page of the same list. A list that
 * has something on two of its pages was not read at one moment, so it is not whole either.
 * @throws as the call, of the first page and of later ones
 */
export async function readAllPages<T>(
  call: ApiCall,
  context: CallContext,
  { name, rowsOf, keyOf, ...request }: ListRequest<T>,
): Promise<ListPages<T>> {
  const list = new PagedList(request.path, call.base, { maxPages: MAX_PAGES, leadsToStep: true })
  const pages: T[] = []
  const known = new Set<string>()
  let [isReadable, hasRepeats] = [true, false]
  let path = request.path
  while (true) {
    const current = path
    const { data, next } = await call(
      context,
      { ...request, method: 'GET', path: current, hidesQuery: current !== request.path },
      ({ data, links }, note) => {
        const keys = rowsOf(data).map(keyOf)
        const named = new Set(keys.flatMap((key) => key ?? []))
        hasRepeats ||= [...named].some((key) => known.has(key))
        for (const key of named) known.add(key)
        const given = list.next(links, { onPage: [keys.length], added: keys.length })
        const next: Paging =
          given.kind === 'end' && hasRepeats
            ? { kind: 'broken', reason: 'repeats_rows', pages: list.pages }
            : given
        if (next.kind === 'broken') note.brokenPaging(next)
        const odd = keys.includes(undefined) ? [name] : []
        isReadable &&= odd.length === 0
        return { data, next, odd }
      },
    )
    pages.push(data)
    if (next.kind !== 'page') return { pages, isWhole: next.kind === 'end' && isReadable }
    path = next.path
  }
}
