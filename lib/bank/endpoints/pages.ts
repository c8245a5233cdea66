import type { ApiCall, ApiRequest } from '../api-call'
import { nextPage } from '../hal'
import type { CallContext } from '../types'

/**
 * The `data` of all pages of a list, in order. Follows `next` while it names a further page of the same list.
 * @throws as the call; BankProtocolError also when the list may go on and cannot be followed: cut short it would look
 *   complete
 */
export async function readAllPages<T>(
  call: ApiCall,
  context: CallContext,
  request: Pick<ApiRequest<T>, 'operation' | 'path' | 'data'>,
): Promise<T[]> {
  const visited = new Set([request.path])
  const all: T[] = []
  let path: string | undefined = request.path
  while (path !== undefined) {
    const current: string = path
    const page = await call(
      context,
      { ...request, method: 'GET', path: current, hidesQuery: current !== request.path },
      ({ data, links }) => ({ data, next: nextPage(links, current, call.base, visited) }),
    )
    all.push(page.data)
    path = page.next
  }
  return all
}
