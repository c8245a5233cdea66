import type { ApiCall, ApiRequest } from '../api-call'
import { nextPage } from '../hal'
import type { CallContext } from '../types'

/** These lists are read to their end before anything is shown. */
const MAX_PAGES = 20

/** `isWhole` false: the paging broke, so that what is not on these pages may be on others. */
export type ListPages<T> = { pages: T[]; isWhole: boolean }

/**
 * The `data` of all pages of a list, in order. Follows `next` while it names a further page of the same list.
 * @throws as the call, of the first page and of later ones
 */
export async function readAllPages<T>(
  call: ApiCall,
  context: CallContext,
  request: Pick<ApiRequest<T>, 'operation' | 'path' | 'data'>,
): Promise<ListPages<T>> {
  const visited = new Set([request.path])
  const rule = { maxPages: MAX_PAGES, leadsToStep: true }
  const pages: T[] = []
  let path = request.path
  while (true) {
    const current = path
    const { data, next } = await call(
      context,
      { ...request, method: 'GET', path: current, hidesQuery: current !== request.path },
      ({ data, links }, note) => {
        const next = nextPage(links, current, call.base, visited, rule)
        if (next.kind === 'broken') note.brokenPaging(next)
        return { data, next }
      },
    )
    pages.push(data)
    if (next.kind !== 'page') return { pages, isWhole: next.kind === 'end' }
    path = next.path
  }
}
