import type { IncomingHttpHeaders } from 'node:http'

/** Every header is cut to this, except those below. */
const LONGEST = 2048

/** The framework searches it for robots with an expression that takes quadratic time. */
const LONGEST_USER_AGENT = 512

/** Cut, these would be useless to their readers. The limit of all headers together bounds them. */
const WHOLE = new Set(['cookie', 'next-router-state-tree'])

/** Each proxy appends to these, so the end is kept and the beginning is cut. */
const APPENDED_TO = new Set(['forwarded', 'x-forwarded-for'])

/** Cuts every header to a length that each reader, the framework's or ours, handles fast. */
export function cutHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    const longest = name === 'user-agent' ? LONGEST_USER_AGENT : LONGEST
    if (typeof value !== 'string' || value.length <= longest || WHOLE.has(name)) continue
    headers[name] = APPENDED_TO.has(name) ? value.slice(-longest) : value.slice(0, longest)
  }
}
