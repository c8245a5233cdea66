import { randomUUID } from 'node:crypto'

/*
 * Next answers 500 for every page that could not be made, and tells only `onRequestError` why. The server in front of it
 * marks each request, so that it learns there which 500 means that the database cannot be had, and answers 503 instead.
 */

/** What a browser sends under this name is replaced. */
export const REQUEST_MARK_HEADER = 'x-request-mark'
/** When to try again. By then a database that was busy, or a start of another process, is mostly over. */
export const UNAVAILABLE_SECONDS = 5

// On globalThis: Next bundles `instrumentation.ts` apart from the server in front.
const marksKey = Symbol.for('sportello.web.unavailablePages')
const registry: typeof globalThis & { [marksKey]?: Set<string> } = globalThis
registry[marksKey] ??= new Set()
const underWay = registry[marksKey]

export const newRequestMark = (): string => randomUUID()

/** @param digest of the error; the store gives it to one that says that the database cannot be had */
export function noteFailedPage(headers: NodeJS.Dict<string | string[]>, digest: unknown): void {
  const mark = headers[REQUEST_MARK_HEADER]
  if (typeof mark !== 'string' || typeof digest !== 'string') return
  if (digest.startsWith('unavailable-')) underWay.add(mark)
}

/** Whether the page of this request failed for want of the database. Asked for once. */
export const takeUnavailable = (mark: string): boolean => underWay.delete(mark)
