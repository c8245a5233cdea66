import type { IncomingHttpHeaders } from 'node:http'

/** No header says anything longer to us, but those below. */
const LONGEST = 2048

/** The framework looks for names of robots in it, with an expression whose work grows with the square of its length. */
const LONGEST_USER_AGENT = 512

/** Read by their own readers, which take a whole text or none; their sum is bounded by that of all headers. */
const WHOLE = new Set(['cookie', 'next-router-state-tree'])

/** Each proxy appends to these, so that their end is worth more than their beginning. */
const APPENDED_TO = new Set(['forwarded', 'x-forwarded-for'])

/** Cuts every header to a length at which no reader of it, of the framework's or ours, keeps others waiting. */
export function cutHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    const longest = name === 'user-agent' ? LONGEST_USER_AGENT : LONGEST
    if (typeof value !== 'string' || value.length <= longest || WHOLE.has(name)) continue
    headers[name] = APPENDED_TO.has(name) ? value.slice(-longest) : value.slice(0, longest)
  }
}
